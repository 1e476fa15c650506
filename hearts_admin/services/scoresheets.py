"""Score sheets: checked deal by deal, and the result they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from engine.gamesheet import GameSheet, better_fitting, looks_running, misfits
from engine.keptsheet import KeptSheet, write_sheet
from engine.problems import Problem, Value
from engine.rules import RuleSet
from engine.scoresheet import check_row
from engine.seats import SEATS
from hearts_admin.db import bulk
from hearts_admin.db.blobs import digest_of
from hearts_admin.db.store import Store
from hearts_admin.db.writing import writing
from hearts_admin.errors import Refused, finding
from hearts_admin.importers.scoresheets import ScoreSheet, SheetRow
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import Book, Entry
from hearts_admin.services.changes import change_view
from hearts_admin.services.club import default_rules
from hearts_admin.services.judging import require_rules
from hearts_admin.services.pools import NO_RULES
from hearts_admin.services.results import record_in
from hearts_admin.services.views import Recorded


def rules_of_sheet(store: Store, rules: str | RuleSet | None) -> RuleSet:
    """The rules to check a sheet by: those that are given, else the club's.

    Raises:
        Refused: `sheet.no_rules`, there are none; `rules.refused`.
    """
    chosen = rules
    if chosen is None:
        with store.read() as connection:
            chosen = default_rules(connection)
    if chosen is None or chosen == NO_RULES:
        raise Refused("sheet.no_rules", hint="hearts-admin rules list")
    return require_rules(chosen) if isinstance(chosen, str) else chosen


def record_sheet(store: Store, actor: Actor, sheet: ScoreSheet, entry: Entry) -> Recorded:
    """Records the result of a game whose deals stand on a sheet, which is kept beside it.

    No two games have the same deals: a sheet that is kept already is refused, unless the entry has
    a label of its own.

    Args:
        store: the database.
        actor: who asks.
        sheet: what stands on it.
        entry: what else is known of the game; its players and points come from the sheet.

    Raises:
        Refused: `sheet.refused`, with everything that is wrong and what was probably meant, unless
            the entry says why it goes unchecked; `result.duplicate`; whatever `record_result`
            refuses.
    """
    rules = rules_of_sheet(store, entry.rules)
    checked, problems = check_sheet(sheet, rules, entry.target, entry.deals)
    if sheet.problems or (problems and entry.unchecked is None):
        raise Refused("sheet.refused", problems=(*sheet.problems, *problems))
    totals = tuple(zip(sheet.names, checked.game.totals, strict=True))
    kept = sheet_to_keep(sheet.names, checked)
    complete = entry._replace(seats=totals, rules=rules, log=kept)
    with writing(store, actor) as work:  # whoever waits for another writer sees what that one did
        if entry.label is None:
            _require_new(work.connection, kept)
        recorded = record_in(work, actor, Book(work), complete)
    return replace(recorded, change=change_view(work.change))


def _require_new(connection: Connection, kept: bytes) -> None:
    known = bulk.value(
        connection,
        "SELECT id FROM result WHERE log_digest = ? AND closed IS NULL AND state = 'ok'",
        (digest_of(kept),),
    )
    if known is not None:
        raise Refused("result.duplicate", hint=f"hearts-admin result show {known}", id=known)


def sheet_to_keep(names: Sequence[str], checked: GameSheet) -> bytes:
    """A sheet that has been followed to its end, as it is kept beside the result."""
    deals = tuple(checked.rows)
    return write_sheet(KeptSheet(tuple(names), deals, checked.game.totals)).encode()


def check_sheet(
    sheet: ScoreSheet, rules: RuleSet, target: int | None = None, deals: int | None = None
) -> tuple[GameSheet, tuple[Problem, ...]]:
    """Follows a sheet through its game; problems have the line, and names instead of seats.

    Where a row cannot be read nothing is said of the totals and the end of the game.
    """
    followed = GameSheet(rules, target, deals)
    problems: list[Problem] = []
    rows = _with_totals_told_apart(sheet.rows, rules)
    last = rows[-1] if rows else None
    for row in rows:
        if row.points is not None:
            found = followed.add(row.points, row.stated)
        elif row is last:
            found = followed.finish(row.stated)
        else:
            found = followed.compare(row.stated)
        problems += named((each.at(row.line) for each in found), sheet.names)
    if last is None or last.points is not None:
        problems += named(followed.finish(), sheet.names)
    if problems and (whole := _wrong_as_a_whole(rows, rules)) is not None:
        return followed, (whole,)
    if sheet.problems:
        problems = [each for each in problems if each.code not in _OF_THE_WHOLE]
    return followed, tuple(problems)


_OF_THE_WHOLE = frozenset(
    {
        "sheet.totals", "sheet.swapped", "sheet.extra_deal",
        "game.after_end", "game.unfinished", "totals.none_at_zero",
    }
)  # fmt: skip
"""Problems that may only come of a row that is missing."""


def _wrong_as_a_whole(rows: Sequence[SheetRow], rules: RuleSet) -> Problem | None:
    """What makes nearly every row wrong, and is said instead of a line for each."""
    points = [row.points for row in rows if row.points is not None]
    line = rows[0].line if rows else None
    if looks_running(rules, points):
        return finding("sheet.running", rows=len(points)).at(line)
    known = better_fitting(rules, points)
    if not known:
        return None
    return finding(
        "sheet.other_rules",
        count=misfits(rules, points),
        deals=len(points),
        rules=rules.name,
        known=known,
    ).at(line)


def _with_totals_told_apart(rows: Sequence[SheetRow], rules: RuleSet) -> list[SheetRow]:
    """A last row without a word before it is one of totals if it is the sum of all the others."""
    told = list(rows)
    points = [row.points for row in told if row.points is not None]
    if len(points) == len(told) > 1 and points[-1] is not None:
        *deals, last = points
        if tuple(map(sum, zip(*deals, strict=True))) == last and check_row(rules, last) is not None:
            told[-1] = SheetRow(told[-1].line, None, last)
    return told


def named(problems: Iterable[Problem], names: Sequence[str]) -> list[Problem]:
    """The same problems with players' names where the engine names seats."""
    by_seat: dict[Value, str] = {seat.name: name for seat, name in zip(SEATS, names, strict=True)}
    return [replace(each, fields=_named(each.fields, by_seat)) for each in problems]


def _named(fields: Mapping[str, Value], by_seat: Mapping[Value, str]) -> dict[str, Value]:
    return {
        key: by_seat.get(value, value) if key in ("seat", "other") else value
        for key, value in fields.items()
    }
