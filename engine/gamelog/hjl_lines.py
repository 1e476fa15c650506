"""The lines of the text notation (``.hjl``), one function a kind. Source: GAMELOG.md.

A function takes the whole line, without its comment, and returns what it says. It raises a
`NotationError` whose problem has the column.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.cards import Card, Notation, parse_card, parse_hand, spelling_table
from engine.gamelog.record import CutShort, Hands, Ruling, StatedMoon, Substitute, Trick
from engine.problems import NotationError, Value, problem
from engine.scoring import four
from engine.seats import PASS_STEPS, SEAT_OF, SEATS, Direction, FourInts, Seat

HEADER: Final = "% hjl 1"

FORMS: Final[Mapping[str, str]] = {
    "P": 'P W "name"',
    "H": "H 1 left dealer=N",
    "R": "R N:40 E:90 S:60 W:30",
    "D": "D N:AQ74.K.9853.AK85 E:... S:... W:...",
    "D*": "D* N:AQ74.K.9853.AK85 E:... S:... W:...",
    "X": "X N:7S,AC,9D E:... S:... W:...",
    "T": "T E 2C JC 6C KC",
    "K": "K W rest | K - out",
    "M": "M W others | M W self",
    "S": "S N:17 E:4 S:3 W:2",
    "C": 'C N +5 "reason"',
    "V": 'V "reason"',
}
"""The form of every line, in the order in which lines follow each other in a deal."""

LARGEST_NUMBER: Final = 9_999_999
"""Points and totals beyond this cannot be read; no game comes near."""

_WORD: Final = re.compile(r"\S+")
_TAG: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPED: Final = re.compile(r'\\(["\\])')
_NUMBER: Final = re.compile(r"[+-]?\d{1,7}", re.ASCII)
_DEAL_NUMBER: Final = re.compile(r"[1-9]\d{0,4}", re.ASCII)
_HEAD: Final = re.compile(
    rf"H ({_DEAL_NUMBER.pattern}) (left|right|across|none)(?: dealer=([NESW]))?", re.ASCII
)
_PER_SEAT: Final = re.compile(r"\S+ N:(\S*) E:(\S*) S:(\S*) W:(\S*)")
_DIRECTIONS: Final[Mapping[str, Direction]] = {known: known for known in PASS_STEPS}
_LEADERS: Final[Mapping[str, Seat | None]] = {**SEAT_OF, "-": None}


def without_comment(line: str) -> str:
    r"""A line without its comment and trailing blanks; `%` inside quotes is text.

    >>> without_comment('V "50% sure" % said Anna')
    'V "50% sure"'
    """
    if "%" in line:
        quoted = escaped = False
        for position, character in enumerate(line):
            if escaped:
                escaped = False
            elif character == "\\" and quoted:
                escaped = True
            elif character == '"':
                quoted = not quoted
            elif character == "%" and not quoted and (not position or line[position - 1].isspace()):
                return line[:position].rstrip()
    return line.rstrip()


def parse_tags(line: str) -> tuple[list[tuple[int, str, str]], int | None]:
    """The tags of a line as (column, tag, value), and the column where it stops making sense.

    >>> parse_tags('[Round "2"] [Table 3]')
    ([(1, 'Round', '2')], 13)
    """
    tags: list[tuple[int, str, str]] = []
    position = len(line) - len(line.lstrip())
    while position < len(line):
        match = _TAG.match(line, position)
        if match is None:
            return tags, position + 1
        tags.append((position + 1, match.group(1), _unescaped(match.group(2))))
        position = match.end()
    return tags, None


def parse_head(line: str) -> tuple[int, Direction, Seat | None]:
    """Number, direction and dealer of a deal (H).

    >>> parse_head("H 2 across dealer=S")
    (2, 'across', <Seat.S: 2>)
    """
    match = _HEAD.fullmatch(line)
    if match is not None:
        number, direction, dealer = match.groups()
        return int(number), _DIRECTIONS[direction], _LEADERS[dealer or "-"]
    return _head_word_by_word(line)


def _head_word_by_word(line: str) -> tuple[int, Direction, Seat | None]:
    words = _words(line)
    if not 2 <= len(words) <= 3:
        raise _bad_form(1, line, "H")
    (number_column, number), (direction_column, name) = words[:2]
    if not _DEAL_NUMBER.fullmatch(number):
        raise _bad_form(number_column, number, "H")
    direction = next((known for known in PASS_STEPS if known == name), None)
    if direction is None:
        raise _bad_form(direction_column, name, "H")
    if len(words) == 2:
        return int(number), direction, None
    column, dealer = words[2]
    if not dealer.startswith("dealer="):
        raise _bad_form(column, dealer, "H")
    return int(number), direction, _seat(column + 7, dealer.removeprefix("dealer="))


def parse_points(line: str) -> FourInts:
    """Four numbers in seat order (R and S).

    >>> parse_points("S W:2 S:-3 E:4 N:17")
    (17, 4, -3, 2)
    """
    return four([_number(column, text) for column, text in _per_seat(line)])


def parse_hands(line: str, notation: Notation) -> Hands:
    """Four hands (D and D*).

    >>> parse_hands("D N:A.-.-.2 E:-.K.-.- S:-.-.-.- W:-.-.T.-", "en")
    ((AS, 2C), (KH,), (), (TD,))
    """
    hands = []
    for column, text in _per_seat(line):
        try:
            hands.append(parse_hand(text, notation))
        except NotationError as error:
            inside = (error.problem.column or 1) - 1
            raise NotationError(error.problem.at(None, column + inside)) from None
    return _four_hands(hands)


def parse_passed(line: str, notation: Notation) -> Hands:
    """The cards that each seat passed on (X), however many.

    >>> parse_passed("X N:7S,AC,9D E:- S:2H W:-", "en")
    ((7S, AC, 9D), (), (2H,), ())
    """
    passed = []
    for column, text in _per_seat(line):
        cards = []
        if text not in ("", "-"):
            for name in text.split(","):
                cards.append(_card(column, name, notation))
                column += len(name) + 1
        passed.append(tuple(cards))
    return _four_hands(passed)


def parse_trick(line: str, notation: Notation) -> Trick:
    """A trick (T), however many cards it has.

    >>> parse_trick("T E 2K BK 6K HK", "nl")
    Trick(leader=<Seat.E: 1>, cards=(2C, JC, 6C, KC))
    """
    words = line.split()
    table = spelling_table(notation)
    try:
        return Trick(_LEADERS[words[1]], tuple([table[word] for word in words[2:]]))
    except (KeyError, IndexError):
        pass  # an unusual spelling, or a fault whose column is worth finding
    placed = _words(line)
    if not placed:
        raise _bad_form(1, line, "T")
    leader = None if placed[0][1] == "-" else _seat(*placed[0])
    return Trick(leader, tuple([_card(column, text, notation) for column, text in placed[1:]]))


def parse_cut_short(line: str) -> CutShort:
    """How play was cut short (K).

    >>> parse_cut_short("K W rest"), parse_cut_short("K - out")
    (CutShort(taker=<Seat.W: 3>), CutShort(taker=None))
    """
    words = _words(line)
    shown = [text for _, text in words]
    if shown == ["-", "out"]:
        return CutShort(None)
    if len(shown) == 2 and shown[1] == "rest":
        return CutShort(_seat(*words[0]))
    raise _bad_form(1, line, "K")


def parse_moon(line: str) -> StatedMoon:
    """The shooter's choice (M).

    >>> parse_moon("M W self").choice
    'self'
    """
    words = _words(line)
    if len(words) != 2 or words[1][1] not in ("others", "self"):
        raise _bad_form(1, line, "M")
    return StatedMoon(_seat(*words[0]), "self" if words[1][1] == "self" else "others")


def parse_substitute(line: str) -> Substitute:
    """Who sits down at a seat (P).

    >>> parse_substitute('P W "Eef"').player
    'Eef'
    """
    words, player = _quotation(line, "P", 1)
    return Substitute(_seat(*words[0]), player)


def parse_ruling(line: str) -> Ruling:
    """Points by ruling (C).

    >>> parse_ruling('C N +5 "revoke"').points
    5
    """
    words, reason = _quotation(line, "C", 2)
    return Ruling(_seat(*words[0]), _number(*words[1]), reason)


def parse_void(line: str) -> str:
    """Why a deal is void (V).

    >>> parse_void('V "misdeal"')
    'misdeal'
    """
    return _quotation(line, "V", 0)[1]


# parts of lines


def _fault(column: int, code: str, /, **fields: Value) -> NotationError:
    return NotationError(problem(code, **fields).at(None, column))


def _bad_form(column: int, found: str, letter: str) -> NotationError:
    return _fault(column, "line.form", found=found[:80], expected=FORMS[letter])


def _words(line: str) -> list[tuple[int, str]]:
    """The words of a line after its letter, with their columns."""
    return [(match.start() + 1, match.group()) for match in _WORD.finditer(line)][1:]


def _seat(column: int, text: str) -> Seat:
    seat = SEAT_OF.get(text)
    if seat is None:
        raise _fault(column, "seat.unknown", text=text[:80])
    return seat


def _number(column: int, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _fault(column, "number.unknown", text=text[:80])
    return int(text)


def _card(column: int, text: str, notation: Notation) -> Card:
    card = spelling_table(notation).get(text)
    if card is not None:
        return card
    try:
        return parse_card(text, notation)
    except NotationError as error:
        raise NotationError(error.problem.at(None, column)) from None


def _per_seat(line: str) -> list[tuple[int, str]]:
    """The four values of a line like ``S N:17 E:4 S:3 W:2`` in seat order, with their columns."""
    match = _PER_SEAT.fullmatch(line)
    if match is not None:
        return [(match.start(group) + 1, match.group(group)) for group in (1, 2, 3, 4)]
    values: dict[Seat, tuple[int, str]] = {}
    for column, word in _words(line):
        name, colon, value = word.partition(":")
        if not colon:
            raise _bad_form(column, word, line.split(None, 1)[0])
        seat = _seat(column, name)
        if seat in values:
            raise _fault(column, "seat.repeated", seat=seat.name)
        values[seat] = (column + 2, value)
    missing = tuple(seat.name for seat in SEATS if seat not in values)
    if missing:
        raise _fault(len(line) + 1, "seat.missing", seats=missing)
    return [values[seat] for seat in SEATS]


def _quotation(line: str, letter: str, count: int) -> tuple[list[tuple[int, str]], str]:
    """The words before a quotation that ends the line, and the text quoted."""
    start = line.find('"')
    if start < 0:
        raise _bad_form(len(line) + 1, line, letter)
    match = _QUOTED.match(line, start)
    if match is None:
        raise _fault(start + 1, "line.quote")
    words = _words(line[:start])
    if len(words) != count:
        raise _bad_form(1, line, letter)
    return words, _unescaped(match.group(1))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def _four_hands(hands: list[tuple[Card, ...]]) -> Hands:
    north, east, south, west = hands
    return north, east, south, west
