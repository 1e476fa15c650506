"""`hearts-admin rating`: the list, one game explained, and the second computation."""

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from hearts_admin.cli import explaining, words
from hearts_admin.cli.faults import DONE, PROBLEMS_FOUND
from hearts_admin.cli.hints import with_database
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.ratingoptions import AsOf, Pool
from hearts_admin.cli.verbs import LISTING, SHOWING, noun, verb
from hearts_admin.services.views import FoldReport, RatingList
from reports.language import msgid
from reports.table import Column, Table

app = noun()


@verb(
    app,
    "list",
    LISTING,
    help=msgid("The rating list."),
    examples=("hearts-admin rating list", "hearts-admin rating list --as-of 2026-03-14 --csv"),
)
def list_(run: Invocation, as_of: AsOf = None, pool: Pool = None) -> None:
    """List the ratings."""
    from hearts_admin.services.privacy import private_names
    from hearts_admin.services.ratings import list_ratings

    with run.store() as store:
        found = list_ratings(store, as_of, pool)
        initials = private_names(store) if run.asked.csv else {}
    language = run.language
    if found.lines and not run.asked.json and not run.asked.csv:
        day = found.as_of.isoformat() if found.as_of else "-"
        policy = found.policy if pool is None else f"{found.pool}, {found.policy}"
        run.out.line(language.text("Ratings as of {date} ({policy})", date=day, policy=policy))
    run.list(
        found.lines, _table(run, found, initials), language.text("Nobody has a rated game yet.")
    )


@verb(
    app,
    "explain",
    SHOWING,
    help=msgid("Why a game moved the ratings by what it did."),
    examples=("hearts-admin rating explain 12",),
)
def explain(
    run: Invocation,
    number: Annotated[
        int,
        typer.Argument(
            parser=words.above_zero,
            help=msgid("The result's number, as listed."),
            metavar=msgid("NUMBER"),
        ),
    ],
) -> None:
    """Explain one game."""
    from hearts_admin.services.ratings import explain_result

    with run.store() as store:
        game = explain_result(store, number)
    if run.asked.json:
        run.out.json(explaining.as_json(game))
    else:
        explaining.write(run, game)


@verb(app, "recompute", SHOWING, help=msgid("Compute every rating afresh from the results."))
def recompute(run: Invocation, pool: Pool = None) -> None:
    """Compute every rating afresh."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.ratings import recompute as recompute_ratings

    with run.store() as store, progress(run, run.language.text("Computing")) as told:
        report = recompute_ratings(store, run.actor(), progress=told, pool=pool)

    def write() -> None:
        _write_fold(run, report)
        n = report.written
        run.out.line(
            run.language.plural("{n} row was corrected.", "{n} rows were corrected.", n)
            if n
            else run.language.text("Nothing had to be corrected.")
        )

    run.show(report, write)


@verb(
    app,
    "verify",
    SHOWING,
    help=msgid("Compute every rating a second time and compare; change none."),
)
def verify(
    run: Invocation,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=msgid("By the second computation: other code, in decimals of 60 digits."),
        ),
    ] = False,
    pool: Pool = None,
) -> int:
    """Compare what is stored with a fresh fold."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.ratings import verify as verify_ratings

    with run.store() as store, progress(run, run.language.text("Verifying")) as told:
        report = verify_ratings(store, progress=told, pool=pool, exact=exact)
    text = run.language.text

    def write() -> None:
        _write_fold(run, report)
        if report.difference is None:
            run.out.line(text("Everything that is stored agrees with a fresh computation."))
        else:
            _write_difference(run, report.difference)

    run.show(report, write)
    if report.difference is None:
        return DONE
    command = with_database("hearts-admin rating recompute", run.everywhere)
    run.out.note(text("Try: {hint}", hint=command))
    return PROBLEMS_FOUND


def _table(run: Invocation, found: RatingList, initials: Mapping[str, str]) -> Table:
    """The list; who wants to be private is exported by initials only."""
    text = run.language.text
    columns = (
        Column("place", text("Place"), "number"),
        Column("player", text("Player")),
        Column("rating", text("Rating"), "number"),
        Column("games", text("Games"), "count"),
        Column("last_played", text("Last played"), "date"),
        Column("decay", text("Decay"), "number"),
    )
    rows = []
    for line in found.lines:
        player = initials.get(line.player, line.player)
        decay = line.decay if run.asked.csv else line.decay or None
        rows.append((line.place, player, line.rating, line.games, line.last_played, decay))
    return Table(columns, rows)


def _write_fold(run: Invocation, report: FoldReport) -> None:
    text = run.language.text
    run.out.details(
        (text("Rating list"), report.pool),
        (text("Games and adjustments"), run.language.number(report.facts)),
        (text("Rows"), run.language.number(report.rows)),
        (text("Fingerprint"), report.fingerprint),
    )


def _write_difference(run: Invocation, difference: Mapping[str, Any]) -> None:
    """The first row that is not what it should be."""
    text = run.language.text
    run.out.line(text("What is stored differs from a fresh computation, first here:"))
    for title, key in ((text("stored"), "stored"), (text("fresh"), "fresh")):
        row = difference.get(key)
        shown = "-" if row is None else "  ".join(f"{name}={value}" for name, value in row.items())
        run.out.line(f"  {title}: {shown}")
