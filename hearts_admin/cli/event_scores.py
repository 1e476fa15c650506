"""`hearts-admin event`: results at the desk, standings, penalties, the final."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli import eventoptions as options
from hearts_admin.cli.event import write_head
from hearts_admin.cli.eventnotes import penalty_table
from hearts_admin.cli.gameoptions import Places, Sheet, Unchecked
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.placemoves import write_moved
from hearts_admin.cli.verbs import CHANGING, CORRECTING, LISTING, noun, verb
from hearts_admin.errors import UsageFault
from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts_admin.services.events.standing import Penalized
    from hearts_admin.services.views import Recorded

app = noun()


@verb(
    app,
    "enter",
    CHANGING,
    help=msgid("Enter the results of the tables as they come in, the next open one proposed."),
    examples=("hearts-admin event enter", "hearts-admin event enter --round 2 < round2.txt"),
)
def enter(
    run: Invocation,
    event: options.EventName = None,
    round_: options.Round = None,
    places: Places = False,
) -> int:
    """Enter the results of an event."""
    from hearts_admin.cli.enter import Terms
    from hearts_admin.cli.event_enter import EventEvening
    from hearts_admin.services.events.entry import event_terms

    with run.store() as store:
        agreed = event_terms(store, run.clock, event)
        rules = agreed.rules if agreed.rules is not None else "none"
        terms = Terms(rules, None, places, agreed.target, add_players=False, deals=agreed.deals)
        return EventEvening(run, store, terms, event, round_).run_through()


@verb(
    app,
    "record",
    CHANGING,
    help=msgid("Record one table: its players in any order, a score sheet, or a log."),
    examples=(
        "hearts-admin event record Anna=23 Bram=45 Cor=78 Dina=114",
        "hearts-admin event record --sheet table3.csv",
        "hearts-admin event record --log table3.hjl",
    ),
)
def record(
    run: Invocation,
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            help=msgid("The players of the table with their points, in any order."),
            metavar=msgid("NAME=POINTS"),
        ),
    ] = None,
    sheet: Sheet = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", help=msgid("A log of the cards instead."), metavar=msgid("FILE")),
    ] = None,
    places: Places = False,
    unchecked: Unchecked = None,
    round_: options.Round = None,
    event: options.Event = None,
) -> None:
    """Record one table."""
    given = [bool(seats), sheet is not None, log is not None]
    if sum(given) == 0:
        raise UsageFault("cli.missing", name="NAME=POINTS")
    if sum(given) > 1:
        raise UsageFault("cli.exclusive", option="--sheet/--log", other="NAME=POINTS")

    from hearts_admin.services.events import entry as desk

    with run.store() as store:
        if log is not None:
            from hearts_admin.services.judging import check_file

            terms = desk.event_terms(store, run.clock, event)
            done, change = desk.record_logs(
                store, run.actor(), event, check_file(log, terms.rules), round_
            )
        elif sheet is not None:
            recorded = desk.record_sheet(store, run.actor(), run.clock, event, sheet, round_)
            done, change = (recorded,), recorded.change
        else:
            typed = words.table_seats(seats or ())
            result = desk.TableResult(typed, places, round_, unchecked=unchecked)
            recorded = desk.record_table(store, run.actor(), event, result)
            done, change = (recorded,), recorded.change
    run.show(done if log is not None else done[0], lambda: _write_recorded(run, done))
    for each in done:
        effects.warnings(run, each.remarks)
    effects.conclude(run, change)


def _write_recorded(run: Invocation, done: "Sequence[Recorded]") -> None:
    for each in done:
        effects.checks(run, each.remarks)
        run.out.line(effects.headline(run, each.result))
        if (at := each.at) is not None:
            run.out.line(
                run.language.text(
                    "{event}, round {round}, table {table}",
                    event=at.event,
                    round=at.round,
                    table=at.table,
                )
            )
        run.out.table(moves.rated_table(run, each.result, each.movements))


@verb(
    app,
    "standings",
    LISTING,
    help=msgid("The standings of an event after its complete rounds, and why who is above whom."),
    examples=(
        "hearts-admin event standings",
        'hearts-admin event standings "Spring cup" --after 4 --csv',
    ),
)
def standings(
    run: Invocation,
    event: options.EventName = None,
    after: Annotated[
        int | None,
        typer.Option(
            "--after",
            parser=words.above_zero,
            help=msgid("As they stood after this round, by today's results."),
            metavar=msgid("ROUND"),
        ),
    ] = None,
) -> None:
    """Show the standings."""
    from hearts_admin.services.events.reporting import event_standings
    from reports.standings_json import event_json
    from reports.standings_text import event_bulletin
    from reports.tables.event import event_table

    with run.store() as store:
        shown, remarks = event_standings(
            store, run.clock, event, after=after, printed=run.asked.csv
        )
    if run.asked.json:
        run.out.json(event_json(shown))
    elif run.asked.csv:
        run.out.csv(event_table(shown, run.language))
    else:
        run.out.line(event_bulletin(shown, run.language).rstrip("\n"))
    effects.warnings(run, remarks)


@verb(
    app,
    "penalty",
    CORRECTING,
    help=msgid("Take points off somebody's standing, with a reason; ratings stay as they are."),
    examples=(
        'hearts-admin event penalty Anna --points 10 --reason "late three times"',
        'hearts-admin event penalty --cancel 2 --reason "a mistake"',
    ),
)
def penalty(
    run: Invocation,
    name: Annotated[
        str | None, typer.Argument(help=msgid("Whom it strikes."), metavar=msgid("NAME"))
    ] = None,
    points: Annotated[
        str | None,
        typer.Option(
            "--points",
            help=msgid("How many, in the points of the standings; --points=-2 gives them."),
            metavar=msgid("POINTS"),
        ),
    ] = None,
    round_: Annotated[
        int | None,
        typer.Option(
            "--round",
            parser=words.above_zero,
            help=msgid("The round it belongs to (else the event as a whole)."),
            metavar=msgid("NUMBER"),
        ),
    ] = None,
    cancel: Annotated[
        int | None,
        typer.Option(
            "--cancel",
            parser=words.above_zero,
            help=msgid("Take this penalty back, by its number."),
            metavar=msgid("NUMBER"),
        ),
    ] = None,
    event: options.Event = None,
) -> None:
    """Give or cancel a penalty."""
    from hearts_admin.services.events.standing import cancel_penalty, penalize

    with run.store() as store:
        if cancel is not None:
            for other in (name, points and "--points", round_ and "--round"):
                if other:
                    raise UsageFault("cli.exclusive", option="--cancel", other=other)
            done = cancel_penalty(store, run.actor(), event, cancel)
        else:
            if name is None or points is None:
                raise UsageFault("cli.missing", name="NAME --points")
            done = penalize(store, run.actor(), event, name, points, round_)
    run.show(done, lambda: _write_penalties(run, done))
    effects.conclude(run, done.change)


def _write_penalties(run: Invocation, done: "Penalized") -> None:
    if done.penalties:
        run.out.table(penalty_table(run, done.penalties))
    else:
        run.out.line(run.language.text("There are no penalties."))
    write_moved(run, done.moved)


@verb(
    app,
    "final",
    CHANGING,
    help=msgid("End the preliminary rounds: the best go on to a final."),
    examples=(
        "hearts-admin event final --size 4",
        "hearts-admin event final --size 8 --carry-over --rounds 2",
    ),
)
def final(
    run: Invocation,
    event: options.EventName = None,
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            parser=words.above_zero,
            help=msgid("How many go on (else 4)."),
            metavar=msgid("COUNT"),
        ),
    ] = None,
    carry_over: Annotated[
        bool, typer.Option("--carry-over", help=msgid("They keep what they have."))
    ] = False,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            parser=words.above_zero,
            help=msgid("How many rounds the final has (else 1)."),
            metavar=msgid("COUNT"),
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help=msgid("Who goes on, where a shared place straddles the cut; for each."),
            metavar=msgid("NAME"),
        ),
    ] = None,
) -> None:
    """Cut to a final."""
    from hearts_admin.services.events.standing import cut_to_final

    with run.store() as store:
        done = cut_to_final(
            store,
            run.actor(),
            event,
            size or 4,
            carry=carry_over,
            rounds=rounds or 1,
            names=tuple(player or ()),
        )

    def write() -> None:
        write_head(run, done.event)
        names = ", ".join(done.finalists)
        run.out.line(run.language.text("In the final: {names}", names=names))

    run.show(done, write)
    effects.warnings(run, done.remarks)
    effects.conclude(run, done.change)
