"""Writing the text notation (``.hjl``) in its canonical form. Source: GAMELOG.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import hand_text
from engine.gamelog.hjl_lines import HEADER
from engine.gamelog.record import LogDeal, LogGame, Trick
from engine.gamelog.tags import LAYOUT, tags_of
from engine.problems import NotationError, problem
from engine.seats import SEATS, FourInts


def write_games(games: Iterable[LogGame]) -> str:
    r"""The text of a file with these games.

    Reading it back gives equal games.

    Raises:
        NotationError: ``text.line_break``, a name or reason with a line break in it, which the
            notation cannot hold; ``game.no_deals``, a game without deals before another, whose
            tags would run together; or the first problem of an unreadable deal.

    >>> print(write_games([LogGame(rules="american", deals=(LogDeal(number=1),))]), end="")
    % hjl 1
    [Rules "american"] [Cards "en"]
    H 1 none
    """
    lines = [HEADER]
    had_deals = True
    for game in games:
        if not had_deals:
            raise NotationError(problem("game.no_deals"))
        had_deals = bool(game.deals)
        lines += game_lines(game)
    return "\n".join(lines) + "\n"


def game_lines(game: LogGame) -> Iterator[str]:
    """The lines of one game: its tags, then its deals.

    >>> list(game_lines(LogGame(label="7", players=("Anna", None, None, None))))
    ['[Label "7"]', '[Cards "en"]', '[N "Anna"]']
    """
    tags = tags_of(game)
    for names in LAYOUT:
        shown = [f"[{tag} {_quoted(value)}]" for tag, value in tags if tag in names]
        if shown:
            yield " ".join(shown)
    for deal in game.deals:
        yield from deal_lines(deal)


def deal_lines(deal: LogDeal) -> Iterator[str]:
    """The lines of one deal, in the order of the notation.

    >>> list(deal_lines(LogDeal(number=3, direction="across", stated=(2, 14, 10, 0))))
    ['H 3 across', 'S N:2 E:14 S:10 W:0']
    """
    for found in deal.problems:
        raise NotationError(found)
    for substitute in deal.substitutes:
        yield f"P {substitute.seat.name} {_quoted(substitute.player)}"
    dealer = "" if deal.dealer is None else f" dealer={deal.dealer.name}"
    yield f"H {deal.number} {deal.direction}{dealer}"
    if deal.totals is not None:
        yield _points("R", deal.totals)
    if deal.hands is not None:
        letter = "D*" if deal.after_pass else "D"
        yield _per_seat(letter, [hand_text(hand) for hand in deal.hands])
    if deal.passed is not None:
        yield _per_seat("X", [",".join(map(str, cards)) or "-" for cards in deal.passed])
    for trick in deal.tricks:
        yield _trick(trick)
    if deal.cut_short is not None:
        taker = deal.cut_short.taker
        yield "K - out" if taker is None else f"K {taker.name} rest"
    if deal.moon is not None:
        yield f"M {deal.moon.seat.name} {deal.moon.choice}"
    if deal.stated is not None:
        yield _points("S", deal.stated)
    for ruling in deal.rulings:
        yield f"C {ruling.seat.name} {ruling.points:+d} {_quoted(ruling.reason)}"
    if deal.void is not None:
        yield f"V {_quoted(deal.void)}"


def _trick(trick: Trick) -> str:
    leader = "-" if trick.leader is None else trick.leader.name
    return " ".join(["T", leader, *map(str, trick.cards)])


def _points(letter: str, points: FourInts) -> str:
    return _per_seat(letter, [str(own) for own in points])


def _per_seat(letter: str, values: list[str]) -> str:
    shown = [f"{seat.name}:{value}" for seat, value in zip(SEATS, values, strict=True)]
    return " ".join([letter, *shown])


def _quoted(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise NotationError(problem("text.line_break", text=text))
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
