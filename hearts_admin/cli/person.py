"""`hearts-admin player`: who is who; names, spellings, merging, forgetting."""

from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, moves
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CORRECTING, LISTING, noun, verb
from hearts_admin.messages.values import show
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.forgetting import Forgotten
    from hearts_admin.services.identity import PersonChanged

app = noun()

Name = Annotated[
    str,
    typer.Argument(help=msgid("A name, or #17: a member number."), metavar=msgid("NAME")),
]


@verb(
    app,
    "find",
    LISTING,
    help=msgid("Find players by what you remember of their names."),
    examples=("hearts-admin player find vries",),
)
def find(
    run: Invocation,
    part: Annotated[
        str, typer.Argument(help=msgid("Part of a name, in any spelling."), metavar="TEXT")
    ],
) -> None:
    """Find people."""
    from hearts_admin.services.finding import find_players

    with run.store() as store:
        found = find_players(store, part)
    text = run.language.text
    columns = (
        Column("name", text("Name")),
        Column("member_no", text("Member number")),
        Column("through", text("Found as")),
    )
    rows = [(person.name, person.member_no, person.through) for person in found]
    run.list(found, Table(columns, rows), text("Nobody is called so."))


@verb(
    app,
    "rename",
    CORRECTING,
    help=msgid("Give a player another name; the old one goes on leading to them."),
    examples=('hearts-admin player rename "Ana de Vries" "Anna de Vries"',),
)
def rename(
    run: Invocation,
    name: Name,
    new_name: Annotated[
        str, typer.Argument(help=msgid("The new name."), metavar=msgid("NEW_NAME"))
    ],
) -> None:
    """Give a player another name."""
    from hearts_admin.services.identity import rename_player

    with run.store() as store:
        _show(run, rename_player(store, run.actor(), name, new_name))


@verb(
    app,
    "alias",
    CORRECTING,
    help=msgid("Add another spelling under which a player is found, or take it away."),
    examples=(
        'hearts-admin player alias "Anna de Vries" Annie',
        "hearts-admin player alias Annie --remove",
    ),
)
def alias(
    run: Invocation,
    name: Name,
    spelling: Annotated[
        str | None, typer.Argument(help=msgid("The other spelling."), metavar=msgid("SPELLING"))
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help=msgid("Take this spelling away."))
    ] = False,
) -> None:
    """Add or remove an alias."""
    from hearts_admin.errors import UsageFault
    from hearts_admin.services.identity import add_alias, remove_alias

    if not remove and spelling is None:
        raise UsageFault("cli.missing", name=run.language.text("SPELLING"))
    with run.store() as store:
        if remove:
            _show(run, remove_alias(store, run.actor(), spelling or name))
        else:
            _show(run, add_alias(store, run.actor(), name, spelling or ""))


@verb(
    app,
    "change",
    CORRECTING,
    help=msgid("Set a player's member number, kind, and whether active or private."),
    examples=(
        'hearts-admin player change "Anna de Vries" --number 17',
        "hearts-admin player change Bram --inactive --private",
    ),
)
def change(
    run: Invocation,
    name: Name,
    number: Annotated[
        str | None,
        typer.Option(
            "--number", help=msgid('The member number; "" for none.'), metavar=msgid("NUMBER")
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            help=msgid("member, guest or computer; for games from now on."),
            metavar=msgid("KIND"),
        ),
    ] = None,
    active: Annotated[
        bool | None, typer.Option("--active/--inactive", help=msgid("Whether they still come."))
    ] = None,
    private: Annotated[
        bool | None,
        typer.Option(
            "--private/--public", help=msgid("Whether everything exported shows initials only.")
        ),
    ] = None,
) -> None:
    """Set what is known of a player."""
    from hearts_admin.services.identity import describe_player

    with run.store() as store:
        changed = describe_player(
            store,
            run.actor(),
            name,
            member_no=number,
            kind=kind,
            active=active,
            private=private,
        )
    _show(run, changed)


@verb(
    app,
    "merge",
    CORRECTING,
    help=msgid("Make two entries one player: all games count for the one that is kept."),
    examples=('hearts-admin player merge "Anna de Vries" --other "A. de Vries" --dry-run',),
)
def merge(
    run: Invocation,
    keep: Name,
    other: Annotated[
        list[str],
        typer.Option(
            "--other",
            help=msgid("The entry that is the same person; more than one is fine."),
            metavar=msgid("NAME"),
        ),
    ],
) -> None:
    """Merge entries into one player."""
    from hearts_admin.services.identity import merge_players

    with run.store() as store:
        _show(run, merge_players(store, run.actor(), keep, other), moved=True)


@verb(
    app,
    "unmerge",
    CORRECTING,
    help=msgid("Take a merge back: the entry is a player of its own again."),
    examples=('hearts-admin player unmerge "A. de Vries"',),
)
def unmerge(run: Invocation, name: Name) -> None:
    """Take a merge back."""
    from hearts_admin.services.identity import unmerge_player

    with run.store() as store:
        _show(run, unmerge_player(store, run.actor(), name), moved=True)


@verb(
    app,
    "forget",
    CORRECTING,
    help=msgid("Erase a person's name everywhere, for good; totals stay exact."),
    examples=('hearts-admin player forget "Anna de Vries" --dry-run',),
)
def forget(run: Invocation, name: Name) -> None:
    """Erase a person's name."""
    from hearts_admin.services.forgetting import forget_player

    with run.store() as store:
        forgotten = forget_player(store, run.actor(), name)
    run.show(forgotten, lambda: _write_forgotten(run, forgotten))
    if run.asked.dry_run or forgotten.change is None:
        effects.conclude(run, None)


def _show(run: Invocation, changed: "PersonChanged", *, moved: bool = False) -> None:
    def write() -> None:
        run.out.line(changed.name)
        for key in dict.fromkeys((*changed.before, *changed.after)):
            before, after = (_known(run, x.get(key)) for x in (changed.before, changed.after))
            run.out.line(f"  {_title(run, key)}: {before} -> {after}")
        if moved:
            moves.write_effect(run, changed.movements, changed.unmoved)

    run.show(changed, write)
    effects.conclude(run, changed.change)


def _title(run: Invocation, key: str) -> str:
    text = run.language.text
    titles = {
        "name": text("Name"),
        "member_no": text("Member number"),
        "kind": text("Kind"),
        "active": text("Active"),
        "private": text("Private"),
        "aliases": text("Other spellings"),
        "merged": text("Merged"),
        "merged into": text("Merged into"),
    }
    return titles.get(key, key)


def _known(run: Invocation, value: object) -> str:
    """A value as people write it; nothing is a dash."""
    if value in (None, "", (), []):
        return "-"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return show(value, run.language)


def _write_forgotten(run: Invocation, forgotten: "Forgotten") -> None:
    text, number = run.language.text, run.language.number
    run.out.details(
        (text("Called from now on"), forgotten.name),
        (text("Results"), number(forgotten.results)),
        (text("Texts erased"), number(forgotten.texts)),
        (text("Logs rewritten"), number(forgotten.logs)),
        (text("Files dropped"), number(forgotten.dropped) if forgotten.dropped else None),
        (text("Fingerprint until now"), forgotten.fingerprint_before),
        (text("Fingerprint from now on"), forgotten.fingerprint),
    )
    run.out.line(text("This cannot be undone. Backups made before keep the name."))
    for copy in forgotten.copies:
        run.out.line(f"  {copy}")
    if not forgotten.compacted and not run.asked.dry_run:
        run.out.line(
            text(
                "The file still holds traces in unused space; forget {name} once more.",
                name=forgotten.name,
            )
        )
    if forgotten.movements:
        moves.write_effect(run, forgotten.movements, ())
