"""Cards, the two decks, and how cards are written in English, in Dutch and with suit symbols.

A `Card` is an integer with a name: ``13 * suit + rank`` with suits C D H S = 0..3 and ranks
2..A = 0..12. The higher of two cards of one suit is the larger number, and descending numbers
are the order in which hands are written (spades, hearts, diamonds, clubs; high to low). A set of
cards inside the engine is a bit mask with bit ``card`` set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal

from engine.problems import NotationError, problem

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"

Notation = Literal["en", "nl", "symbols"]
NOTATIONS: Final[tuple[Notation, ...]] = ("en", "nl", "symbols")

_SYMBOLS: Final = "♣♦♥♠"
_OUTLINED_SYMBOLS: Final = "♧♢♡♤"
_DUTCH_SUITS: Final = "KRHS"
_DUTCH_RANKS: Final = "23456789TBVHA"
_DUTCH_SECOND_NAMES: Final = {"D": "V"}  # dame is as common as vrouw
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"  # follow a symbol typed on a telephone


class Card(int):
    """One card; prints as rank and suit, ``QS`` or ``TC``.

    >>> Card.named("QS")
    QS
    >>> Card.named("QS").suit, Card.named("QS").rank
    (3, 10)
    """

    __slots__ = ()

    @classmethod
    def named(cls, text: str) -> Card:
        """The card with this canonical English name, for constants in code.

        Raises:
            KeyError: there is no such card; text from outside goes through `parse_card`.
        """
        return _BY_TEXT["en"][text]

    @property
    def suit(self) -> int:
        """0..3 for clubs, diamonds, hearts, spades."""
        return SUIT_OF[self]

    @property
    def rank(self) -> int:
        """0..12 for 2..A."""
        return int(self) % 13

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    __repr__ = __str__


ALL_CARDS: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(52))

SUIT_OF: Final[tuple[int, ...]] = tuple(index // 13 for index in range(52))
"""The suit of each card, 0..3 for clubs, diamonds, hearts, spades."""

SUIT_MASKS: Final[tuple[int, ...]] = tuple(0x1FFF << (13 * suit) for suit in range(4))
CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS
DECK_MASKS: Final[Mapping[int, int]] = {
    52: (1 << 52) - 1,
    32: sum(0x1FE0 << (13 * suit) for suit in range(4)),  # seven up to ace
}


def deck(size: int) -> tuple[Card, ...]:
    """The cards of the deck of 52 or of 32 (7 up to ace in each suit), in descending order.

    >>> len(deck(52)), deck(32)[:3], deck(32)[-1]
    (52, (AS, KS, QS), 7C)
    """
    return cards_of(DECK_MASKS[size])


def mask_of(cards: Iterable[int]) -> int:
    """The bit mask of some cards.

    >>> mask_of([Card.named("2C"), Card.named("4C")])
    5
    """
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a bit mask in descending order: spades first, high to low.

    >>> cards_of(5)
    (4C, 2C)
    """
    cards = []
    while mask:
        top = mask.bit_length() - 1
        cards.append(ALL_CARDS[top])
        mask ^= 1 << top
    return tuple(cards)


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Canonical English names, as fields of a problem and JSON carry them.

    >>> names(cards_of(5))
    ('4C', '2C')
    """
    return tuple(str(card) for card in cards)


def _spellings(notation: Notation) -> dict[str, Card]:
    ranks = _DUTCH_RANKS if notation == "nl" else RANKS
    suits = _DUTCH_SUITS if notation == "nl" else SUITS
    spellings: dict[str, Card] = {}
    for card in ALL_CARDS:
        rank = ranks[card.rank]
        ways = [rank]
        ways += [
            other
            for other, meant in _DUTCH_SECOND_NAMES.items()
            if notation == "nl" and meant == rank
        ]
        ways += ["10"] if rank == "T" else []
        for way in ways:
            for suit in (suits, _SYMBOLS, _OUTLINED_SYMBOLS):
                spellings[way + suit[card.suit]] = card
    return spellings


_BY_TEXT: Final[Mapping[Notation, dict[str, Card]]] = {n: _spellings(n) for n in NOTATIONS}


def spelling_table(notation: Notation) -> Mapping[str, Card]:
    """Every accepted spelling of a card, in upper case, for readers in a hurry.

    >>> spelling_table("nl")["VS"], spelling_table("en")["10C"]
    (QS, TC)
    """
    return _BY_TEXT[notation]


def parse_card(text: str, notation: Notation = "en") -> Card:
    """Read one card: rank, then suit, in any case.

    Dutch (GAMELOG.md): A H V (or D) B 10 (or T) 9..2 and suits S H R K. The letters K, H and D
    mean something else in each language, so a card that is only right in the other order or the
    other language is refused with what to write instead.

    Raises:
        NotationError: with the code ``card.swapped``, ``card.notation`` or ``card.unknown``.

    >>> parse_card("vs", "nl"), parse_card("10♣")
    (QS, TC)
    >>> try: parse_card("KH", "nl")
    ... except NotationError as error: error.problem.fields["write"], error.problem.fields["card"]
    ('HK', 'KC')
    """
    plain = text.strip().upper().translate(_WITHOUT_SELECTORS)
    table = _BY_TEXT[notation]
    card = table.get(plain)
    if card is not None:
        return card
    turned = plain[-1:] + plain[:-1] if plain[:1] not in "1T" else plain
    for other_order in dict.fromkeys((plain[1:] + plain[:1], turned)):
        if other_order in table:
            meant = str(table[other_order])
            raise NotationError(
                problem("card.swapped", text=text, notation=notation, write=other_order, card=meant)
            )
    for other in NOTATIONS:
        if plain in _BY_TEXT[other]:
            found = _BY_TEXT[other][plain]
            written = next(way for way, known in table.items() if known == found)
            raise NotationError(
                problem(
                    "card.notation",
                    text=text,
                    notation=notation,
                    other=other,
                    card=str(found),
                    write=written,
                )
            )
    raise NotationError(problem("card.unknown", text=text, notation=notation))


_WITHOUT_SELECTORS: Final = str.maketrans("", "", _VARIATION_SELECTORS)


def parse_hand(text: str, notation: Notation = "en") -> tuple[Card, ...]:
    """Read a hand in the form ``AQ74.K.9853.AK85``: spades, hearts, diamonds, clubs.

    ``-`` or nothing is a void. Whatever the order written, the cards come in descending order.
    Cards written twice stay in twice: whether a hand is possible is for the rules to say.

    Raises:
        NotationError: ``hand.suits`` when there are not four suits, ``hand.rank`` for a rank
            that does not exist; `column` counts from 1 inside `text`.

    >>> parse_hand("AT.-.10.2")
    (AS, TS, TD, 2C)
    """
    suits = text.split(".")
    if len(suits) != 4:
        raise NotationError(problem("hand.suits", text=text, count=len(suits)).at(None, 1))
    cards: list[Card] = []
    column = 1
    for place, ranks in enumerate(suits):
        try:
            cards += _suit_cards(notation, place, ranks)
        except KeyError as error:
            found = problem("hand.rank", text=ranks, rank=str(error.args[0]), notation=notation)
            raise NotationError(found.at(None, column)) from None
        column += len(ranks) + 1
    return tuple(cards)


def _ranks(text: str) -> str:
    return "" if text == "-" else text.upper().replace("10", "T")


@lru_cache(maxsize=1 << 16)
def _suit_cards(notation: Notation, place: int, text: str) -> tuple[Card, ...]:
    """The cards of one suit of a hand; places 0..3 are spades, hearts, diamonds, clubs."""
    table = _HAND_TABLES[notation][place]
    return tuple(sorted((table[rank] for rank in _ranks(text)), reverse=True))


def _hand_tables(notation: Notation) -> tuple[dict[str, Card], ...]:
    table = _BY_TEXT[notation]
    return tuple(
        {text[0]: card for text, card in table.items() if card.suit == suit and len(text) == 2}
        for suit in (3, 2, 1, 0)
    )


_HAND_TABLES: Final[Mapping[Notation, tuple[dict[str, Card], ...]]] = {
    n: _hand_tables(n) for n in NOTATIONS
}


def hand_text(cards: Iterable[Card]) -> str:
    """Write a hand as `parse_hand` reads it, in English.

    >>> hand_text(parse_hand("2C".replace("2C", "TA.-.T.2")))
    'AT.-.T.2'
    """
    suits = ["", "", "", ""]
    for card in sorted(cards, reverse=True):
        suits[3 - card.suit] += RANKS[card.rank]
    return ".".join(suit or "-" for suit in suits)
