"""Errors become a sentence on standard error and an exit code; never a traceback unasked."""

from __future__ import annotations

import sys
import traceback
from typing import TYPE_CHECKING

import typer
from typer._click import exceptions as parsing
from typer.core import TyperOption

from hearts_admin.cli.hints import hint_for
from hearts_admin.errors import FileFault, HeartsAdminError, UsageFault
from hearts_admin.messages import describe, sentence
from reports.errors import OutputError

if TYPE_CHECKING:
    from hearts_admin.cli.invocation import Invocation
    from reports.language import Language

DONE = 0
PROBLEMS_FOUND = 1
INTERNAL_ERROR = 70
INTERRUPTED = 130


def report(error: BaseException, invocation: Invocation) -> int:
    """Say what went wrong, where, and what to try; give the exit code.

    Anything that is none of ours is an internal error: one line, and the traceback with `--debug`.
    """
    if invocation.everywhere.debug:
        traceback.print_exception(error, file=sys.stderr)
    fault = _fault(error)
    language = invocation.language
    if fault is None:
        kind = type(error).__name__
        _say(language.text("Internal error ({kind}): {detail}", kind=kind, detail=error))
        if not invocation.everywhere.debug:
            _say(language.text("Run it again with --debug and send what it shows to the makers."))
        return INTERNAL_ERROR
    for line in complaint(fault, language):
        _say(line)
    if hint := hint_for(fault, invocation.everywhere):
        _say(language.text("Try: {hint}", hint=hint))
    return fault.exit_code


def complaint(fault: HeartsAdminError, language: Language, place: str = "") -> list[str]:
    """What is written about an error: what is the matter, and every problem on its own line.

    Args:
        fault: the error.
        language: the reader's.
        place: where it is, if that is not said by the error itself.
    """
    said = f"{place}: {told(fault, language)}" if place else told(fault, language)
    problems = [f"  {describe(language, problem)}" for problem in fault.problems]
    return [language.text("Error: {said}", said=said), *problems]


def told(fault: HeartsAdminError, language: Language) -> str:
    """What an error says; about a file, with the file's name before it."""
    fields = fault.fields
    if fault.code == "cli.missing":  # an argument is called what its help calls it
        fields = {**fields, "name": language.text(str(fields["name"]))}
    said = sentence(language, fault.code, fields)
    file = fault.fields.get("file")
    return said if file is None else f"{file}: {said}"


def interrupted(invocation: Invocation) -> int:
    """Answer to Ctrl-C: a transaction that was not finished has left no trace."""
    _say(invocation.language.text("Interrupted."))
    return INTERRUPTED


def _fault(error: BaseException) -> HeartsAdminError | None:
    """The error as one of ours, or None."""
    if isinstance(error, HeartsAdminError):
        return error
    if isinstance(error, typer.TyperException):
        return _usage(error)
    if isinstance(error, OutputError):
        return FileFault(f"report.{error.code}", file=str(error.path))
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return FileFault("input.missing", file=str(error.filename))
    if isinstance(error, OSError) and error.filename is not None:
        return FileFault("file.failed", file=str(error.filename), detail=error.strerror)
    return None


def _usage(error: typer.TyperException) -> UsageFault:
    """What the parser of the command line found wrong, with a code."""
    match error:
        case parsing.NoSuchOption():  # before a noun or verb: those after it know more
            return UsageFault("cli.no_such_option", option=error.option_name)
        case parsing.MissingParameter() if error.param is not None:
            param = error.param
            option = isinstance(param, TyperOption)
            name = param.opts[0] if option else param.metavar or param.name
            return UsageFault("cli.missing", name=name)
        case parsing.BadOptionUsage():
            refused = "does not take" in error.message  # Typer has one class for both
            code = "cli.option_without_value" if refused else "cli.option_needs_value"
            return UsageFault(code, option=error.option_name)
    return UsageFault("cli.unreadable", detail=error.format_message())


def _say(line: str) -> None:
    sys.stdout.flush()
    print(line, file=sys.stderr)
