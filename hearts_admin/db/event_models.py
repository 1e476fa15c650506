"""The tables of events and seasons: facts like all others (`hearts_admin.db.models`).

An event has start numbers, one for each entrant, and everything that is drawn speaks of start
numbers. What holds from a round on (who is there, who plays for whom) is stored as a fact of that
round, so that finished rounds never change.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Index, SmallInteger
from sqlmodel import Field

from hearts_admin.db.facttable import Fact, current


class Event(Fact, table=True):
    """A club evening or a tournament."""

    __tablename__ = "event"
    __table_args__ = (
        current("event", "id"),
        current("event", "name_key"),
        CheckConstraint("kind IN ('evening', 'tournament')", name="ck_event_kind"),
        CheckConstraint("state IN ('open', 'closed')", name="ck_event_state"),
    )
    plain = (
        "id", "on_day", "kind", "rules", "target", "deals", "pool", "rounds", "season", "settings",
        "state",
    )  # fmt: skip
    sealed = ("name", "name_key")

    id: int
    name: str
    name_key: str
    on_day: str
    kind: str = "evening"
    rules: str | None = None
    """Fingerprint of the rule set, None when sums are not checked."""
    target: int | None = None
    deals: int | None = None
    """Deals a game, where their number is fixed; else it ends at the target."""
    pool: int | None = None
    """The rating list its games count in; None for the one that the rules feed."""
    rounds: int
    season: int | None = None
    settings: str
    """Canonical JSON of `hearts_admin.services.events.settings.EventSettings`."""
    state: str = "open"


class Entrant(Fact, table=True):
    """Somebody who takes part in an event, with a start number that stays theirs.

    `role` is `player`, or `fill_in` for one who only makes up the number and is not ranked.
    """

    __tablename__ = "entrant"
    __table_args__ = (
        current("entrant", "id"),
        current("entrant", "event", "number"),
        current("entrant", "event", "player"),
        Index("ix_entrant_player", "player"),
        CheckConstraint("role IN ('player', 'fill_in')", name="ck_entrant_role"),
    )
    plain = ("id", "event", "player", "number", "role")

    id: int
    event: int
    player: int
    number: int
    role: str = "player"


class Attendance(Fact, table=True):
    """Whether somebody is there from a round on; `noticed` is absent and has said so before."""

    __tablename__ = "attendance"
    __table_args__ = (
        current("attendance", "id"),
        current("attendance", "event", "player", "round"),
        Index("ix_attendance_player", "player"),
        CheckConstraint("state IN ('present', 'absent', 'noticed')", name="ck_attendance_state"),
    )
    plain = ("id", "event", "player", "round", "state")

    id: int
    event: int
    player: int
    round: int
    state: str


class Substitution(Fact, table=True):
    """Who plays for an entrant from a round on; `substitute` None is the entrant again."""

    __tablename__ = "substitution"
    __table_args__ = (
        current("substitution", "id"),
        current("substitution", "event", "player", "round"),
        Index("ix_substitution_player", "player"),
    )
    plain = ("id", "event", "player", "round", "substitute")

    id: int
    event: int
    player: int
    round: int
    substitute: int | None = None


class EventRound(Fact, table=True):
    """A round that has been drawn. It is complete when every table has its result.

    `tables` and `sitting_out` are JSON lists of start numbers, in seat order N E S W, 0 for an
    empty chair. `request` is the digest of the kept request that the draw can be proved by.
    """

    __tablename__ = "event_round"
    __table_args__ = (
        current("event_round", "id"),
        current("event_round", "event", "number"),
        CheckConstraint("state IN ('drawn', 'started', 'closed')", name="ck_event_round_state"),
    )
    plain = (
        "id", "event", "number", "state", "method", "seed", "request", "tables", "sitting_out",
    )  # fmt: skip

    id: int
    event: int
    number: int
    state: str = "drawn"
    method: str
    seed: int | None = None
    request: str | None = None
    tables: str
    sitting_out: str


class EventGame(Fact, table=True):
    """Which result a table of a round came to."""

    __tablename__ = "event_game"
    __table_args__ = (
        current("event_game", "id"),
        current("event_game", "event", "round", "table_no"),
        current("event_game", "result"),
    )
    plain = ("id", "event", "round", "table_no", "result")

    id: int
    event: int
    round: int
    table_no: int = Field(sa_type=SmallInteger)
    result: int


class Penalty(Fact, table=True):
    """A penalty in an event's standings, never in the rating; `points` is exact, as text."""

    __tablename__ = "penalty"
    __table_args__ = (current("penalty", "id"), Index("ix_penalty_player", "player"))
    plain = ("id", "event", "player", "round", "points")
    sealed = ("reason",)

    id: int
    event: int
    player: int
    round: int | None = None
    points: str
    reason: str = ""


class KeptApart(Fact, table=True):
    """Two people who shall not sit at one table, in an event or in all of them."""

    __tablename__ = "kept_apart"
    __table_args__ = (
        current("kept_apart", "id"),
        Index("ix_kept_apart_player", "player"),
        Index("ix_kept_apart_other", "other"),
    )
    plain = ("id", "event", "player", "other")

    id: int
    event: int | None = None
    player: int
    other: int


class Season(Fact, table=True):
    """A competition over several events; `settings` is canonical JSON of its rules."""

    __tablename__ = "season"
    __table_args__ = (current("season", "id"), current("season", "name_key"))
    plain = ("id", "settings")
    sealed = ("name", "name_key")

    id: int
    name: str
    name_key: str
    settings: str
