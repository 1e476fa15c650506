"""The comments of the preset files of a season, in the reader's language."""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.language import Language

WIDTH = 98
"""Letters in a line of comments, as in the files themselves."""

_PARAGRAPH = re.compile(r"(?:^# .*\n)+", re.MULTILINE)


def commented(text: str, language: Language) -> str:
    """A preset's file with its comments translated; those that have no translation stay."""

    def translated(found: re.Match[str]) -> str:
        said = _sentence(found)
        other = language.text(said)
        if other == said:
            return found.group()
        return (
            fill(
                other,
                WIDTH,
                initial_indent="# ",
                subsequent_indent="# ",
                break_long_words=False,
                break_on_hyphens=False,
            )
            + "\n"
        )

    return _PARAGRAPH.sub(translated, text)


def _sentence(found: re.Match[str]) -> str:
    return " ".join(line.removeprefix("# ") for line in found.group().splitlines())
