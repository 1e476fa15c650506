"""The tables. Facts have versions; everything derived can be thrown away and folded again.

Every fact row carries `opened` and `closed`, both ids of changes. The current version of a fact
is the row whose `closed` is NULL; closing is the only update a fact row ever sees. `row` is the
version's own number, `id` the fact's number for its whole life (what people type).

Free text is sealed: `seal` is the SHA-256 of the row's salt and texts. The audit chain hashes
seals, never texts, so that forgetting a person may erase text and salt and the chain still
verifies (`hearts_admin.db.chain`).

Dates are ISO 8601 text (`2026-03-14`), instants UTC (`2026-03-14T19:15:00Z`): the same bytes and
the same order in SQLite and PostgreSQL, whatever driver reads them.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Index, LargeBinary, SmallInteger, text
from sqlmodel import Field, SQLModel

from hearts_admin.db.event_models import (
    Attendance,
    Entrant,
    Event,
    EventGame,
    EventRound,
    KeptApart,
    Penalty,
    Season,
    Substitution,
)
from hearts_admin.db.facttable import BYTEWISE, OWN_NUMBERS, SUPERSEDED, Fact, current

CURRENT_AND_COUNTING = text("closed IS NULL AND state = 'ok'")
CURRENT_OPENING = text("closed IS NULL AND kind = 'opening'")


class Change(SQLModel, table=True):
    """One command's effect on the facts, a link of the audit chain.

    `who`, `command` and `reason` are sealed text.
    """

    __tablename__ = "change"

    id: int = Field(primary_key=True, sa_column_kwargs=OWN_NUMBERS)
    at_utc: str
    who: str
    command: str
    reason: str = ""
    undoes: int | None = Field(default=None, foreign_key="change.id")
    salt: str | None
    seal: str
    prev_hash: str
    hash: str


class Club(Fact, table=True):
    """The club itself; one current row."""

    __tablename__ = "club"
    __table_args__ = (current("club", "id"),)
    plain = ("id", "timezone", "day_starts_at", "rules")
    sealed = ("name",)

    id: int = 1
    name: str
    timezone: str
    day_starts_at: str = "06:00"
    rules: str | None = None
    """The rule set a result is played under when nothing is said: `american`, or of house rules
    `american/75/<fingerprint>` (`services.rulesets.keep_for_club`)."""


class Player(Fact, table=True):
    """A person (or a computer player) the club knows."""

    __tablename__ = "player"
    __table_args__ = (
        current("player", "id"),
        current("player", "name_key"),
        current("player", "key"),
        current("player", "member_no"),
        CheckConstraint("kind IN ('member', 'guest', 'computer')", name="ck_player_kind"),
    )
    plain = ("id", "kind", "active", "private")
    sealed = ("key", "name", "name_key", "member_no")

    id: int
    key: str
    """16 hex digits made from the name once; orders and fingerprints use it, never an id."""
    name: str
    name_key: str
    member_no: str | None = None
    kind: str = "member"
    active: bool = True
    private: bool = False


class Alias(Fact, table=True):
    """Another spelling under which a player is found."""

    __tablename__ = "alias"
    __table_args__ = (current("alias", "id"), current("alias", "name_key"))
    plain = ("id", "player")
    sealed = ("name_key",)

    id: int
    name_key: str
    player: int


class Merge(Fact, table=True):
    """Two entries that are one person: everything of `from_player` counts for `into_player`."""

    __tablename__ = "merge"
    __table_args__ = (current("merge", "id"), current("merge", "from_player"))
    moves_everybody = True
    plain = ("id", "from_player", "into_player")

    id: int
    from_player: int
    into_player: int


class RuleSetRow(Fact, table=True):
    """A rule set as results were played under it; immutable, known by its fingerprint."""

    __tablename__ = "rule_set"
    __table_args__ = (current("rule_set", "fingerprint"),)
    identity = "fingerprint"
    plain = ("fingerprint", "switches")
    sealed = ("name",)

    fingerprint: str
    name: str
    switches: str
    """Canonical JSON."""


class Pool(Fact, table=True):
    """One rating list with one policy."""

    __tablename__ = "pool"
    __table_args__ = (current("pool", "id"), current("pool", "name"))
    plain = ("id",)
    sealed = ("name",)

    id: int
    name: str


class PolicyRow(Fact, table=True):
    """How a pool's ratings are computed; versions count from 1 within the pool."""

    __tablename__ = "policy"
    __table_args__ = (current("policy", "pool"),)
    identity = "pool"
    moves_everybody = True
    plain = ("pool", "version", "switches")

    pool: int
    version: int
    switches: str
    """Canonical JSON of `engine.rating.policy.Policy.switches()`."""


class PoolFeed(Fact, table=True):
    """Which pool the results of a rule set feed from now on; others feed `main`.

    `rules` is the name of a rule set, or "none" for results played under none.
    """

    __tablename__ = "pool_feed"
    __table_args__ = (current("pool_feed", "id"), current("pool_feed", "rules"))
    plain = ("id", "pool")
    sealed = ("rules",)

    id: int
    rules: str
    pool: int


class Result(Fact, table=True):
    """Four players' points and places of one game. `state` is `ok` or `void`."""

    __tablename__ = "result"
    __table_args__ = (
        current("result", "id"),
        Index(
            "ux_result_order_current",
            "pool",
            "order_key",
            unique=True,
            sqlite_where=CURRENT_AND_COUNTING,
            postgresql_where=CURRENT_AND_COUNTING,
        ),
        Index("ix_result_id", "id"),
        Index("ix_result_day", "played_on"),
        CheckConstraint("better IN ('low', 'high')", name="ck_result_better"),
        CheckConstraint("state IN ('ok', 'void')", name="ck_result_state"),
        CheckConstraint("category IN ('rated', 'friendly', 'training')", name="ck_result_category"),
    )
    plain = (
        "id",
        "pool",
        "rules",
        "category",
        "played_on",
        "played_at",
        "target",
        "better",
        "state",
    )
    sealed = ("event", "round", "table_no", "label", "unchecked_reason", "log_digest")
    derived = ("order_key",)

    id: int
    pool: int | None
    rules: str | None = None
    """Fingerprint of the rule set, None when it was recorded without one."""
    category: str = "rated"
    played_on: str
    played_at: str | None = None
    event: str | None = None
    round: str | None = None
    table_no: str | None = None
    label: str = ""
    order_key: str = Field(sa_type=BYTEWISE)
    target: int | None = None
    better: str = "low"
    state: str = "ok"
    unchecked_reason: str | None = None
    log_digest: str | None = None


class Seat(SQLModel, table=True):
    """One player's line in a version of a result; part of that row, without versions of its own.

    `seat` is 0 to 3 for N, E, S, W. `player` is who was entered, before merges; `guest` and
    `computer` say what they were that day.
    """

    __tablename__ = "seat"
    __table_args__ = (Index("ix_seat_player", "player"),)

    result_row: int = Field(primary_key=True, foreign_key="result.row")
    seat: int = Field(primary_key=True, sa_type=SmallInteger)
    player: int
    points: int | None = None
    place: int = Field(sa_type=SmallInteger)
    guest: bool = False
    computer: bool = False
    left_early: bool = False


class Adjustment(Fact, table=True):
    """Points given or taken by the organiser, or an opening rating (`kind` opening, undated)."""

    __tablename__ = "adjustment"
    __table_args__ = (
        current("adjustment", "id"),
        current("adjustment", "pool", "order_key"),
        Index(
            "ux_adjustment_opening_current",
            "pool",
            "player",
            unique=True,
            sqlite_where=CURRENT_OPENING,
            postgresql_where=CURRENT_OPENING,
        ),
        Index("ix_adjustment_pool", "pool", "player"),
        CheckConstraint("kind IN ('opening', 'adjust', 'refund')", name="ck_adjustment_kind"),
    )
    plain = ("id", "pool", "player", "on_day", "kind", "points", "result")
    sealed = ("reason", "evidence")
    derived = ("order_key",)

    id: int
    pool: int
    player: int
    on_day: str | None = None
    kind: str
    points: int
    result: int | None = None
    """The game a refund is tied to."""
    order_key: str | None = Field(default=None, sa_type=BYTEWISE)
    reason: str = ""
    evidence: str | None = None


class Exemption(Fact, table=True):
    """Days without decay, both ends included; `player` None is the whole club."""

    __tablename__ = "exemption"
    __table_args__ = (current("exemption", "id"),)
    moves_everybody = True
    plain = ("id", "player", "from_day", "to_day")
    sealed = ("reason",)

    id: int
    player: int | None = None
    from_day: str
    to_day: str
    reason: str = ""


class Heading(Fact, table=True):
    """What the club's sheets call a field: `heading_key` is the folded text of the heading."""

    __tablename__ = "heading"
    __table_args__ = (current("heading", "id"), current("heading", "heading_key"))
    plain = ("id", "field")
    sealed = ("heading_key",)

    id: int
    heading_key: str
    field: str


class Blob(SQLModel, table=True):
    """A file kept beside a result: a log, a score sheet. `digest` is its SHA-256 in hex."""

    __tablename__ = "blob"

    digest: str = Field(primary_key=True)
    content: bytes = Field(sa_type=LargeBinary)


FACTS: tuple[type[Fact], ...] = (
    Club,
    Player,
    Alias,
    Merge,
    RuleSetRow,
    Pool,
    PolicyRow,
    PoolFeed,
    Result,
    Adjustment,
    Exemption,
    Heading,
    Season,
    Event,
    Entrant,
    Attendance,
    Substitution,
    EventRound,
    EventGame,
    Penalty,
    KeptApart,
)
"""Every fact table, in the order in which the audit chain hashes them; new ones come last."""

for _fact in FACTS:
    # What a change closed is looked up to take it back. A full index would also be taken for
    # "closed IS NULL", which is nearly every row.
    Index(
        f"ix_{_fact.__tablename__}_closed",
        _fact.__table__.c.closed,  # type: ignore[attr-defined]
        sqlite_where=SUPERSEDED,
        postgresql_where=SUPERSEDED,
    )
