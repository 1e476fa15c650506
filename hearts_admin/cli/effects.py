"""What a command did: the same words after every change, and how to undo it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hearts_admin.cli.hints import with_database
from hearts_admin.messages import describe
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.problems import Problem
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.views import ChangeView, ResultView, SeatView


def conclude(run: Invocation, change: ChangeView | None) -> None:
    """Say how the change can be undone, or that there was none."""
    text = run.language.text
    if run.asked.dry_run:
        run.out.note(text("Dry run: nothing was stored."))
    elif change is None:
        run.out.note(text("Nothing changed."))
    else:
        command = with_database(f"hearts-admin change undo {change.id}", run.everywhere)
        say = run.out.note if run.asked.json else run.out.line
        say(text("To undo this: {command}", command=command))


CHECKED = "result.checked"
"""The remark that is good news: the totals were checked, and a game can end so."""


def checks(run: Invocation, remarks: Iterable[Problem], indent: str = "") -> None:
    """Write that a check was passed: part of the answer."""
    for remark in remarks:
        if remark.code == CHECKED:
            run.out.line(indent + describe(run.language, remark))


def warnings(run: Invocation, remarks: Iterable[Problem]) -> None:
    """Write warnings to standard error."""
    for remark in remarks:
        if remark.code != CHECKED:
            said = describe(run.language, remark)
            run.out.note(run.language.text("Note: {said}", said=said))


def next_steps(run: Invocation, *commands: str) -> None:
    """Suggest what to type next."""
    for command in commands:
        typed = with_database(command, run.everywhere)
        run.out.note(run.language.text("Next: {command}", command=typed))


SHOWN_NAMES = 12
"""How many names are written out before the rest is counted; `--json` has all."""


def names(run: Invocation, title: str, given: Sequence[str]) -> None:
    """Write a title and the names behind it, if there are any."""
    if not given:
        return
    said = f"{title} {', '.join(given[:SHOWN_NAMES])}"
    if (more := len(given) - SHOWN_NAMES) > 0:
        said += " " + run.language.plural("and {n} more", "and {n} more", more)
    run.out.line(said)


def moment(at_utc: str) -> str:
    """An instant of the audit, in UTC as it is kept, for reading: 2026-03-14 19:15 UTC."""
    return f"{at_utc[:10]} {at_utc[11:16]} UTC"


def headline(run: Invocation, result: ResultView) -> str:
    """What result this is: number, day, rule set, label."""
    rules = result.rules or run.language.text("no rule set, sums not checked")
    return run.language.text(
        "Result {id}: {date}, {rules}, game {label}",
        id=result.id,
        date=result.date.isoformat(),
        rules=rules,
        label=result.label,
    )


def summary(run: Invocation, result: ResultView) -> str:
    """All that may differ between two versions of a result, on one line."""
    if result.state == "void":
        return run.language.text("void")
    rules = result.rules or run.language.text("no rule set, sums not checked")
    seats = "  ".join(f"{seat.seat} {finisher(seat)}" for seat in result.seats)
    return f"{result.date.isoformat()}, {rules}, {result.label}: {seats}"


def game_line(result: ResultView) -> str:
    """A result on one line: its number, and its players in the order in which they finished."""
    finishers = sorted(result.seats, key=lambda seat: seat.place)
    return f"{result.id:4}  {'  '.join(map(finisher, finishers))}"


def finisher(seat: SeatView) -> str:
    """A player with the points, or with the place where only that is known."""
    return f"{seat.place} {seat.player}" if seat.points is None else f"{seat.player} {seat.points}"


def seat_table(run: Invocation, result: ResultView) -> Table:
    """A result's seats."""
    text = run.language.text
    columns = (
        Column("seat", text("Seat")),
        Column("player", text("Player")),
        Column("points", text("Points"), "number"),
        Column("place", text("Place"), "number"),
    )
    return Table(columns, [(s.seat, s.player, s.points, s.place) for s in result.seats])
