"""Two standings side by side: who stands elsewhere because of a change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hearts_admin.db.ledger import PoolLedger
from hearts_admin.services.standings import Stand, stand_on


@dataclass(frozen=True, slots=True)
class StandMoved:
    """One player's standing before and after; None for who is not listed then."""

    player: str
    place_before: int | None
    rating_before: int | None
    place: int | None
    rating: int | None

    @property
    def moved(self) -> bool:
        """Whether the rating differs; a place may change by the others alone."""
        return self.rating_before != self.rating


def standing_of(ledger: PoolLedger, day: dt.date | None = None) -> list[Stand]:
    """A pool's standing, on the day of its last fact unless another is given."""
    on = day or ledger.last_day()
    return [] if on is None else stand_on(ledger, ledger.policy, on)


def compare(
    before: Sequence[Stand], after: Sequence[Stand], names: Mapping[int, str]
) -> tuple[StandMoved, ...]:
    """Everybody who is listed before or after, in the order of the new standing."""
    old = {stand.player: stand for stand in before}
    new = {stand.player: stand for stand in after}
    lines = [
        StandMoved(
            names[player],
            old[player].place if player in old else None,
            old[player].rating if player in old else None,
            new[player].place if player in new else None,
            new[player].rating if player in new else None,
        )
        for player in old.keys() | new.keys()
    ]
    last = len(lines) + 1
    return tuple(sorted(lines, key=lambda line: (line.place or last, line.player)))
