"""What the switches of a rule set are about, in words (RULES.md, "The nine rule sets")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Mapping

SWITCH_WORDS: Final[Mapping[str, str]] = {
    "cards": msgid("Cards in the deck: all 52, or 32 from the sevens up"),
    "passing": msgid("Where three cards are passed before play"),
    "first_lead": msgid("Who leads first: the holder of the lowest club, or the dealer"),
    "first_lead_rotates": msgid("Whether the deal moves on clockwise"),
    "first_trick_forbids": msgid("What may not be thrown on the first trick"),
    "hearts_lead": msgid("When hearts may be led"),
    "hearts_broken_by": msgid("What breaks hearts"),
    "heart": msgid("Points of each heart"),
    "queen_of_spades": msgid("Points of the queen of spades"),
    "jack_of_diamonds": msgid("Points of the jack of diamonds"),
    "jack_of_clubs": msgid("Points of the jack of clubs"),
    "moon_needs": msgid("What a player must take to shoot the moon"),
    "moon_pays": msgid("Who pays for a moon: the others, or as the shooter chooses"),
    "moon_points": msgid("Points that a moon moves"),
    "moon_keeps_jack": msgid("Whether the jack of diamonds is booked in a moon too"),
    "all_tricks": msgid("Whether all tricks pay double"),
    "game_ends": msgid("Whether the target ends the game or starts the return leg"),
    "return_to_zero": msgid("How the return leg ends"),
    "lowest_tied": msgid("What happens when the lowest total is shared"),
    "perfect_deal": msgid("Whether a perfect deal at the end brings another one"),
    "leader": msgid("Who is the leader then: after the deal, or before it"),
}
"""A line on every switch, as message ids."""
