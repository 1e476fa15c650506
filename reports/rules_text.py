"""A rule set in words: what is played, and whether that is text, reading or choice.

RULES.md, "The nine rule sets" and its notes. A sentence may rest on several switches; it is said
to be what the least certain of them is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.rules import Basis, BasisKind, RuleSet
    from reports.language import Language

BASES: Final[Mapping[BasisKind, str]] = {
    "text": msgid("text"),
    "reading": msgid("reading"),
    "choice": msgid("choice"),
    "house": msgid("house rule"),
}
"""What is said of where a rule comes from, as message ids; from certain to changed."""

SOURCES: Final[Mapping[str, str]] = {
    "tutorial": msgid("a tutorial"),
    "portal": msgid("a games portal"),
    "app": msgid("a Hearts app"),
    "site": msgid("a rules site"),
    "manual": msgid("a portal's manual"),
}
"""The published texts that rule sets come from, as message ids."""

NOTES: Final[Mapping[int, str]] = {
    0: msgid("The text says “never”, which would leave such a hand without a legal card."),
    1: msgid("The text names no directions, only that every fourth deal passes nothing."),
    2: msgid("“The player begins” is read as the dealer."),
    3: msgid("The text says only that another suit may be played."),
    5: msgid("Read to the letter, a hand of nothing but hearts could not play at all."),
    6: msgid(
        "Read strictly, the text counts only a heart thrown by who could not follow suit; in"
        " doubt nobody is convicted."
    ),
    7: msgid("The table in the text is lost; it states 15 in all, and these are the portal's."),
    8: msgid("The text does not say."),
    9: msgid("The text says “reached” of 0, but “reached or passed” of the target."),
    10: msgid("The text does not say at which moment."),
    11: msgid("The text does not say."),
    12: msgid("The text names no target."),
}
"""Why something is a reading or a choice, by the number of the note in RULES.md; 0 is the
paragraph below the table."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """One thing to know about a rule set.

    Attributes:
        subject: what it is about.
        rule: what is played.
        basis: where that comes from, in a word or two.
        why: for a reading or choice, why it is one; else "".
    """

    subject: str
    rule: str
    basis: str
    why: str


def rule_texts(rules: RuleSet, language: Language) -> tuple[RuleText, ...]:
    """A rule set in words, every switch of it that makes a difference."""
    text = language.text
    found = [
        (text("Cards"), _cards(rules, language), ("cards",)),
        (text("Passing"), _passing(rules, language), ("passing",)),
        (text("First lead"), _first_lead(rules, language), ("first_lead", "first_lead_rotates")),
        (text("First trick"), _first_trick(rules, language), ("first_trick_forbids",)),
        (text("Leading hearts"), _hearts(rules, language), ("hearts_lead",)),
        (text("Points"), _points(rules, language), _POINTS),
        (text("Shooting the moon"), _moon(rules, language), _MOON),
        (text("End of the game"), _end(rules, language), ("game_ends", "target")),
        (text("Equal lowest totals"), _tie(rules, language), ("lowest_tied",)),
    ]
    if rules.hearts_lead == "once_broken":
        found.insert(5, (text("Broken by"), _broken(rules, language), ("hearts_broken_by",)))
    if rules.jack_of_diamonds:
        found.insert(-2, (text("Jack in a moon"), _jack(rules, language), ("moon_keeps_jack",)))
    if rules.game_ends == "return_leg":
        found.insert(-1, (text("Back at zero"), _zero(rules, language), ("return_to_zero",)))
    if rules.perfect_deal == "extra_deal" or rules.basis_of("perfect_deal").kind == "house":
        found.append((text("Perfect deal"), _perfect(rules, language), _PERFECT))
    return tuple(
        RuleText(subject, rule, *_basis(rules, switches, language))
        for subject, rule, switches in found
    )


_POINTS = ("heart", "queen_of_spades", "jack_of_diamonds", "jack_of_clubs")
_MOON = ("moon_needs", "moon_pays", "moon_points", "all_tricks")
_PERFECT = ("perfect_deal", "leader")


def _basis(rules: RuleSet, switches: tuple[str, ...], language: Language) -> tuple[str, str]:
    """The least certain of what some switches rest on, and why."""
    order = tuple(BASES)
    basis: Basis = max(map(rules.basis_of, switches), key=lambda each: order.index(each.kind))
    doubtful = basis.kind in ("reading", "choice") and basis.note is not None
    why = NOTES.get(basis.note, "") if doubtful and basis.note is not None else ""
    return language.text(BASES[basis.kind]), language.text(why) if why else ""


def _cards(rules: RuleSet, language: Language) -> str:
    if rules.cards == 32:
        return language.text("32, the sevens and higher; eight a hand.")
    return language.text("All 52; thirteen a hand.")


def _passing(rules: RuleSet, language: Language) -> str:
    if rules.passing == "none":
        return language.text("No cards are passed.")
    return language.text(
        "Three cards, in turn to the left, to the right, across, and not at all; a new game"
        " begins with the left."
    )


def _first_lead(rules: RuleSet, language: Language) -> str:
    if rules.first_lead == "dealer":
        if rules.first_lead_rotates:
            return language.text("The dealer leads any card; the deal moves on clockwise.")
        return language.text("The dealer leads any card; the deal does not move on.")
    if rules.cards == 32:
        return language.text("Whoever holds the seven of clubs leads it.")
    return language.text("Whoever holds the two of clubs leads it.")


def _first_trick(rules: RuleSet, language: Language) -> str:
    if rules.first_trick_forbids == "hearts_and_queen":
        return language.text(
            "Hearts and the queen of spades may not be thrown, unless the hand holds nothing else."
        )
    if rules.first_trick_forbids == "queen":
        return language.text(
            "The queen of spades may not be thrown, unless the hand holds nothing else."
        )
    return language.text("Any card may be thrown.")


def _hearts(rules: RuleSet, language: Language) -> str:
    if rules.hearts_lead == "free":
        return language.text("At any time.")
    return language.text("Once they are broken, or from a hand of nothing but hearts.")


def _broken(rules: RuleSet, language: Language) -> str:
    said = {
        "any": language.text("Any heart that is played."),
        "discard": language.text("A heart thrown on another suit."),
        "any_or_queen": language.text("Any heart that is played, or the queen of spades."),
    }
    return said[rules.hearts_broken_by]


def _points(rules: RuleSet, language: Language) -> str:
    cards = (
        (language.text("each heart {points}", points=rules.heart), rules.heart),
        (
            language.text("queen of spades {points}", points=rules.queen_of_spades),
            rules.queen_of_spades,
        ),
        (
            language.text("jack of diamonds {points}", points=rules.jack_of_diamonds),
            rules.jack_of_diamonds,
        ),
        (language.text("jack of clubs {points}", points=rules.jack_of_clubs), rules.jack_of_clubs),
    )
    said = ", ".join(card for card, points in cards if points)
    return f"{said[:1].upper()}{said[1:]}."


def _moon(rules: RuleSet, language: Language) -> str:
    if rules.moon_needs == "hearts_and_queen":
        needs = language.text("With all hearts and the queen of spades:")
    else:
        needs = language.text("With every card that counts:")
    points = rules.moon_points
    if rules.moon_pays == "choice":
        pays = language.text(
            "{points} for each of the others, or {points} off the own total, as the shooter"
            " chooses.",
            points=points,
        )
    else:
        pays = language.text("{points} for each of the others, 0 for the shooter.", points=points)
    if rules.all_tricks == "double":
        pays += " " + language.text("With all tricks: {points}.", points=2 * points)
    return f"{needs} {pays}"


def _jack(rules: RuleSet, language: Language) -> str:
    if rules.moon_keeps_jack:
        return language.text("Whoever took the jack of diamonds books it all the same.")
    return language.text("The jack of diamonds is not booked.")


def _end(rules: RuleSet, language: Language) -> str:
    if rules.game_ends == "return_leg":
        return language.text(
            "Once somebody is at or past {target}, points are subtracted from the next deal on;"
            " whoever comes back to zero has won.",
            target=rules.target,
        )
    return language.text(
        "After the deal in which somebody comes to {target} or past it; a game may have another"
        " target.",
        target=rules.target,
    )


def _zero(rules: RuleSet, language: Language) -> str:
    if rules.return_to_zero == "exactly":
        return language.text("Exactly 0; what would go below it counts upward again.")
    return language.text("At 0 or below.")


def _tie(rules: RuleSet, language: Language) -> str:
    if rules.lowest_tied == "extra_deal":
        return language.text("Another deal is played.")
    return language.text("The first place is shared.")


def _perfect(rules: RuleSet, language: Language) -> str:
    if rules.perfect_deal == "nothing":
        return language.text("Brings no other deal.")
    if rules.leader == "before":
        return language.text(
            "Once the target is reached, another deal is played when somebody else than the leader"
            " before it took no points and the leader did."
        )
    return language.text(
        "Once the target is reached, another deal is played when somebody else than the leader"
        " after it took no points and the leader did."
    )
