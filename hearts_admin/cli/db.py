"""`hearts-admin db`: the database itself."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects
from hearts_admin.cli.faults import DONE, PROBLEMS_FOUND
from hearts_admin.cli.hints import with_database
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, SHOWING, noun, verb
from reports.language import msgid

if TYPE_CHECKING:
    from hearts_admin.services.audit import CheckReport
    from hearts_admin.services.backup import DatabaseInfo

app = noun()

FAULTS = {
    "hash": msgid("a change, or a row that it opened or closed, was altered or deleted"),
    "link": msgid("a change is missing, or out of order"),
    "seal": msgid("a text was altered"),
    "erased": msgid("a text stands where one was erased"),
    "order": msgid("an order key does not follow from its row"),
    "reference": msgid("a reference leads nowhere"),
    "fact": msgid("it cannot be computed with"),
    "file": msgid("the file is damaged"),
}
"""What the faults that `db check` finds mean (`hearts_admin.db.audit.Fault`)."""


@verb(
    app,
    "info",
    SHOWING,
    help=msgid("Show what the database is and holds."),
)
def info(run: Invocation) -> None:
    """Show what the database is."""
    from hearts_admin.services.backup import describe_database

    with run.store() as store:
        found = describe_database(store)
    run.show(found, lambda: _write_info(run, found))


@verb(
    app,
    "check",
    SHOWING,
    help=msgid("Verify that nothing was lost or altered, and that every rating is right."),
)
def check(run: Invocation) -> int:
    """Verify the chain of changes, all references, and the ratings."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.audit import check_database

    with run.store() as store, progress(run, run.language.text("Verifying")) as told:
        report = check_database(store, told)
    run.show(report, lambda: _write_check(run, report))
    if report.clean:
        return DONE
    command = "hearts-admin db restore BACKUP" if report.faults else "hearts-admin rating recompute"
    hint = with_database(command, run.everywhere)
    run.out.note(run.language.text("Try: {hint}", hint=hint))
    return PROBLEMS_FOUND


@verb(
    app,
    "backup",
    SHOWING,
    help=msgid("Copy the database to a file, also while others use it, and open the copy."),
    examples=("hearts-admin db backup hearts-2026-03-14.db",),
)
def backup(
    run: Invocation,
    out: Annotated[
        Path, typer.Argument(help=msgid("The file to write; not there yet."), metavar=msgid("FILE"))
    ],
) -> None:
    """Back the database up."""
    from hearts_admin.services.backup import back_up

    report = back_up(run.location, out)

    def write() -> None:
        run.out.line(run.language.text("Written: {file}", file=report.file))
        _write_info(run, report.info)

    run.show(report, write)


@verb(
    app,
    "restore",
    CHANGING,
    help=msgid("Put a backup in the place of the database; what is there is kept beside it."),
    examples=("hearts-admin db restore hearts-2026-03-14.db --dry-run",),
)
def restore(
    run: Invocation,
    file: Annotated[Path, typer.Argument(help=msgid("The backup."), metavar=msgid("FILE"))],
) -> None:
    """Put a backup back."""
    from hearts_admin.services.backup import restore_backup

    report = restore_backup(run.location, file, run.actor())
    text = run.language.text

    def write() -> None:
        if report.saved is not None:
            run.out.line(text("What was there is kept as {file}.", file=report.saved))
        _write_info(run, report.info)

    run.show(report, write)
    if run.asked.dry_run:
        effects.conclude(run, None)


@verb(
    app,
    "upgrade",
    SHOWING,
    help=msgid("Bring the database up to date with this release of the program."),
    examples=("hearts-admin db upgrade",),
)
def upgrade(run: Invocation) -> None:
    """Bring the database up to date."""
    from hearts_admin.services.backup import upgrade_database

    report = upgrade_database(run.location, run.clock)

    def write() -> None:
        text = run.language.text
        if report.backup is not None:
            run.out.line(text("What was there is kept as {file}.", file=report.backup))
        if report.before == report.after:
            run.out.line(text("{database} is up to date.", database=report.database))
            return
        said = text(
            "{database} was brought from version {before} to version {after}.",
            database=report.database,
            before=report.before,
            after=report.after,
        )
        run.out.line(said)

    run.show(report, write)


@verb(
    app,
    "copy",
    SHOWING,
    help=msgid("Copy the whole database to another place or kind of database, and compare."),
    examples=(
        "hearts-admin db copy --from hearts.db --to postgresql://club@server/hearts",
        "hearts-admin db copy --to elsewhere/hearts.db",
    ),
)
def copy(
    run: Invocation,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help=msgid("A file that is not there yet, or an empty database."),
            metavar=msgid("DATABASE"),
        ),
    ],
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            help=msgid("What is copied (else the club's database)."),
            metavar=msgid("DATABASE"),
        ),
    ] = None,
) -> None:
    """Copy the database."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.moving import copy_database

    with progress(run, run.language.text("Copying")) as told:
        report = copy_database(from_ or run.location, to, told)

    def write() -> None:
        text = run.language.text
        _write_info(run, report.info)
        run.out.details(
            (text("Rows copied"), run.language.number(report.rows)),
            (text("Fingerprint"), report.fingerprint),
        )
        run.out.line(text("Both databases are equal, row for row."))

    run.show(report, write)


@verb(
    app,
    "export",
    SHOWING,
    help=msgid("Write every fact as CSV into a folder, private people by their initials."),
    examples=("hearts-admin db export hearts-2026",),
)
def export(
    run: Invocation,
    folder: Annotated[
        Path,
        typer.Argument(help=msgid("A folder; not there yet, or empty."), metavar=msgid("FOLDER")),
    ],
) -> None:
    """Export every fact."""
    from hearts_admin.services.exporting import export_facts

    with run.store() as store:
        report = export_facts(store, folder)

    def write() -> None:
        text, number = run.language.text, run.language.number
        run.out.line(text("Written: {file}", file=report.folder))
        run.out.details(*((name, number(rows)) for name, rows in report.files.items()))
        if report.logs:
            run.out.details((text("Logs"), number(report.logs)))

    run.show(report, write)


def _write_info(run: Invocation, found: "DatabaseInfo") -> None:
    text, number = run.language.text, run.language.number
    run.out.details(
        (text("Database"), found.database),
        (text("Kind"), found.kind),
        (text("Version"), found.schema),
        (text("Bytes"), None if found.size is None else number(found.size)),
        (text("Club"), found.club),
        (text("Players"), number(found.players)),
        (text("Results"), number(found.results)),
        (text("Changes"), number(found.changes)),
        (text("Last change"), effects.moment(found.last_change) if found.last_change else None),
        (text("Seal"), found.head),
    )


def _write_check(run: Invocation, report: "CheckReport") -> None:
    text, number = run.language.text, run.language.number
    run.out.details(
        (text("Changes"), number(report.changes)),
        (text("Seal"), report.head),
        (text("Erased rows"), number(report.erased) if report.erased else None),
        (text("Fingerprint"), report.ledger.fingerprint if report.ledger else None),
    )
    if report.clean:
        run.out.line(text("Nothing is missing, nothing was altered, every rating is right."))
    for fault in report.faults:
        run.out.line(f"{fault.where}: {text(FAULTS[fault.kind])}")
    if report.ledger is None:
        run.out.line(text("The ratings cannot be computed again from what is there."))
    elif report.ledger.difference is not None:
        run.out.line(text("What is stored of the ratings differs from a fresh computation."))
