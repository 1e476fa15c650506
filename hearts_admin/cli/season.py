"""`hearts-admin season`: several events counted together by the club's own rules."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.settingwords import season_rows
from hearts_admin.cli.verbs import CHANGING, LISTING, SHOWING, noun, verb
from hearts_admin.errors import UsageFault
from hearts_admin.messages.events import PRESETS
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.seasons import SeasonChanged, SeasonView

app = noun()

Season = Annotated[
    str | None,
    typer.Argument(
        help=msgid("Which season, by name or number (else the newest)."), metavar=msgid("SEASON")
    ),
]
RulesOf = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help=msgid("How it is counted: one of `season presets`, or a file of your own."),
        metavar=msgid("PRESET|FILE.toml"),
    ),
]


@verb(
    app,
    "add",
    CHANGING,
    help=msgid("Add a season; events join it with --season."),
    examples=(
        'hearts-admin season add "2026-2027" --rules best-6-of-8',
        'hearts-admin season add "Winter" --rules own-rules.toml',
    ),
)
def add(
    run: Invocation,
    name: Annotated[str, typer.Argument(help=msgid("Its name."), metavar=msgid("NAME"))],
    rules: RulesOf = None,
) -> None:
    """Add a season."""
    from hearts_admin.services.seasons import add_season

    with run.store() as store:
        done = add_season(store, run.actor(), name, rules)
    _conclude(run, done)


@verb(
    app,
    "change",
    CHANGING,
    help=msgid("Give a season another name or other rules; its standings follow."),
    examples=("hearts-admin season change --rules best-5-of-7",),
)
def change(
    run: Invocation,
    season: Season = None,
    name: Annotated[
        str | None, typer.Option("--name", help=msgid("Another name."), metavar=msgid("NAME"))
    ] = None,
    rules: RulesOf = None,
) -> None:
    """Change a season."""
    if name is None and rules is None:
        raise UsageFault("cli.missing", name="--name/--rules")

    from hearts_admin.services.seasons import change_season

    with run.store() as store:
        done = change_season(store, run.actor(), season, name=name, rules=rules)
    _conclude(run, done)


@verb(app, "remove", CHANGING, help=msgid("Remove a season to which no event belongs."))
def remove(
    run: Invocation,
    season: Annotated[str, typer.Argument(help=msgid("Which season."), metavar=msgid("SEASON"))],
) -> None:
    """Remove a season."""
    from hearts_admin.services.seasons import remove_season

    with run.store() as store:
        done = remove_season(store, run.actor(), season)
    run.show(
        done, lambda: run.out.line(run.language.text("Removed: {name}.", name=done.season.name))
    )
    effects.conclude(run, done.change)


@verb(app, "list", LISTING, help=msgid("List the seasons."))
def list_(run: Invocation) -> None:
    """List the seasons."""
    from hearts_admin.services.seasons import list_seasons

    with run.store() as store:
        seasons = list_seasons(store)
    text = run.language.text
    columns = (
        Column("id", text("Number"), "number"),
        Column("name", text("Season")),
        Column("events", text("Events"), "count"),
    )
    rows = [(season.id, season.name, len(season.events)) for season in seasons]
    run.list(seasons, Table(columns, rows), text("There is no season yet."))


@verb(app, "show", SHOWING, help=msgid("Show a season: how it is counted, and its events."))
def show(run: Invocation, season: Season = None) -> None:
    """Show a season."""
    from hearts_admin.services.seasons import show_season

    with run.store() as store:
        found = show_season(store, season)
    run.show(found, lambda: _write(run, found))


@verb(
    app,
    "presets",
    SHOWING,
    help=msgid("The rules that come with the program; with a name, the file to copy."),
    examples=(
        "hearts-admin season presets",
        "hearts-admin season presets best-6-of-8 > own-rules.toml",
    ),
)
def presets(
    run: Invocation,
    name: Annotated[
        str | None, typer.Argument(help=msgid("Which preset."), metavar=msgid("PRESET"))
    ] = None,
) -> None:
    """List the presets, or write one."""
    from hearts_admin.cli.presetwords import commented
    from hearts_admin.services.presets import list_presets, preset_text

    if name is not None:
        sys.stdout.write(commented(preset_text(name), run.language))
        return
    found = list_presets()
    shown = [
        {"name": each.name, "about": each.about, "rules": each.rules.as_mapping()} for each in found
    ]
    columns = (
        Column("name", run.language.text("Name")),
        Column("about", run.language.text("About")),
    )
    about = {name: run.language.text(sentence) for name, sentence in PRESETS.items()}
    table = Table(columns, [(each.name, about.get(each.name, each.about)) for each in found])
    run.show(shown, lambda: run.out.table(table))


@verb(
    app,
    "standings",
    LISTING,
    help=msgid("The standings of a season, evening by evening."),
    examples=("hearts-admin season standings", "hearts-admin season standings Winter --csv"),
)
def standings(run: Invocation, season: Season = None) -> None:
    """Show the standings of a season."""
    from hearts_admin.services.seasons import standings_of_season
    from reports.standings_json import season_json
    from reports.standings_text import season_bulletin
    from reports.tables.season import season_table

    with run.store() as store:
        shown = standings_of_season(store, season, printed=run.asked.csv)
    if run.asked.json:
        run.out.json(season_json(shown))
    elif run.asked.csv:
        run.out.csv(season_table(shown, run.language))
    else:
        run.out.line(season_bulletin(shown, run.language).rstrip("\n"))


@verb(
    app,
    "statement",
    LISTING,
    help=msgid("How a player's total in a season came about, adding up exactly."),
    examples=("hearts-admin season statement Anna",),
)
def statement(
    run: Invocation,
    name: Annotated[str, typer.Argument(help=msgid("Whose."), metavar=msgid("PLAYER"))],
    season: Annotated[
        str | None,
        typer.Option(
            "--season",
            help=msgid("Which season, by name or number (else the newest)."),
            metavar=msgid("SEASON"),
        ),
    ] = None,
) -> None:
    """Show a statement."""
    from hearts_admin.services.seasons import statement_of_season
    from reports.standings_json import statement_json
    from reports.standings_text import statement_text
    from reports.tables.season import statement_table

    with run.store() as store:
        shown = statement_of_season(store, season, name, printed=run.asked.csv)
    if run.asked.json:
        run.out.json(statement_json(shown))
    elif run.asked.csv:
        run.out.csv(statement_table(shown, run.language))
    else:
        run.out.line(statement_text(shown, run.language).rstrip("\n"))


def _conclude(run: Invocation, done: "SeasonChanged") -> None:
    run.show(done, lambda: _write(run, done.season))
    effects.conclude(run, done.change)


def _write(run: Invocation, season: "SeasonView") -> None:
    text = run.language.text
    run.out.line(text("{name} (season {id})", name=season.name, id=season.id))
    run.out.details(*season_rows(season.rules, run.language))
    run.out.line(text("Events: {names}", names=", ".join(season.events) or "-"))
