"""Action sequences of OpenSpiel's Hearts, one deal a line, numbers separated by blanks.

The sequence (google-deepmind/open_spiel, ``hearts``): the pass direction (0 none, 1 left, 2 across,
3 right); 52 deal actions, the k-th card to seat k mod 4; 12 pass actions, three of each seat in
turn, absent when nothing is passed; then the plays. A card is 4 * rank + suit with ranks 0..12 for
2..A and suits 0..3 for C D H S. Seats 0..3 are N E S W.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from engine.cards import CLUBS, Card, cards_of
from engine.gamelog.formats import Format
from engine.gamelog.record import Hands, Lines, LogDeal, LogGame, Trick, in_order
from engine.problems import NotationError, Problem, problem
from engine.seats import PASS_STEPS, SEATS, Direction, Seat

_DIRECTIONS: Final[tuple[Direction, ...]] = ("none", "left", "across", "right")
_CARDS: Final = tuple(Card(13 * (action % 4) + action // 4) for action in range(52))
_NUMBER: Final = re.compile(r"\d{1,3}", re.ASCII)
_DEALT: Final = 1 + 52
_CHUNK: Final = 1000


def read_games(lines: Iterable[str]) -> Iterator[LogGame]:
    """Read deals as games of loose deals, up to a thousand each so that long files stream.

    A deal's number is its line. A line that is not such a sequence is an unreadable deal.

    >>> game, = read_games(["0 1 2 3"])
    >>> game.deals[0].problems[0].code
    'openspiel.length'
    """
    numbered = (
        (number, line) for number, line in enumerate(lines, start=1) if line.strip("\ufeff \t\r\n")
    )
    chunk = list(islice(numbered, _CHUNK))
    if not chunk:
        yield LogGame(problems=(problem("file.empty"),))
    while chunk:
        deals = tuple(_deal(number, line) for number, line in chunk)
        yield LogGame(loose=True, deals=deals, line=chunk[0][0])
        chunk = list(islice(numbered, _CHUNK))


def _deal(number: int, line: str) -> LogDeal:
    lines = Lines(number, {}, ())
    try:
        actions = _actions(line.strip("\ufeff \t\r\n"))
        return _deal_of(actions, number, lines)
    except NotationError as error:
        found: Problem = error.problem.at(number)
        return LogDeal(number=number, problems=(found,), lines=lines)


def _actions(line: str) -> list[int]:
    actions: list[int] = []
    column = 1
    for word in line.split(" "):
        if word:
            limit = 4 if not actions else 52
            if not (_NUMBER.fullmatch(word) and int(word) < limit):
                raise NotationError(problem("openspiel.action", text=word[:80]).at(None, column))
            actions.append(int(word))
        column += len(word) + 1
    return actions


def _deal_of(actions: Sequence[int], number: int, lines: Lines) -> LogDeal:
    direction = _DIRECTIONS[actions[0]]
    passes = 12 if direction != "none" else 0
    if not _DEALT <= len(actions) <= _DEALT + passes + 52:
        raise NotationError(problem("openspiel.length", count=len(actions)))
    cards = [_CARDS[action] for action in actions[1:]]
    if len(set(cards[:52])) < 52:
        twice = next(card for place, card in enumerate(cards) if card in cards[:place])
        raise NotationError(problem("openspiel.deal", card=str(twice)))
    hands = in_order(cards[seat:52:4] for seat in range(4))
    given = cards[52 : 52 + passes]
    passed = _passed(given) if len(given) == passes > 0 else None
    leader = _opening_leader(hands, passed, direction)
    return LogDeal(
        number=number,
        direction=direction,
        hands=hands,
        passed=passed,
        tricks=tuple(_tricks(cards[52 + passes :], leader)),
        lines=lines,
    )


def _passed(cards: Sequence[Card]) -> Hands:
    north, east, south, west = (tuple(cards[3 * seat : 3 * seat + 3]) for seat in range(4))
    return north, east, south, west


def _opening_leader(hands: Hands, passed: Hands | None, direction: Direction) -> Seat:
    """Who holds the lowest club after the pass; the sequence itself does not say who leads."""
    opening = cards_of(CLUBS)[-1]
    for seat in SEATS:
        if passed is not None and opening in passed[seat]:
            return seat.after(PASS_STEPS[direction])
    return next((seat for seat in SEATS if opening in hands[seat]), SEATS[0])


def _tricks(cards: Sequence[Card], leader: Seat) -> Iterator[Trick]:
    """Cut the plays into tricks; the highest card of the suit led wins and leads next."""
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        yield Trick(leader, tuple(trick))
        best = max(card for card in trick if card.suit == trick[0].suit)
        leader = leader.after(trick.index(best))


def recognises(lines: Sequence[str]) -> bool:
    """Whether the first line is numbers only, a direction and at least a dealt deck.

    >>> recognises([" ".join(map(str, [1, *range(52)]))]), recognises(["1 2 3"])
    (True, False)
    """
    first = lines[0].strip("\ufeff \t\r\n") if lines else ""
    words = first.split()
    return len(words) >= _DEALT and words[0] in "0123" and all(word.isdigit() for word in words)


FORMAT = Format("openspiel", "OpenSpiel actions", (".txt",), recognises, read_games)
