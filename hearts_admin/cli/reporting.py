"""What the report commands share: their options, the leaderboard, and where it is written."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hearts_admin.errors import FileFault, UsageFault
from reports.language import msgid

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.reporting import Contests
    from reports.clubstyle import ClubStyle
    from reports.model import Leaderboard
    from reports.subject import Shows, Subject

Told: TypeAlias = "Callable[[int, int | None], None] | None"
"""Hears how many rows are written, of how many if that is known; None where nobody watches."""

Pool = Annotated[
    str | None,
    typer.Option("--pool", help=msgid("The rating list (else main)."), metavar=msgid("LIST")),
]

Style = Annotated[
    Path | None,
    typer.Option(
        "--club-style",
        help=msgid("The club's name, logo and colours, from this file."),
        metavar="FILE.toml",
    ),
]

Event = Annotated[
    str | None,
    typer.Option(
        "--event",
        help=msgid("For what shows an event: which (else the open or the last one)."),
        metavar=msgid("EVENT"),
    ),
]
Events = Annotated[
    list[str] | None,
    typer.Option(
        "--event",
        help=msgid("Show the standings of this event; may be given several times (else the last)."),
        metavar=msgid("EVENT"),
    ),
]
Season = Annotated[
    str | None,
    typer.Option(
        "--season",
        help=msgid("Which season, by name or number (else the newest)."),
        metavar=msgid("SEASON"),
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
    contests: Contests | None = None,
) -> Leaderboard:
    """The leaderboard out of the club's database, under the name that the style gives the club."""
    from dataclasses import replace

    from hearts_admin.cli.progress import progress
    from hearts_admin.services.pools import MAIN
    from hearts_admin.services.reporting import leaderboard

    with run.store() as store, progress(run, run.language.text("Reading")) as told:
        board = leaderboard(
            store,
            run.clock,
            as_of,
            pool=pool or MAIN,
            players=players,
            logs=logs,
            contests=contests,
            progress=told,
        )
    return replace(board, club=style.name) if style and style.name else board


def contests(event: list[str] | None, season: str | None) -> Contests:
    """The events and the season that were asked for."""
    from hearts_admin.services.reporting import Contests

    return Contests(tuple(event or ()), season)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed of what a chart or a table is to show.

    Attributes:
        what: the chart or the table, as it is typed.
        as_of: the day.
        pool: the rating list.
        event: the event.
        season: the season.
    """

    what: str
    as_of: dt.date | None
    pool: str | None
    event: str | None
    season: str | None


def subject(
    run: Invocation, shows: Shows, asked: Asked, board: Callable[[], Leaderboard]
) -> Subject:
    """What a chart or table is of: an event or a season by themselves, or the leaderboard.

    Raises:
        UsageFault: `cli.exclusive`, something is named that has no meaning for it.
    """
    means = {"--event": "event", "--season": "season", "--pool": "board"}
    typed = {"--event": asked.event, "--season": asked.season, "--pool": asked.pool}
    for option, meant in means.items():
        if typed[option] is not None and shows != meant:
            raise UsageFault("cli.exclusive", option=option, other=asked.what)
    if shows == "board":
        return board()
    from hearts_admin.services.events.reporting import event_standings
    from hearts_admin.services.seasons import standings_of_season

    with run.store() as store:
        if shows == "season":
            return standings_of_season(store, asked.season, until=asked.as_of, printed=True)
        until = asked.as_of
        return event_standings(store, run.clock, asked.event, until=until, printed=True)[0]


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
