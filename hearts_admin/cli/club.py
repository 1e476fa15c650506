"""`hearts-admin club`: set up a club, show it, and keep what its sheets call a column."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli import words
from hearts_admin.cli.effects import conclude, next_steps
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, CORRECTING, SHOWING, noun, verb
from hearts_admin.services.views import ClubView, HeadingView
from reports.language import msgid
from reports.table import Column, Table

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
            help=msgid(
                "The rule set that is meant when none is given, for example american, or a file "
                "of house rules."
            ),
            metavar=msgid("RULES"),
        ),
    ] = None,
) -> None:
    """Make a club's database."""
    from hearts_admin.services.club import init_club
    from hearts_admin.services.houserules import named_or_house

    chosen = None if rules is None else named_or_house(rules)
    club = init_club(run.new_location, run.actor(), name=name, timezone=timezone, rules=chosen)
    run.show(club, lambda: _write(run, club))
    next_steps(run, "hearts-admin player add NAME...", "hearts-admin result enter")


@verb(app, "show", SHOWING, help=msgid("Show the club, its settings and where its database is."))
def show(run: Invocation) -> None:
    """Show the club."""
    from hearts_admin.services.club import show_club

    with run.store() as store:
        club = show_club(store)
    run.show(club, lambda: _write(run, club))


@verb(
    app,
    "headings",
    CORRECTING,
    help=msgid("What the club's own sheets call a column; every import reads them so."),
    examples=(
        "hearts-admin club headings",
        'hearts-admin club headings "Kaarter=player" "Strafjes=points"',
        'hearts-admin club headings --remove "Kaarter"',
    ),
)
def headings(
    run: Invocation,
    meanings: Annotated[
        list[str] | None,
        typer.Argument(
            help=msgid(
                "A heading and date, game, player, points, place, event, round or table; nothing: "
                "show them."
            ),
            metavar=msgid("HEADING=MEANING"),
        ),
    ] = None,
    removed: Annotated[
        list[str] | None,
        typer.Option("--remove", help=msgid("Forget this heading."), metavar=msgid("HEADING")),
    ] = None,
) -> None:
    """Show or change the club's headings."""
    from hearts_admin.services.headings import list_headings, set_headings

    wanted, gone = words.headings(meanings or ()), tuple(removed or ())
    with run.store() as store:
        if not wanted and not gone:
            found = list_headings(store)
            run.show(found, lambda: _write_headings(run, found))
            return
        changed = set_headings(store, run.actor(), wanted, gone)
    run.show(changed, lambda: _write_headings(run, changed.headings))
    conclude(run, changed.change)


def _write_headings(run: Invocation, found: Sequence[HeadingView]) -> None:
    text = run.language.text
    columns = (Column("heading", text("Heading")), Column("meaning", text("Meaning")))
    if found:
        run.out.table(Table(columns, [(own.heading, own.meaning) for own in found]))
    else:
        run.out.note(text("The club has no headings of its own."))


def _write(run: Invocation, club: ClubView) -> None:
    text = run.language.text
    run.out.details(
        (text("Club"), club.name),
        (text("Players"), run.language.number(club.players)),
        (text("Results"), run.language.number(club.results)),
        (text("Last result"), club.last_result),
        (text("Rules"), club.rules or text("none: sums are not checked")),
        (text("House rules"), _house_rules(run, club)),
        (text("Rating list"), f"{club.pool} ({club.policy})"),
        (text("Time zone"), club.timezone),
        (text("Day starts at"), club.day_starts_at),
        (text("Database"), _where(club.database)),
    )


def _house_rules(run: Invocation, club: ClubView) -> str | None:
    """What house rules are based on, and what they change; None for a published set."""
    own = club.house_rules
    if own is None:
        return None
    based = run.language.text(
        "based on {base}, target {target}", base=own.based_on, target=own.target
    )
    return ", ".join([based, *(f"{key} = {value}" for key, value in own.changed.items())])


def _where(database: str) -> str:
    """The whole path of a file, so that it can be found back; a URL as it is."""
    return database if "://" in database else str(Path(database).resolve())
