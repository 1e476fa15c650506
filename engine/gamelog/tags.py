"""The tags of a game: their order, their values, and the checks on them. Source: GAMELOG.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from engine.cards import NOTATIONS
from engine.gamelog.record import Ended, LogGame
from engine.problems import Problem, problem
from engine.seats import SEAT_NAMES

LAYOUT: Final = (
    ("Event", "Date", "Time", "Round", "Table", "Label"),
    ("Rules", "Switch", "Target", "Cards", "Ended", "Deals"),
    tuple(SEAT_NAMES),
)
"""The tags in canonical order, line by line."""

TAGS: Final = tuple(tag for line in LAYOUT for tag in line)

ENDINGS: Final[tuple[Ended, ...]] = ("finished", "time", "abandoned")


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Check:
    expected: str
    accepts: Callable[[str], bool]


_CHECKS: Final[Mapping[str, _Check]] = {
    "Date": _Check("2026-03-14", _is_date),
    "Time": _Check(
        "20:15", lambda text: bool(re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII))
    ),
    "Switch": _Check("hearts_broken_by=any", lambda text: "=" in text.strip("=")),
    "Target": _Check("100", lambda text: bool(re.fullmatch(r"[1-9]\d{0,5}", text, re.ASCII))),
    "Cards": _Check(" | ".join(NOTATIONS), lambda text: text in NOTATIONS),
    "Ended": _Check(" | ".join(ENDINGS), lambda text: text in ENDINGS),
    "Deals": _Check("loose", lambda text: text == "loose"),
}


def tag_problem(tag: str, value: str, seen: Mapping[str, object]) -> Problem | None:
    """What is wrong with one tag: unknown, there already, or of an impossible value.

    >>> tag_problem("Date", "2026-13-41", {}).code, tag_problem("Date", "2026-03-14", {})
    ('tag.value', None)
    """
    if tag not in TAGS:
        return problem("tag.unknown", tag=tag, known=TAGS)
    if tag in seen and tag != "Switch":
        return problem("tag.repeated", tag=tag)
    check = _CHECKS.get(tag)
    if check is not None and not check.accepts(value):
        return problem("tag.value", tag=tag, value=value, expected=check.expected)
    return None


def tags_of(game: LogGame) -> list[tuple[str, str]]:
    """The tags of a game in canonical order; cards are always written in English.

    >>> tags_of(LogGame(rules="dutch", loose=True))
    [('Rules', 'dutch'), ('Cards', 'en'), ('Deals', 'loose')]
    """
    north, east, south, west = game.players
    values: dict[str, str | None] = {
        "Event": game.event,
        "Date": game.date,
        "Time": game.time,
        "Round": game.round,
        "Table": game.table,
        "Label": game.label,
        "Rules": game.rules,
        "Target": None if game.target is None else str(game.target),
        "Cards": "en",
        "Ended": game.ended,
        "Deals": "loose" if game.loose else None,
        "N": north,
        "E": east,
        "S": south,
        "W": west,
    }
    listed: list[tuple[str, str]] = []
    for tag in TAGS:
        if tag == "Switch":
            listed += [("Switch", f"{key}={value}") for key, value in game.switches]
        else:
            value = values[tag]
            if value is not None:
                listed.append((tag, value))
    return listed


def game_of(
    tags: Mapping[str, str], switches: tuple[tuple[str, str], ...], line: int | None = None
) -> LogGame:
    """A game without deals out of checked tags (`tag_problem` said None to each).

    Args:
        tags: tag -> value.
        switches: key and value of every switch that is named.
        line: of the file, where the game starts.

    >>> game_of({"Target": "50"}, ()).target
    50
    """
    ended = tags.get("Ended")
    target = tags.get("Target")
    return LogGame(
        event=tags.get("Event"),
        date=tags.get("Date"),
        time=tags.get("Time"),
        round=tags.get("Round"),
        table=tags.get("Table"),
        label=tags.get("Label"),
        rules=tags.get("Rules"),
        switches=switches,
        target=None if target is None else int(target),
        ended=next((known for known in ENDINGS if known == ended), None),
        loose="Deals" in tags,
        players=(tags.get("N"), tags.get("E"), tags.get("S"), tags.get("W")),
        line=line,
    )
