"""What the report commands share: their options, the leaderboard, and where it is written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hearts_admin.errors import FileFault
from reports.language import msgid

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from hearts_admin.cli.invocation import Invocation
    from reports.clubstyle import ClubStyle
    from reports.model import Leaderboard

Told: TypeAlias = "Callable[[int, int | None], None] | None"
"""Hears how many rows are written, of how many if that is known; None where nobody watches."""

Pool = Annotated[
    str | None,
    typer.Option("--pool", help=msgid("The rating list (else main)."), metavar=msgid("NAME")),
]

Style = Annotated[
    Path | None,
    typer.Option(
        "--club-style",
        help=msgid("The club's name, logo and colours, from this file."),
        metavar="FILE.toml",
    ),
]

_STYLE_CODES = {
    "not_toml": "style.not_toml",
    "not_table": "style.not_table",
    "not_text": "style.not_text",
    "unknown": "style.unknown",
    "colour": "style.colour",
    "no_logo": "style.no_logo",
    "logo": "style.logo",
}


def require_suffix(out: Path | None, known: tuple[str, ...]) -> None:
    """Refuse early what could only be written under a misleading name."""
    if out is not None and out.suffix.lower() not in known:
        raise FileFault("report.suffix", file=str(out), known=known)


def club_style(path: Path | None) -> ClubStyle:
    """The club's own looks, or the plain ones.

    Raises:
        FileFault: the file cannot be used.
    """
    from reports.clubstyle import PLAIN, StyleError, read_club_style

    if path is None:
        return PLAIN
    try:
        return read_club_style(path)
    except StyleError as error:
        fields: dict[str, Any] = {"file": str(path), **error.fields}
        raise FileFault(_STYLE_CODES[error.code], **fields) from error


def gathered(
    run: Invocation,
    as_of: dt.date | None,
    pool: str | None,
    *,
    style: ClubStyle | None = None,
    players: tuple[str, ...] = (),
    logs: bool = False,
) -> Leaderboard:
    """The leaderboard out of the club's database, under the name that the style gives the club."""
    from dataclasses import replace

    from hearts_admin.cli.progress import progress
    from hearts_admin.services.pools import MAIN
    from hearts_admin.services.reporting import leaderboard

    with run.store() as store, progress(run, run.language.text("Reading")) as told:
        board = leaderboard(
            store, run.clock, as_of, pool=pool or MAIN, players=players, logs=logs, progress=told
        )
    return replace(board, club=style.name) if style and style.name else board


def publish(
    run: Invocation,
    out: Path | None,
    write: Callable[[IO[str], Told], object],
    *,
    encoding: str = "utf-8",
) -> None:
    """Write to a file, and say so; without one to standard output.

    Args:
        run: the invocation.
        out: the file, replaced only when the new one is complete; None for standard output.
        write: writes everything to a stream that leaves line ends as they are, and tells how far
            it is, if somebody watches.
        encoding: of the file; standard output gets the mark of `utf-8-sig` too.
    """
    from hearts_admin.cli.progress import progress

    with progress(run, run.language.text("Writing")) as told:
        if out is None:
            if encoding == "utf-8-sig":
                sys.stdout.write("\ufeff")
            write(sys.stdout, told)
            return
        from reports.output import replacing

        with (
            replacing(out) as temporary,
            temporary.open("w", encoding=encoding, newline="") as stream,
        ):
            write(stream, told)
    run.out.line(run.language.text("Written: {file}", file=out))
