"""Everything that is known of one event, read once and asked often: the organiser's board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeVar

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from engine.seating.problem import EMPTY, Pair, Round, Table
from engine.standings import games as history
from engine.standings.games import EventRecord
from hearts_admin.db.event_models import (
    Attendance,
    Entrant,
    Event,
    EventGame,
    EventRound,
    KeptApart,
    Penalty,
    Substitution,
)
from hearts_admin.db.facttable import Fact
from hearts_admin.services.events.facts import EventFacts, OwnFacts, TableGame
from hearts_admin.services.events.settings import EventSettings
from hearts_admin.services.people import Directory

RoundState = Literal["planned", "drawn", "started", "complete", "closed"]

F = TypeVar("F", bound=Fact)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table of a round: start numbers in seat order, and the result that counts, if it is in."""

    number: int
    seats: Table
    result: TableGame | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Who sits there, without the empty chair."""
        return tuple(number for number in self.seats if number != EMPTY)


@dataclass(frozen=True, slots=True)
class BoardRound:
    """A round that has been drawn."""

    fact: EventRound
    tables: tuple[BoardTable, ...]
    sitting_out: tuple[int, ...]

    @property
    def number(self) -> int:
        """The round's number, from 1."""
        return self.fact.number

    @property
    def seating(self) -> Round:
        """Who sits where, as the engine sees it."""
        return Round(tuple(table.seats for table in self.tables), self.sitting_out)

    @property
    def missing(self) -> tuple[BoardTable, ...]:
        """The tables whose result is not in."""
        return tuple(table for table in self.tables if table.result is None)

    @property
    def state(self) -> RoundState:
        """How far it is; `complete` is started with every result in."""
        if self.fact.state == "closed":
            return "closed"
        if self.fact.state == "drawn":
            return "drawn"
        return "started" if self.missing else "complete"


class EventBoard:
    """One event inside one transaction.

    Args:
        session: an open session.
        connection: its connection.
        event: the event.
        facts: where to read, if not here alone.
        directory: the club's people, if they have been read.

    Attributes:
        event: the event.
        settings: how it is run.
        directory: the club's people.
    """

    def __init__(
        self,
        session: Session,
        connection: Connection,
        event: Event,
        facts: EventFacts | None = None,
        directory: Directory | None = None,
    ) -> None:
        self.session = session
        self.connection = connection
        self.event = event
        self.directory = directory or Directory(connection)
        self._source = facts or OwnFacts(session, connection)
        self.settings = _after_merges(EventSettings.of_text(event.settings), self.directory)

    def anew(self, event: Event | None = None) -> EventBoard:
        """The board as it is after something was written; with another version of the event."""
        return EventBoard(self.session, self.connection, event or self.event)

    def _facts(self, model: type[F]) -> list[F]:
        return self._source.of(model, self.event.id)

    # -- people --------------------------------------------------------------------------------

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """Everybody who was entered, by start number."""
        found = sorted(self._facts(Entrant), key=lambda entrant: entrant.number)
        return {entrant.number: entrant for entrant in found}

    @cached_property
    def numbers(self) -> dict[int, int]:
        """Start numbers by player, after merges."""
        return {player: number for number, player in self._players.items()}

    @cached_property
    def _players(self) -> dict[int, int]:
        whole = self.directory.whole
        return {number: whole(entrant.player) for number, entrant in self.entrants.items()}

    def player(self, number: int) -> int:
        """The player with a start number, after merges."""
        return self._players[number]

    def name(self, number: int) -> str:
        """The name of the player with a start number."""
        return self.directory.names[self.entrants[number].player]

    @cached_property
    def attendance(self) -> dict[int, dict[int, Attendance]]:
        """By player and round: what holds from that round on."""
        return self._from_rounds(self._facts(Attendance))

    @cached_property
    def substitutions(self) -> dict[int, dict[int, Substitution]]:
        """By player and round: who plays for them from that round on."""
        return self._from_rounds(self._facts(Substitution))

    def _from_rounds(self, facts: list[F]) -> dict[int, dict[int, F]]:
        found: dict[int, dict[int, F]] = {}
        for fact in facts:
            whole = self.directory.whole(fact.player)  # type: ignore[attr-defined]
            found.setdefault(whole, {})[fact.round] = fact  # type: ignore[attr-defined]
        return found

    def is_there(self, player: int, round_: int) -> bool:
        """Whether a player is there in a round, in person."""
        fact = _latest(self.attendance.get(player, {}), round_)
        return fact is not None and fact.state == "present"

    def substitute(self, player: int, round_: int) -> int | None:
        """Who plays for a player in a round; None for themselves."""
        fact = _latest(self.substitutions.get(player, {}), round_)
        if fact is None or fact.substitute is None:
            return None
        return self.directory.whole(fact.substitute)

    def stand_ins(self, round_: int) -> set[int]:
        """Who plays for somebody else in a round, and so has no seat of their own."""
        found = (self.substitute(player, round_) for player in self.substitutions)
        return {player for player in found if player is not None}

    def sitter(self, number: int, round_: int) -> int:
        """Who sits in a round where a start number is seated."""
        player = self.player(number)
        substitute = self.substitute(player, round_)
        return player if substitute is None else substitute

    def sitter_name(self, number: int, round_: int) -> str:
        """The name of who sits there."""
        return self.directory.names[self.sitter(number, round_)]

    def present(self, round_: int) -> tuple[int, ...]:
        """The start numbers to be seated in a round: in person, or by a substitute.

        In the final only the finalists play.
        """
        cut = self.settings.scheme.cut
        final = cut is not None and round_ > cut.after_round
        return tuple(
            number
            for number in self._there(round_, "player")
            if not final or (cut is not None and self.player(number) in cut.finalists)
        )

    def fill_ins(self, round_: int) -> tuple[int, ...]:
        """The start numbers of who would make up the number in a round."""
        return tuple(self._there(round_, "fill_in"))

    def _there(self, round_: int, role: str) -> Iterator[int]:
        elsewhere = self.stand_ins(round_)
        for number, entrant in self.entrants.items():
            player = self.player(number)
            in_person = self.is_there(player, round_) and player not in elsewhere
            if entrant.role == role and (in_person or self.substitute(player, round_) is not None):
                yield number

    @cached_property
    def kept_apart(self) -> list[KeptApart]:
        """Who shall not meet, here or anywhere."""
        facts = select(KeptApart).where(
            col(KeptApart.closed).is_(None),
            col(KeptApart.event).is_(None) | (col(KeptApart.event) == self.event.id),
        )
        return list(self.session.exec(facts.order_by(col(KeptApart.id))))

    def apart(self) -> tuple[Pair, ...]:
        """Pairs of start numbers that shall not meet."""
        whole = self.directory.whole
        pairs = ((whole(fact.player), whole(fact.other)) for fact in self.kept_apart)
        return tuple(
            (self.numbers[one], self.numbers[other])
            for one, other in pairs
            if one in self.numbers and other in self.numbers
        )

    # -- rounds --------------------------------------------------------------------------------

    @cached_property
    def games(self) -> dict[tuple[int, int], EventGame]:
        """Which result a table came to, by round and table."""
        return {(game.round, game.table_no): game for game in self._facts(EventGame)}

    @cached_property
    def _results(self) -> dict[int, TableGame]:
        return self._source.games(self.event.id)

    @cached_property
    def rounds(self) -> dict[int, BoardRound]:
        """The rounds that have been drawn, by number."""
        found = sorted(self._facts(EventRound), key=lambda fact: fact.number)
        return {fact.number: self._round(fact) for fact in found}

    def _round(self, fact: EventRound) -> BoardRound:
        drawn = Round.of(json.loads(fact.tables), json.loads(fact.sitting_out))
        tables = []
        for number, seats in enumerate(drawn.tables, start=1):
            game = self.games.get((fact.number, number))
            result = None if game is None else self._results.get(game.result)
            tables.append(BoardTable(number, seats, result))
        return BoardRound(fact, tuple(tables), drawn.sitting_out)

    def state(self, round_: int) -> RoundState:
        """How far a round is."""
        found = self.rounds.get(round_)
        return "planned" if found is None else found.state

    def is_stale(self, round_: int) -> bool:
        """Whether a draw does not fit any more who is there."""
        return bool(self.gone(round_) or self.unseated(round_))

    def gone(self, round_: int) -> tuple[int, ...]:
        """Who was drawn for a round and is not there."""
        drawn = self.rounds[round_]
        there = {*self.present(round_), *self.fill_ins(round_)}
        helping = self.stand_ins(round_)
        sitting_out = [n for n in drawn.sitting_out if self.player(n) not in helping]
        return tuple(n for n in (*drawn.seating.players(), *sitting_out) if n not in there)

    def unseated(self, round_: int) -> tuple[int, ...]:
        """Who is there in a round and was not drawn."""
        drawn = self.rounds[round_]
        known = {*drawn.seating.players(), *drawn.sitting_out}
        return tuple(number for number in self.present(round_) if number not in known)

    @property
    def running(self) -> int | None:
        """The first drawn round that is not complete; None if every drawn round is."""
        open_ = (n for n, each in self.rounds.items() if each.state in ("drawn", "started"))
        return min(open_, default=None)

    @property
    def next_round(self) -> int:
        """The first round that has not started: the one that who comes or goes now comes for."""
        started = [n for n, each in self.rounds.items() if each.state != "drawn"]
        return max(started, default=0) + 1

    @property
    def undrawn(self) -> int:
        """The first round that has not been drawn."""
        return max(self.rounds, default=0) + 1

    @property
    def complete(self) -> int:
        """How many rounds, from the first on, have every result."""
        number = 0
        while self.state(number + 1) in ("complete", "closed"):
            number += 1
        return number

    # -- standings -----------------------------------------------------------------------------

    @cached_property
    def penalties(self) -> list[Penalty]:
        """What the organiser took off."""
        return self._facts(Penalty)

    @property
    def better(self) -> Literal["low", "high"]:
        """Whether few points are good at the tables, or many."""
        return "high" if any(game.better == "high" for game in self._results.values()) else "low"

    def record(self, ratings: dict[tuple[int, int], int] | None = None) -> EventRecord:
        """What the standings are made of; everything up to now.

        Args:
            ratings: by result and player, the rating before the game.
        """
        last = max(self.rounds, default=0)
        return EventRecord(
            entrants=tuple(
                history.Entrant(self.player(number), number, withdrawn=self._has_left(number, last))
                for number, entrant in self.entrants.items()
                if entrant.role == "player"
            ),
            lines=tuple(self._lines(ratings or {})),
            sit_outs=tuple(
                history.SitOut(number, self.player(out))
                for number, each in self.rounds.items()
                for out in each.sitting_out
            ),
            penalties=tuple(
                history.Penalty(
                    self.directory.whole(each.player), Fraction(each.points), each.round
                )
                for each in self.penalties
            ),
            rounds=self.complete,
            better=self.better,
            seed=self.event.id,
        )

    def _has_left(self, number: int, last: int) -> bool:
        """Whether they are absent after everything that has been drawn."""
        player = self.player(number)
        return not self.is_there(player, last + 1) and self.substitute(player, last + 1) is None

    def _lines(self, ratings: dict[tuple[int, int], int]) -> Iterator[history.Line]:
        """A line a seat; the totals follow the person, whatever seat or table was drawn."""
        whole = self.directory.whole
        for number, round_ in self.rounds.items():
            seated = round_.seating.players() if self.substitutions else ()
            sitters = {self.sitter(n, number): self.player(n) for n in seated}
            for table in round_.tables:
                if table.result is None:
                    continue
                for sitter, place, points in table.result.seats:
                    person = whole(sitter)
                    player = sitters.get(person, person)
                    yield history.Line(
                        number,
                        table.number,
                        player,
                        place,
                        points,
                        None if player == person else person,
                        ratings.get((table.result.id, person)),
                    )


def _after_merges(settings: EventSettings, directory: Directory) -> EventSettings:
    """The settings with the finalists as those whom they count as today."""
    cut = settings.scheme.cut
    if cut is None:
        return settings
    seeded = tuple(map(directory.whole, cut.finalists))
    return replace(settings, scheme=replace(settings.scheme, cut=replace(cut, finalists=seeded)))


def _latest(facts: dict[int, V], round_: int) -> V | None:
    """What holds in a round: the fact of the last round up to it."""
    since = [known for known in facts if known <= round_]
    return facts[max(since)] if since else None
