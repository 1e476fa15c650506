"""How a standing looks before and after a change, and what moved in the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.comparing import StandMoved
    from hearts_admin.services.views import Movement
    from reports.table import Cell

SHOWN = 40
"""How many players are written out before the rest is counted; `--json` has all."""


def write(
    run: Invocation,
    standing: Sequence[StandMoved],
    movements: Sequence[Movement],
    unmoved: Sequence[str],
) -> None:
    """Write who stands elsewhere, and how many booked ratings moved."""
    language = run.language
    moved = [line for line in standing if line.moved]
    if moved:
        run.out.table(_table(run, moved[:SHOWN]))
    if len(moved) > SHOWN:
        more = len(moved) - SHOWN
        run.out.line(
            language.plural(
                "and {n} more player; --json has all.",
                "and {n} more players; --json has all.",
                more,
            )
        )
    same = len(standing) - len(moved)
    if not moved:
        run.out.line(language.text("Nobody stands elsewhere."))
    elif same:
        run.out.line(
            language.plural("{n} player keeps the rating.", "{n} players keep the rating.", same)
        )
    games = sum(len(movement.games) for movement in movements)
    run.out.line(
        language.plural(
            "In the ledger {n} row differs, of {players} players; {others} others have the same.",
            "In the ledger {n} rows differ, of {players} players; {others} others have the same.",
            games,
            players=language.number(len(movements)),
            others=language.number(len(unmoved)),
        )
    )


def _table(run: Invocation, lines: Sequence[StandMoved]) -> Table:
    text = run.language.text
    columns = (
        Column("place", text("Place"), "number"),
        Column("place_before", text("was"), "number"),
        Column("player", text("Player")),
        Column("rating_before", text("Rating"), "number"),
        Column("change", text("Change"), "change"),
        Column("rating", text("New rating"), "number"),
    )
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        change = None
        if line.rating is not None and line.rating_before is not None:
            change = line.rating - line.rating_before
        rows.append(
            (line.place, line.place_before, line.player, line.rating_before, change, line.rating)
        )
    return Table(columns, rows)
