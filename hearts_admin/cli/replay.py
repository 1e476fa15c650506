"""`hearts-admin replay`: logged games, checked card by card."""

import datetime as dt
import glob
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli import replaying, words
from hearts_admin.cli.faults import DONE, PROBLEMS_FOUND
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, noun, verb
from reports.language import msgid

app = noun()


@verb(
    app,
    "check",
    CHANGING,
    help=msgid("Check logged games card by card; a verdict for every deal."),
    examples=(
        "hearts-admin replay check evening.hjl",
        "hearts-admin replay check deals.txt --switch hearts_broken_by=any_or_queen --json",
        "hearts-admin replay check final.hjl --record",
    ),
)
def check(
    run: Invocation,
    files: Annotated[
        list[str],
        typer.Argument(help=msgid("Logs: .hjl, or OpenSpiel actions."), metavar=msgid("FILE")),
    ],
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            help=msgid("The rule set to judge by (else the log's own, else american)."),
            metavar=msgid("RULES"),
        ),
    ] = None,
    switch: Annotated[
        list[str] | None,
        typer.Option(
            "--switch",
            help=msgid(
                "A house rule, for example hearts_broken_by=discard; more than one is fine."
            ),
            metavar=msgid("KEY=VALUE"),
        ),
    ] = None,
    deals: Annotated[
        bool,
        typer.Option("--deals", help=msgid("Show every deal, however many games there are.")),
    ] = False,
    record: Annotated[
        bool,
        typer.Option("--record", help=msgid("Store complete, legal games as results.")),
    ] = False,
    date: Annotated[
        dt.date | None,
        typer.Option(
            "--date",
            parser=words.day,
            help=msgid("The club day of logs that name none, written 2026-03-14."),
            metavar=msgid("DATE"),
        ),
    ] = None,
    add_players: Annotated[
        bool, typer.Option("--add-players", help=msgid("Add players that are not known yet."))
    ] = False,
) -> int:
    """Check logs, and record the games in them if asked to."""
    switches = tuple(words.switch(word) for word in switch or ())

    from hearts_admin.cli.progress import progress
    from hearts_admin.services.judging import check_file

    tally = replaying.Tally()
    games = []
    with ExitStack() as opened:
        store = opened.enter_context(run.store()) if record else None
        told = opened.enter_context(progress(run, run.language.text("Checking")))
        for path in _paths(files):
            for game in check_file(path, rules, switches):
                tally.count(game)
                if told is not None:
                    told(tally.verdicts.total())
                if run.asked.json:
                    replaying.write_json(run, game)
                if record or not run.asked.json:
                    games.append(game)
        done = None
        if store is not None:
            from hearts_admin.services.replays import record_games

            done = record_games(store, run.actor(), games, date=date, add_players=add_players)
    if not run.asked.json:
        replaying.write(run, games, tally, done, every_deal=deals)
    if done is not None:
        replaying.write_recorded(run, done)
    refused = done is not None and bool(done.refused)
    return DONE if tally.clean and not refused else PROBLEMS_FOUND


def _paths(files: Sequence[str]) -> Iterator[Path]:
    """The files that were named; a pattern that the shell left alone is spread out here."""
    for name in files:
        path = Path(name)
        found = [] if path.exists() else sorted(glob.glob(name))  # noqa: PTH207  (any folder)
        yield from map(Path, found or [name])
