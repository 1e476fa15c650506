"""Sentences about seating: draws that cannot be made, rounds made by hand.

Where the engine knows start numbers, an event gives names in their place.
"""

from __future__ import annotations

from reports.language import msgid

_DRAWS = {
    "seating.apart": msgid("A pair that is kept apart is two different players, not {pair}."),
    "seating.differs": msgid(
        "Round {round} is not what its request gives: it was drawn by another version, or changed "
        "afterwards."
    ),
    "seating.method": msgid("There is no way of drawing {method}; there is {known}."),
    "seating.one_round": msgid(
        "By standings only the next round can be drawn, not {rounds} at once."
    ),
    "seating.player": msgid("Player {player} is no number from 1, or is listed twice."),
    "seating.rating_step": msgid("A class of ratings is at least 1 point wide; {value} is not."),
    "seating.remainder": msgid(
        "There is no way to seat the remainder called {remainder}; there is {known}."
    ),
    "seating.table": msgid("Table {table} is not four whole numbers: {players}."),
    "seating.too_few": msgid("Round {round}: {players} players cannot be put at tables."),
    "seating.unranked": msgid("Without a rank or a rating: {players}."),
    "seating.version": msgid(
        "This draw was made by version {version} of the seating; this program has version {known}."
    ),
}

_BY_HAND = {
    "seating.again": msgid("Table {table}: {pair} have met {times}x already."),
    "seating.apart_met": msgid("Table {table}: {pair} are to be kept apart."),
    "seating.empty": msgid("Table {table} has fewer than three players: {players}."),
    "seating.empty?players": msgid("Table {table} has nobody."),
    "seating.missing": msgid("{player} is there and is not seated in round {round}."),
    "seating.sat_out": msgid(
        "{player} sits out in round {round}, having done so {times}x; somebody else has only "
        "{least}x."
    ),
    "seating.stranger": msgid("{player} is seated in round {round} and is not there."),
    "seating.twice": msgid("{player} has two seats in round {round}."),
}

SENTENCES = _DRAWS | _BY_HAND
