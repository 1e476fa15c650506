"""How ratings moved because of a command: on one line, in a table, or game by game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearts_admin.cli.effects import seat_table
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.views import MovedGame, Movement, ResultView
    from reports.table import Cell

SHOWN_PLAYERS = 12
SHOWN_GAMES = 4
"""How many are written out before the rest is counted; `--json` has all."""


def before(movement: Movement) -> int | None:
    """The rating before the command; for a newcomer the one to start from."""
    if movement.before is not None:
        return movement.before
    starts = (game.after for game in movement.games if game.cause == "start")
    return next(starts, None)


def change(movement: Movement) -> int | None:
    """How far the rating moved; None for who is in no rated game now."""
    began = before(movement)
    return None if began is None or movement.after is None else movement.after - began


def decay(movement: Movement) -> int:
    """What of it is decay, 0 or negative as a rule: days without a game that are booked now."""
    rows = (game for game in movement.games if game.cause == "decay")
    return sum((row.after or 0) - (row.before or 0) for row in rows)


def line(run: Invocation, movements: Sequence[Movement]) -> str:
    """On one line: Anna 1516 (+16)  Bram 1505 (+5)."""
    return "  ".join(_moved(run, each) for each in movements) or run.language.text(
        "no rating moved"
    )


def _moved(run: Invocation, movement: Movement) -> str:
    moved = change(movement)
    if moved is None:
        return f"{movement.player} -"
    shown = run.language.signed(moved)
    if faded := decay(movement):
        shown = run.language.text(
            "{change}, decay {decay}", change=shown, decay=run.language.signed(faded)
        )
    return f"{movement.player} {movement.after} ({shown})"


def rated_table(run: Invocation, result: ResultView, movements: Sequence[Movement]) -> Table:
    """A result's seats, each with the player's rating before and after."""
    seats = seat_table(run, result)
    moved = {movement.player: movement for movement in movements}
    seated = [moved.get(seat.player) for seat in result.seats]
    columns, cells = _rating_cells(run, seated)
    rows = [(*row, *more) for row, more in zip(seats.rows, cells, strict=True)]
    return Table((*seats.columns, *columns), rows)


def table(run: Invocation, movements: Sequence[Movement]) -> Table:
    """Players whose present rating moved: before, change, after."""
    columns, cells = _rating_cells(run, movements)
    rows = [(each.player, *more) for each, more in zip(movements, cells, strict=True)]
    return Table((Column("player", run.language.text("Player")), *columns), rows)


def _rating_cells(
    run: Invocation, movements: Sequence[Movement | None]
) -> tuple[tuple[Column, ...], list[tuple[Cell, ...]]]:
    """Columns for how ratings moved; decay has one of its own where there was any."""
    text = run.language.text
    faded = [decay(each) if each else 0 for each in movements]
    columns = [
        Column("before", text("Rating"), "number"),
        Column("change", text("Change"), "change"),
        Column("after", text("New rating"), "number"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (before(each), change(each), each.after) if each else (None, None, None)
        for each in movements
    ]
    if any(faded):
        columns.insert(2, Column("decay", text("of which decay"), "change"))
        rows = [(*row[:2], lost or None, row[2]) for row, lost in zip(rows, faded, strict=True)]
    return tuple(columns), rows


def write_effect(run: Invocation, movements: Sequence[Movement], unmoved: int | None) -> None:
    """Write exactly who moved, by how much and through which games; a long list is cut short.

    Args:
        run: the invocation.
        movements: who moved.
        unmoved: how many rated players did not; None if that is not known.
    """
    language = run.language
    for each in movements[:SHOWN_PLAYERS]:
        run.out.line(f"{_moved(run, each)}: {_through(run, each.games)}")
    more = len(movements) - SHOWN_PLAYERS
    if more > 0:
        said = language.plural(
            "and {n} more player; --json has all.", "and {n} more players; --json has all.", more
        )
        run.out.line(said)
    if not movements:
        run.out.line(language.text("No rating moves."))
    elif unmoved is not None:
        run.out.line(language.plural("{n} other does not.", "{n} others do not.", unmoved))


def _through(run: Invocation, games: Sequence[MovedGame]) -> str:
    """The rows through which a rating moved: result 1: +16 -> +5."""
    language = run.language
    shown = []
    for game in games[:SHOWN_GAMES]:
        title = game.date.isoformat() if game.result is None else f"#{game.result}"
        points = (
            "-" if booked is None else language.signed(booked)
            for booked in (game.before, game.after)
        )
        shown.append(f"{title} {' -> '.join(points)}")
    if len(games) > SHOWN_GAMES:
        more = len(games) - SHOWN_GAMES
        shown.append(language.plural("{n} game more", "{n} games more", more))
    return ", ".join(shown)
