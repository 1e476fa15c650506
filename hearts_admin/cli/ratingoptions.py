"""The options that say which ratings are meant; several nouns share them."""

import datetime as dt
from typing import Annotated

import typer

from hearts_admin.cli import words
from reports.language import msgid

Pool = Annotated[
    str | None,
    typer.Option("--pool", help=msgid("The rating list (else main)."), metavar=msgid("LIST")),
]
AsOf = Annotated[
    dt.date | None,
    typer.Option(
        "--as-of",
        parser=words.day,
        help=msgid("The standing at the end of this day (else of the last day played)."),
        metavar=msgid("DATE"),
    ),
]
From = Annotated[
    dt.date | None,
    typer.Option(
        "--from",
        parser=words.day,
        help=msgid("The first day of the period (else from the beginning)."),
        metavar=msgid("DATE"),
    ),
]
To = Annotated[
    dt.date | None,
    typer.Option(
        "--to",
        parser=words.day,
        help=msgid("The last day of the period (else the last day played)."),
        metavar=msgid("DATE"),
    ),
]
Player = Annotated[
    str,
    typer.Argument(help=msgid("A name, or #17: a member number."), metavar=msgid("NAME")),
]
