"""The options that say what a game was; `result record` and `result correct` share them."""

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import words
from hearts_admin.errors import UsageFault
from reports.language import msgid

if TYPE_CHECKING:
    from hearts_admin.services.book import Category

Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help=msgid("The rule set that was played, or none; a new game has the club's."),
        metavar=msgid("RULES"),
    ),
]
Date = Annotated[
    dt.date | None,
    typer.Option(
        "--date",
        parser=words.day,
        help=msgid("The club day, written 2026-03-14; a new game is of today."),
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
Sheet = Annotated[
    Path | None,
    typer.Option(
        "--sheet",
        help=msgid("A score sheet instead: a column a player, a row a deal; CSV or workbook."),
        metavar=msgid("FILE"),
    ),
]
Number = Annotated[
    int,
    typer.Argument(
        parser=words.above_zero,
        help=msgid("The result's number, as listed."),
        metavar=msgid("NUMBER"),
    ),
]
Time = Annotated[
    dt.time | None,
    typer.Option(
        "--time",
        parser=words.clock_time,
        help=msgid("When the game ended, written 22:30."),
        metavar=msgid("TIME"),
    ),
]
Unchecked = Annotated[
    str | None,
    typer.Option(
        "--unchecked",
        help=msgid("Store totals that no game can end in, for this reason."),
        metavar=msgid("REASON"),
    ),
]
Event = Annotated[
    str | None,
    typer.Option("--event", help=msgid("The club evening or tournament."), metavar="TEXT"),
]
Round = Annotated[str | None, typer.Option("--round", help=msgid("The round."), metavar="TEXT")]
TableName = Annotated[str | None, typer.Option("--table", help=msgid("The table."), metavar="TEXT")]
Label = Annotated[
    str | None,
    typer.Option(
        "--label",
        help=msgid("What tells this game from the others of the day; a new game gets a number."),
        metavar="TEXT",
    ),
]
Pool = Annotated[
    str | None,
    typer.Option(
        "--pool",
        help=msgid("The rating list it counts in (else the one that its rules feed)."),
        metavar=msgid("LIST"),
    ),
]
Friendly = Annotated[
    bool, typer.Option("--friendly", help=msgid("A friendly game: stored, as a rule not rated."))
]
Training = Annotated[
    bool, typer.Option("--training", help=msgid("A training game: stored, as a rule not rated."))
]


def category(*, friendly: bool, training: bool, rated: bool = False) -> "Category | None":
    """What kind of game the options say it is; None if they say nothing.

    Raises:
        UsageFault: `cli.exclusive`.
    """
    kinds: list[tuple[Category, bool]] = [
        ("rated", rated),
        ("friendly", friendly),
        ("training", training),
    ]
    given = [kind for kind, asked in kinds if asked]
    if len(given) > 1:
        raise UsageFault("cli.exclusive", option=f"--{given[0]}", other=f"--{given[1]}")
    return given[0] if given else None
