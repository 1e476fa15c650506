"""The workbook in which a club enters its results on another computer."""

from __future__ import annotations

from pathlib import Path

from engine.rules import RuleSet
from engine.scoresheet import check_totals
from hearts_admin.db.store import Store
from hearts_admin.errors import FileFault
from hearts_admin.services.club import settings_of
from hearts_admin.services.judging import require_rules
from hearts_admin.services.players import list_players
from hearts_admin.services.pools import NO_RULES
from reports.language import Language

HIGHEST_GAIN = 60
"""No deal brings one player more points than this."""


def write_template(
    store: Store,
    out: Path,
    language: Language,
    *,
    rules: str | RuleSet | None = None,
    target: int | None = None,
) -> int:
    """Writes a workbook to enter results in; gives the number of names one may choose.

    Args:
        store: the club.
        out: the workbook.
        language: of its headings.
        rules: the rule set whose sums are checked, or its name; None for the club's default.
        target: the points at which a game ends; None for the rule set's own.

    Raises:
        Refused: the rule set is unknown.
        FileFault: `report.suffix`.
        OutputError: the workbook cannot be written.
    """
    from reports.xlsx.entry import EntryForm, write_entry_form

    if out.suffix.casefold() != ".xlsx":
        raise FileFault("report.suffix", file=str(out), known=(".xlsx",))
    with store.read() as connection:
        named = settings_of(connection).rules if rules is None else rules
    chosen = require_rules(named) if isinstance(named, str) and named != NO_RULES else named
    names = sorted(
        (person.name for person in list_players(store) if person.active), key=language.sort_key
    )
    if isinstance(chosen, RuleSet):
        aim = chosen.target if target is None else target
        ends_high = chosen.game_ends != "return_leg"
        sums = possible_sums(chosen, aim)
        form = EntryForm(names, sums, aim if ends_high and sums else None, chosen.name)
    else:
        form = EntryForm(names)
    write_entry_form(out, form, language)
    return len(names)


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
