"""The command to try after an error, where the error does not bring one itself."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from hearts_admin.errors import command_to_try

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hearts_admin.cli.everywhere import Everywhere
    from hearts_admin.errors import HeartsAdminError

    Hint = Callable[[HeartsAdminError, Everywhere], str]

_PLAIN = re.compile(r"[\w@%+=:,./#-]+")
_TREACHEROUS = re.compile(r'["$`\\!]')
_UNKNOWN = {"player.unknown", "player.unknown_near"}


def hint_for(fault: HeartsAdminError, typed: Everywhere) -> str:
    """What to type after this error; "" where no command helps.

    Args:
        fault: the error.
        typed: what was typed.
    """
    make = _HINTS.get(fault.code)
    if fault.hint:
        hint = fault.hint
    elif make is not None:
        hint = make(fault, typed)
    else:
        hint = help_of(typed) if fault.exit_code in (2, 5) else ""  # what was typed, a file
    needs = hint.startswith("hearts-admin") and not hint.endswith("--help")
    return with_database(hint, typed) if needs else hint


def with_database(command: str, typed: Everywhere) -> str:
    """A command for the same database as the one that was typed."""
    if typed.db is None or " --db" in command:
        return command
    return f"{command} --db {quoted(typed.db)}"


def again(typed: Everywhere, *more: str) -> str:
    """The command line that was typed, quoted so that any shell takes it, and something more.

    >>> from hearts_admin.cli.everywhere import take
    >>> again(take(["player", "add", "Jan de Vries"]), "--dry-run")
    'hearts-admin player add "Jan de Vries" --dry-run'
    """
    return " ".join(["hearts-admin", *map(quoted, typed.arguments), *more])


def help_of(typed: Everywhere) -> str:
    """The command that shows the help of the noun and verb that were typed."""
    return " ".join(["hearts-admin", *typed.words[:2], "--help"])


def quoted(word: str) -> str:
    """A word as it is typed in a shell, in quotes if it needs them."""
    if _PLAIN.fullmatch(word):
        return word
    return shlex.quote(word) if _TREACHEROUS.search(word) else f'"{word}"'


def _more(*options: str) -> Hint:
    """The same command with these options."""
    return lambda _, typed: again(typed, *options)


def _fixed(command: str) -> Hint:
    return lambda _fault, _typed: command


def _unknown_players(fault: HeartsAdminError, typed: Everywhere) -> str:
    """The names that were meant, if each is plain; else newcomers, where they can be added."""
    meant = {}
    for problem in fault.problems:
        near = problem.fields.get("nearest", ())
        if isinstance(near, tuple) and len(near) == 1:
            meant[str(problem.fields["name"])] = str(near[0])
    words = tuple(_with_name(word, meant) for word in typed.arguments)
    twice = len(set(words)) < len(set(typed.arguments))  # whoever was meant is named already
    if len(meant) == len(fault.problems) and words != typed.arguments and not twice:
        return " ".join(["hearts-admin", *map(quoted, words)])
    adds = typed.words[:2] in (("result", "record"), ("event", "arrive"))
    return again(typed, "--add-players") if adds else "hearts-admin player list"


def _with_name(word: str, meant: Mapping[str, str]) -> str:
    """A word of the command line, `Anna` or `Anna=23`, with the name that was meant."""
    name, equals, points = word.rpartition("=")
    if not equals:
        return meant.get(word, word)
    return f"{meant.get(name, name)}={points}"


def _make_folder(fault: HeartsAdminError, _: Everywhere) -> str:
    """Make the folder of the file that was to be written."""
    return f"mkdir {quoted(str(Path(fault.fields['file']).parent))}"


def _impossible(fault: HeartsAdminError, typed: Everywhere) -> str:
    """Totals can be stored for a reason; places that are none cannot."""
    places = any(problem.code == "entry.places" for problem in fault.problems)
    return help_of(typed) if places else again(typed, "--unchecked", '"..."')


def _import_refused(fault: HeartsAdminError, typed: Everywhere) -> str:
    """Unknown people can be added, days that are missing can be said, other games can be left out.

    Of a list of people nothing can be left out. A column of days that nothing heads is named
    before all else.
    """
    if typed.words[:1] != ("result",):
        return ""
    codes = {problem.code for problem in fault.problems} - {"heading.nowhere"}
    if "row.date_elsewhere" in codes:
        headings = (
            str(problem.fields["heading"])
            for problem in fault.problems
            if problem.code == "row.date_elsewhere"
        )
        return _mapped(typed, [f"{heading}=date" for heading in dict.fromkeys(headings)])
    if codes == {"row.no_date"}:
        return again(typed, "--date", '"..."')
    return again(typed, "--add-players" if codes <= _UNKNOWN else "--skip-problems")


def _no_heading(fault: HeartsAdminError, typed: Everywhere) -> str:
    """Which of a file's other headings may be the columns that are missing."""
    proposed = fault.fields["proposed"] if typed.words[:2] == ("result", "import") else ()
    return _mapped(typed, proposed) if proposed else help_of(typed)


def _mapped(typed: Everywhere, meanings: Iterable[str]) -> str:
    """The same command with what these headings mean."""
    words = (quoted(each) if _TREACHEROUS.search(each) else f'"{each}"' for each in meanings)
    return again(typed, *(word for each in words for word in ("--map", each)))


def _logs_refused(fault: HeartsAdminError, typed: Everywhere) -> str:
    """Unknown people can be added, a day that is missing can be said; names are the log's own."""
    codes = {problem.code for problem in fault.problems}
    if typed.words[:2] != ("replay", "check"):
        return ""
    if codes == {"log.no_date"}:
        return again(typed, "--date", '"..."')
    return again(typed, "--add-players") if codes <= _UNKNOWN else ""


def _missing(fault: HeartsAdminError, typed: Everywhere) -> str:
    """A club can be founded; who looks after a database has mistyped the name of one."""
    if typed.words[:1] == ("db",):
        return " ".join(["hearts-admin", *map(quoted, typed.words), '--db "..."'])
    return command_to_try("club", "init", "--name", "My club", "--db", fault.fields["database"])


def _foreign(fault: HeartsAdminError, typed: Everywhere) -> str:
    """A club can be founded beside it; what is copied or put back has to be another file."""
    if typed.words[:1] == ("db",):
        return _help(fault, typed)
    return 'hearts-admin club init --name "..." --db club.db'


def _explained(fault: HeartsAdminError, _: Everywhere) -> str:
    """What a game did to its players."""
    return f"hearts-admin rating explain {fault.fields['id']}"


def _of_event(verb: str) -> Hint:
    """Another command for the event that was typed, or that the error is about."""

    def hint(fault: HeartsAdminError, typed: Everywhere) -> str:
        words = typed.words
        named = words[words.index("--event") + 1 :][:1] if "--event" in words else ()
        event = fault.fields.get("event") or next(iter(named), None)
        command = f"hearts-admin event {verb}"
        return command if event is None else f"{command} {quoted(str(event))}"

    return hint


def _help(_: HeartsAdminError, typed: Everywhere) -> str:
    """The help of a command, where another value is wanted."""
    words = 3 if typed.words[:2] == ("rating", "policy") else 2
    return " ".join(["hearts-admin", *typed.words[:words], "--help"])


_HINTS: dict[str, Hint] = {
    "adjust.no_files": _fixed("hearts-admin rating adjustments"),
    "adjust.nothing": _help,
    "calc.places": _help,
    "change.no_reason": _more("--reason", '"..."'),
    "change.nothing": _fixed("hearts-admin result list"),
    "change.touched": _fixed("hearts-admin result list"),
    "cli.output": _fixed(""),  # what was asked may have been done: not again
    "cli.output_full": _fixed(""),
    "date.future": _more("--yes"),
    "db.busy": _more(),
    "db.foreign": _foreign,
    "db.missing": _missing,
    "db.no_file": _help,
    "db.no_folder": _fixed('hearts-admin club init --name "..." --db hearts.db'),
    "entry.impossible": _impossible,
    "event.cut_open": _of_event("show"),
    "event.exists": _fixed("hearts-admin event list"),
    "event.guard": _of_event("show"),
    "event.no_table_of": _of_event("show"),
    "event.seating": _of_event("show"),
    "event.tables_missing": _of_event("enter"),
    "evaluate.against": _help,
    "evaluate.decay": _help,
    "exempt.long": _more("--yes"),
    "exempt.reversed": _help,
    "import.refused": _import_refused,
    "input.no_heading": _no_heading,
    "legal.refused": _help,
    "logs.refused": _logs_refused,
    "period.reversed": _help,
    "players.unknown": _unknown_players,
    "pool.exists": _fixed("hearts-admin club pools"),
    "pool.new_only": _help,
    "pool.no_name": _help,
    "refund.evidence": _help,
    "refund.no_loss": _explained,
    "refund.too_much": _explained,
    "output.no_folder": _make_folder,
    "report.locked": _more(),
    "report.no_folder": _make_folder,
    "result.not_rated": _fixed("hearts-admin result list"),
    "rules.file": _help,
    "rules.refused": _fixed("hearts-admin rules list"),
    "season.exists": _fixed("hearts-admin season list"),
    "season.file": _fixed("hearts-admin season presets"),
    "season.preset": _fixed("hearts-admin season presets"),
    "whatif.nobody": _fixed("hearts-admin player list"),
}
