"""How ratings moved because of a command: on one line, in a table, or game by game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearts_admin.cli.effects import seat_table
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.views import MovedGame, Movement, ResultView
    from reports.language import Language
    from reports.table import Cell

SHOWN_PLAYERS = 12
SHOWN_GAMES = 4
"""How many are written out before the rest is counted; `--json` has all."""

MAIN = "main"  # the rating list that is meant where none is named


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
        return f"{movement.player}{_elsewhere(movement)} -"
    shown = run.language.signed(moved)
    if faded := decay(movement):
        shown = run.language.text(
            "{change}, decay {decay}", change=shown, decay=run.language.signed(faded)
        )
    return f"{movement.player}{_elsewhere(movement)} {movement.after} ({shown})"


def _elsewhere(movement: Movement) -> str:
    """The rating list in which somebody moved, if it is not the main one."""
    return "" if movement.pool == MAIN else f" [{movement.pool}]"


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


def write_effect(run: Invocation, movements: Sequence[Movement], unmoved: Sequence[str]) -> None:
    """Write exactly who moved, by how much and through which games, and who did not.

    A long list is cut short and counted; `--json` has all of it.
    """
    language = run.language
    for each in movements[:SHOWN_PLAYERS]:
        began, ended = ("-" if x is None else x for x in (before(each), each.after))
        moved = change(each)
        shown = "" if moved is None else f" ({language.signed(moved)})"
        who = f"{each.player}{_elsewhere(each)}"
        run.out.line(f"{who} {began} -> {ended}{shown}: {_through(run, each.games)}")
    more = len(movements) - SHOWN_PLAYERS
    if more > 0:
        said = language.plural(
            "and {n} more player; --json has all.", "and {n} more players; --json has all.", more
        )
        run.out.line(said)
    if not movements:
        run.out.line(language.text("No rating moves."))
    elif 0 < len(unmoved) <= SHOWN_PLAYERS:
        run.out.line(language.text("Unmoved: {names}", names=", ".join(unmoved)))
    elif unmoved:
        n = len(unmoved)
        run.out.line(language.plural("{n} other does not move.", "{n} others do not move.", n))


def _through(run: Invocation, games: Sequence[MovedGame]) -> str:
    """The rows through which a rating moved: result 1: +16 -> +5."""
    language = run.language
    rows = [game for game in games if game.cause != "start"]
    shown = []
    for row in rows[:SHOWN_GAMES]:
        points = (
            "-" if booked is None else language.signed(booked) for booked in (row.before, row.after)
        )
        shown.append(f"{_cause(language, row)} {' -> '.join(points)}")
    if len(rows) > SHOWN_GAMES:
        more = len(rows) - SHOWN_GAMES
        shown.append(language.plural("{n} more", "{n} more", more))
    return ", ".join(shown)


def _cause(language: Language, row: MovedGame) -> str:
    """The result behind a row, or the day on which decay or an adjustment was booked."""
    if row.cause == "game" and row.result is not None:
        return language.text("result {id}", id=row.result)
    cause = language.text("decay") if row.cause == "decay" else language.text("adjustment")
    return f"{cause} {row.date.isoformat()}"
