"""`hearts-admin report`: what the members see."""

from pathlib import Path
from typing import Annotated

import typer

from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.rating import AsOf
from hearts_admin.cli.verbs import noun, verb
from hearts_admin.errors import FileFault, UsageFault
from reports.language import msgid

app = noun()


@verb(
    app,
    "workbook",
    help=msgid("Write the leaderboard workbook: standings, history, results, explanation."),
    examples=(
        "hearts-admin report workbook leaderboard.xlsx",
        "hearts-admin report workbook stand.xlsx --lang nl --as-of 2026-03-14",
    ),
)
def workbook(
    run: Invocation,
    out: Annotated[
        Path, typer.Argument(help=msgid("The file to write, .xlsx."), metavar="OUT.xlsx")
    ],
    as_of: AsOf = None,
) -> None:
    """Write the leaderboard workbook."""
    _require_suffix(out, (".xlsx",))

    from hearts_admin.cli.progress import progress
    from hearts_admin.services.reporting import leaderboard
    from reports.xlsx.leaderboard import write_leaderboard

    with run.store() as store:
        board = leaderboard(store, run.clock, as_of)
    with progress(run, run.language.text("Writing")) as told:
        write_leaderboard(board, out, run.language, told)
    run.out.line(run.language.text("Written: {file}", file=out))


@verb(
    app,
    "chart",
    help=msgid("Draw a chart as a picture, for example the ratings of the leading players."),
    examples=("hearts-admin report chart history ratings.png",),
)
def chart(
    run: Invocation,
    kind: Annotated[
        str, typer.Argument(help=msgid("Which chart: history."), metavar=msgid("KIND"))
    ],
    out: Annotated[
        Path, typer.Argument(help=msgid("The file to write, .png or .svg."), metavar="OUT.png")
    ],
    as_of: AsOf = None,
) -> None:
    """Draw a chart."""
    from reports.charts.registry import CHARTS, SUFFIXES, write_chart

    if kind not in CHARTS:
        raise UsageFault("cli.no_such_chart", kind=kind, known=tuple(CHARTS))
    _require_suffix(out, SUFFIXES)

    from hearts_admin.services.reporting import leaderboard

    with run.store() as store:
        board = leaderboard(store, run.clock, as_of)
    write_chart(kind, board, out, run.language)
    run.out.line(run.language.text("Written: {file}", file=out))


def _require_suffix(out: Path, known: tuple[str, ...]) -> None:
    """Refuse early what could only be written under a misleading name."""
    if out.suffix.lower() not in known:
        raise FileFault("report.suffix", file=str(out), known=known)
