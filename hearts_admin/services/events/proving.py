"""The proof of a draw: drawn again from what was kept of it, and compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.seating import planning
from engine.seating.problem import Plan, Request
from hearts_admin.clock import Clock
from hearts_admin.db.blobs import kept_file
from hearts_admin.db.store import Store
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.drawing import ranked_for
from hearts_admin.services.events.finding import reading_board


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a round is what its draw gives.

    Attributes:
        round: its number.
        method: how it was drawn.
        seed: by which.
        version: of the algorithm; None for a round made by hand.
        proved: None for a round made by hand.
        inputs: whether what it was drawn from still holds: who is there, the rounds before, and
            of a draw by standings the standings, which a correction may have changed. Ratings are
            not compared, for the games of that very day move them.
    """

    round: int
    method: str
    seed: int | None
    version: int | None
    proved: bool | None
    inputs: bool | None


def verify_draws(store: Store, clock: Clock, event: str | None) -> tuple[Proof, ...]:
    """Draws every round again from what was kept of its draw, and compares."""
    with reading_board(store, clock, event) as board:
        drawn = cache(lambda digest: _kept_request(board, digest))
        return tuple(_proof(board, number, drawn) for number in board.rounds)


def _proof(board: EventBoard, number: int, kept: Callable[[str], tuple[Request, Plan]]) -> Proof:
    found = board.rounds[number]
    if found.fact.request is None:
        return Proof(number, found.fact.method, found.fact.seed, None, None, None)
    request, plan = kept(found.fact.request)
    first = len(request.played) + 1
    same = plan.rounds[number - first] == found.seating
    before = tuple(board.rounds[n].seating for n in range(1, first))
    present = request.present[number - first]
    inputs = (
        request.played == before
        and tuple(sorted(present)) == board.present(number)
        and (
            request.method != "standings" or request.ranked == ranked_for(board, "standings", first)
        )
    )
    return Proof(number, found.fact.method, found.fact.seed, request.version, same, inputs)


def _kept_request(board: EventBoard, digest: str) -> tuple[Request, Plan]:
    request = Request.from_dict(json.loads(kept_file(board.connection, digest)))
    return request, planning.draw(request)
