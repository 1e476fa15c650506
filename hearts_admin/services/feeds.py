"""Feeds: which rule set's results count in which pool, and making another pool."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.problems import Problem
from engine.rules import RuleSet
from engine.rulesets import RULE_SETS
from hearts_admin.db import bulk, results
from hearts_admin.db.ledger import PoolLedger, policy_of
from hearts_admin.db.models import Adjustment, Pool, PoolFeed
from hearts_admin.db.results import ResultVersion, StoredResult
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused
from hearts_admin.names import is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.comparing import standing_of
from hearts_admin.services.drafting import shipped_policy
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.judging import require_rules
from hearts_admin.services.moves import movements, unmoved
from hearts_admin.services.people import Directory
from hearts_admin.services.policies import open_policy
from hearts_admin.services.pools import (
    NO_RULES,
    fed_pool,
    feeds,
    main_pool,
    pool_named,
    pool_names,
)
from hearts_admin.services.results import require_new
from hearts_admin.services.rulesets import keep_rules, known_as, rule_names, under_kept_name
from hearts_admin.services.views import ChangeView, Movement


@dataclass(frozen=True, slots=True)
class PoolView:
    """One rating list.

    Attributes:
        name: the pool's.
        policy: name and version of its policy.
        version: of the policy.
        fed_by: the rule sets whose results feed it; `main` gets all others, too.
        results: how many results are filed in it, friendly and training games included.
        rated: how many players have a rated game in it.
        last_day: the club day of its last fact.
    """

    name: str
    policy: str
    version: int
    fed_by: tuple[str, ...]
    results: int
    rated: int
    last_day: dt.date | None


@dataclass(frozen=True, slots=True)
class FeedsWanted:
    """What is to be different.

    Attributes:
        feeds: rule set (by its name, or house rules; or "none") and pool, in pairs; `main` takes a
            feed back.
        new: pools to be made.
        policy: the shipped policy of the new pools; None for the one `main` has.
        start_from: the pool from whose standing the players of the new pools start.
        move: whether results that are stored already go to their new pool too.
    """

    feeds: tuple[tuple[str | RuleSet, str], ...] = ()
    new: tuple[str, ...] = ()
    policy: str | None = None
    start_from: str | None = None
    move: bool = False


@dataclass(frozen=True, slots=True)
class FeedsChanged:
    """What another table of feeds does.

    Attributes:
        pools: the pools as they are.
        added: new pools.
        feeds: rule set, pool before and pool now, of those that differ.
        moved: the results that went to another pool, by number.
        openings: how many players got an opening rating in a new pool.
        movements: whose rating moved.
        unmoved: the rated players whose rating did not, by name.
        change: None when nothing differs or nothing was kept.
        remarks: that house rules are known by another name already.
    """

    pools: tuple[PoolView, ...]
    added: tuple[str, ...]
    feeds: tuple[tuple[str, str, str], ...]
    moved: tuple[int, ...]
    openings: int
    movements: tuple[Movement, ...]
    unmoved: tuple[str, ...]
    change: ChangeView | None = None
    remarks: tuple[Problem, ...] = ()


def list_pools(store: Store) -> tuple[PoolView, ...]:
    """Every rating list, in the order in which they were made."""
    with store.read() as connection:
        return tuple(_views(connection))


def set_feeds(store: Store, actor: Actor, wanted: FeedsWanted) -> FeedsChanged:
    """Changes which rule set feeds which pool, for results recorded from now on.

    House rules are kept with the club; they feed by their name, as do others of the same name.

    Raises:
        Refused: `pool.unknown`, `pool.exists`, `pool.no_name`, `policy.unknown`, `rules.refused`,
            `pool.new_only` (a policy or a start without a new pool), `result.duplicate` (a game to
            be moved is in its new pool already).
    """
    if not wanted.new and (wanted.policy or wanted.start_from):
        raise Refused("pool.new_only", option="--policy" if wanted.policy else "--start-from")
    with writing(store, actor) as work:
        affected = Affected(work.connection)
        before = feeds(work.connection)
        openings = _add_pools(work, wanted, affected)
        _set(work, wanted.feeds)
        moved = _move(work, before, affected) if wanted.move else []
        effect = refresh(work, affected)
        names = Directory(work.connection).names
        done = FeedsChanged(
            pools=tuple(_views(work.connection)),
            added=tuple(map(tidy, wanted.new)),
            feeds=tuple(_differing(work.connection, before)),
            moved=tuple(moved),
            openings=openings,
            movements=movements(effect, names),
            unmoved=unmoved(work.connection, effect, names),
            remarks=tuple(
                remark
                for rules, _ in wanted.feeds
                if isinstance(rules, RuleSet)
                for remark in known_as(work.connection, rules)
            ),
        )
    return replace(done, change=change_view(work.change))


def _views(connection: Connection) -> Iterator[PoolView]:
    fed: dict[int, list[str]] = {}
    for rules, pool in sorted(feeds(connection).items()):
        fed.setdefault(pool, []).append(rules)
    for pool, name in pool_names(connection).items():
        version, policy = policy_of(connection, pool)
        ledger = PoolLedger(connection, pool)
        stored = bulk.value(
            connection,
            "SELECT count(*) FROM result WHERE pool = ? AND closed IS NULL AND state = 'ok'",
            (pool,),
        )
        rated = bulk.value(
            connection,
            "SELECT count(DISTINCT player) FROM ledger WHERE pool = ? AND last_on IS NOT NULL",
            (pool,),
        )
        fed_by = tuple(fed.get(pool, ()))
        yield PoolView(name, policy.name, version, fed_by, stored, rated, ledger.last_day())


def _differing(connection: Connection, before: dict[str, int]) -> Iterator[tuple[str, str, str]]:
    names, after = pool_names(connection), feeds(connection)
    main = main_pool(connection).id
    for rules in sorted(before.keys() | after.keys()):
        old, new = fed_pool(before, _rules(rules), main), fed_pool(after, _rules(rules), main)
        if old != new:
            yield rules, names[old], names[new]


def _rules(word: str) -> str | None:
    return None if word == NO_RULES else word


# -- making pools ----------------------------------------------------------------------------------


def _add_pools(work: Writing, wanted: FeedsWanted, affected: Affected) -> int:
    """Opens the new pools; gives how many opening ratings they got."""
    _, of_main = policy_of(work.connection, main_pool(work.connection).id)
    policy = of_main if wanted.policy is None else shipped_policy(wanted.policy)
    start = None if wanted.start_from is None else pool_named(work.connection, wanted.start_from)
    taken = {name_key(name): name for name in pool_names(work.connection).values()}
    openings = 0
    for typed in wanted.new:
        if not is_name(typed) or "=" in typed:
            raise Refused("pool.no_name", name=typed)
        if name_key(typed) in taken:
            raise Refused("pool.exists", name=taken[name_key(typed)])
        pool = Pool(id=work.next_number(Pool), name=tidy(typed))
        taken[name_key(typed)] = pool.name
        work.open(pool)
        open_policy(work, pool.id, policy)
        affected.policy(pool.id)
        if start is not None:
            openings += _start_from(work, start, pool)
    return openings


def _start_from(work: Writing, old: Pool, new: Pool) -> int:
    """Everybody listed in a pool starts in a new one at the rating they have there."""
    standing = standing_of(PoolLedger(work.connection, old.id))
    for stand in sorted(standing, key=lambda stand: stand.player):
        work.open(
            Adjustment(
                id=work.next_number(Adjustment),
                pool=new.id,
                player=stand.player,
                kind="opening",
                points=stand.rating,
                reason=work.author.reason,
            )
        )
    return len(standing)


# -- feeding them ----------------------------------------------------------------------------------


def _set(work: Writing, wanted: Sequence[tuple[str | RuleSet, str]]) -> None:
    named: dict[str, str] = {}
    own: dict[str, RuleSet] = {}
    for fed_by, pool_name in wanted:
        word = fed_by if isinstance(fed_by, str) else _named(work, fed_by, own)
        named[word] = pool_name
    kept = {name for name in rule_names(work.connection).values() if name}
    main = main_pool(work.connection).id
    present = {
        feed.rules: feed
        for feed in work.session.exec(select(PoolFeed).where(col(PoolFeed.closed).is_(None)))
    }
    for rules, name in named.items():
        if rules != NO_RULES and rules not in kept and rules not in own:
            require_rules(rules)
        pool = pool_named(work.connection, name)
        feed = present.get(rules)
        if feed is not None and feed.pool == pool.id:
            continue
        if feed is not None:
            work.close(feed)
        if fed_pool(feeds(work.connection), _rules(rules), main) != pool.id:
            if rules in own:
                keep_rules(work, own[rules])
            number = work.next_number(PoolFeed) if feed is None else feed.id
            work.open(PoolFeed(id=number, rules=rules, pool=pool.id))


def _named(work: Writing, rules: RuleSet, own: dict[str, RuleSet]) -> str:
    """The name by which a rule set feeds, which is the one that it is kept under."""
    rules = under_kept_name(work.connection, rules)
    if rules.name not in RULE_SETS:
        own[rules.name] = rules
    return rules.name


def _move(work: Writing, before: dict[str, int], affected: Affected) -> list[int]:
    """Files the stored results of those rule sets anew that feed another pool than before.

    A result that was filed elsewhere by hand, with `--pool`, stays where it is.
    """
    connection = work.connection
    after, main, names = feeds(connection), main_pool(connection).id, rule_names(connection)
    leaving: list[StoredResult] = []
    arriving: list[ResultVersion] = []
    for stored in results.select(connection, "r.closed IS NULL"):
        version, rules = stored.version, names[stored.version.rules]
        pool = fed_pool(after, rules, main)
        if version.pool == fed_pool(before, rules, main) != pool:
            leaving.append(stored)
            arriving.append(version._replace(pool=pool))
    work.close_results(leaving)
    for version in arriving:
        if version.state == "ok":
            require_new(connection, version)
    work.open_results(arriving)
    for version in (*(stored.version for stored in leaving), *arriving):
        affected.result(version)
    return [version.id for version in arriving]
