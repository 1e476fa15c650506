"""`club exempt` and `player exempt`: the same command, for everybody and for one."""

import datetime as dt
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import comparison, effects, words
from reports.language import msgid

if TYPE_CHECKING:
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.exemptions import Exempted

From = Annotated[
    dt.date,
    typer.Option("--from", parser=words.day, help=msgid("The first day."), metavar=msgid("DATE")),
]
To = Annotated[
    dt.date,
    typer.Option("--to", parser=words.day, help=msgid("The last day."), metavar=msgid("DATE")),
]


def run_exempt(run: "Invocation", player: str | None, first: dt.date, last: dt.date) -> None:
    """Note the days without decay and show what they do."""
    from hearts_admin.services.exemptions import exempt

    with run.store() as store:
        done = exempt(store, run.actor(), player, first, last)
    run.show(done, lambda: _write(run, done))
    effects.conclude(run, done.change)


def _write(run: "Invocation", done: "Exempted") -> None:
    text, period = run.language.text, done.exemption
    run.out.line(
        text(
            "{player}: no decay from {first} to {last}",
            player=period.player or text("the whole club"),
            first=period.first.isoformat(),
            last=period.last.isoformat(),
        )
    )
    if done.identical:
        run.out.line(text("It was so already."))
        return
    comparison.write(run, done.standing, done.movements, done.unmoved)
