"""What a card of a trick says, in tables that are looked into card by card.

Referees of many deals have no time to work out for every card whose it is, whether it follows suit
and what it is worth: there are only so many answers. The cards of all four players are one number
here: 52 bits a seat, north's the lowest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.cards import ALL_CARDS, HEARTS, SUIT_MASKS, Card
from engine.legality import JACK_OF_CLUBS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES
from engine.seats import SEATS

SEAT_BITS: Final = 52
"""Bits of a seat in a number that holds the cards of all four."""

HEARTS_WORTH: Final = 0b1111
"""Of the worth of some cards: how many hearts there are among them."""

QUEEN_WORTH: Final = 16
"""Of the worth of some cards: whether the queen of spades is among them."""

_WORTHS: Final = ((QUEEN_WORTH, QUEEN_OF_SPADES), (32, JACK_OF_DIAMONDS), (64, JACK_OF_CLUBS))


def worth_of(card: Card) -> int:
    """What a card is worth to whoever takes it, under any rules; worths add up.

    >>> worth_of(Card.named("9H")), worth_of(Card.named("QS")), worth_of(Card.named("KS"))
    (1, 16, 0)
    """
    if 1 << card & HEARTS:
        return 1
    return next((worth for worth, mask in _WORTHS if 1 << card == mask), 0)


def cards_worth(worth: int) -> int:
    """Some cards of that worth, as a mask: which hearts they are makes no difference.

    >>> from engine.cards import cards_of
    >>> cards_of(cards_worth(18))
    (QS, AH, KH)
    """
    mask = HEARTS & ~(HEARTS >> (worth & HEARTS_WORTH))  # the highest: they are in both decks
    for part, card in _WORTHS:
        if worth & part:
            mask |= card
    return mask


Follow = tuple[int, int, int, int]
"""A card that is played to a trick: the card, at its seat; its worth; the cards that its player
cannot hold, having not followed suit; the card again if it can win the trick, else -1."""

Follows = Mapping[str, Follow]
"""Every card by its canonical name, as it is played by one seat to a trick of one suit."""

Lead = tuple[int, int, int, int, int, int, int, int, Follows, Follows, Follows]
"""A card that is led: the card, at its seat; its worth; the card again; the seats of the leader and
of the others, clockwise; the suit; and the tables of the others. Plain tuples, since they are what
Python takes apart fastest.
"""


# Equal values are one object everywhere, so that all tables together fit into a processor's cache.
_NAMES: Final = tuple(map(str, ALL_CARDS))
_AT_SEAT: Final = tuple([1 << card << SEAT_BITS * seat for card in ALL_CARDS] for seat in SEATS)
_SUIT_AT_SEAT: Final = tuple([mask << SEAT_BITS * seat for mask in SUIT_MASKS] for seat in SEATS)


def _follow(card: Card, seat: int, suit: int) -> Follow:
    follows = card.suit == suit
    lacks = 0 if follows else _SUIT_AT_SEAT[seat][suit]
    return _AT_SEAT[seat][card], worth_of(card), lacks, int(card) if follows else -1


_FOLLOWS: Final = tuple(
    tuple(
        {name: _follow(card, seat, suit) for name, card in zip(_NAMES, ALL_CARDS, strict=True)}
        for suit in range(4)
    )
    for seat in range(4)
)


def _lead(card: Card, leader: int) -> Lead:
    i, j, k, m = ((leader + step) % 4 for step in range(4))
    suit = card.suit
    follows = _FOLLOWS[j][suit], _FOLLOWS[k][suit], _FOLLOWS[m][suit]
    return _AT_SEAT[i][card], worth_of(card), int(card), i, j, k, m, suit, *follows


LEADS: Final[Mapping[str, Lead]] = {
    f"{seat.name} {card}": _lead(card, int(seat)) for seat in SEATS for card in ALL_CARDS
}
"""Every lead as it stands in a log: ``"W 2C"``."""
