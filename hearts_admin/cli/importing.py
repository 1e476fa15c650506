"""`hearts-admin result import`: games from the organiser's own sheets."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, words
from hearts_admin.cli.faults import DONE, PROBLEMS_FOUND
from hearts_admin.cli.gameoptions import (
    AddPlayers,
    Friendly,
    HighWins,
    Pool,
    Rules,
    Target,
    Training,
    category,
)
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, SHOWING, noun, verb
from hearts_admin.errors import Refused, UsageFault
from hearts_admin.messages import describe, sentence
from reports.language import msgid

if TYPE_CHECKING:
    from engine.problems import Problem
    from hearts_admin.services.views import ImportReport

app = noun()

Day = Annotated[
    dt.date | None,
    typer.Option(
        "--date",
        parser=words.day,
        help=msgid("The day of games without one, written 2026-03-14."),
        metavar=msgid("DATE"),
    ),
]


@verb(
    app,
    "import",
    CHANGING,
    help=msgid("Import games from a workbook or CSV file."),
    examples=(
        "hearts-admin result import season.xlsx --dry-run",
        "hearts-admin result import season.xlsx --dry-run --annotate problems.xlsx",
        "hearts-admin result import season.csv --add-players --skip-problems",
        'hearts-admin result import season.xlsx --map "Kaarter=player" --save-map',
    ),
)
def import_(
    run: Invocation,
    file: Annotated[
        Path,
        typer.Argument(
            help=msgid(
                "csv, xlsx, xls or ods: a row a player, a row a game, or a small table or score"
                " sheet a game."
            ),
            metavar=msgid("FILE"),
        ),
    ],
    rules: Rules = None,
    target: Target = None,
    date: Day = None,
    high_wins: HighWins = False,
    mapped: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            help=msgid(
                "What a heading means: date, game, player, points, place, event, round or table."
            ),
            metavar=msgid("HEADING=MEANING"),
        ),
    ] = None,
    save_map: Annotated[
        bool,
        typer.Option("--save-map", help=msgid("Keep what --map says for the club's next files.")),
    ] = False,
    add_players: AddPlayers = False,
    skip_problems: Annotated[
        bool,
        typer.Option("--skip-problems", help=msgid("Store the good games and report the others.")),
    ] = False,
    annotated: Annotated[
        Path | None,
        typer.Option(
            "--annotate",
            help=msgid("Write a copy of the file with the problems on its cells."),
            metavar="OUT.xlsx",
        ),
    ] = None,
    pool: Pool = None,
    friendly: Friendly = False,
    training: Training = False,
) -> int:
    """Import games."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.houserules import with_house_rules
    from hearts_admin.services.imports import import_results

    mapping = words.headings(mapped or ())
    if save_map and not mapping:
        raise UsageFault("cli.needs_map")
    agreed, aim = with_house_rules(rules, target)
    with run.store() as store, progress(run, run.language.text("Importing")) as told:
        try:
            report = import_results(
                store,
                run.actor(),
                file,
                rules=agreed,
                target=aim,
                add_players=add_players,
                skip_problems=skip_problems,
                pool=pool,
                category=category(friendly=friendly, training=training) or "rated",
                day=date,
                better="high" if high_wins else "low",
                mapping=mapping,
                save_mapping=save_map,
                progress=told,
            )
        except Refused as refused:
            if annotated is not None and refused.code == "import.refused":
                _annotate(run, file, annotated, refused.problems)
            raise
    if annotated is not None:
        _annotate(run, file, annotated, report.problems)
    for own in report.headings:
        run.out.note(
            run.language.text(
                "Using the club's heading: {heading} = {meaning}",
                heading=own.heading,
                meaning=own.meaning,
            )
        )
    for remark in report.remarks:
        run.out.note(describe(run.language, remark))
    for problem in report.problems:
        run.out.note(f"{report.file}: {describe(run.language, problem)}")
    run.show(report, lambda: _write_import(run, report))
    effects.conclude(run, report.change)
    return PROBLEMS_FOUND if report.problems else DONE


@verb(
    app,
    "template",
    SHOWING,
    help=msgid("Write an empty workbook to enter games in; import reads it as it is."),
    examples=(
        "hearts-admin result template evening.xlsx --rules american",
        'hearts-admin result template round1.xlsx --event "Spring cup"',
    ),
)
def template(
    run: Invocation,
    out: Annotated[Path, typer.Argument(help=msgid("The workbook to write."), metavar="OUT.xlsx")],
    rules: Rules = None,
    target: Target = None,
    event: Annotated[
        str | None,
        typer.Option(
            "--event",
            help=msgid("With the tables of this event filled in, all but the points."),
            metavar=msgid("EVENT"),
        ),
    ] = None,
) -> None:
    """Write an entry workbook."""
    if event is not None and (rules is not None or target is not None):
        raise UsageFault("cli.exclusive", option="--event", other="--rules/--target")

    from hearts_admin.services.forms import tables_of_event, write_template
    from hearts_admin.services.houserules import with_house_rules

    agreed, aim = with_house_rules(rules, target)
    with run.store() as store:
        tables = None if event is None else tables_of_event(store, run.clock, event)
        people = write_template(store, out, run.language, rules=agreed, target=aim, event=tables)
    found = {"file": str(out), "players": people}
    run.show(found, lambda: run.out.line(run.language.text("Written: {file}", file=out)))


def _annotate(run: Invocation, file: Path, out: Path, problems: "Sequence[Problem]") -> None:
    from hearts_admin.services.annotating import annotate

    annotate(file, out, problems, lambda each: sentence(run.language, each.code, each.fields))
    run.out.note(run.language.text("Written: {file}", file=out))


def _write_import(run: Invocation, report: "ImportReport") -> None:
    language, text = run.language, run.language.text
    effects.names(run, text("Added:"), report.added)
    effects.names(run, text("Sheets without results:"), report.ignored)
    run.out.details(
        (text("Games read"), language.number(report.games)),
        (text("Stored"), language.number(len(report.stored))),
        (text("Known already"), language.number(report.known)),
        (text("Skipped"), language.number(report.skipped)),
    )
    if run.asked.dry_run:
        for result in report.stored:
            run.out.line(effects.summary(run, result))
