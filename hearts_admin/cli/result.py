"""`hearts-admin result`: record, enter, import, list and show games."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, LISTING, SHOWING, noun, verb
from hearts_admin.messages import describe
from hearts_admin.services.views import ImportReport, Recorded, ResultDetail, ResultView
from reports.language import msgid
from reports.table import Column, Table

app = noun()

Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help=msgid("The rule set that was played (else the club's); the totals are checked."),
        metavar=msgid("RULES"),
    ),
]
Date = Annotated[
    dt.date | None,
    typer.Option(
        "--date",
        parser=words.day,
        help=msgid("The club day, written 2026-03-14 (else today)."),
        metavar=msgid("DATE"),
    ),
]
Target = Annotated[
    int | None,
    typer.Option(
        "--target",
        parser=words.above_zero,
        help=msgid("The points at which a game ends (else the rule set's)."),
        metavar=msgid("POINTS"),
    ),
]
Places = Annotated[
    bool,
    typer.Option(
        "--places", help=msgid("The numbers are places: 1 is the winner, shared places are equal.")
    ),
]
HighWins = Annotated[
    bool,
    typer.Option("--high-wins", help=msgid("Many points are good; no rule set is checked.")),
]
AddPlayers = Annotated[
    bool, typer.Option("--add-players", help=msgid("Add players that are not known yet."))
]
Number = Annotated[
    int,
    typer.Argument(
        parser=words.above_zero,
        help=msgid("The result's number, as listed."),
        metavar=msgid("NUMBER"),
    ),
]


@verb(
    app,
    "record",
    CHANGING,
    help=msgid("Record one game: four players and their points."),
    examples=(
        "hearts-admin result record Anna=23 Bram=45 Cor=78 Dina=114 --rules american",
        "hearts-admin result record --places Anna=1 Bram=2 Cor=2 Dina=4 --date 2026-03-14",
    ),
)
def record(
    run: Invocation,
    seats: Annotated[
        list[str],
        typer.Argument(
            help=msgid("Four players with their points, in seat order; low is good."),
            metavar=msgid("NAME=POINTS"),
        ),
    ],
    rules: Rules = None,
    date: Date = None,
    time: Annotated[
        dt.time | None,
        typer.Option(
            "--time",
            parser=words.clock_time,
            help=msgid("When the game ended, written 22:30."),
            metavar=msgid("TIME"),
        ),
    ] = None,
    places: Places = False,
    target: Target = None,
    high_wins: HighWins = False,
    unchecked: Annotated[
        str | None,
        typer.Option(
            "--unchecked",
            help=msgid("Store totals that no game can end in, for this reason."),
            metavar=msgid("REASON"),
        ),
    ] = None,
    add_players: AddPlayers = False,
    event: Annotated[
        str | None,
        typer.Option("--event", help=msgid("The club evening or tournament."), metavar="TEXT"),
    ] = None,
    round_: Annotated[
        str | None, typer.Option("--round", help=msgid("The round."), metavar="TEXT")
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help=msgid("The table."), metavar="TEXT")
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            "--label",
            help=msgid("What tells this game from the others of the day (else a number)."),
            metavar="TEXT",
        ),
    ] = None,
) -> None:
    """Record one game."""
    typed = words.seats(seats)

    from hearts_admin.services.results import Entry, record_result

    entry = Entry(
        seats=typed,
        by_place=places,
        date=date,
        time=time,
        rules=rules,
        target=target,
        unchecked=unchecked,
        add_players=add_players,
        event=event,
        round=round_,
        table=table,
        label=label,
        better="high" if high_wins else "low",
    )
    with run.store() as store:
        recorded = record_result(store, run.actor(), entry)
    run.show(recorded, lambda: _write_recorded(run, recorded))
    effects.warnings(run, recorded.remarks)
    effects.conclude(run, recorded.change)


@verb(
    app,
    "enter",
    CHANGING,
    help=msgid("Enter the games of an evening, a line each."),
    examples=(
        "hearts-admin result enter --rules american",
        "hearts-admin result enter --rules american --date 2026-03-14 < evening.txt",
    ),
)
def enter(
    run: Invocation,
    rules: Rules = None,
    date: Date = None,
    places: Places = False,
    target: Target = None,
    add_players: AddPlayers = False,
) -> int:
    """Enter an evening."""
    from hearts_admin.cli.enter import Evening, Terms

    with run.store() as store:
        terms = Terms(rules, date, places, target, add_players)
        return Evening(run, store, terms).run_through()


@verb(
    app,
    "import",
    CHANGING,
    help=msgid("Import games from a CSV file: a row a player."),
    examples=(
        "hearts-admin result import season.csv --dry-run",
        "hearts-admin result import season.csv --add-players --skip-problems",
    ),
)
def import_(
    run: Invocation,
    file: Annotated[
        Path,
        typer.Argument(
            help=msgid("Columns: date, game, player, points or place; in English or Dutch."),
            metavar=msgid("FILE"),
        ),
    ],
    rules: Rules = None,
    target: Target = None,
    add_players: AddPlayers = False,
    skip_problems: Annotated[
        bool,
        typer.Option("--skip-problems", help=msgid("Store the good games and report the others.")),
    ] = False,
) -> int:
    """Import games."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.imports import import_results

    with run.store() as store, progress(run, run.language.text("Importing")) as told:
        report = import_results(
            store,
            run.actor(),
            file,
            rules=rules,
            target=target,
            add_players=add_players,
            skip_problems=skip_problems,
            progress=told,
        )
    for problem in report.problems:
        run.out.note(f"{report.file}: {describe(run.language, problem)}")
    run.show(report, lambda: _write_import(run, report))
    effects.conclude(run, report.change)
    return 1 if report.problems else 0


@verb(app, "list", LISTING, help=msgid("List the results."))
def list_(
    run: Invocation,
    all_: Annotated[bool, typer.Option("--all", help=msgid("Void results too."))] = False,
) -> None:
    """List the results."""
    from hearts_admin.services.results import list_results

    with run.store() as store:
        results = list_results(store, include_void=all_)
    nothing = run.language.text("There are no results yet.")
    if run.asked.json:
        run.out.json([_keys(result, with_state=all_) for result in results])
    else:
        table = _seat_table(results) if run.asked.csv else _result_table(run, results, all_)
        run.list(results, table, nothing)


@verb(app, "show", SHOWING, help=msgid("Show one result and what is known of it."))
def show(run: Invocation, number: Number) -> None:
    """Show one result."""
    from hearts_admin.services.results import show_result

    with run.store() as store:
        detail = show_result(store, number)
    if run.asked.json:
        run.out.json(_flat(detail))
    else:
        _write_detail(run, detail)


def _write_recorded(run: Invocation, recorded: Recorded) -> None:
    """Write a result as it was stored, with how the ratings moved."""
    text = run.language.text
    effects.names(run, text("Added:"), recorded.added)
    effects.checks(run, recorded.remarks)
    run.out.line(effects.headline(run, recorded.result))
    run.out.table(moves.rated_table(run, recorded.result, recorded.movements))
    seated = {seat.player for seat in recorded.result.seats}
    others = [each for each in recorded.movements if each.player not in seated]
    if others:
        run.out.line(text("Ratings that moved because of it:"))
        run.out.table(moves.table(run, others))


def _write_import(run: Invocation, report: ImportReport) -> None:
    language, text = run.language, run.language.text
    effects.names(run, text("Added:"), report.added)
    run.out.details(
        (text("Games read"), language.number(report.games)),
        (text("Stored"), language.number(len(report.stored))),
        (text("Known already"), language.number(report.known)),
        (text("Skipped"), language.number(report.skipped)),
    )


def _keys(result: ResultView, *, with_state: bool) -> dict[str, object]:
    """The JSON of a listed result; `state` only where void ones are listed too."""
    keys: dict[str, object] = {
        "id": result.id,
        "date": result.date,
        "rules": result.rules,
        "label": result.label,
        "seats": result.seats,
    }
    return {**keys, "state": result.state} if with_state else keys


def _result_table(run: Invocation, results: tuple[ResultView, ...], with_state: bool) -> Table:
    """For people: a line a result, its players in the order in which they finished."""
    text = run.language.text
    columns = [
        Column("id", text("Number"), "number"),
        Column("date", text("Date"), "date"),
        Column("rules", text("Rules")),
        Column("label", text("Game")),
        Column("players", text("Players")),
    ]
    if with_state:
        columns.insert(4, Column("state", text("State")))
    rows = []
    for result in results:
        state = [text("void") if result.state == "void" else ""] if with_state else []
        players = " · ".join(
            map(effects.finisher, sorted(result.seats, key=lambda seat: seat.place))
        )
        rows.append([result.id, result.date, result.rules, result.label, *state, players])
    return Table(tuple(columns), rows)


def _seat_table(results: tuple[ResultView, ...]) -> Table:
    """For programs: a row a player, the shape that `result import` reads."""
    columns = (
        Column("id", "id", "number"),
        Column("date", "date", "date"),
        Column("rules", "rules"),
        Column("game", "game"),
        Column("state", "state"),
        Column("seat", "seat"),
        Column("player", "player"),
        Column("points", "points", "number"),
        Column("place", "place", "number"),
    )
    rows = [
        (r.id, r.date, r.rules, r.label, r.state, s.seat, s.player, s.points, s.place)
        for r in results
        for s in r.seats
    ]
    return Table(columns, rows)


def _flat(detail: ResultDetail) -> dict[str, object]:
    """The JSON of a result: what the list gives, and the rest beside it."""
    import dataclasses

    values = {field.name: getattr(detail, field.name) for field in dataclasses.fields(detail)}
    result = values.pop("result")
    return {**_keys(result, with_state=True), **values}


def _write_detail(run: Invocation, detail: ResultDetail) -> None:
    text = run.language.text
    result = detail.result
    run.out.line(effects.headline(run, result))
    run.out.table(effects.seat_table(run, result))
    run.out.line()
    run.out.details(
        (text("State"), text("void") if result.state == "void" else None),
        (text("Time"), detail.time),
        (text("Event"), detail.event),
        (text("Round"), detail.round),
        (text("Table"), detail.table),
        (text("Target"), detail.target),
        (text("Many points are good"), text("yes") if detail.better == "high" else None),
        (text("Rating list"), detail.pool),
        (text("Not checked because"), detail.unchecked_reason),
        (text("Log of the cards"), text("yes") if detail.log else None),
        (text("Recorded"), f"{detail.change.at_utc}, {detail.change.who}"),
        (text("Change number"), detail.change.id),
    )
