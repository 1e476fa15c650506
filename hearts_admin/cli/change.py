"""`hearts-admin change`: what was changed, and undoing it."""

from typing import Annotated

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, noun, verb
from reports.language import msgid

app = noun()


@verb(
    app,
    "undo",
    CHANGING,
    help=msgid("Undo a change: the last one, or one by its number."),
    examples=("hearts-admin change undo", "hearts-admin change undo 45 --dry-run"),
)
def undo(
    run: Invocation,
    number: Annotated[
        int | None,
        typer.Argument(
            parser=words.above_zero,
            help=msgid("The change's number (else the last)."),
            metavar=msgid("NUMBER"),
        ),
    ] = None,
) -> None:
    """Take a change back."""
    from hearts_admin.services.changes import undo_change

    with run.store() as store:
        undone = undo_change(store, run.actor(), number)

    def write() -> None:
        change = undone.undone
        run.out.line(
            run.language.text(
                "Undone: change {id}, {command}, by {who} on {when}.",
                id=change.id,
                command=change.command,
                who=change.who,
                when=effects.moment(change.at_utc),
            )
        )
        if undone.movements:
            run.out.table(moves.table(run, undone.movements))

    run.show(undone, write)
    effects.conclude(run, undone.change)
