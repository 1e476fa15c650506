"""`hearts-admin event`: club evenings and tournaments, added, listed, shown, changed, removed."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hearts_admin.cli import effects
from hearts_admin.cli import eventoptions as options
from hearts_admin.cli.eventnotes import penalty_table, write_apart
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.settingwords import event_rows
from hearts_admin.cli.verbs import CHANGING, CORRECTING, LISTING, SHOWING, noun, verb
from hearts_admin.errors import UsageFault
from hearts_admin.messages.values import STAGES
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.events.register import EventChanged
    from hearts_admin.services.events.views import EventDetail, EventView, RoundView

app = noun()


@verb(
    app,
    "add",
    CHANGING,
    help=msgid("Add a club evening or a tournament."),
    examples=(
        'hearts-admin event add "Club evening 14 March" --rounds 3',
        'hearts-admin event add "Spring cup" --kind tournament --rounds 6 --rules american',
        'hearts-admin event add "League 3" --scoring 3-1-0-0 --tie-breaks points,head_to_head,lot',
    ),
    gather=options.event_settings,
)
def add(
    run: Invocation,
    name: Annotated[str, typer.Argument(help=msgid("Its name."), metavar=msgid("NAME"))],
    *,
    settings: dict[str, Any],
) -> None:
    """Add an event."""
    from hearts_admin.services.events.register import EventWish, add_event

    wish = EventWish(name=name, **settings)
    with run.store() as store:
        done = add_event(store, run.actor(), wish)
    _conclude(run, done)
    if not run.asked.json and not run.asked.dry_run:
        effects.next_steps(run, "hearts-admin event arrive Anna Bram Cor Dina")


@verb(
    app,
    "change",
    CORRECTING,
    help=msgid("Change what an event says of itself: rounds, scoring, seating, day."),
    examples=(
        'hearts-admin event change "Spring cup" --rounds 7 --method standings',
        'hearts-admin event change --target 50 --reason "it is getting late"',
    ),
    gather=options.event_settings,
)
def change(
    run: Invocation,
    event: options.EventName = None,
    name: Annotated[
        str | None, typer.Option("--name", help=msgid("Another name."), metavar=msgid("NAME"))
    ] = None,
    *,
    settings: dict[str, Any],
) -> None:
    """Change an event."""
    from hearts_admin.services.events.register import EventWish, change_event

    wish = EventWish(name=name, **settings)
    if wish == EventWish():
        raise UsageFault("cli.missing", name="--rounds, --scoring, ...")
    with run.store() as store:
        done = change_event(store, run.actor(), event, wish)
    _conclude(run, done)


@verb(app, "remove", CHANGING, help=msgid("Remove an event in which nothing has been played."))
def remove(run: Invocation, event: options.EventName = None) -> None:
    """Remove an event."""
    from hearts_admin.services.events.register import remove_event

    with run.store() as store:
        done = remove_event(store, run.actor(), event)
    run.show(
        done, lambda: run.out.line(run.language.text("Removed: {name}.", name=done.event.name))
    )
    effects.conclude(run, done.change)


@verb(app, "list", LISTING, help=msgid("List the events."))
def list_(run: Invocation) -> None:
    """List the events."""
    from hearts_admin.services.events.register import list_events

    with run.store() as store:
        events = list_events(store)
    text = run.language.text
    columns = (
        Column("id", text("Number"), "number"),
        Column("date", text("Date"), "date"),
        Column("name", text("Event")),
        Column("kind", text("Kind")),
        Column("players", text("Players"), "count"),
        Column("rounds", text("Rounds"), "number"),
        Column("complete", text("Complete"), "number"),
        Column("season", text("Season")),
        Column("state", text("State")),
    )
    rows = [
        (e.id, e.date, e.name, e.kind if run.asked.csv else kind_word(run, e.kind), e.players,
         e.rounds, e.complete, e.season, e.state if run.asked.csv else text(STAGES[e.state]))
        for e in events
    ]  # fmt: skip
    run.list(events, Table(columns, rows), text("There are no events yet."))


@verb(app, "show", SHOWING, help=msgid("Show an event: who is there, and how far it is."))
def show(run: Invocation, event: options.EventName = None) -> None:
    """Show an event."""
    from hearts_admin.services.events.register import show_event

    with run.store() as store:
        detail = show_event(store, run.clock, event)
    run.show(detail, lambda: _write_detail(run, detail))


def kind_word(run: Invocation, kind: str) -> str:
    """Club evening or tournament."""
    text = run.language.text
    return text("tournament") if kind == "tournament" else text("club evening")


def _conclude(run: Invocation, done: "EventChanged") -> None:
    run.show(done, lambda: write_head(run, done.event))
    effects.warnings(run, done.remarks)
    effects.conclude(run, done.change)


def write_head(run: Invocation, event: "EventView") -> None:
    """Write what an event is."""
    text = run.language.text
    run.out.line(
        text(
            "{name} (event {id}): {kind}, {date}",
            name=event.name,
            id=event.id,
            kind=kind_word(run, event.kind),
            date=event.date.isoformat(),
        )
    )
    ends = text("{n} deals", n=event.deals) if event.deals else event.target
    run.out.details(
        (text("Rounds"), event.rounds),
        (text("Rules"), event.rules or text("no rule set, sums not checked")),
        (text("Game ends at"), ends),
        *event_rows(event, run.language),
        (text("Rating list"), event.pool),
        (text("Season"), event.season),
        (text("State"), text(STAGES[event.state])),
    )


def _write_detail(run: Invocation, detail: "EventDetail") -> None:
    text = run.language.text
    write_head(run, detail.event)
    players = [each for each in detail.entrants if each.role == "player"]
    there = [each for each in players if each.present or each.substitute]
    gone = [each for each in players if not (each.present or each.substitute)]
    helping = [each for each in detail.entrants if each.role == "fill_in" and each.present]
    run.out.line()
    n = len(players)
    run.out.line(
        run.language.plural("{n} entrant, {there} there", "{n} entrants, {there} there", n,
                            there=len(there))
    )  # fmt: skip
    shown = [
        f"{each.number} {each.player}" + (f" ({each.substitute})" if each.substitute else "")
        for each in there
    ]
    if shown:
        run.out.line(", ".join(shown))
    if gone:
        names = ", ".join(f"{each.number} {each.player}" for each in gone)
        run.out.line(text("Not there: {names}", names=names))
    if helping:
        names = ", ".join(f"{each.number} {each.player}" for each in helping)
        run.out.line(text("Making up the number: {names}", names=names))
    run.out.line()
    columns = (
        Column("round", text("Round"), "number"),
        Column("state", text("State")),
        Column("tables", text("Tables"), "number"),
        Column("missing", text("Missing"), "number"),
    )
    rows = [
        (each.round, text(STAGES[each.state]), len(each.tables) or None,
         each.missing if each.tables else None)
        for each in detail.rounds
    ]  # fmt: skip
    run.out.table(Table(columns, rows))
    if detail.penalties:
        run.out.line()
        run.out.line(text("Penalties:"))
        run.out.table(penalty_table(run, detail.penalties))
    write_apart(run, detail.apart)
    for each in detail.rounds:
        if each.round == detail.running:
            run.out.line()
            write_round(run, each)
        if each.stale:
            names = ", ".join(each.stale)
            run.out.note(
                text("Round {round} must be drawn again: {names}", round=each.round, names=names)
            )


def write_round(run: Invocation, round_: "RoundView") -> None:
    """Write a round: its tables with their people, what is in and what is missing."""
    text = run.language.text
    run.out.line(
        text("Round {round}, {state}", round=round_.round, state=text(STAGES[round_.state]))
    )
    columns = [
        Column("table", text("Table"), "number"),
        *(Column(letter, letter) for letter in "NESW"),
    ]
    rows: list[tuple[int | str | None, ...]] = [
        (each.table, *(name or "-" for name in each.seats)) for each in round_.tables
    ]
    if any(each.result is not None for each in round_.tables):
        columns.append(Column("result", text("Result"), "number"))
        rows = [(*row, each.result) for row, each in zip(rows, round_.tables, strict=True)]
    run.out.table(Table(tuple(columns), rows))
    if round_.sitting_out:
        run.out.line(text("Sitting out: {names}", names=", ".join(round_.sitting_out)))
