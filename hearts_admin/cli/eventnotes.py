"""What is noted of an event, as the commands show it: penalties, and pairs who shall not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.events.notes import Apart, PenaltyView


def penalty_table(run: Invocation, penalties: Sequence[PenaltyView]) -> Table:
    """A row a penalty, with the number by which it is cancelled."""
    from reports.scores import digits_of, score_cell

    text = run.language.text
    digits = digits_of(each.points for each in penalties)
    columns = (
        Column("id", text("Number"), "number"),
        Column("player", text("Player")),
        Column("points", text("Points"), "number", digits),
        Column("round", text("Round"), "number"),
        Column("reason", text("Reason")),
    )
    rows = [
        (each.id, each.player, score_cell(each.points, digits), each.round, each.reason)
        for each in penalties
    ]
    return Table(columns, rows)


def write_apart(run: Invocation, pairs: Sequence[Apart]) -> None:
    """A line a pair, and where they shall not meet."""
    text = run.language.text
    for pair in pairs:
        said = text(
            "Kept apart in {where}: {one} and {other}",
            where=pair.event or text("every event"),
            one=pair.player,
            other=pair.other,
        )
        run.out.line(said)
