"""The workbook in which a club enters its results on another computer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.rules import RuleSet
from engine.scoresheet import check_totals, sums_of_deals
from hearts_admin.clock import Clock
from hearts_admin.db.store import Store
from hearts_admin.errors import FileFault
from hearts_admin.services.club import default_rules
from hearts_admin.services.events.entry import event_terms, open_tables
from hearts_admin.services.judging import require_rules
from hearts_admin.services.players import list_players
from hearts_admin.services.pools import NO_RULES
from reports.language import Language

if TYPE_CHECKING:
    from reports.xlsx.entry import EntryTable

HIGHEST_GAIN = 60
"""No deal brings one player more points than this."""


def write_template(
    store: Store,
    out: Path,
    language: Language,
    *,
    rules: str | RuleSet | None = None,
    target: int | None = None,
    event: EventTables | None = None,
) -> int:
    """Writes a workbook to enter results in; gives the number of names one may choose.

    Args:
        store: the club.
        out: the workbook.
        language: of its headings.
        rules: the rule set whose sums are checked, or its name; None for the club's default.
        target: the points at which a game ends; None for the rule set's own.
        event: the tables of an event that are to be entered, with its own rules.

    Raises:
        Refused: the rule set is unknown.
        FileFault: `report.suffix`.
        OutputError: the workbook cannot be written.
    """
    from reports.xlsx.entry import EntryForm, write_entry_form

    if out.suffix.casefold() != ".xlsx":
        raise FileFault("report.suffix", file=str(out), known=(".xlsx",))
    if event is None:
        with store.read() as connection:
            named = default_rules(connection) if rules is None else rules
        chosen = require_rules(named) if isinstance(named, str) and named != NO_RULES else named
        event = EventTables(chosen if isinstance(chosen, RuleSet) else None, target)
    names = sorted(
        (person.name for person in list_players(store) if person.active), key=language.sort_key
    )
    form = EntryForm(names, tables=event.tables)
    if event.rules is not None:
        checks = _checks(event.rules, event.target, event.deals)
        form = replace(form, rules=event.rules.name, **checks)
    write_entry_form(out, form, language)
    return len(names)


def _checks(rules: RuleSet, target: int | None, deals: int | None) -> dict[str, Any]:
    """What the workbook checks: the sums, and the points that somebody must have reached."""
    if deals is not None:
        return {"sums": sorted(sums_of_deals(rules, deals))}
    aim = rules.target if target is None else target
    sums = possible_sums(rules, aim)
    ends_high = rules.game_ends != "return_leg"
    return {"sums": sums, "target": aim if ends_high and sums else None}


@dataclass(frozen=True, slots=True)
class EventTables:
    """What games are checked by, and the tables of an event whose results are not in."""

    rules: RuleSet | None
    target: int | None
    deals: int | None = None
    tables: tuple[EntryTable, ...] = ()


def tables_of_event(store: Store, clock: Clock, event: str | None) -> EventTables:
    """The open tables of an event.

    Raises:
        Refused: `event.unknown`, `event.none_open`, `event.which`.
    """
    from reports.xlsx.entry import EntryTable

    terms = event_terms(store, clock, event)
    tables = tuple(
        EntryTable(terms.day, each.event, each.round, each.table, each.players)
        for each in open_tables(store, clock, event)
    )
    return EventTables(terms.rules, terms.target, terms.deals, tables)


def possible_sums(rules: RuleSet, target: int) -> tuple[int, ...]:
    """What the points of a finished game may add up to; empty where any sum is possible.

    >>> from engine.rulesets import AMERICAN
    >>> possible_sums(AMERICAN, 50)[:4]
    (26, 52, 78, 104)
    """
    highest = 4 * (target + HIGHEST_GAIN)
    totals = range(-highest, highest + 1)
    return tuple(total for total in totals if not _impossible(rules, total, target))


def _impossible(rules: RuleSet, total: int, target: int) -> bool:
    problem = check_totals(rules, (total, 0, 0, 0), target)
    return problem is not None and problem.code == "totals.sum"
