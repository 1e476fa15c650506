"""Who stands elsewhere in the standings of an event, after a penalty or a correction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.events.standing import PlaceMoved


def write_moved(run: Invocation, moved: Sequence[PlaceMoved]) -> None:
    """Write who stands elsewhere in the standings of an event."""
    from reports.scores import digits_of, score_cell

    text = run.language.text
    if not moved:
        run.out.line(text("Nobody stands elsewhere."))
        return
    digits = digits_of(score for each in moved for score in (each.score_before, each.score))
    columns = (
        Column("player", text("Player")),
        Column("place_before", text("Place before"), "number"),
        Column("place", text("Place"), "number"),
        Column("score_before", text("Score before"), "number", digits),
        Column("score", text("Score"), "number", digits),
    )
    rows = [
        (each.player, each.place_before, each.place, score_cell(each.score_before, digits),
         score_cell(each.score, digits))
        for each in moved
    ]  # fmt: skip
    run.out.table(Table(columns, rows))
