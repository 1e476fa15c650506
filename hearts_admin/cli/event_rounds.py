"""`hearts-admin event`: draws, and the course of a round."""

from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, words
from hearts_admin.cli import eventoptions as options
from hearts_admin.cli.event import write_head, write_round
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, CORRECTING, SHOWING, noun, verb
from hearts_admin.errors import UsageFault
from hearts_admin.messages.values import DEEDS, STAGES
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hearts_admin.services.events.drawing import Drawn
    from hearts_admin.services.events.planning import Planned
    from hearts_admin.services.events.proving import Proof
    from hearts_admin.services.events.rounds import RoundDone

app = noun()

Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        parser=words.any_number,
        help=msgid("Any whole number: the same seed gives the same people the same draw."),
        metavar=msgid("NUMBER"),
    ),
]
_GUARDS = {"safe": msgid("safe"), "reason": msgid("with a reason"), "refused": msgid("refused")}


@verb(
    app,
    "draw",
    CORRECTING,
    help=msgid("Draw who sits where: the next round, or all that are left."),
    examples=(
        "hearts-admin event draw",
        "hearts-admin event draw --all --seed 7",
        "hearts-admin event draw --again --method standings",
        'hearts-admin event draw --table "Anna,Bram,Cor,Dina" --table "Eva,Fred,Gijs,Hans"',
        "hearts-admin event draw --verify",
    ),
)
def draw(
    run: Invocation,
    event: options.EventName = None,
    all_: Annotated[bool, typer.Option("--all", help=msgid("Every round that is left."))] = False,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help=msgid(
                "Draw again what has not been played: afresh, or where people came or went near "
                "the earlier draw (with --seed or --method afresh, too)."
            ),
        ),
    ] = False,
    method: options.Method = None,
    seed: Seed = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            help=msgid("By hand: the names at a table in seat order, with commas; for each table."),
            metavar=msgid("NAMES"),
        ),
    ] = None,
    sitting_out: Annotated[
        str | None,
        typer.Option(
            "--sitting-out",
            help=msgid("By hand: who has no table, with commas."),
            metavar=msgid("NAMES"),
        ),
    ] = None,
    verify: Annotated[
        bool,
        typer.Option("--verify", help=msgid("Prove the draws that are stored, and draw nothing.")),
    ] = False,
) -> int | None:
    """Draw rounds, or prove draws."""
    if verify:
        given = {
            "--all": all_, "--again": again, "--method": method, "--seed": seed is not None,
            "--table": table, "--sitting-out": sitting_out,
        }  # fmt: skip
        for other in (option for option, value in given.items() if value):
            raise UsageFault("cli.exclusive", option="--verify", other=other)
        return _verify(run, event)
    if table and (method or seed is not None or all_):
        raise UsageFault("cli.exclusive", option="--table", other="--method/--seed/--all")
    if sitting_out and not table:
        raise UsageFault("cli.missing", name="--table")

    from hearts_admin.services.events.drawing import DrawWish, draw_rounds

    wish = DrawWish(
        all=all_,
        again=again,
        method=method,
        seed=seed,
        tables=tuple(words.several(each) for each in table or ()),
        sitting_out=words.several(sitting_out or ""),
    )
    with run.store() as store:
        drawn = draw_rounds(store, run.actor(), event, wish)
    _conclude(run, drawn)
    return None


def _verify(run: Invocation, event: str | None) -> int:
    from hearts_admin.services.events.proving import verify_draws

    with run.store() as store:
        proofs = verify_draws(store, run.clock, event)
    run.show(proofs, lambda: run.out.table(_proof_table(run, proofs)))
    return int(any(proof.proved is False for proof in proofs))


def _proof_table(run: Invocation, proofs: "tuple[Proof, ...]") -> Table:
    text = run.language.text
    columns = (
        Column("round", text("Round"), "number"),
        Column("method", text("Method")),
        Column("seed", text("Seed"), "number"),
        Column("version", text("Algorithm"), "number"),
        Column("proved", text("Proved")),
        Column("inputs", text("Drawn from what holds today")),
    )

    def said(value: bool | None) -> str | None:
        return None if value is None else text("yes") if value else text("no")

    rows = [
        (p.round, _method(run, p.method), p.seed, p.version,
         said(p.proved), said(p.inputs))
        for p in proofs
    ]  # fmt: skip
    return Table(columns, rows)


def _method(run: Invocation, method: str | None) -> str | None:
    """How a round was drawn, in words."""
    from hearts_admin.cli.settingwords import METHODS
    from hearts_admin.services.events.drawing import BY_HAND

    if method == BY_HAND:
        return run.language.text("by hand")
    return None if method is None else run.language.text(METHODS.get(method, method))


def _conclude(run: Invocation, drawn: "Drawn") -> None:
    run.show(drawn, lambda: _write_drawn(run, drawn))
    effects.warnings(run, drawn.remarks)
    effects.conclude(run, drawn.change)


def _write_drawn(run: Invocation, drawn: "Drawn") -> None:
    text = run.language.text
    for at, each in enumerate(drawn.rounds):
        if at:
            run.out.line()
        write_round(run, each)
        seed = "" if each.seed is None else text(", seed {seed}", seed=each.seed)
        method = _method(run, each.method)
        run.out.line(text("Drawn: {method}{seed}", method=method, seed=seed))
    run.out.line()
    write_quality(run, drawn.quality)


def write_quality(run: Invocation, quality: "Mapping[str, object]") -> None:
    """Write how good a seating is."""
    text = run.language.text
    meetings = quality["meetings"]
    assert isinstance(meetings, dict)  # noqa: S101 - as `Quality.as_dict` makes it
    shown = ", ".join(
        run.language.plural("{n} pair {times}x", "{n} pairs {times}x", pairs, times=times)
        for times, pairs in meetings.items()
    )
    run.out.details(
        (text("Meetings"), shown or "-"),
        (text("Beyond an even spread"), quality["excess"]),
        (text("No draw has fewer than"), quality["bound"]),
        (text("Meets in two rounds running"), quality["back_to_back"]),
        (text("Seats differ by at most"), quality["seat_imbalance"]),
        (text("Sit-outs differ by at most"), quality["sit_out_imbalance"]),
        (text("Passes to the same neighbour again"), quality["same_pass"]),
    )


@verb(
    app,
    "swap",
    CORRECTING,
    help=msgid("Have two people change seats in a round that is drawn."),
    examples=('hearts-admin event swap Anna Bram --reason "sat down wrongly"',),
)
def swap(
    run: Invocation,
    one: Annotated[str, typer.Argument(help=msgid("The one."), metavar=msgid("NAME"))],
    other: Annotated[str, typer.Argument(help=msgid("The other."), metavar=msgid("NAME"))],
    round_: options.Round = None,
    event: options.Event = None,
) -> None:
    """Swap two seats."""
    from hearts_admin.services.events.drawing import swap_seats

    with run.store() as store:
        drawn = swap_seats(store, run.actor(), event, (one, other), round_)
    _conclude(run, drawn)


@verb(
    app,
    "start",
    CHANGING,
    help=msgid("Start a round that is drawn (the first result starts it too)."),
    examples=("hearts-admin event start",),
)
def start(run: Invocation, event: options.EventName = None, round_: options.Round = None) -> None:
    """Start a round."""
    from hearts_admin.services.events.rounds import start_round

    with run.store() as store:
        done = start_round(store, run.actor(), event, round_)
    _write_done(run, done)


@verb(
    app,
    "close",
    CHANGING,
    help=msgid("Close a round whose results are all in; then it changes by corrections only."),
    examples=("hearts-admin event close", "hearts-admin event close --round 2"),
)
def close(run: Invocation, event: options.EventName = None, round_: options.Round = None) -> None:
    """Close a round."""
    from hearts_admin.services.events.rounds import close_round

    with run.store() as store:
        done = close_round(store, run.actor(), event, round_)
    _write_done(run, done)


@verb(
    app,
    "reopen",
    CORRECTING,
    help=msgid("Open a closed round again, and with it an event that was finished."),
    examples=('hearts-admin event reopen --round 2 --reason "a table was entered twice"',),
)
def reopen(run: Invocation, event: options.EventName = None, round_: options.Round = None) -> None:
    """Reopen a round."""
    from hearts_admin.services.events.rounds import reopen as reopen_round

    with run.store() as store:
        done = reopen_round(store, run.actor(), event, round_)
    _write_done(run, done)


@verb(
    app,
    "finish",
    CHANGING,
    help=msgid("Close the event with all its rounds."),
    examples=("hearts-admin event finish",),
)
def finish(run: Invocation, event: options.EventName = None) -> None:
    """Finish an event."""
    from hearts_admin.services.events.rounds import finish_event

    with run.store() as store:
        done = finish_event(store, run.actor(), event)
    run.show(done, lambda: write_head(run, done.event))
    effects.warnings(run, done.remarks)
    effects.conclude(run, done.change)


def _write_done(run: Invocation, done: "RoundDone") -> None:
    run.show(done, lambda: write_round(run, done.round))
    effects.warnings(run, done.remarks)
    effects.conclude(run, done.change)


@verb(
    app,
    "guards",
    SHOWING,
    help=msgid("What may be done to a round when: safe, with a reason, or refused."),
)
def guards(run: Invocation) -> None:
    """Show the table of guards."""
    from hearts_admin.services.events.guards import GUARDS, ROUND_STATES

    text = run.language.text
    states = ROUND_STATES
    columns = (
        Column("action", text("Action")),
        *(Column(state, text(STAGES[state])) for state in states),
    )
    rows = [
        (text(DEEDS[action]), *(text(_GUARDS[row[state]]) for state in states))
        for action, row in GUARDS.items()
    ]
    run.show({k: dict(v) for k, v in GUARDS.items()}, lambda: run.out.table(Table(columns, rows)))


@verb(
    app,
    "plan",
    SHOWING,
    help=msgid("Plan a seating for any number of players; needs no database."),
    examples=("hearts-admin event plan --players 20 --rounds 5 --seed 1",),
)
def plan(
    run: Invocation,
    players: Annotated[
        int,
        typer.Option(
            "--players",
            parser=words.above_zero,
            help=msgid("How many players."),
            metavar=msgid("COUNT"),
        ),
    ],
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            parser=words.above_zero,
            help=msgid("How many rounds."),
            metavar=msgid("COUNT"),
        ),
    ],
    seed: Seed = None,
    remainder: options.Remainder = None,
) -> None:
    """Plan a seating."""
    from hearts_admin.services.events.planning import plan_seating

    planned = plan_seating(players, rounds, seed or 0, remainder or "sit_out")
    run.show(planned.as_dict(), lambda: _write_plan(run, planned))


def _write_plan(run: Invocation, planned: "Planned") -> None:
    text = run.language.text
    columns = (
        Column("round", text("Round"), "number"),
        Column("table", text("Table"), "number"),
        *(Column(letter, letter, "number") for letter in "NESW"),
    )
    rows = [
        (number, table, *(seat or None for seat in seats))
        for number, round_ in enumerate(planned.rounds, start=1)
        for table, seats in enumerate(round_.tables, start=1)
    ]
    run.out.table(Table(columns, rows))
    for number, round_ in enumerate(planned.rounds, start=1):
        if round_.sitting_out:
            out = ", ".join(map(str, round_.sitting_out))
            run.out.line(text("Round {round}: {names} sitting out", round=number, names=out))
    write_quality(run, planned.quality)
