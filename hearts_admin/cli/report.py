"""`hearts-admin report`: what the members see."""

from functools import partial
from pathlib import Path
from typing import IO, Annotated

import typer

from hearts_admin.cli.hints import with_database
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.ratingoptions import AsOf
from hearts_admin.cli.reporting import (
    Asked,
    Event,
    Events,
    Pool,
    Season,
    Style,
    Told,
    club_style,
    contests,
    gathered,
    publish,
    require_suffix,
    subject,
)
from hearts_admin.cli.verbs import noun, verb
from hearts_admin.errors import UsageFault
from reports.language import msgid

app = noun()

MUCH_FOR_A_SPREADSHEET = 100_000
"""Rows of history above which CSV is offered."""


@verb(
    app,
    "workbook",
    help=msgid("Write the leaderboard workbook: standings, records, history, results."),
    examples=(
        "hearts-admin report workbook leaderboard.xlsx",
        "hearts-admin report workbook stand.xlsx --lang nl --as-of 2026-03-14",
        "hearts-admin report workbook stand.xlsx --club-style club.toml",
    ),
)
def workbook(
    run: Invocation,
    out: Annotated[
        Path, typer.Argument(help=msgid("The file to write, .xlsx."), metavar="OUT.xlsx")
    ],
    as_of: AsOf = None,
    pool: Pool = None,
    event: Events = None,
    season: Season = None,
    style: Style = None,
) -> None:
    """Write the leaderboard workbook."""
    require_suffix(out, (".xlsx",))
    looks = club_style(style)
    shown = contests(event, season)
    board = gathered(run, as_of, pool, style=looks, logs=True, contests=shown)

    from hearts_admin.cli.progress import progress
    from reports.xlsx.leaderboard import write_leaderboard

    with progress(run, run.language.text("Writing")) as told:
        write_leaderboard(board, out, run.language, told, looks)
    run.out.line(run.language.text("Written: {file}", file=out))
    rows = len(board.history)
    if rows > MUCH_FOR_A_SPREADSHEET:
        typed = with_database("hearts-admin report csv history.csv --table history", run.everywhere)
        run.out.note(
            run.language.text(
                "The rating history has {rows} rows, much for a spreadsheet. As CSV: {command}",
                rows=run.language.number(rows),
                command=typed,
            )
        )


@verb(
    app,
    "chart",
    help=msgid("Draw a chart as a picture, for example the ratings of the leading players."),
    examples=(
        "hearts-admin report chart history ratings.png",
        'hearts-admin report chart history two.svg --player Anna --player "Cor de Wit"',
        "hearts-admin report chart head-to-head who-beats-whom.png",
    ),
)
def chart(
    run: Invocation,
    kind: Annotated[
        str,
        typer.Argument(
            help=msgid(
                "Which chart: history, players, distribution, places, calendar, head-to-head, "
                "event-race, season-race."
            ),
            metavar=msgid("KIND"),
        ),
    ],
    out: Annotated[
        Path, typer.Argument(help=msgid("The file to write, .png or .svg."), metavar="OUT.png")
    ],
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help=msgid("Show this player; may be given several times."),
            metavar=msgid("NAME"),
        ),
    ] = None,
    as_of: AsOf = None,
    pool: Pool = None,
    event: Event = None,
    season: Season = None,
    style: Style = None,
) -> None:
    """Draw a chart."""
    from reports.charts.registry import CHARTS, SUFFIXES, write_chart

    if kind not in CHARTS:
        raise UsageFault("cli.no_such_chart", kind=kind, known=tuple(CHARTS))
    require_suffix(out, SUFFIXES)
    players = tuple(player or ())
    most = CHARTS[kind].most_players
    if players and not most:
        raise UsageFault("cli.exclusive", option="--player", other=kind)
    if len(players) > most:
        raise UsageFault("cli.too_many_players", count=len(players), most=most)
    looks = club_style(style)
    gather = partial(gathered, run, as_of, pool, style=looks, players=players)
    drawn = subject(run, CHARTS[kind].shows, Asked(kind, as_of, pool, event, season), gather)
    write_chart(kind, drawn, out, run.language, looks)
    run.out.line(run.language.text("Written: {file}", file=out))


Out = Annotated[
    Path | None,
    typer.Argument(help=msgid("The file to write, else the screen."), metavar=msgid("OUT")),
]


@verb(
    app,
    "text",
    help=msgid("The standings and the last results as text, for mail and chat."),
    examples=("hearts-admin report text", "hearts-admin report text stand.txt --lang nl"),
)
def text(run: Invocation, out: Out = None, as_of: AsOf = None, pool: Pool = None) -> None:
    """Write the standings as text."""
    from reports.bulletin import bulletin

    require_suffix(out, (".txt", ".md"))
    written = bulletin(gathered(run, as_of, pool), run.language)
    publish(run, out, lambda stream, _: stream.write(written))


@verb(
    app,
    "csv",
    help=msgid("One table as CSV, for other programs and for spreadsheets."),
    examples=(
        "hearts-admin report csv standings.csv",
        "hearts-admin report csv stand.csv --excel-nl --lang nl",
        "hearts-admin report csv history.csv --table history",
    ),
)
def csv(
    run: Invocation,
    out: Out = None,
    table: Annotated[
        str,
        typer.Option(
            "--table",
            help=msgid("Which: standings, history, results, head-to-head, records, event, season."),
            metavar=msgid("TABLE"),
        ),
    ] = "standings",
    excel_nl: Annotated[
        bool,
        typer.Option(
            "--excel-nl",
            help=msgid("For Excel with Dutch settings: semicolons and decimal commas."),
        ),
    ] = False,
    as_of: AsOf = None,
    pool: Pool = None,
    event: Event = None,
    season: Season = None,
) -> None:
    """Write a table as CSV."""
    from reports.csv import EXCEL_NL, RFC_4180, write_csv
    from reports.tables.registry import TABLES

    if table not in TABLES:
        raise UsageFault("cli.no_such_table", table=table, known=tuple(TABLES))
    require_suffix(out, (".csv", ".txt"))
    gather = partial(gathered, run, as_of, pool, logs=table == "records")
    asked = Asked(f"--table {table}", as_of, pool, event, season)
    shown = subject(run, TABLES[table].shows, asked, gather)
    dialect = EXCEL_NL if excel_nl else RFC_4180
    made = TABLES[table].make(shown, run.language)

    def write(stream: IO[str], told: Told) -> None:
        write_csv(made, stream, dialect=dialect, progress=told)

    publish(run, out, write, encoding=dialect.encoding)


@verb(
    app,
    "json",
    help=msgid("Everything in one JSON document, for other programs."),
    examples=("hearts-admin report json board.json",),
)
def json(
    run: Invocation,
    out: Out = None,
    as_of: AsOf = None,
    pool: Pool = None,
    event: Events = None,
    season: Season = None,
) -> None:
    """Write everything as JSON."""
    from reports.json import write_json

    require_suffix(out, (".json",))
    board = gathered(run, as_of, pool, logs=True, contests=contests(event, season))
    publish(run, out, partial(write_json, board))
