"""Forgetting a person: every text that names them goes, every total stays.

Who was merged into the person is forgotten with them, and so are entries of the same name that
were taken back again. Names become `N.N.` and a number, in all versions of all rows; a random key
takes the place of the one that was made from the name. Keys enter the order keys and fingerprints
of the ledger, so the fingerprint changes; ratings, places and points do not.

Logs and score sheets are rewritten so that they still read and judge alike. A file beside a result
that names the person and is neither is dropped; the blank stands in its place. Backups made before
keep the name, and so does whatever was exported or printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.rating.fingerprint import fingerprint
from hearts_admin.db import bulk, erasure
from hearts_admin.db.blobs import kept_file
from hearts_admin.db.event_models import Event, Penalty, Season
from hearts_admin.db.facttable import Fact
from hearts_admin.db.ledger import PoolLedger, policy_of
from hearts_admin.db.models import Adjustment, Alias, Change, Exemption, Heading, Player, Result
from hearts_admin.db.store import Store, file_of
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import DatabaseFault
from hearts_admin.names import name_key
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.evidence import files_of, rewrite_evidence
from hearts_admin.services.folding import Affected, refresh
from hearts_admin.services.moves import movements
from hearts_admin.services.people import Directory
from hearts_admin.services.pools import main_pool
from hearts_admin.services.redaction import Redaction
from hearts_admin.services.rekeying import fresh_keys, order_anew
from hearts_admin.services.traces import Traces, marks
from hearts_admin.services.views import ChangeView, Movement


@dataclass(frozen=True, slots=True)
class Erased:
    """What was erased inside the transaction; see `Forgotten`."""

    texts: int = 0
    logs: int = 0
    dropped: int = 0
    movements: tuple[Movement, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting a person did.

    Attributes:
        name: what the person is called from now on.
        results: how many results they sat in.
        texts: how many rows named them otherwise: reasons, labels, whoever made a change.
        logs: how many logs and score sheets were rewritten.
        dropped: how many files beside results were dropped, because they are neither.
        movements: ratings that moved after all: only where the order of games on one day hung
            on the erased texts alone.
        fingerprint_before: the ledger's fingerprint until now.
        fingerprint: the ledger's fingerprint from now on.
        compacted: whether the file's unused space is clean too; if it could not be made so,
            forgetting the same person once more does that.
        copies: files beside the database that were kept before an upgrade or a restore; they
            have the name still, as all backups do.
        change: None on a dry run, or when there was nothing left to forget.
    """

    name: str
    results: int
    texts: int
    logs: int
    dropped: int
    movements: tuple[Movement, ...]
    fingerprint_before: str
    fingerprint: str
    compacted: bool
    copies: tuple[str, ...]
    change: ChangeView | None


def forget_player(store: Store, actor: Actor, name: str) -> Forgotten:
    """Erases a person's name everywhere; it cannot be undone.

    Raises:
        Refused: `players.unknown`.
    """
    with writing(store, actor) as work:
        erasure.wipe_freed_space(work.connection)
        before = _fingerprint(work.connection)
        traces = Traces(work.connection, name)
        number = len({stored.version.id for stored in traces.results})
        erased = Erased() if traces.are_gone else _erase(work, traces)
        after = _fingerprint(work.connection)
    return Forgotten(
        name=traces.blank,
        results=number,
        texts=erased.texts,
        logs=erased.logs,
        dropped=erased.dropped,
        movements=erased.movements,
        fingerprint_before=before,
        fingerprint=after,
        compacted=not actor.dry_run and _compacted(store),
        copies=_copies(store),
        change=change_view(work.change),
    )


def _erase(work: Writing, traces: Traces) -> Erased:
    """All of it, in an order in which each step still finds what it needs."""
    connection = work.connection
    redaction = Redaction(traces.names, traces.member_numbers, traces.others, traces.blank)
    _erase_identities(work, traces)
    texts, moved = _erase_texts(connection, redaction)
    logs, dropped = _erase_logs(work, redaction, traces)
    order_anew(connection, moved.union(stored.row for stored in traces.results))
    erasure.drop_unused_files(connection)
    work.session.expire_all()
    affected = Affected(connection)
    affected.everything()
    effect = refresh(work, affected)
    return Erased(texts, logs, dropped, movements(effect, Directory(connection).all_names))


def _erase_identities(work: Writing, traces: Traces) -> None:
    """Names, keys, member numbers and aliases.

    The present version of each entry is closed and a nameless one opened, which puts the
    forgetting into the audit; then the versions before lose their names, too.
    """
    keys = fresh_keys(work.connection, traces.present, traces.gone)
    texts = {
        entry: {"key": keys[entry], "name": blank, "name_key": name_key(blank), "member_no": None}
        for entry, blank in traces.blanks.items()
    }
    people = select(Player).where(col(Player.id).in_(traces.present), col(Player.closed).is_(None))
    for player in work.session.exec(people.order_by(col(Player.row))):
        work.close(player)
        work.open(Player(**(player.content() | texts[player.id])))
    theirs = col(Alias.player).in_(traces.present)
    for alias in work.session.exec(select(Alias).where(theirs, col(Alias.closed).is_(None))):
        work.close(alias)
    _erase_versions(work.connection, traces, texts)


def _erase_versions(
    connection: Connection, traces: Traces, texts: Mapping[int, erasure.Texts]
) -> None:
    """Closed versions: the person's own, and those in which somebody else was called so once."""
    blank = {"name": traces.blank, "name_key": name_key(traces.blank)}
    for row, number in _closed_versions(connection, "player", "id", traces):
        erasure.overwrite(connection, Player, row, texts.get(number, blank))
    for row, _ in _closed_versions(connection, "alias", "player", traces):
        erasure.overwrite(connection, Alias, row, {"name_key": blank["name_key"]})


def _closed_versions(
    connection: Connection, table: str, person: str, traces: Traces
) -> list[tuple[int, int]]:
    """Row numbers and people of the closed rows about a person, or with one of their names."""
    entries, keys = traces.entries, tuple(traces.name_keys)
    rows = bulk.select(
        connection,
        f'SELECT "row", {person} FROM {table} WHERE closed IS NOT NULL'
        f" AND ({person} IN ({marks(entries)}) OR name_key IN ({marks(keys)}))",
        (*entries, *keys),
    )
    return [(row, number) for row, number in rows]


_Replace = Callable[[Redaction, str], str]

_TEXTS: Mapping[type[Fact] | type[Change], Mapping[str, _Replace]] = {
    Change: {
        "who": Redaction.prose,
        "command": Redaction.command,
        "reason": Redaction.prose,
    },
    Result: {
        "event": Redaction.title,
        "round": Redaction.title,
        "table_no": Redaction.title,
        "label": Redaction.title,
        "unchecked_reason": Redaction.prose,
    },
    Adjustment: {"reason": Redaction.prose, "evidence": Redaction.prose},
    Exemption: {"reason": Redaction.prose},
    Heading: {"heading_key": Redaction.title},
    Penalty: {"reason": Redaction.prose},
}
"""Where people write what they like, and how a name is taken out of it."""


def _erase_texts(connection: Connection, redaction: Redaction) -> tuple[int, set[int]]:
    """Free texts; gives how many rows named the person, and which of them were results."""
    number = 0
    moved = set()
    for model, replacements in _TEXTS.items():
        table = bulk.table_of(model)
        quote = connection.dialect.identifier_preparer.quote
        columns = [quote(name) for name in ("id" if model is Change else "row", *replacements)]
        rows = bulk.select(connection, f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY 1")
        for row, *texts in list(rows):
            fresh = {
                column: replaced
                for (column, replace), text in zip(replacements.items(), texts, strict=True)
                if text and (replaced := replace(redaction, text)) != text
            }
            if fresh:
                erasure.overwrite(connection, model, row, fresh)
                number += 1
                if model is Result:
                    moved.add(row)
    return number + _erase_titles(connection, redaction), moved


def _erase_titles(connection: Connection, redaction: Redaction) -> int:
    """Names of events and seasons, with the keys by which they are found; gives how many rows.

    Two that are alike without the person's name are told apart by their numbers.
    """
    number = 0
    for model in (Event, Season):
        table = bulk.table_of(model).name
        named = f'SELECT "row", id, name, name_key FROM {table} ORDER BY 1'
        rows = list(bulk.select(connection, named))
        taken = {key: fact for _, fact, _, key in rows}
        for row, fact, name, _ in rows:
            fresh = redaction.title(name)
            if fresh == name:
                continue
            if taken.setdefault(name_key(fresh), fact) != fact:
                fresh = f"{fresh} ({fact})"
            erasure.overwrite(connection, model, row, {"name": fresh, "name_key": name_key(fresh)})
            number += 1
    return number


def _erase_logs(work: Writing, redaction: Redaction, traces: Traces) -> tuple[int, int]:
    """Files beside results and adjustments; gives how many were rewritten, how many dropped."""
    connection = work.connection
    theirs = {stored.version.log_digest for stored in traces.results}
    theirs.update(files_of(connection, traces.entries))
    rewritten = dropped = 0
    for (digest,) in list(bulk.select(connection, "SELECT digest FROM blob ORDER BY 1")):
        content = kept_file(connection, digest)
        clean = redaction.log(content, theirs=digest in theirs)
        if clean == content:
            continue
        rewritten += clean is not None
        dropped += clean is None
        fresh = work.keep(f"{traces.blank}\n".encode() if clean is None else clean)
        beside = 'SELECT "row" FROM result WHERE log_digest = ?'
        for (row,) in list(bulk.select(connection, beside, (digest,))):
            erasure.overwrite(connection, Result, row, {"log_digest": fresh})
        rewrite_evidence(connection, digest, fresh, traces.blank)
    return rewritten, dropped


def _fingerprint(connection: Connection) -> str:
    """The main pool's stored ledger in 64 hex digits."""
    ledger = PoolLedger(connection, main_pool(connection).id)
    _, policy = policy_of(connection, ledger.pool)
    return fingerprint(policy, ledger.rows(), Directory(connection).keys)


def _compacted(store: Store) -> bool:
    """Cleans the file's unused space, if the disk has room for it and nobody else is writing."""
    try:
        erasure.compact(store)
    except DatabaseFault:
        return False
    return True


def _copies(store: Store) -> tuple[str, ...]:
    """Files that were kept beside the database before an upgrade or a restore."""
    path = file_of(store.location)
    if path is None:
        return ()
    return tuple(sorted(map(str, path.parent.glob(f"{path.stem}-before-*{path.suffix}"))))
