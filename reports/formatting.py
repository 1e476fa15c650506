"""Text made safe for cells, terminals and sheet tabs; no library of any of them is needed here.

People are called `=HYPERLINK("x")`, and worse. Every text that comes from outside passes
`clean_text` before it is shown anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

REPLACEMENT = "�"
SHEET_NAME_LENGTH = 31

_BLANKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
# Controls; lone surrogates; what XML 1.0 cannot hold; marks that turn the direction of a line.
_UNSHOWABLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_FORMULA = re.compile(r"\s*[=+\-@]")
_FORBIDDEN_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\]")


def clean_text(text: str) -> str:
    r"""Replace what cannot be shown: tabs and line ends by a blank, other controls by U+FFFD.

    Lone surrogates, characters that XML cannot hold and marks that turn the direction of
    writing count as controls.

    >>> clean_text("Anna\tde\x07 Vries")
    'Anna de� Vries'
    """
    return _UNSHOWABLE.sub(REPLACEMENT, _BLANKS.sub(" ", text))


def shortened(text: str, most: int) -> str:
    """Clean a text and cut it to at most so many characters, with an ellipsis where it is cut.

    >>> shortened("Wilhelmina", 6)
    'Wilhe…'
    """
    clean = clean_text(text)
    return clean if len(clean) <= most else clean[: most - 1].rstrip() + "…"


def looks_like_formula(text: str) -> bool:
    """Tell whether a spreadsheet would calculate this text if it were typed in.

    >>> looks_like_formula('=HYPERLINK("x")'), looks_like_formula("3-4")
    (True, False)
    """
    return _FORMULA.match(text) is not None


def sheet_names(titles: Iterable[str]) -> list[str]:
    r"""Make sheet names that Excel accepts out of titles: valid, at most 31 long, unique.

    `[]:*?/\` become a hyphen, apostrophes at the edges go, the reserved name "History" gets a
    full stop, and what is equal without regard to case is numbered.

    >>> sheet_names(["Results", "RESULTS", "History", "Rounds 1/2"])
    ['Results', 'RESULTS (2)', 'History.', 'Rounds 1-2']
    """
    names: list[str] = []
    taken: set[str] = set()
    for title in titles:
        name = _FORBIDDEN_IN_SHEET_NAMES.sub("-", clean_text(title)).strip()
        name = _cut(name, SHEET_NAME_LENGTH).strip("' ") or "-"
        if name.casefold() == "history":
            name += "."
        unique, n = name, 1
        while unique.casefold() in taken:
            n += 1
            mark = f" ({n})"
            unique = _cut(name, SHEET_NAME_LENGTH - len(mark)).rstrip() + mark
        taken.add(unique.casefold())
        names.append(unique)
    return names


def _cut(text: str, units: int) -> str:
    """The longest beginning of a text within so many UTF-16 units, which is how Excel counts."""
    room = text.encode("utf-16-le")[: 2 * units]
    return room.decode("utf-16-le", errors="ignore")
