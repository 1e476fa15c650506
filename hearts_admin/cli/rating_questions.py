"""`hearts-admin rating calc`, `what-if`, `statement`: what would happen, how it came about."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.rating_adjust import shown_evidence
from hearts_admin.cli.ratingoptions import From, Player, Pool, To
from hearts_admin.cli.verbs import LISTING, SHOWING, noun, verb
from reports.language import Language, msgid
from reports.table import Cell, Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.calculator import Calculated
    from hearts_admin.services.statements import Statement, StatementLine
    from hearts_admin.services.whatif import WhatIf, WhatIfOutcome

app = noun()


@verb(
    app,
    "calc",
    LISTING,
    help=msgid("What a game between these ratings does; needs no database."),
    examples=(
        "hearts-admin rating calc 1452:1 1800:2 1100:3 1550:4",
        "hearts-admin rating calc 1500:4 1500:3 1500:2 1500:1 --portal-places",
    ),
)
def calc(
    run: Invocation,
    seats: Annotated[
        list[str],
        typer.Argument(
            help=msgid("Three or four ratings, each with its place; 1 is the winner."),
            metavar=msgid("RATING:PLACE"),
        ),
    ],
    portal_places: Annotated[
        bool,
        typer.Option(
            "--portal-places",
            help=msgid("The places are upside down, as the portal's calculator has them."),
        ),
    ] = False,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            help=msgid("A shipped policy: club (the default), app, portal."),
            metavar=msgid("POLICY"),
        ),
    ] = "club",
    switch: Annotated[
        list[str] | None,
        typer.Option(
            "--switch",
            help=msgid("A switch that is different, for example k=24."),
            metavar=msgid("SWITCH=VALUE"),
        ),
    ] = None,
) -> None:
    """Calculate a game."""
    from hearts_admin.services.calculator import calculate
    from hearts_admin.services.drafting import make_policy, read_switches, shipped_policy

    typed = words.rated_places(seats)
    switches = read_switches([words.policy_switch(word) for word in switch or ()])
    chosen = make_policy(shipped_policy(policy), switches)
    found = calculate(typed, chosen, portal_places=portal_places)
    run.list(found, _calc_table(run, found), "")


@verb(
    app,
    "what-if",
    LISTING,
    help=msgid("What a game between these four would do, however it ends."),
    examples=("hearts-admin rating what-if Anna Bram Cor Dina",),
)
def what_if(
    run: Invocation,
    players: Annotated[
        list[str], typer.Argument(help=msgid("Four players."), metavar=msgid("NAME"))
    ],
    ties: Annotated[
        bool, typer.Option("--ties", help=msgid("Shared places too: 75 ways instead of 24."))
    ] = False,
    date: Annotated[
        dt.date | None,
        typer.Option(
            "--date",
            parser=words.day,
            help=msgid("The club day of the game (else today)."),
            metavar=msgid("DATE"),
        ),
    ] = None,
    pool: Pool = None,
) -> None:
    """Show every outcome."""
    from hearts_admin.services.privacy import private_names
    from hearts_admin.services.whatif import what_if as ask

    with run.store() as store:
        found = ask(store, run.clock, players, date=date, pool=pool, ties=ties)
        initials = private_names(store) if run.asked.csv else {}
    if run.asked.json or run.asked.csv:
        run.list(found.outcomes, _outcome_csv(found, initials), "")
    else:
        _write_what_if(run, found)


@verb(
    app,
    "statement",
    SHOWING,
    help=msgid("A player's account: start, games, decay, adjustments, end."),
    examples=(
        "hearts-admin rating statement Anna",
        'hearts-admin rating statement "#17" --from 2026-01-01 --to 2026-03-31',
    ),
)
def statement(
    run: Invocation, player: Player, first: From = None, last: To = None, pool: Pool = None
) -> None:
    """Show an account."""
    from hearts_admin.services.statements import statement as ask

    with run.store() as store:
        found = ask(store, player, first, last, pool)
    run.show(found, lambda: _write_statement(run, found))


# -- calc and what-if ------------------------------------------------------------------------------


def exact(language: Language, number: str) -> str:
    """An exact change to two decimals, with its sign."""
    return language.signed(Decimal(number), 2)


def _calc_table(run: Invocation, found: Sequence["Calculated"]) -> Table:
    text, language = run.language.text, run.language
    columns = (
        Column("rating", text("Rating"), "number"),
        Column("place", text("Place"), "number"),
        Column("exact", text("Exact"), "decimal", 15),
        Column("delta", text("Change"), "change"),
        Column("new", text("New rating"), "number"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            each.rating,
            each.place,
            Decimal(each.exact) if run.asked.csv else language.signed(Decimal(each.exact), 4),
            each.delta,
            each.new,
        )
        for each in found
    ]
    return Table(columns, rows)


def _write_what_if(run: Invocation, found: "WhatIf") -> None:
    language, text = run.language, run.language.text
    run.out.line(
        text("A game on {date}, rating list {pool}:", date=found.date.isoformat(), pool=found.pool)
    )
    for seat in found.seats:
        if seat.rating is None:
            run.out.line(text("  {player} does not count", player=seat.player))
        elif seat.decay:
            run.out.line(
                text(
                    "  {player} {rating}, after decay of {decay}",
                    player=seat.player,
                    rating=seat.rating,
                    decay=seat.decay,
                )
            )
        else:
            run.out.line(f"  {seat.player} {seat.rating}")
    run.out.line()
    counting = [seat.player for seat in found.seats if seat.rating is not None]
    columns = (
        Column("order", text("If they finish")),
        *(Column(f"player{number}", name) for number, name in enumerate(counting, start=1)),
    )
    rows = [
        (
            _finish(outcome),
            *(
                f"{language.signed(each.delta):>3} ({exact(language, each.exact)})"
                for each in outcome.players
            ),
        )
        for outcome in sorted(found.outcomes, key=_as_they_finish)
    ]
    run.out.table(Table(columns, rows))


def _as_they_finish(outcome: "WhatIfOutcome") -> list[int]:
    """Orders that begin with the same winner stand together."""
    return sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])


def _finish(outcome: "WhatIfOutcome") -> str:
    """The order of finishing; who shares a place is joined by =."""
    places = sorted(outcome.places)
    written = outcome.order[0]
    for name, place, before in zip(outcome.order[1:], places[1:], places, strict=False):
        written += f" = {name}" if place == before else f", {name}"
    return written


def _outcome_csv(found: "WhatIf", initials: Mapping[str, str]) -> Table:
    """For programs: a row a player of each outcome."""
    keys = ("outcome", "player", "rating", "place", "exact", "delta", "new")
    rows = [
        (
            number,
            initials.get(each.player, each.player),
            each.rating,
            each.place,
            Decimal(each.exact),
            each.delta,
            each.new,
        )
        for number, outcome in enumerate(found.outcomes, start=1)
        for each in outcome.players
    ]
    columns = tuple(Column(key, key, "decimal" if key == "exact" else "text", 15) for key in keys)
    return Table(columns, rows)


# -- statement -------------------------------------------------------------------------------------


def _write_statement(run: Invocation, found: "Statement") -> None:
    language, text = run.language, run.language.text
    first = found.first.isoformat() if found.first else text("the beginning")
    last = found.last.isoformat() if found.last else text("now")
    run.out.line(
        text(
            "{player}, rating list {pool}, from {first} to {last}",
            player=found.player,
            pool=found.pool,
            first=first,
            last=last,
        )
    )
    if found.after is None:
        run.out.line(text("There is no account yet."))
        return
    run.out.line()
    run.out.table(_statement_table(run, found))
    run.out.line()
    titles = {
        "start": text("start"),
        "won": text("won"),
        "lost": text("lost"),
        "decay": text("decay"),
        "open_decay": text("decay not booked yet"),
        "adjustment": text("adjustments"),
        "refund": text("refunds"),
    }
    sums = [f"{titles[cause]} {language.signed(points)}" for cause, points in found.sums.items()]
    run.out.line(
        language.plural("{n} game: {sums}", "{n} games: {sums}", found.games, sums=", ".join(sums))
        if sums
        else text("Nothing was booked in this period.")
    )
    if found.shown != found.after:
        run.out.line(text("In the standings after decay: {rating}", rating=found.shown))


def _statement_table(run: Invocation, found: "Statement") -> Table:
    text = run.language.text
    columns = (
        Column("date", text("Date"), "date"),
        Column("cause", text("What")),
        Column("result", text("Result"), "number"),
        Column("place", text("Place"), "number"),
        Column("table", text("The table, or why")),
        Column("change", text("Change"), "change"),
        Column("after", text("Rating"), "number"),
    )
    rows: list[tuple[Cell, ...]] = []
    if found.before is not None:
        rows.append((None, text("brought forward"), None, None, "", None, found.before))
    rows += [_line(run, line) for line in found.lines]
    rows.append((None, text("end"), None, None, "", None, found.after))
    return Table(columns, rows)


def _line(run: Invocation, line: "StatementLine") -> tuple[Cell, ...]:
    text = run.language.text
    causes = {
        "start": text("start"),
        "game": text("game"),
        "decay": text("decay"),
        "open_decay": text("decay not booked yet"),
        "adjustment": text("adjustment"),
        "refund": text("refund"),
    }
    why = ", ".join(line.table)
    if line.reason:
        why = f"{line.reason} [{shown_evidence(line.evidence)}]" if line.evidence else line.reason
    change = None if line.cause == "start" else line.change
    return line.date, causes[line.cause], line.result, line.place, why, change, line.after
