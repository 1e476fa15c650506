"""`hearts-admin change`: what was changed, by whom, when and why; and undoing it."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hearts_admin.cli import effects, moves, words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CORRECTING, LISTING, SHOWING, noun, verb
from hearts_admin.services.views import ChangeView
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.audit import ChangeDetail, ChangedFact

app = noun()


@verb(
    app,
    "list",
    LISTING,
    help=msgid("List what was changed, by whom, when and why."),
    examples=(
        "hearts-admin change list --from 2026-03-01",
        'hearts-admin change list --player "Anna de Vries" --csv',
    ),
)
def list_(
    run: Invocation,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            help=msgid("Only what touched this player or a game they sat in."),
            metavar=msgid("NAME"),
        ),
    ] = None,
    since: Annotated[
        dt.date | None,
        typer.Option(
            "--from",
            parser=words.day,
            help=msgid("Only what was changed on or after this day, written 2026-03-14."),
            metavar=msgid("DATE"),
        ),
    ] = None,
) -> None:
    """List changes."""
    from hearts_admin.services.audit import list_changes

    with run.store() as store:
        changes = list_changes(store, player=player, since=since)
    run.list(changes, _table(run, changes), run.language.text("Nothing was changed."))


@verb(app, "show", SHOWING, help=msgid("Show a change: everything it touched, before and after."))
def show(
    run: Invocation,
    number: Annotated[
        int,
        typer.Argument(
            parser=words.above_zero,
            help=msgid("The change's number, as listed."),
            metavar=msgid("NUMBER"),
        ),
    ],
) -> None:
    """Show a change."""
    from hearts_admin.services.audit import show_change

    with run.store() as store:
        detail = show_change(store, number)
    run.show(detail, lambda: _write(run, detail))


@verb(
    app,
    "undo",
    CORRECTING,
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
        moves.write_effect(run, undone.movements, undone.unmoved)

    run.show(undone, write)
    effects.warnings(run, undone.remarks)
    effects.conclude(run, undone.change)


def _table(run: Invocation, changes: Iterable[ChangeView]) -> Table:
    text = run.language.text
    columns = (
        Column("id", text("Number"), "number"),
        Column("at_utc", text("When")),
        Column("who", text("By")),
        Column("command", text("Command")),
        Column("reason", text("Reason")),
    )
    rows = []
    for each in changes:
        when = each.at_utc if run.asked.csv else effects.moment(each.at_utc)
        rows.append((each.id, when, each.who, each.command, each.reason))
    return Table(columns, rows)


def _write(run: Invocation, detail: "ChangeDetail") -> None:
    text = run.language.text
    change = detail.change
    run.out.details(
        (text("Change number"), change.id),
        (text("Command"), change.command),
        (text("By"), change.who),
        (text("When"), effects.moment(change.at_utc)),
        (text("Reason"), change.reason or None),
        (text("Undoes"), detail.undoes),
        (text("Undone by"), detail.undone_by),
        (text("Seal"), detail.hash),
    )
    for fact in detail.facts:
        run.out.line()
        _write_fact(run, fact)


def _write_fact(run: Invocation, fact: "ChangedFact") -> None:
    """A fact that came, went, or differs in some of what is known of it."""
    text = run.language.text
    title = f"{fact.kind} {fact.id}"
    if fact.before is None:
        run.out.line(f"{title}: {text('new')}")
        _write_values(run, fact.after or {})
    elif fact.after is None:
        run.out.line(f"{title}: {text('gone')}")
        _write_values(run, fact.before)
    else:
        run.out.line(f"{title}: {text('changed')}")
        for key in fact.before.keys() | fact.after.keys():
            before, after = fact.before.get(key), fact.after.get(key)
            if before != after:
                run.out.line(f"  {key}: {_known(before)} -> {_known(after)}")


def _write_values(run: Invocation, values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        if value not in (None, "", False):
            run.out.line(f"  {key}: {value}")


def _known(value: object) -> object:
    return "-" if value is None else value
