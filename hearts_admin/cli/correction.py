"""`hearts-admin result correct`, `void` and `restore`: putting results right."""

from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli.gameoptions import (
    AddPlayers,
    Date,
    Event,
    Friendly,
    HighWins,
    Label,
    Number,
    Places,
    Pool,
    Round,
    Rules,
    TableName,
    Target,
    Time,
    Training,
    Unchecked,
    category,
)
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.placemoves import write_moved
from hearts_admin.cli.verbs import CORRECTING, noun, verb
from reports.language import msgid

if TYPE_CHECKING:
    from hearts_admin.services.corrections import Corrected

app = noun()


@verb(
    app,
    "correct",
    CORRECTING,
    help=msgid("Correct a result; what you do not name stays as it is."),
    examples=(
        'hearts-admin result correct 12 Anna=32 Cor=69 --reason "read as 23" --dry-run',
        'hearts-admin result correct 12 --date 2026-03-07 --reason "a week earlier"',
    ),
)
def correct(
    run: Invocation,
    number: Number,
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            help=msgid("The players whose numbers differ, or all four."),
            metavar=msgid("NAME=POINTS"),
        ),
    ] = None,
    rules: Rules = None,
    date: Date = None,
    time: Time = None,
    places: Places = False,
    target: Target = None,
    high_wins: HighWins = False,
    unchecked: Unchecked = None,
    add_players: AddPlayers = False,
    event: Event = None,
    round_: Round = None,
    table: TableName = None,
    label: Label = None,
    pool: Pool = None,
    friendly: Friendly = False,
    training: Training = False,
    rated: Annotated[bool, typer.Option("--rated", help=msgid("A rated game after all."))] = False,
) -> None:
    """Correct a result."""
    typed = words.some_seats(seats or ())

    from hearts_admin.services.corrections import Correction, correct_result

    correction = Correction(
        seats=typed,
        by_place=places,
        date=date,
        time=time,
        rules=rules,
        target=target,
        event=event,
        round=round_,
        table=table,
        label=label,
        better="high" if high_wins else None,
        unchecked=unchecked,
        add_players=add_players,
        pool=pool,
        category=category(friendly=friendly, training=training, rated=rated),
    )
    with run.store() as store:
        corrected = correct_result(store, run.actor(), number, correction)
    _show(run, corrected)


@verb(
    app,
    "void",
    CORRECTING,
    help=msgid("Take a result out of everything; it can be restored."),
    examples=('hearts-admin result void 12 --reason "typed twice"',),
)
def void(run: Invocation, number: Number) -> None:
    """Void a result."""
    from hearts_admin.services.corrections import void_result

    with run.store() as store:
        _show(run, void_result(store, run.actor(), number))


@verb(
    app,
    "restore",
    CORRECTING,
    help=msgid("Make an earlier version of a result the present one again."),
    examples=(
        'hearts-admin result restore 12 --reason "it was right after all"',
        'hearts-admin result restore 12 --version 1 --reason "as first typed"',
    ),
)
def restore(
    run: Invocation,
    number: Number,
    version: Annotated[
        int | None,
        typer.Option(
            "--version",
            parser=words.above_zero,
            help=msgid("Which version, as listed by `result show --versions` (else the last)."),
            metavar=msgid("NUMBER"),
        ),
    ] = None,
) -> None:
    """Restore a result."""
    from hearts_admin.services.corrections import restore_result

    with run.store() as store:
        _show(run, restore_result(store, run.actor(), number, version))


def _show(run: Invocation, corrected: "Corrected") -> None:
    def write() -> None:
        text = run.language.text
        effects.names(run, text("Added:"), corrected.added)
        effects.checks(run, corrected.remarks)
        run.out.line(effects.headline(run, corrected.after))
        if corrected.identical:
            run.out.line(text("It was so already."))
            return
        for title, result in ((text("was"), corrected.before), (text("now"), corrected.after)):
            run.out.line(f"  {title}: {effects.summary(run, result)}")
        moves.write_effect(run, corrected.movements, corrected.unmoved)
        if standings is not None:
            run.out.line(text("In the standings of {event}:", event=standings.event))
            write_moved(run, standings.moved)

    standings = corrected.standings
    run.show(corrected, write)
    effects.warnings(run, corrected.remarks)
    if standings is not None:
        effects.warnings(run, standings.remarks)
    effects.conclude(run, corrected.change)
