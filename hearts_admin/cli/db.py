"""`hearts-admin db`: the database itself."""

from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import SHOWING, noun, verb
from reports.language import msgid

app = noun()


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
        if report.before == report.after:
            run.out.line(text("{database} is up to date.", database=report.database))
        else:
            said = text(
                "{database} was brought from version {before} to version {after}.",
                database=report.database,
                before=report.before,
                after=report.after,
            )
            run.out.line(said)

    run.show(report, write)
