"""`hearts-admin player`: the people who play."""

from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli import effects
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, LISTING, SHOWING, noun, verb
from hearts_admin.services.views import PlayerDetail, PlayersAdded, PlayerView
from reports.language import msgid
from reports.table import Column, Table

app = noun()


@verb(
    app,
    "add",
    CHANGING,
    help=msgid("Add players to the club."),
    examples=('hearts-admin player add "Anna de Vries" Bram Cor Dina',),
)
def add(
    run: Invocation,
    names: Annotated[
        list[str], typer.Argument(help=msgid("Names; one with a blank in quotes."), metavar="NAME")
    ],
) -> None:
    """Add players."""
    from hearts_admin.services.players import add_players

    with run.store() as store:
        _added(run, add_players(store, run.actor(), tuple(names)))


@verb(
    app,
    "import",
    CHANGING,
    help=msgid("Add players from a file: name, member number, opening rating."),
    examples=("hearts-admin player import members.xlsx --dry-run",),
)
def import_(
    run: Invocation,
    file: Annotated[
        Path,
        typer.Argument(help=msgid("csv, xlsx, xls or ods: a row a player."), metavar=msgid("FILE")),
    ],
) -> None:
    """Add players from a file."""
    from hearts_admin.services.imports import import_players

    with run.store() as store:
        _added(run, import_players(store, run.actor(), file))


@verb(app, "list", LISTING, help=msgid("List the players, with games and rating."))
def list_(run: Invocation) -> None:
    """List the players."""
    from hearts_admin.services.players import list_players

    with run.store() as store:
        players = list_players(store)
    nothing = run.language.text("There are no players yet.")
    run.list(players, _table(run, players), nothing)


@verb(
    app,
    "show",
    SHOWING,
    help=msgid("Show a player: games, points, places, rating history."),
    examples=('hearts-admin player show "Anna de Vries"', 'hearts-admin player show "#17"'),
)
def show(
    run: Invocation,
    name: Annotated[
        str, typer.Argument(help=msgid("A name, or #17: a member number."), metavar=msgid("NAME"))
    ],
) -> None:
    """Show a player."""
    from hearts_admin.services.players import show_player

    with run.store() as store:
        detail = show_player(store, name)
    if run.asked.json:
        run.out.json(_flat(detail))
    else:
        _write(run, detail)


def _added(run: Invocation, added: PlayersAdded) -> None:
    def write() -> None:
        effects.names(run, run.language.text("Added:"), added.added)
        effects.names(run, run.language.text("Brought up to date:"), added.updated)

    effects.warnings(run, added.remarks)
    run.show(added, write)
    effects.conclude(run, added.change)


def _table(run: Invocation, players: tuple[PlayerView, ...]) -> Table:
    text = run.language.text
    columns = (
        Column("name", text("Name")),
        Column("member_no", text("Member number")),
        Column("kind", text("Kind")),
        Column("active", text("Active")),
        Column("games", text("Games"), "count"),
        Column("rating", text("Rating"), "number"),
    )
    yes, no = ("yes", "no") if run.asked.csv else (text("yes"), text("no"))
    rows = [
        (p.name, p.member_no, kind(run, p.kind), yes if p.active else no, p.games, p.rating)
        for p in players
    ]
    return Table(columns, rows)


def kind(run: Invocation, word: str) -> str:
    """What kind of player this is, in the reader's language (in CSV: the stable word)."""
    text = run.language.text
    shown = {"member": text("member"), "guest": text("guest"), "computer": text("computer")}
    return word if run.asked.csv else shown.get(word, word)


def _flat(detail: PlayerDetail) -> dict[str, object]:
    """The JSON of a player: what the list gives, and the rest beside it."""
    import dataclasses

    values = {field.name: getattr(detail, field.name) for field in dataclasses.fields(detail)}
    player = values.pop("player")
    return {**dataclasses.asdict(player), **values}


def _write(run: Invocation, detail: PlayerDetail) -> None:
    language, text = run.language, run.language.text
    player, averages = detail.player, (detail.average_points, detail.average_place)
    points, place = (None if x is None else language.decimal(x, 2) for x in averages)
    run.out.details(
        (text("Name"), player.name),
        (text("Member number"), player.member_no),
        (text("Kind"), kind(run, player.kind)),
        (text("Games"), language.number(player.games)),
        (text("Points"), language.number(detail.points) if points else None),
        (text("Points a game"), points),
        (text("Places 1 to 4"), " ".join(map(str, detail.places))),
        (text("Place on average"), place),
        (text("First game"), detail.first_played),
        (text("Last game"), detail.last_played),
        (text("Rating"), player.rating),
    )
    if detail.history:
        run.out.line()
        run.out.table(_history(run, detail))


def _history(run: Invocation, detail: PlayerDetail) -> Table:
    text = run.language.text
    causes = {
        "start": text("start"),
        "decay": text("decay"),
        "game": text("game"),
        "adjustment": text("adjustment"),
        "activity": text("unrated game"),
    }
    columns = (
        Column("date", text("Date"), "date"),
        Column("cause", text("Cause")),
        Column("result", text("Result"), "number"),
        Column("place", text("Place"), "number"),
        Column("before", text("Before"), "number"),
        Column("change", text("Change"), "change"),
        Column("after", text("After"), "number"),
    )
    rows = []
    for h in detail.history:
        moved = (None, None) if h.cause == "start" else (h.before, h.change)
        rows.append((h.date, causes.get(h.cause, h.cause), h.result, h.place, *moved, h.after))
    return Table(columns, rows)
