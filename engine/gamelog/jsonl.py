"""The JSON Lines twin of the text notation: one deal a line, the same fields. Source: GAMELOG.md.

A line with ``tags`` starts a game, as a tag block does; a line may hold nothing else. Cards are in
English, hands in the dotted form. The keys of a line:

    tags         {"Rules": "american", "Switch": ["hearts_broken_by=any"], "N": "..."}
    deal         number of the deal
    direction    left | right | across | none
    dealer       "N"
    substitutes  [{"seat": "W", "player": "..."}]
    totals       {"N": 40, "E": 90, "S": 60, "W": 30}, before the deal
    hands        {"N": "AQ74.K.9853.AK85", ...}
    after_pass   true when the hands are those after the pass
    passed       {"N": ["7S", "AC", "9D"], ...}
    tricks       [["E", "2C", "JC", "6C", "KC"], ...]; null for an unknown leader
    cut_short    the seat that takes the rest, or "out"
    moon         {"seat": "W", "choice": "self"}
    points       {"N": 17, ...}: stated change of the totals by the cards
    rulings      [{"seat": "N", "points": 5, "reason": "..."}]
    void         the reason
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.cards import NOTATIONS, Card, Notation, hand_text, parse_card, parse_hand
from engine.gamelog.hjl_lines import LARGEST_NUMBER
from engine.gamelog.record import (
    CutShort,
    Hands,
    Lines,
    LogDeal,
    LogGame,
    Ruling,
    StatedMoon,
    Substitute,
    Trick,
)
from engine.gamelog.tags import game_of, tag_problem, tags_of
from engine.problems import NotationError, Problem, problem
from engine.scoring import four
from engine.seats import PASS_STEPS, SEAT_NAMES, SEAT_OF, FourInts, Seat, by_seat


def write_games(games: Iterable[LogGame]) -> Iterator[str]:
    """The lines of a file with these games, without line ends.

    Raises:
        NotationError: the first problem of an unreadable deal.

    >>> for line in write_games([LogGame(rules="american", deals=(LogDeal(number=1),))]): line
    '{"tags": {"Rules": "american", "Cards": "en"}, "deal": 1, "direction": "none"}'
    """
    for game in games:
        tags: dict[str, object] = {"tags": _tags_dict(game)}
        for deal in game.deals:
            yield json.dumps(tags | deal_dict(deal), ensure_ascii=False)
            tags = {}
        if not game.deals:
            yield json.dumps(tags, ensure_ascii=False)


def deal_dict(deal: LogDeal) -> dict[str, object]:
    """A deal as one JSON-able dictionary; what is absent is left out.

    Raises:
        NotationError: the first problem of an unreadable deal.

    >>> deal_dict(LogDeal(number=3, direction="across", stated=(2, 14, 10, 0)))["points"]
    {'N': 2, 'E': 14, 'S': 10, 'W': 0}
    """
    for found in deal.problems:
        raise NotationError(found)
    moon = deal.moon
    cut = deal.cut_short
    values: dict[str, object | None] = {
        "deal": deal.number,
        "direction": deal.direction,
        "dealer": None if deal.dealer is None else deal.dealer.name,
        "substitutes": [{"seat": s.seat.name, "player": s.player} for s in deal.substitutes]
        or None,
        "totals": None if deal.totals is None else by_seat(deal.totals),
        "hands": None if deal.hands is None else _hands_dict(deal.hands),
        "after_pass": deal.after_pass or None,
        "passed": None if deal.passed is None else _passed_dict(deal.passed),
        "tricks": [_trick_list(trick) for trick in deal.tricks] or None,
        "cut_short": None if cut is None else "out" if cut.taker is None else cut.taker.name,
        "moon": None if moon is None else {"seat": moon.seat.name, "choice": moon.choice},
        "points": None if deal.stated is None else by_seat(deal.stated),
        "rulings": [
            {"seat": r.seat.name, "points": r.points, "reason": r.reason} for r in deal.rulings
        ]
        or None,
        "void": deal.void,
    }
    return {key: value for key, value in values.items() if value is not None}


def _tags_dict(game: LogGame) -> dict[str, object]:
    tags: dict[str, object] = {}
    for tag, value in tags_of(game):
        if tag == "Switch":
            tags["Switch"] = [f"{key}={setting}" for key, setting in game.switches]
        else:
            tags[tag] = value
    return tags


def _hands_dict(hands: Hands) -> dict[str, str]:
    return dict(zip(SEAT_NAMES, map(hand_text, hands), strict=True))


def _passed_dict(passed: Hands) -> dict[str, list[str]]:
    return {seat: [str(c) for c in cards] for seat, cards in zip(SEAT_NAMES, passed, strict=True)}


def _trick_list(trick: Trick) -> list[str | None]:
    leader = None if trick.leader is None else trick.leader.name
    return [leader, *map(str, trick.cards)]


# reading


def read_games(lines: Iterable[str]) -> Iterator[LogGame]:
    """Read games from the lines of a file, one at a time; at least one.

    Problems are collected as in the text notation: a line that is no deal is an unreadable deal.

    >>> game, = read_games(['{"tags": {"Rules": "dutch"}, "deal": 1, "direction": "left"}'])
    >>> game.rules, game.deals[0].direction
    ('dutch', 'left')
    """
    game: LogGame | None = None
    notation: Notation = "en"
    deals: list[LogDeal] = []
    for line_no, raw in enumerate(lines, start=1):
        text = raw.strip("\ufeff \t\r\n")
        if not text:
            continue
        content, faults = _parse(text)
        if "tags" in content or game is None:
            if game is not None:
                yield replace(game, deals=tuple(deals))
            game, notation = _read_tags(content.pop("tags", {}), line_no)
            deals = []
        if content or faults:
            expected = deals[-1].number + (deals[-1].void is None) if deals else 1
            deals.append(_read_deal(content, faults, expected, notation, line_no))
    if game is None:
        game = LogGame(problems=(problem("file.empty"),))
    yield replace(game, deals=tuple(deals))


def _parse(text: str) -> tuple[dict[str, Any], list[Problem]]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        return {}, [problem("json.syntax", detail=error.msg).at(None, error.colno)]
    except (
        ValueError,
        RecursionError,
    ) as error:  # a number of a million digits, nesting without end
        return {}, [problem("json.syntax", detail=type(error).__name__)]
    if not isinstance(content, dict):
        return {}, [problem("json.field", field="-", expected="{...}")]
    unknown = [key for key in content if key not in _KEYS]
    faults = [problem("json.unknown", field=str(key), known=_KEYS) for key in unknown]
    return {key: content[key] for key in content if key in _KEYS}, faults


def _read_tags(tags: object, line_no: int) -> tuple[LogGame, Notation]:
    problems: list[Problem] = []
    read: dict[str, str] = {}
    switches: list[tuple[str, str]] = []
    if not isinstance(tags, dict):
        problems.append(problem("json.field", field="tags", expected="{...}"))
        tags = {}
    for tag, value in tags.items():
        settings = value if tag == "Switch" and isinstance(value, list) else [value]
        for setting in settings:
            if not isinstance(setting, str):
                wrong = problem("tag.value", tag=tag, value=json.dumps(setting), expected='"..."')
            else:
                found = tag_problem(tag, setting, read)
                if found is None:
                    if tag == "Switch":
                        key, _, chosen = setting.partition("=")
                        switches.append((key.strip(), chosen.strip()))
                    else:
                        read[tag] = setting
                    continue
                wrong = found
            problems.append(wrong)
    game = game_of(read, tuple(switches))
    located = tuple(found.at(line_no) for found in problems)
    named = read.get("Cards")
    notation: Notation = next((known for known in NOTATIONS if known == named), "en")
    return replace(game, problems=located, line=line_no), notation


class _Field:
    """Checks on one value of a line; each raises ``json.field`` with what was expected."""

    def __init__(self, key: str, value: object, notation: Notation) -> None:
        self.key = key
        self.value = value
        self.notation = notation

    def fail(self, expected: str) -> NotationError:
        return NotationError(problem("json.field", field=self.key, expected=expected))

    def inner(self, value: object) -> _Field:
        return _Field(self.key, value, self.notation)

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.fail('"..."')
        return self.value

    def number(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fail("a whole number")
        if abs(self.value) > LARGEST_NUMBER:
            raise self.fail(f"-{LARGEST_NUMBER} .. {LARGEST_NUMBER}")
        return self.value

    def items(self) -> list[_Field]:
        if not isinstance(self.value, list):
            raise self.fail("[...]")
        return [self.inner(entry) for entry in self.value]

    def seat(self) -> Seat:
        seat = SEAT_OF.get(self.text())
        if seat is None:
            raise NotationError(problem("seat.unknown", text=self.text()))
        return seat

    def entries(self, keys: Sequence[str]) -> list[_Field]:
        if not isinstance(self.value, dict) or set(self.value) != set(keys):
            raise self.fail("{" + ", ".join(f'"{key}": ...' for key in keys) + "}")
        return [self.inner(self.value[key]) for key in keys]

    def four_numbers(self) -> FourInts:
        return four([entry.number() for entry in self.entries(SEAT_NAMES)])

    def cards(self) -> tuple[Card, ...]:
        return tuple(parse_card(entry.text(), self.notation) for entry in self.items())


def _direction(field: _Field) -> str:
    direction = field.text()
    if direction not in PASS_STEPS:
        raise field.fail(" | ".join(PASS_STEPS))
    return direction


def _deal_number(field: _Field) -> int:
    number = field.number()
    if not 0 < number <= 99999:
        raise field.fail("1 .. 99999")
    return number


def _substitutes(field: _Field) -> tuple[Substitute, ...]:
    read = (entry.entries(("seat", "player")) for entry in field.items())
    return tuple(Substitute(seat.seat(), player.text()) for seat, player in read)


def _rulings(field: _Field) -> tuple[Ruling, ...]:
    read = (entry.entries(("seat", "points", "reason")) for entry in field.items())
    return tuple(Ruling(s.seat(), points.number(), reason.text()) for s, points, reason in read)


def _hands(field: _Field) -> tuple[tuple[Card, ...], ...]:
    return tuple(parse_hand(hand.text(), field.notation) for hand in field.entries(SEAT_NAMES))


def _passed(field: _Field) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards.cards() for cards in field.entries(SEAT_NAMES))


def _tricks(field: _Field) -> tuple[Trick, ...]:
    tricks = []
    listed = field.items()
    for number, entry in enumerate(listed, start=1):
        words = entry.items()
        if not words:
            raise entry.fail('["E", "2C", ...]')
        leader = None if words[0].value is None else words[0].seat()
        cards = tuple(parse_card(word.text(), field.notation) for word in words[1:])
        if not 0 < len(cards) < 5 or (len(cards) < 4 and number < len(listed)):
            raise NotationError(problem("trick.size", trick=number, count=len(cards)))
        tricks.append(Trick(leader, cards))
    return tuple(tricks)


def _cut_short(field: _Field) -> CutShort:
    return CutShort(None) if field.value == "out" else CutShort(field.seat())


def _moon(field: _Field) -> StatedMoon:
    seat, choice = field.entries(("seat", "choice"))
    if choice.value not in ("others", "self"):
        raise field.fail('{"seat": "W", "choice": "others" | "self"}')
    return StatedMoon(seat.seat(), "self" if choice.value == "self" else "others")


def _after_pass(field: _Field) -> bool:
    if not isinstance(field.value, bool):
        raise field.fail("true | false")
    return field.value


_READERS: Final[Mapping[str, tuple[str, Callable[[_Field], object]]]] = {
    "deal": ("number", _deal_number),
    "direction": ("direction", _direction),
    "dealer": ("dealer", _Field.seat),
    "substitutes": ("substitutes", _substitutes),
    "totals": ("totals", _Field.four_numbers),
    "hands": ("hands", _hands),
    "after_pass": ("after_pass", _after_pass),
    "passed": ("passed", _passed),
    "tricks": ("tricks", _tricks),
    "cut_short": ("cut_short", _cut_short),
    "moon": ("moon", _moon),
    "points": ("stated", _Field.four_numbers),
    "rulings": ("rulings", _rulings),
    "void": ("void", _Field.text),
}

_KEYS: Final = ("tags", *_READERS)


def _read_deal(
    content: Mapping[str, object],
    faults: Sequence[Problem],
    number: int,
    notation: Notation,
    line_no: int,
) -> LogDeal:
    """One deal out of a line's dictionary; its problems are collected, not raised."""
    problems = list(faults)
    values: dict[str, object] = {"number": number}
    if not faults or content:
        problems += [
            problem("json.field", field=key, expected=f'"{key}": ...')
            for key in ("deal", "direction")
            if key not in content
        ]
    for key, value in content.items():
        name, reader = _READERS[key]
        try:
            values[name] = reader(_Field(key, value, notation))
        except NotationError as error:
            # A column inside a card or a hand says nothing about the line.
            problems.append(replace(error.problem, column=None))
    return LogDeal(
        problems=tuple(found.at(line_no) for found in problems),
        lines=Lines(line_no, {}, ()),
        **values,  # type: ignore[arg-type]
    )


def recognises(lines: Sequence[str]) -> bool:
    """Whether the first line that is not blank starts a JSON object.

    >>> recognises(['{"deal": 1}']), recognises(["% hjl 1"])
    (True, False)
    """
    for line in lines:
        text = line.strip("\ufeff \t\r\n")
        if text:
            return text.startswith("{")
    return False
