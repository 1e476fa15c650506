"""A rating as it stands on a day, open decay taken off: computed when asked, never stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rating.decay import NO_EXEMPTIONS, Exemptions, settlement

if TYPE_CHECKING:
    from engine.rating.ledger import State
    from engine.rating.policy import Policy


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating on a day.

    Attributes:
        rating: The rating by which the player is ranked, after open decay.
        decay: The points of open decay that were taken off, 0 or more.
    """

    rating: int
    decay: int


def standing(
    player: int, state: State, on: int, policy: Policy, exemptions: Exemptions = NO_EXEMPTIONS
) -> Standing:
    """How a player stands on a day.

    In mode `rating` the decay since the last settlement is still to be taken off, in mode `display`
    all of it since the last rated game, as nothing is ever booked; in mode `off` there is none.

    Args:
        player: Whose standing it is; their exemptions count.
        state: The state after the player's last row on or before the day.
        on: The day, as an ordinal.
        policy: The pool's policy.
        exemptions: The pool's exempt periods.

    >>> from engine.rating.policy import POLICIES
    >>> standing(1, (1720, 100, 0), 174, POLICIES["club"])
    Standing(rating=1660, decay=60)
    >>> standing(1, (1720, 100, 0), 174, POLICIES["portal"])
    Standing(rating=1720, decay=0)
    """
    if policy.decay.mode == "off":
        return Standing(state[0], 0)
    loss, _ = settlement(player, state, on, policy.decay, exemptions)
    return Standing(state[0] - loss, loss)
