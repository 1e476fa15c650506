"""`hearts-admin event`: who comes, goes, comes back, and who plays for whom."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects
from hearts_admin.cli import eventoptions as options
from hearts_admin.cli.eventnotes import write_apart
from hearts_admin.cli.gameoptions import AddPlayers
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, CORRECTING, noun, verb
from hearts_admin.errors import UsageFault
from reports.language import msgid

if TYPE_CHECKING:
    from hearts_admin.services.events.attendance import Attended

app = noun()

Notice = Annotated[
    bool, typer.Option("--notice", help=msgid("Said so beforehand; a season may count that."))
]


@verb(
    app,
    "arrive",
    CHANGING,
    help=msgid("Note who is there; newcomers get the next start number."),
    examples=(
        'hearts-admin event arrive Anna Bram "Cor de Wit" Dina',
        "hearts-admin event arrive --names-from present.txt --add-players",
        "hearts-admin event arrive Erik --round 2",
    ),
)
def arrive(
    run: Invocation,
    names: Annotated[
        list[str] | None,
        typer.Argument(help=msgid("Who; several are fine."), metavar=msgid("NAME...")),
    ] = None,
    names_from: Annotated[
        Path | None,
        typer.Option(
            "--names-from", help=msgid("A text file with a name a line."), metavar=msgid("FILE")
        ),
    ] = None,
    round_: options.FromRound = None,
    fill_in: Annotated[
        bool,
        typer.Option("--fill-in", help=msgid("Only makes up the number, and is not ranked.")),
    ] = False,
    add_players: AddPlayers = False,
    guest: Annotated[
        bool, typer.Option("--guest", help=msgid("New players are guests of the club."))
    ] = False,
    event: options.Event = None,
) -> None:
    """Note who is there."""
    typed = [*(names or ()), *(_read_names(names_from) if names_from else ())]
    if not typed:
        raise UsageFault("cli.missing", name="NAME")

    from hearts_admin.services.events.attendance import Arrivals
    from hearts_admin.services.events.attendance import arrive as note_arrivals

    arrivals = Arrivals(
        tuple(typed), round_, fill_in=fill_in, add_players=add_players or guest, guest=guest
    )
    with run.store() as store:
        done = note_arrivals(store, run.actor(), event, arrivals)
    _conclude(run, done)


def _read_names(path: Path) -> list[str]:
    from hearts_admin.importers.table import read_text

    return [line.strip() for line in read_text(path).splitlines() if line.strip()]


@verb(
    app,
    "return",
    CHANGING,
    help=msgid("Note that somebody is back; the start number stays."),
    examples=("hearts-admin event return Anna --round 4",),
)
def come_back(
    run: Invocation,
    names: options.Names,
    round_: options.FromRound = None,
    event: options.Event = None,
) -> None:
    """Note that somebody is back."""
    from hearts_admin.services.events.attendance import come_back as note_return

    with run.store() as store:
        done = note_return(store, run.actor(), event, names, round_)
    _conclude(run, done)


@verb(
    app,
    "leave",
    CHANGING,
    help=msgid("Note who leaves, or does not come; finished rounds do not change."),
    examples=("hearts-admin event leave Bram", "hearts-admin event leave Cor --notice --round 1"),
)
def leave(
    run: Invocation,
    names: options.Names,
    round_: options.FromRound = None,
    notice: Notice = False,
    event: options.Event = None,
) -> None:
    """Note who leaves."""
    from hearts_admin.services.events.attendance import depart

    with run.store() as store:
        done = depart(store, run.actor(), event, names, round_=round_, noticed=notice)
    _conclude(run, done)


@verb(
    app,
    "substitute",
    CORRECTING,
    help=msgid("Have somebody play for an entrant; the entrant keeps the place in the standings."),
    examples=(
        "hearts-admin event substitute Anna Erik",
        "hearts-admin event substitute Anna --clear --round 3",
    ),
)
def substitute(
    run: Invocation,
    name: Annotated[
        str, typer.Argument(help=msgid("Who does not play."), metavar=msgid("ENTRANT"))
    ],
    other: Annotated[
        str | None,
        typer.Argument(help=msgid("Who plays for them."), metavar=msgid("SUBSTITUTE")),
    ] = None,
    clear: Annotated[bool, typer.Option("--clear", help=msgid("The entrant plays again."))] = False,
    round_: options.Round = None,
    event: options.Event = None,
) -> None:
    """Set or clear a substitute."""
    if clear == (other is not None):
        if clear:
            raise UsageFault("cli.exclusive", option="--clear", other=str(other))
        raise UsageFault("cli.missing", name="SUBSTITUTE")

    from hearts_admin.services.events.substitutes import substitute as set_substitute

    with run.store() as store:
        done = set_substitute(store, run.actor(), event, name, other, round_=round_)
    _conclude(run, done)


@verb(
    app,
    "apart",
    CHANGING,
    help=msgid("Keep two people from sitting at one table."),
    examples=(
        "hearts-admin event apart Anna Bram",
        "hearts-admin event apart Anna Bram --everywhere",
    ),
)
def apart(
    run: Invocation,
    one: Annotated[str, typer.Argument(help=msgid("The one."), metavar=msgid("NAME"))],
    other: Annotated[str, typer.Argument(help=msgid("The other."), metavar=msgid("NAME"))],
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help=msgid("In every event, not only in this one."))
    ] = False,
    clear: Annotated[bool, typer.Option("--clear", help=msgid("They may meet again."))] = False,
    event: options.Event = None,
) -> None:
    """Keep two people apart."""
    from hearts_admin.services.events.attendance import keep_apart

    with run.store() as store:
        done = keep_apart(
            store, run.actor(), event, (one, other), everywhere=everywhere, clear=clear
        )
    text = run.language.text

    def write() -> None:
        if not done.pairs:
            run.out.line(text("Nobody is kept apart."))
        write_apart(run, done.pairs)

    run.show(done, write)
    effects.conclude(run, done.change)


def _conclude(run: Invocation, done: "Attended") -> None:
    run.show(done, lambda: _write(run, done))
    effects.warnings(run, done.remarks)
    effects.conclude(run, done.change)


def _write(run: Invocation, done: "Attended") -> None:
    text = run.language.text
    effects.names(run, text("Added:"), done.added)
    for each in done.entrants:
        name = f"{each.number:3}  {each.player}"
        if each.substitute is not None:
            said = text("{name}: {other} plays", name=name, other=each.substitute)
        elif not each.present:
            said = text("{name}: not there", name=name)
        elif each.role == "fill_in":
            said = text("{name}: makes up the number", name=name)
        else:
            said = name
        run.out.line(said)
    for name in done.others:
        run.out.line(text("{name}: not there", name=f"     {name}"))
    run.out.line(
        run.language.plural(
            "{event}, from round {round} on: {n} to be seated.",
            "{event}, from round {round} on: {n} to be seated.",
            done.present,
            event=done.event,
            round=done.round,
        )
    )
