"""`hearts-admin result`: record, enter, list and show games."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli.gameoptions import (
    AddPlayers,
    Date,
    Event,
    Friendly,
    HighWins,
    Label,
    Number,
    Places,
    Pool,
    Round,
    Rules,
    Sheet,
    TableName,
    Target,
    Time,
    Training,
    Unchecked,
    category,
)
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, LISTING, SHOWING, noun, verb
from hearts_admin.errors import UsageFault
from hearts_admin.services.views import Recorded, ResultDetail, ResultView
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.versions import VersionView

app = noun()


@verb(
    app,
    "record",
    CHANGING,
    help=msgid("Record one game: four players and their points."),
    examples=(
        "hearts-admin result record Anna=23 Bram=45 Cor=78 Dina=114 --rules american",
        "hearts-admin result record --sheet table3.csv --rules american",
        "hearts-admin result record --places Anna=1 Bram=2 Cor=2 Dina=4 --date 2026-03-14",
    ),
)
def record(
    run: Invocation,
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            help=msgid("Four players with their points, in seat order; low is good."),
            metavar=msgid("NAME=POINTS"),
        ),
    ] = None,
    sheet: Sheet = None,
    rules: Rules = None,
    date: Date = None,
    time: Time = None,
    places: Places = False,
    target: Target = None,
    high_wins: HighWins = False,
    unchecked: Unchecked = None,
    add_players: AddPlayers = False,
    event: Event = None,
    round_: Round = None,
    table: TableName = None,
    label: Label = None,
    pool: Pool = None,
    friendly: Friendly = False,
    training: Training = False,
    three: Annotated[
        bool,
        typer.Option(
            "--three", help=msgid("Three played, with an empty chair; sums are not checked.")
        ),
    ] = False,
) -> None:
    """Record one game."""
    typed = _typed(seats, sheet, by_place=places, three=three)

    from hearts_admin.services.houserules import with_house_rules
    from hearts_admin.services.results import Entry, record_result

    agreed, aim = with_house_rules(rules, target)
    entry = Entry(
        seats=typed,
        by_place=places,
        date=date,
        time=time,
        rules=agreed,
        target=aim,
        unchecked=unchecked,
        add_players=add_players,
        event=event,
        round=round_,
        table=table,
        label=label,
        better="high" if high_wins else "low",
        pool=pool,
        category=category(friendly=friendly, training=training) or "rated",
        three=three,
    )
    with run.store() as store:
        if sheet is None:
            recorded = record_result(store, run.actor(), entry)
        else:
            from hearts_admin.importers.sheetblocks import read_sheet
            from hearts_admin.services.scoresheets import record_sheet

            recorded = record_sheet(store, run.actor(), read_sheet(sheet), entry)
    run.show(recorded, lambda: _write_recorded(run, recorded))
    effects.warnings(run, recorded.remarks)
    effects.conclude(run, recorded.change)


def _typed(
    seats: list[str] | None, sheet: Path | None, *, by_place: bool, three: bool
) -> tuple[words.Seat, ...]:
    """The players and points that were typed; a sheet brings its own."""
    if sheet is None:
        if not seats:
            raise UsageFault("cli.missing", name="NAME=POINTS")
        return words.seats(seats, words.PLAYERS - three)
    if three:
        raise UsageFault("cli.exclusive", option="--sheet", other="--three")
    if seats:
        raise UsageFault("cli.exclusive", option="--sheet", other=seats[0])
    if by_place:
        raise UsageFault("cli.exclusive", option="--sheet", other="--places")
    return ()


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
    pool: Pool = None,
    friendly: Friendly = False,
    training: Training = False,
) -> int:
    """Enter an evening."""
    from hearts_admin.cli.enter import Evening, Terms
    from hearts_admin.services.houserules import with_house_rules

    kind = category(friendly=friendly, training=training) or "rated"
    agreed, aim = with_house_rules(rules, target)
    with run.store() as store:
        terms = Terms(agreed, date, places, aim, add_players, pool, kind)
        return Evening(run, store, terms).run_through()


@verb(app, "list", LISTING, help=msgid("List the results."))
def list_(
    run: Invocation,
    all_: Annotated[bool, typer.Option("--all", help=msgid("Void results too."))] = False,
) -> None:
    """List the results."""
    from hearts_admin.services.privacy import private_names
    from hearts_admin.services.results import list_results

    with run.store() as store:
        results = list_results(store, include_void=all_)
        initials = private_names(store) if run.asked.csv else {}
    nothing = run.language.text("There are no results yet.")
    if run.asked.json:
        run.out.json([_keys(result, with_state=all_) for result in results])
    else:
        table = (
            _seat_table(results, initials) if run.asked.csv else _result_table(run, results, all_)
        )
        run.list(results, table, nothing)


@verb(app, "show", SHOWING, help=msgid("Show one result and what is known of it."))
def show(
    run: Invocation,
    number: Number,
    versions: Annotated[
        bool, typer.Option("--versions", help=msgid("Show every version there has been."))
    ] = False,
) -> None:
    """Show one result, or every version of it."""
    from hearts_admin.services.results import show_result
    from hearts_admin.services.versions import list_versions

    with run.store() as store:
        if versions:
            found = list_versions(store, number)
            run.show(found, lambda: run.out.table(_version_table(run, found)))
            return
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


def _seat_table(results: tuple[ResultView, ...], initials: Mapping[str, str]) -> Table:
    """For programs: a row a player, the shape that `result import` reads.

    Who wants to be private leaves the club by initials only.
    """
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
    rows = []
    for result in results:
        game = (result.id, result.date, result.rules, result.label, result.state)
        for seat in result.seats:
            player = initials.get(seat.player, seat.player)
            rows.append((*game, seat.seat, player, seat.points, seat.place))
    return Table(columns, rows)


def _version_table(run: Invocation, versions: tuple["VersionView", ...]) -> Table:
    """A row a version, the present one last or where it stands, and why the next one came."""
    text = run.language.text
    columns = (
        Column("version", text("Version"), "number"),
        Column("result", text("Result")),
        Column("change", text("Change number"), "number"),
        Column("who", text("By")),
        Column("when", text("When")),
        Column("reason", text("Reason")),
    )
    rows = []
    for version in versions:
        opened = version.opened
        made = (opened.id, opened.who, effects.moment(opened.at_utc), opened.reason)
        rows.append((version.number, effects.summary(run, version.result), *made))
    return Table(columns, rows)


def _flat(detail: ResultDetail) -> dict[str, object]:
    """The JSON of a result: what the list gives, and the rest beside it."""
    import dataclasses

    values = {field.name: getattr(detail, field.name) for field in dataclasses.fields(detail)}
    result = values.pop("result")
    return {**_keys(result, with_state=True), **values}


def _category(run: Invocation, category: str) -> str | None:
    """What kind of game it is, if it is not a rated one."""
    text = run.language.text
    kinds = {"friendly": text("friendly game"), "training": text("training game")}
    return kinds.get(category)


def _write_detail(run: Invocation, detail: ResultDetail) -> None:
    text = run.language.text
    result = detail.result
    run.out.line(effects.headline(run, result))
    run.out.table(effects.seat_table(run, result))
    run.out.line()
    run.out.details(
        (text("State"), text("void") if result.state == "void" else None),
        (text("Kind"), _category(run, detail.category)),
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
    if detail.sheet is not None:
        from hearts_admin.cli.sheetlines import write_sheet

        write_sheet(run, detail.sheet, result)
