"""`hearts-admin rating adjust`: points given and taken, opening ratings, refunds, evidence."""

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.ratingoptions import Player, Pool
from hearts_admin.cli.verbs import CORRECTING, LISTING, SHOWING, noun, verb
from hearts_admin.errors import UsageFault
from reports.language import msgid
from reports.table import Cell, Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.adjustments import Adjusted, AdjustmentView
    from hearts_admin.services.evidence import Piece

app = noun()

Evidence = Annotated[
    list[str] | None,
    typer.Option(
        "--evidence",
        help=msgid(
            "A sentence, or a file that is kept; more than one is fine, a refund needs two."
        ),
        metavar=msgid("TEXT|FILE"),
    ),
]


@verb(
    app,
    "adjust",
    CORRECTING,
    help=msgid(
        "Give or take points, set an opening rating, or give back the loss of a stuck game."
    ),
    examples=(
        'hearts-admin rating adjust Anna --points=-12 --reason "left the table twice"',
        'hearts-admin rating adjust Bram --opening 1620 --reason "rating of his old club"',
        "hearts-admin rating adjust Cor --refund 12 --reason stuck --evidence a.png --evidence 41",
    ),
)
def adjust(
    run: Invocation,
    player: Player,
    points: Annotated[
        int | None,
        typer.Option(
            "--points",
            parser=words.any_number,
            help=msgid("Points to give, or to take: --points=-12."),
            metavar=msgid("POINTS"),
        ),
    ] = None,
    opening: Annotated[
        int | None,
        typer.Option(
            "--opening",
            parser=words.any_number,
            help=msgid("The rating the player starts with, from the first game."),
            metavar=msgid("RATING"),
        ),
    ] = None,
    refund: Annotated[
        int | None,
        typer.Option(
            "--refund",
            parser=words.above_zero,
            help=msgid("The result whose loss is given back, all of it unless --points says less."),
            metavar=msgid("RESULT"),
        ),
    ] = None,
    evidence: Evidence = None,
    date: Annotated[
        dt.date | None,
        typer.Option(
            "--date",
            parser=words.day,
            help=msgid("The club day (else that of the list's last result)."),
            metavar=msgid("DATE"),
        ),
    ] = None,
    pool: Pool = None,
) -> None:
    """Adjust a rating."""
    _require_one(points, opening, refund, date, pool)

    from hearts_admin.services.adjustments import AdjustmentWanted, adjust_rating

    wanted = AdjustmentWanted(
        player=player,
        points=points,
        opening=opening,
        refund=refund,
        date=date,
        evidence=tuple(evidence or ()),
        pool=pool,
    )
    with run.store() as store:
        adjusted = adjust_rating(store, run.actor(), wanted)
    run.show(adjusted, lambda: _write(run, adjusted))
    effects.warnings(run, adjusted.remarks)
    effects.conclude(run, adjusted.change)


@verb(
    app,
    "adjustments",
    LISTING,
    help=msgid("List the adjustments, opening ratings and refunds."),
    examples=("hearts-admin rating adjustments --player Anna",),
)
def adjustments(
    run: Invocation,
    player: Annotated[
        str | None,
        typer.Option("--player", help=msgid("Only this player's."), metavar=msgid("NAME")),
    ] = None,
    pool: Annotated[
        str | None,
        typer.Option("--pool", help=msgid("Only of this rating list."), metavar=msgid("LIST")),
    ] = None,
) -> None:
    """List adjustments."""
    from hearts_admin.services.adjustments import list_adjustments
    from hearts_admin.services.privacy import private_names

    with run.store() as store:
        found = list_adjustments(store, player=player, pool=pool)
        initials = private_names(store) if run.asked.csv else {}
    nothing = run.language.text("There are no adjustments.")
    run.list(found, _table(run, found, initials), nothing)


@verb(
    app,
    "evidence",
    SHOWING,
    help=msgid("Write the files kept as evidence of an adjustment into a folder."),
    examples=("hearts-admin rating evidence 3 --out .",),
)
def evidence_(
    run: Invocation,
    number: Annotated[
        int,
        typer.Argument(
            parser=words.above_zero,
            help=msgid("The adjustment's number, as listed."),
            metavar=msgid("NUMBER"),
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", help=msgid("The folder (else this one)."), metavar="DIR")
    ] = Path(),
) -> None:
    """Save evidence."""
    from hearts_admin.services.evidence import save_evidence

    with run.store() as store:
        files = save_evidence(store, number, out)

    def write() -> None:
        for file in files:
            run.out.line(run.language.text("Written: {file}", file=file))

    run.show([str(file) for file in files], write)


def _require_one(
    points: int | None,
    opening: int | None,
    refund: int | None,
    date: dt.date | None,
    pool: str | None,
) -> None:
    """Refuse options that say nothing, or more than one thing."""
    given = {
        "--points": points,
        "--opening": opening,
        "--refund": refund,
        "--date": date,
        "--pool": pool,
    }
    clashes = (
        ("--opening", "--points"),
        ("--opening", "--refund"),
        ("--opening", "--date"),  # it is undated: the rating before everything
        ("--refund", "--pool"),  # it goes where the loss was booked
    )
    for option, other in clashes:
        if given[option] is not None and given[other] is not None:
            raise UsageFault("cli.exclusive", option=option, other=other)
    if points is opening is refund is None:
        raise UsageFault("cli.missing", name="--points")


def _write(run: Invocation, adjusted: "Adjusted") -> None:
    run.out.table(_table(run, [adjusted.adjustment]))
    moves.write_effect(run, adjusted.movements, adjusted.unmoved)


def _table(
    run: Invocation,
    found: Sequence["AdjustmentView"],
    initials: Mapping[str, str] = MappingProxyType({}),
) -> Table:
    text = run.language.text
    columns = (
        Column("id", text("Number"), "number"),
        Column("date", text("Date"), "date"),
        Column("player", text("Player")),
        Column("kind", text("What")),
        Column("points", text("Points")),
        Column("result", text("Result"), "number"),
        Column("pool", text("Rating list")),
        Column("reason", text("Reason")),
        Column("evidence", text("Evidence")),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            each.id,
            each.date,
            initials.get(each.player, each.player),
            kind(run, each.kind),
            _points(run, each),
            each.result,
            each.pool,
            each.reason,
            shown_evidence(each.evidence),
        )
        for each in found
    ]
    return Table(columns, rows)


def kind(run: Invocation, word: str) -> str:
    """What kind of adjustment this is, in the reader's language (in CSV: the stable word)."""
    text = run.language.text
    shown = {
        "adjust": text("adjustment"),
        "opening": text("opening rating"),
        "refund": text("refund"),
    }
    return word if run.asked.csv else shown[word]


def shown_evidence(pieces: Sequence["Piece"]) -> str:
    """Evidence on one line; files by their names."""
    return "; ".join(piece.text for piece in pieces)


def _points(run: Invocation, each: "AdjustmentView") -> Cell:
    """A rating bare, points with their sign; in CSV the number."""
    if run.asked.csv:
        return each.points
    return str(each.points) if each.kind == "opening" else run.language.signed(each.points)
