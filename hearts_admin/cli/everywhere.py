"""The options that are understood in every place: `--lang`, `--db` and `--debug`.

They are taken out before anything else is parsed, so that even the complaint about a mistyped
command is in the reader's language, and so that no command has to declare them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hearts_admin.errors import UsageFault
from reports.language import LANGUAGES, msgid

if TYPE_CHECKING:
    from collections.abc import Sequence

HELP = (
    ("--db", msgid("FILE"), msgid("The club's database (else HEARTS_ADMIN_DB, else ./hearts.db).")),
    ("--lang", "nl|en", msgid("Dutch or English (else the language of this computer).")),
    ("--debug", "", msgid("When something goes wrong, show where in the program.")),
)
"""Option, value and explanation, as the help of every command shows them."""


@dataclass(frozen=True, slots=True)
class Everywhere:
    """What was asked by the options of every command, and the words that are left.

    An option without its value is kept as "", for `check` to complain about once the reader's
    language is known.

    Attributes:
        arguments: everything that was typed.
        words: what is left for the noun and the verb.
        lang: the value of `--lang`.
        db: the value of `--db`.
        debug: whether `--debug` was there.
    """

    arguments: tuple[str, ...]
    words: tuple[str, ...]
    lang: str | None = None
    db: str | None = None
    debug: bool = False

    def check(self) -> None:
        """Refuse an option without a value, and a language we do not speak.

        Raises:
            UsageFault: `cli.option_needs_value`, `cli.language_unknown`.
        """
        for option, value in (("--lang", self.lang), ("--db", self.db)):
            if value == "":
                raise UsageFault("cli.option_needs_value", option=option)
        if self.lang is not None and self.lang not in LANGUAGES:
            raise UsageFault("cli.language_unknown", language=self.lang, known=tuple(LANGUAGES))


def take(arguments: Sequence[str]) -> Everywhere:
    """Take the options of every command out of the arguments; `--` ends the search.

    >>> taken = take(["player", "list", "--lang", "nl", "--db=club.db"])
    >>> taken.words, taken.lang, taken.db
    (('player', 'list'), 'nl', 'club.db')
    """
    words: list[str] = []
    values: dict[str, str] = {}
    debug = False
    waiting = iter(arguments)
    for word in waiting:
        option, equals, value = word.partition("=")
        if word == "--":
            words += [word, *waiting]
        elif option in ("--lang", "--db"):
            values[option] = value if equals else next(waiting, "")
        elif word == "--debug":
            debug = True
        else:
            words.append(word)
    return Everywhere(
        tuple(arguments), tuple(words), values.get("--lang"), values.get("--db"), debug
    )
