"""`hearts-admin club`: set up a club and show it."""

from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli.effects import next_steps
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, SHOWING, noun, verb
from hearts_admin.services.views import ClubView
from reports.language import msgid

app = noun()


@verb(
    app,
    "init",
    CHANGING,
    help=msgid("Set up a club: make its database."),
    examples=('hearts-admin club init --name "De Schoppenvrouw" --rules american',),
)
def init(
    run: Invocation,
    name: Annotated[
        str, typer.Option("--name", help=msgid("The club's name."), metavar=msgid("NAME"))
    ],
    timezone: Annotated[
        str,
        typer.Option(
            "--timezone",
            help=msgid("Where the club plays, for example Europe/Amsterdam (the default)."),
            metavar=msgid("ZONE"),
        ),
    ] = "Europe/Amsterdam",
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            help=msgid("The rule set that is meant when none is given, for example american."),
            metavar=msgid("RULES"),
        ),
    ] = None,
) -> None:
    """Make a club's database."""
    from hearts_admin.services.club import init_club

    club = init_club(run.new_location, run.actor(), name=name, timezone=timezone, rules=rules)
    run.show(club, lambda: _write(run, club))
    next_steps(run, "hearts-admin player add NAME...", "hearts-admin result enter")


@verb(app, "show", SHOWING, help=msgid("Show the club, its settings and where its database is."))
def show(run: Invocation) -> None:
    """Show the club."""
    from hearts_admin.services.club import show_club

    with run.store() as store:
        club = show_club(store)
    run.show(club, lambda: _write(run, club))


def _write(run: Invocation, club: ClubView) -> None:
    text = run.language.text
    run.out.details(
        (text("Club"), club.name),
        (text("Players"), run.language.number(club.players)),
        (text("Results"), run.language.number(club.results)),
        (text("Last result"), club.last_result),
        (text("Rules"), club.rules or text("none: sums are not checked")),
        (text("Rating list"), f"{club.pool} ({club.policy})"),
        (text("Time zone"), club.timezone),
        (text("Day starts at"), club.day_starts_at),
        (text("Database"), _where(club.database)),
    )


def _where(database: str) -> str:
    """The whole path of a file, so that it can be found back; a URL as it is."""
    return database if "://" in database else str(Path(database).resolve())
