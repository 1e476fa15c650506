"""Names of people: one key for every spelling of one name, and the nearest of those known.

ADMIN.md, case 13: decomposed accents, "IJsbrand" and the ligature, non-breaking and trailing
blanks are one person each; so are "de Vries, Jan" and "Jan de Vries".
"""

from __future__ import annotations

import difflib
import hashlib
import re
import unicodedata
from collections.abc import Container, Iterable

APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4`\u2032", "'"))
"""Everything that is typed for an apostrophe, for `str.translate`."""
_BLANKS = re.compile(r"\s+")
KEY_LENGTH = 16


def tidy(name: str) -> str:
    r"""The name as it is kept: composed accents, single plain blanks, none at the ends.

    >>> tidy(" Rene\u0301\u00a0 de  Wit ")
    'René de Wit'
    """
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", name)).strip()


def is_name(name: str) -> bool:
    r"""Whether this can be a name: something printable that is not all blank.

    >>> is_name("Anna"), is_name("  "), is_name("a\x07b")
    (True, False, False)
    """
    kept = tidy(name)
    return bool(kept) and kept.isprintable()


SLIPPING, SLIPPING_WORD = 6, 4
"""How many letters a name has, and a word of it, in which a slip is looked for (`slips`)."""


def name_key(name: str) -> str:
    r"""One key for all spellings of a name.

    Blind to case, to how accents are composed, to blanks, to the ij ligature, to the kind of
    apostrophe and to "surname, given name". Accents themselves count: René is not Rene.

    >>> name_key("de Vries, Jan") == name_key("Jan  de vries")
    True
    >>> name_key("\u0132sbrand") == name_key("IJsbrand")
    True
    """
    # An acute accent used as an apostrophe decomposes, and an old letter for 'n composes, so both.
    text = unicodedata.normalize("NFKC", name.translate(APOSTROPHES)).translate(APOSTROPHES)
    text = unicodedata.normalize("NFC", _BLANKS.sub(" ", text).strip().casefold())
    last, comma, given = text.partition(",")
    if comma and "," not in given and last.strip() and given.strip():
        return f"{given.strip()} {last.strip()}"
    return text


def blind_key(name: str) -> str:
    """`name_key` without accents, apostrophes and hyphens: for searching, not for identity.

    >>> blind_key("Zoë van 't Hoff")
    'zoe van t hoff'
    """
    text = unicodedata.normalize("NFKD", name_key(name))
    text = "".join(char for char in text if not unicodedata.combining(char))
    return _BLANKS.sub(" ", re.sub(r"[^\w ]", " ", text)).strip()


def slips(name: str) -> set[str]:
    """Forms of a name, of which another shares one where a letter of one word differs.

    That is a letter more, less, another, or two that changed places, in a word of four letters or
    more; short names, initials and numbers make one name of another too easily.

    >>> slips("Zoë Blom") & slips("Zoe Blon"), slips("Anna B.") & slips("Anna C.")
    ({'zoe blo'}, set())
    """
    words = blind_key(name).split()
    found = set()
    for at, word in enumerate(words if sum(map(len, words)) >= SLIPPING else ()):
        if len(word) >= SLIPPING_WORD:
            for letter in range(len(word)):
                if not word[letter].isdigit():
                    less = word[:letter] + word[letter + 1 :]
                    found.add(" ".join([*words[:at], less, *words[at + 1 :]]))
            found.add(" ".join(words))
    return found


def initials(name: str) -> str:
    """What is shown of somebody who does not want to be named.

    >>> initials("Jan de Vries"), initials("Anne-Marie van 't Hoff"), initials("IJsbrand")
    ('J. d. V.', 'A.-M. v. t. H.', 'IJ.')
    """
    return " ".join(map(_initials_of_word, tidy(name).split(" ")))


def _initials_of_word(word: str) -> str:
    parts = [part for part in word.split("-") if part] or [word]
    return "-".join(f"{_initial(part)}." for part in parts)


def _initial(word: str) -> str:
    letters = [char for char in word if char.isalnum()] or [word[0]]
    digraph = "".join(letters[:2])
    return digraph if digraph == "IJ" else letters[0]


def player_key(key: str, taken: Container[str]) -> str:
    """The public key of a new player: 16 hex digits of the name key's SHA-256, `-2` if taken.

    >>> player_key("anna", [])
    '55579b557896d0ce'
    >>> player_key("anna", ["55579b557896d0ce"])
    '55579b557896d0ce-2'
    """
    digest = hashlib.sha256(key.encode()).hexdigest()[:KEY_LENGTH]
    candidate, number = digest, 2
    while candidate in taken:
        candidate, number = f"{digest}-{number}", number + 1
    return candidate


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known names most like this one, best first.

    >>> nearest("Ana", ["Anna", "Bram", "Hanna"])
    ['Anna', 'Hanna']
    """
    wanted = blind_key(name)
    by_key: dict[str, list[str]] = {}
    for candidate in known:
        by_key.setdefault(blind_key(candidate), []).append(candidate)
    begins = sorted(key for key in by_key if wanted and key.startswith(wanted))
    alike = difflib.get_close_matches(wanted, by_key, n=limit, cutoff=0.6)
    keys = list(dict.fromkeys([*begins, *alike]))
    return [candidate for key in keys for candidate in by_key[key]][:limit]
