"""The command `hearts-admin`: from the words that were typed to an exit code.

Nothing that `--help` or `--version` does not need is imported here (a test asserts it): a noun's
module when one of its verbs is asked for, the database inside the verb.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer
import typer.main

from hearts_admin import __version__, settings
from hearts_admin.cli.everywhere import take
from hearts_admin.cli.helptext import Noun, NounGroup
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.output import Output
from hearts_admin.errors import FileFault
from hearts_admin.messages import load_language
from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROGRAM = "hearts-admin"

NOUNS = {
    "club": Noun(
        msgid("Set up a club, its rating lists and settings."),
        ("hearts_admin.cli.club", "hearts_admin.cli.club_pools"),
    ),
    "player": Noun(
        msgid("The people who play."),
        ("hearts_admin.cli.player", "hearts_admin.cli.person", "hearts_admin.cli.player_exempt"),
    ),
    "result": Noun(
        msgid("Record, import, list and correct games."),
        ("hearts_admin.cli.result", "hearts_admin.cli.importing", "hearts_admin.cli.correction"),
    ),
    "replay": Noun(msgid("Check logged games card by card."), ("hearts_admin.cli.replay",)),
    "rules": Noun(
        msgid("The rule sets, house rules, and which cards may be played."),
        ("hearts_admin.cli.rules",),
    ),
    "rating": Noun(
        msgid("The rating list: explained, verified, asked and adjusted."),
        (
            "hearts_admin.cli.rating",
            "hearts_admin.cli.rating_questions",
            "hearts_admin.cli.rating_adjust",
            "hearts_admin.cli.rating_audit",
            "hearts_admin.cli.rating_policy",
        ),
    ),
    "event": Noun(
        msgid("Club evenings and tournaments: who is there, who sits where, who stands where."),
        (
            "hearts_admin.cli.event",
            "hearts_admin.cli.event_people",
            "hearts_admin.cli.event_rounds",
            "hearts_admin.cli.event_seating",
            "hearts_admin.cli.event_scores",
            "hearts_admin.cli.event_paper",
        ),
    ),
    "season": Noun(
        msgid("Seasons: events counted together by the club's own rules."),
        ("hearts_admin.cli.season",),
    ),
    "report": Noun(msgid("Workbooks and charts for the members."), ("hearts_admin.cli.report",)),
    "change": Noun(msgid("What was changed, and undoing it."), ("hearts_admin.cli.change",)),
    "db": Noun(msgid("The database: backup, check, upgrade."), ("hearts_admin.cli.db",)),
}
"""The nouns, in the order in which a club meets them."""


_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_FULL = {*_NO_ROOM, errno.EFBIG, errno.EIO}
"""What the system says when an output takes nothing more."""


class Program(NounGroup):
    """`hearts-admin`, with the nouns of `NOUNS`."""

    nouns = NOUNS


app = typer.Typer(
    cls=Program, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
)


def _show_version(asked: bool) -> None:
    if asked:
        print(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback(
    help=msgid("The administration of a club that plays Hearts: results, ratings, workbooks.")
)
def program(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help=msgid("Show the version."), is_eager=True, callback=_show_version
        ),
    ] = False,
) -> None:
    """Everything is done by the nouns."""


def main() -> None:
    """Run the program on the words of this process, and exit."""
    _prepare_streams()
    sys.exit(run(sys.argv[1:], os.environ))


def run(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Run one command.

    Args:
        arguments: the words after the program's name.
        environ: the environment variables.

    Returns:
        The exit code (README, "Exit codes").
    """
    everywhere = take(arguments)
    language = load_language(settings.reader_language(everywhere.lang, environ))
    invocation = Invocation(language, environ, everywhere, Output(language))
    try:
        everywhere.check()
        code = _invoke(invocation, list(everywhere.words))
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_output()
        return 0
    except KeyboardInterrupt:
        from hearts_admin.cli.faults import interrupted

        return interrupted(invocation)
    except Exception as error:  # the last resort: never a traceback unasked
        from hearts_admin.cli.faults import report

        return report(_about_output(error) or error, invocation)
    return code


def _invoke(invocation: Invocation, words: list[str]) -> int:
    """Parse the words and run the command they name."""
    command = typer.main.get_command(app)
    try:
        with command.make_context(
            PROGRAM,
            words,
            obj=invocation,
            help_option_names=["--help", "-h"],
            max_content_width=100,
        ) as context:
            return command.invoke(context) or 0
    except typer.Exit as left:
        return left.exit_code


def _prepare_streams() -> None:
    """Write UTF-8 on Windows too, and never fail on a character that cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue  # somebody else's: a test, a notebook
        if sys.platform == "win32":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        else:
            stream.reconfigure(errors="backslashreplace")


def _about_output(error: Exception) -> FileFault | None:
    """The fault of an output that takes nothing more, such as a full disk; None if it is not that.

    What is left in the buffer is given up, or it would be tried again at exit. A stream without a
    buffer has failed already, by an error that names no file as those about files do.
    """
    same = isinstance(error, OSError) and error.filename is None and error.errno in _FULL
    try:
        sys.stdout.flush()
    except OSError as refused:
        _let_go_of_output()
        same = error.args == refused.args
    if not same or not isinstance(error, OSError):
        return None
    if error.errno in _NO_ROOM:
        return FileFault("cli.output_full")
    return FileFault("cli.output", detail=error.strerror)


def _let_go_of_output() -> None:
    """Whoever read our output has gone (`| head`): leave without a complaint at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
