"""`hearts-admin event paper`: what is printed for the wall, the players and the tables."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli import eventoptions as options
from hearts_admin.cli import words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.reporting import Style, club_style, require_suffix
from hearts_admin.cli.verbs import noun, verb
from hearts_admin.errors import Refused, UsageFault
from reports.language import msgid

app = noun()


@verb(
    app,
    "paper",
    help=msgid("Write what is printed: seating, personal cards, score sheets, standings."),
    examples=(
        "hearts-admin event paper evening.xlsx",
        "hearts-admin event paper cards.xlsx --part cards --part sheets --lang nl",
        "hearts-admin event paper round2.xlsx --round 2",
    ),
)
def paper(
    run: Invocation,
    out: Annotated[
        Path, typer.Argument(help=msgid("The file to write, .xlsx."), metavar="OUT.xlsx")
    ],
    part: Annotated[
        list[str] | None,
        typer.Option(
            "--part",
            help=msgid("Only this part: seating, cards, sheets, standings, quality; for each."),
            metavar=msgid("PART"),
        ),
    ] = None,
    round_: Annotated[
        int | None,
        typer.Option(
            "--round",
            parser=words.above_zero,
            help=msgid("Only the seating and the score sheets of this round."),
            metavar=msgid("NUMBER"),
        ),
    ] = None,
    style: Style = None,
    event: options.Event = None,
) -> None:
    """Write the paper of an event."""
    from hearts_admin.services.events.reporting import event_paper
    from reports.xlsx.paper import PARTS, NothingToPrint, write_paper

    require_suffix(out, (".xlsx",))
    parts = tuple(part or (PARTS if round_ is None else ("seating", "sheets")))
    for each in parts:
        if each not in PARTS:
            raise UsageFault("event.no_part", word=each, known=tuple(PARTS))
    looks = club_style(style)
    with run.store() as store:
        printed = event_paper(store, run.clock, event)
    if looks.name:
        printed = replace(printed, head=replace(printed.head, club=looks.name))
    try:
        write_paper(printed, out, run.language, looks, parts, only_round=round_)
    except NothingToPrint as error:
        name = printed.head.name
        raise Refused("event.no_paper", hint="hearts-admin event draw", event=name) from error
    run.out.line(run.language.text("Written: {file}", file=out))
