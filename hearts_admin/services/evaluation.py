"""Judging rating systems on the club's own history, by games they have not seen yet.

Every game is foretold by the ratings before it, pair by pair, and only then rated. The first half
of the history is for getting to know the players; the second half is judged. Intervals come from
resampling the judged games (bootstrap), all systems on the same sample each time, so that two of
them are compared on the same luck.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import log
from random import Random
from typing import Literal

from engine.rating import batch
from engine.rating.columns import Columns
from engine.rating.fold import Fold
from engine.rating.ledger import Fact, Kind
from engine.rating.policy import POLICIES, Decay, Policy
from engine.rating.prediction import Forecast, ledger_forecasts
from hearts_admin.db.ledger import PoolLedger
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.drafting import make_policy
from hearts_admin.services.folding import Progress, uncollected
from hearts_admin.services.pools import pool_named
from hearts_admin.services.rivals import rival

KNOWS_NOTHING = log(2)
"""The loss a pair of whoever gives both players the same chance."""

FEWEST_GAMES = 50
"""Judged games below which nothing is concluded."""

RESAMPLES = 1000
_BLOCKS = 400  # judged games are resampled in at most so many runs of consecutive games
_SEED = 20260314  # the same history gives the same intervals
_TAIL = 0.025  # 95 % intervals

Interval = tuple[float, float]
Verdict = Literal["reference", "better", "worse", "unclear"]


@dataclass(frozen=True, slots=True)
class SystemScore:
    """How well one system foretold.

    Attributes:
        name: `present` for the pool's own policy, else what differs from it, or the other program.
        k: of a policy.
        decay: of a policy: the shipped policy that has it, `own`, or `off`.
        log_loss: the mean of -ln(probability given to what happened), a pair; lower is better.
        log_loss_interval: its 95 % interval.
        accuracy: the share of pairs in which the favourite finished above; equals count a half.
        accuracy_interval: its 95 % interval.
        difference: the log-loss less that of the present policy; negative is better.
        difference_interval: its 95 % interval, on the same samples.
        verdict: `reference`, `better`, `worse`, or `unclear` (the interval holds 0, or there are
            too few games).
    """

    name: str
    k: int | None
    decay: str | None
    log_loss: float
    log_loss_interval: Interval
    accuracy: float
    accuracy_interval: Interval
    difference: float
    difference_interval: Interval
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Rating systems judged on a pool's history.

    Attributes:
        pool: the rating list.
        games: all rated games.
        judged: those of the second half, which were judged.
        pairs: the predictions in them; pairs who shared a place are none.
        since: the club day of the first judged game.
        enough: whether there are enough games to conclude anything at all.
        systems: the present policy first.
    """

    pool: str
    games: int
    judged: int
    pairs: int
    since: dt.date
    enough: bool
    systems: tuple[SystemScore, ...]


@dataclass(frozen=True, slots=True)
class _Past:
    """A pool's history: all facts, the rated games among them, the number of the first judged.

    `columns` are the facts again where it pays to fold them compiled, else None.
    """

    facts: Sequence[Fact]
    games: Sequence[Fact]
    first: int
    columns: Columns | None


@dataclass(frozen=True, slots=True)
class _System:
    """Something that foretells games: its name and parts, and the forecasts of what is judged."""

    name: str
    k: int | None
    decay: str | None
    forecasts: Callable[[_Past], Iterator[Forecast]]


@uncollected()
def evaluate(
    store: Store,
    ks: Sequence[int] = (),
    decays: Sequence[str] = (),
    against: str | None = None,
    pool: str | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Judges the present policy, others made of it, and another program.

    Args:
        store: the database.
        ks: other K to try; none: only the present one.
        decays: other decays to try: the name of a shipped policy, or `off`; none: only the present.
        against: `openskill`, or None.
        pool: the rating list; None for `main`.
        progress: told how many systems are done.

    Raises:
        Refused: `pool.unknown`, `evaluate.nothing` (no rated game), `evaluate.decay`,
            `evaluate.against`, `evaluate.no_openskill`, and what `make_policy` refuses.
    """
    with store.read() as connection:
        found = pool_named(connection, pool)
        ledger = PoolLedger(connection, found.id)
        systems = list(_systems(ledger, ks, decays))
        if against is not None:
            systems.append(_rival_system(against))
        facts = list(ledger.facts())
        games = [fact for fact in facts if _is_rated(fact, ledger.policy)]
    if not games:
        raise Refused("evaluate.nothing", hint="hearts-admin result list")
    columns = Columns.of(facts) if batch.pays(len(facts), folds=len(systems)) else None
    past = _Past(facts, games, len(games) // 2, columns)
    judged: list[list[Forecast]] = []
    for done, system in enumerate(systems, start=1):
        judged.append(list(system.forecasts(past)))
        if progress:
            progress(done, len(systems))
    return Evaluation(
        pool=found.name,
        games=len(games),
        judged=len(judged[0]),
        pairs=sum(each.pairs for each in judged[0]),
        since=dt.date.fromordinal(games[past.first][2]),
        enough=len(judged[0]) >= FEWEST_GAMES,
        systems=tuple(_scores(systems, judged)),
    )


# -- systems ---------------------------------------------------------------------------------------


def _systems(ledger: PoolLedger, ks: Sequence[int], decays: Sequence[str]) -> Iterator[_System]:
    present = ledger.policy
    yield _policy_system(ledger, present, "present")
    seen = [present.switches()]
    for decay in (None, *decays):
        for k in (None, *ks):
            policy = present if k is None else make_policy(present, {"k": k})
            if decay is not None:
                policy = replace(policy, decay=_decay(decay))
            if policy.switches() not in seen:
                seen.append(policy.switches())
                yield _policy_system(ledger, policy, _name(policy, k, decay))


def _name(policy: Policy, k: int | None, decay: str | None) -> str:
    parts = [f"K {policy.k}" if k is not None else "", f"decay {decay}" if decay else ""]
    return ", ".join(part for part in parts if part)


def _decay(name: str) -> Decay:
    known = {"off": Decay(mode="off"), **{each.name: each.decay for each in POLICIES.values()}}
    if name not in known:
        raise Refused("evaluate.decay", name=name, known=tuple(known))
    return known[name]


def _decay_name(decay: Decay) -> str:
    if decay.mode == "off":
        return "off"
    return next((each.name for each in POLICIES.values() if each.decay == decay), "own")


def _policy_system(ledger: PoolLedger, policy: Policy, name: str) -> _System:
    openings, exemptions = ledger.openings(), ledger.exemptions()

    def forecasts(past: _Past) -> Iterator[Forecast]:
        if past.columns is not None and batch.fits(policy, openings):
            booked = batch.fold_columns(past.columns, policy, openings, exemptions)
            return batch.column_forecasts(booked, past.first)
        rows = Fold(policy, openings, exemptions).feed(past.facts)
        return ledger_forecasts(past.facts, rows, past.first)

    return _System(name, policy.k, _decay_name(policy.decay), forecasts)


def _rival_system(name: str) -> _System:
    foretells = rival(name)

    def forecasts(past: _Past) -> Iterator[Forecast]:
        return islice(foretells(past.games), past.first, None)

    return _System(name, None, None, forecasts)


def _is_rated(fact: Fact, policy: Policy) -> bool:
    seats, counting = len(fact[4]), sum(player > 0 for player in fact[4])
    return fact[3] == Kind.GAME and counting >= 2 and (seats == 4 or policy.three_at_table)


# -- scores ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Block:
    """A run of consecutive judged games: their pairs, and each system's loss and hits."""

    pairs: int
    losses: tuple[float, ...]
    hits: tuple[float, ...]


def _blocks(judged: Sequence[Sequence[Forecast]]) -> list[_Block]:
    games = len(judged[0])
    size = -(-games // _BLOCKS)
    return [
        _Block(
            sum(each.pairs for each in judged[0][begin : begin + size]),
            tuple(sum(each.loss for each in system[begin : begin + size]) for system in judged),
            tuple(sum(each.hits for each in system[begin : begin + size]) for system in judged),
        )
        for begin in range(0, games, size)
    ]


def _rates(blocks: Sequence[_Block], systems: int) -> tuple[list[float], list[float]]:
    """Each system's log-loss and accuracy a pair over some blocks."""
    pairs = sum(block.pairs for block in blocks) or 1  # in a history of shared places only
    return (
        [sum(block.losses[system] for block in blocks) / pairs for system in range(systems)],
        [sum(block.hits[system] for block in blocks) / pairs for system in range(systems)],
    )


def _scores(
    systems: Sequence[_System], judged: Sequence[Sequence[Forecast]]
) -> Iterator[SystemScore]:
    blocks = _blocks(judged)
    losses, hits = _rates(blocks, len(systems))
    rng = Random(_SEED)  # noqa: S311 - statistics, not secrets
    samples = [_rates(rng.choices(blocks, k=len(blocks)), len(systems)) for _ in range(RESAMPLES)]
    enough = len(judged[0]) >= FEWEST_GAMES
    for number, system in enumerate(systems):
        gap = _interval([sample[number] - sample[0] for sample, _ in samples])
        yield SystemScore(
            name=system.name,
            k=system.k,
            decay=system.decay,
            log_loss=losses[number],
            log_loss_interval=_interval([sample[number] for sample, _ in samples]),
            accuracy=hits[number],
            accuracy_interval=_interval([sample[number] for _, sample in samples]),
            difference=losses[number] - losses[0],
            difference_interval=gap,
            verdict=_verdict(gap, enough=enough) if number else "reference",
        )


def _interval(values: Sequence[float]) -> Interval:
    ordered = sorted(values)
    cut = round(_TAIL * len(ordered))
    return ordered[cut], ordered[-1 - cut]


def _verdict(gap: Interval, *, enough: bool) -> Verdict:
    low, high = gap
    if not enough or low <= 0 <= high:
        return "unclear"
    return "better" if high < 0 else "worse"
