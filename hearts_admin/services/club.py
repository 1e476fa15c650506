"""The club: made once, shown often, its database brought up to date."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from sqlmodel import Session, col, select

from engine.rating.policy import POLICIES
from engine.rules import RuleSet
from hearts_admin.clock import Clock, club_day
from hearts_admin.db import bulk, chain
from hearts_admin.db.ledger import PoolLedger, policy_of
from hearts_admin.db.models import Club, PolicyRow, Pool
from hearts_admin.db.store import Store, creating
from hearts_admin.db.writing import writing
from hearts_admin.errors import DatabaseFault, NeedsYes, Refused, command_to_try, without_password
from hearts_admin.names import is_name, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.houserules import ChosenRules
from hearts_admin.services.judging import require_rules
from hearts_admin.services.pools import MAIN, main_pool
from hearts_admin.services.rulesets import ClubRules, club_rules, keep_for_club
from hearts_admin.services.views import ClubView, HouseRulesView

DEFAULT_TIMEZONE = "Europe/Amsterdam"
DEFAULT_POLICY = "club"


def init_club(
    location: str,
    actor: Actor,
    *,
    name: str,
    timezone: str = DEFAULT_TIMEZONE,
    rules: str | ChosenRules | None = None,
) -> ClubView:
    """Makes a club's database: the club, its pool `main`, and that pool's policy `club`.

    Args:
        location: a path or a database URL; nothing may be there yet.
        actor: who asks.
        name: the club's name.
        timezone: an IANA name.
        rules: the rule set of results for which none is named, a published one by its name, or
            house rules, which are kept with the club; None leaves sums unchecked.

    Raises:
        Refused: `club.no_name`, `club.timezone`, `rules.refused`.
        DatabaseFault: `db.exists`, `db.no_folder`, or what the disk reports.
    """
    if not is_name(name):
        raise Refused("club.no_name", name=name)
    require_timezone(timezone)
    if isinstance(rules, str):
        require_rules(rules)
    with creating(location, keep=not actor.dry_run) as store, writing(store, actor) as work:
        kept = None if rules is None else keep_for_club(work, rules)
        work.open(Club(name=tidy(name), timezone=timezone, rules=kept))
        pool = Pool(id=1, name=MAIN)
        work.open(pool)
        switches = chain.canonical(POLICIES[DEFAULT_POLICY].switches())
        work.open(PolicyRow(pool=pool.id, version=1, switches=switches))
        return show_in(work.connection, location)


def require_timezone(timezone: str) -> None:
    """Requires the name of a time zone.

    Raises:
        Refused: `club.timezone`.
    """
    try:
        ZoneInfo(timezone)
    except (KeyError, ValueError, OSError) as error:
        raise Refused("club.timezone", timezone=timezone) from error


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """What the club's commands need to know of the club.

    Attributes:
        name: the club's.
        timezone: an IANA name.
        day_starts_at: the local time at which the club's day begins.
        rules: what `default_rules` makes rules of.
    """

    name: str
    timezone: str
    day_starts_at: dt.time
    rules: str | None

    def today(self, clock: Clock) -> dt.date:
        """The club's day now."""
        return club_day(clock.now(), self.timezone, self.day_starts_at)

    def allow(self, day: dt.date, actor: Actor) -> None:
        """Lets a day pass that may hold a fact.

        Raises:
            NeedsYes: `date.future`, for a day after tomorrow: a typed 2062 would make the
                ratings of the whole club fade.
        """
        if day > self.today(actor.clock) + dt.timedelta(days=1) and not actor.yes:
            raise NeedsYes("date.future", date=day)


def settings_of(connection: Connection) -> ClubSettings:
    """The club's settings.

    Raises:
        DatabaseFault: `db.no_club`, the schema stands but `club init` did not finish.
    """
    with Session(bind=connection) as session:
        club = session.exec(select(Club).where(col(Club.closed).is_(None))).first()
        if club is None:
            raise DatabaseFault(
                "db.no_club", hint=command_to_try("club", "init", "--name", "My club")
            )
        return ClubSettings(
            club.name, club.timezone, dt.time.fromisoformat(club.day_starts_at), club.rules
        )


def default_rules(connection: Connection) -> RuleSet | None:
    """The rules that are meant where none are named; None if sums are not checked then.

    Raises:
        Refused: `rules.refused`, they are a set that this program does not know.
    """
    own = club_rules(connection, settings_of(connection).rules)
    return None if own is None else own.rules


def show_club(store: Store) -> ClubView:
    """The club as it is now."""
    with store.read() as connection:
        return show_in(connection, store.location)


def show_in(connection: Connection, location: str) -> ClubView:
    """As `show_club`, inside a transaction."""
    club = settings_of(connection)
    own = club_rules(connection, club.rules)
    pool = main_pool(connection)
    _, policy = policy_of(connection, pool.id)
    return ClubView(
        name=club.name,
        timezone=club.timezone,
        day_starts_at=club.day_starts_at.strftime("%H:%M"),
        rules=None if own is None else own.rules.name,
        house_rules=_house_rules(own),
        pool=pool.name,
        policy=policy.name,
        players=bulk.value(
            connection,
            "SELECT count(*) FROM player WHERE closed IS NULL"
            " AND id NOT IN (SELECT from_player FROM merge WHERE closed IS NULL)",
        ),
        results=bulk.value(
            connection, "SELECT count(*) FROM result WHERE closed IS NULL AND state = 'ok'"
        ),
        last_result=PoolLedger(connection, pool.id).last_day(),
        database=without_password(location),
    )


def _house_rules(own: ClubRules | None) -> HouseRulesView | None:
    if own is None or own.based_on is None:
        return None
    rules = own.rules
    return HouseRulesView(own.based_on, rules.target, own.changed(), rules.fingerprint())
