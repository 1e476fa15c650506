"""A question at the table: which of these cards may be played now, and why not the others?

Needs no database, and imports none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Card, Notation, cards_of, mask_of, parse_card
from engine.legality import law_of, legal_plays, refusal
from engine.problems import NotationError, Problem
from engine.rules import RuleSet
from hearts_admin.errors import Refused, finding


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """The answer.

    Attributes:
        legal: the cards that may be played, spades first, high to low.
        refused: the others in the same order, each with the reason.
    """

    legal: tuple[Card, ...]
    refused: tuple[tuple[Card, Problem], ...]


def legal_cards(
    rules: RuleSet,
    hand: str,
    trick: str = "",
    *,
    first: bool = False,
    broken: bool = False,
    notation: Notation = "en",
) -> LegalPlays:
    """Which cards of a hand may be played.

    Args:
        rules: the rule set.
        hand: cards with blanks between them; those that are known, which need not be all.
        trick: the cards that lie in the trick, the first one led; "" when the player leads.
        first: whether this is trick 1.
        broken: whether hearts have been broken.
        notation: how the cards are written.

    Raises:
        Refused: `legal.refused`, with every card that cannot be read or cannot be there.

    >>> from engine.rulesets import RULE_SETS
    >>> legal_cards(RULE_SETS["klassiek"], "AH KH QS", "2C", first=True).legal
    (AH, KH)
    """
    problems: list[Problem] = []
    held = _read(hand, notation, problems)
    table = _read(trick, notation, problems)
    problems += _impossible(rules, held, table)
    if problems:
        raise Refused("legal.refused", problems=problems)
    led = table[0].suit if table else None
    law, mask = law_of(rules), mask_of(held)
    legal = cards_of(legal_plays(law, mask, led, first, broken))
    reasons = ((card, refusal(law, mask, led, first, broken, card)) for card in cards_of(mask))
    return LegalPlays(legal, tuple((card, why) for card, why in reasons if why is not None))


def _read(text: str, notation: Notation, problems: list[Problem]) -> list[Card]:
    cards = []
    for word in text.replace(",", " ").split():
        try:
            cards.append(parse_card(word, notation))
        except NotationError as error:
            problems.append(error.problem)
    return cards


def _impossible(rules: RuleSet, held: Sequence[Card], table: Sequence[Card]) -> Iterator[Problem]:
    if not held:
        yield finding("legal.no_hand")
    if len(held) > rules.hand_size:
        yield finding("legal.hand_size", count=len(held), most=rules.hand_size)
    if len(table) > 3:
        yield finding("legal.trick_full", count=len(table))
    for card, count in Counter((*held, *table)).items():
        if count > 1:
            yield finding("legal.card_twice", card=str(card))
        if not law_of(rules).deck >> card & 1:
            yield finding("legal.card_foreign", card=str(card), deck=rules.cards)
