"""`hearts-admin event quality`: who meets how often, who sits where, who passes cards to whom."""

from typing import TYPE_CHECKING

from hearts_admin.cli import eventoptions as options
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import SHOWING, noun, verb
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from reports.eventmodel import SeatingQuality

app = noun()


@verb(
    app,
    "quality",
    SHOWING,
    help=msgid("How even a seating is: meetings, seats, and who passes cards to whom."),
    examples=("hearts-admin event quality",),
)
def quality(run: Invocation, event: options.EventName = None) -> None:
    """Show how even the seating of an event is."""
    from hearts_admin.services.events.reporting import seating_quality
    from reports.standings_json import quality_json

    with run.store() as store:
        measured = seating_quality(store, run.clock, event)
    run.show(quality_json(measured), lambda: _write(run, measured))


def _write(run: Invocation, measured: "SeatingQuality") -> None:
    text = run.language.text
    meetings = (
        Column("times", text("Meetings"), "number"),
        Column("pairs", text("Pairs"), "count"),
    )
    run.out.table(Table(meetings, list(measured.meetings.items())))
    run.out.line()
    run.out.details(
        (text("Beyond an even spread"), measured.excess),
        (text("No draw has fewer than"), measured.bound),
        (text("Meets in two rounds running"), measured.back_to_back),
        (text("Seats differ by at most"), measured.seat_imbalance),
    )
    run.out.line()
    seats = (
        Column("player", text("Player")),
        *(Column(letter, letter, "number") for letter in "NESW"),
    )
    run.out.table(Table(seats, [(each.player.name, *each.times) for each in measured.seats]))
    run.out.line()
    neighbours = (
        Column("giver", text("Player")),
        Column("receiver", text("Neighbour")),
        Column("left", text("To the left"), "number"),
        Column("across", text("Across"), "number"),
        Column("right", text("To the right"), "number"),
    )
    rows = [
        (each.giver.name, each.receiver.name, each.left or None, each.across or None,
         each.right or None)
        for each in measured.passes
    ]  # fmt: skip
    run.out.table(Table(neighbours, rows))
