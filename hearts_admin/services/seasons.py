"""Seasons: several events counted together by the club's own rules."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session

from engine.standings.errors import StandingsError
from engine.standings.season import Evening, SeasonRules
from engine.standings.season_evening import count_evening
from engine.standings.season_ranking import season_course, season_standings
from engine.standings.season_table import SeasonRow, StatementLine
from hearts_admin.db.chain import canonical
from hearts_admin.db.event_models import Event, Season
from hearts_admin.db.store import Store
from hearts_admin.db.writing import writing
from hearts_admin.errors import Refused
from hearts_admin.names import is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.changes import change_view
from hearts_admin.services.club import settings_of
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.facts import SharedFacts
from hearts_admin.services.events.finding import events_of, find_season, seasons_of
from hearts_admin.services.events.naming import with_names
from hearts_admin.services.events.standing import complete_record
from hearts_admin.services.folding import uncollected
from hearts_admin.services.people import Directory
from hearts_admin.services.presets import season_rules
from hearts_admin.services.privacy import PrintedNames
from hearts_admin.services.seasonlines import rounds_told, score_shown
from hearts_admin.services.views import ChangeView
from reports import seasonmodel as shown
from reports.eventmodel import Above
from reports.model import Player

_NOTHING = ("season.none", "season.nothing", "season.nothing_until")

DEFAULT_RULES = "best-6-of-8"
"""The preset of a new season for which none is named."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season as it is listed: its rules, and the events that count in it, by day."""

    id: int
    name: str
    rules: Mapping[str, Any]
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonChanged:
    """A season after a command."""

    season: SeasonView
    change: ChangeView | None = None


def add_season(store: Store, actor: Actor, name: str, rules: str | None) -> SeasonChanged:
    """Adds a season.

    Args:
        store: the database.
        actor: who asks.
        name: its name, different from every other season's.
        rules: a preset, or a TOML file.

    Raises:
        Refused: `season.no_name`, `season.exists`, `season.preset`, `season.file`.
        FileFault: the file cannot be read.
    """
    chosen = season_rules(rules or DEFAULT_RULES)
    with writing(store, actor) as work:
        season = Season(id=work.next_number(Season), name="", name_key="", settings=_text(chosen))
        _rename(work.session, season, name)
        work.open(season)
        view = _view(work.session, season)
    return SeasonChanged(view, change_view(work.change))


def change_season(
    store: Store,
    actor: Actor,
    wanted: str | None,
    *,
    name: str | None = None,
    rules: str | None = None,
) -> SeasonChanged:
    """Gives a season another name, or other rules: its standings are counted by them from then on.

    Raises:
        Refused: as `add_season`, and `season.unknown`.
    """
    chosen = None if rules is None else season_rules(rules)
    with writing(store, actor) as work:
        season = find_season(work.session, wanted)
        fresh = Season(**season.content())
        if name is not None:
            _rename(work.session, fresh, name)
        if chosen is not None:
            fresh.settings = _text(chosen)
        if fresh.content() != season.content():
            work.close(season)
            work.open(fresh)
        view = _view(work.session, fresh)
    return SeasonChanged(view, change_view(work.change))


def remove_season(store: Store, actor: Actor, wanted: str) -> SeasonChanged:
    """Removes a season to which no event belongs.

    Raises:
        Refused: `season.unknown`, `season.has_events`.
    """
    with writing(store, actor) as work:
        season = find_season(work.session, wanted)
        view = _view(work.session, season)
        if view.events:
            raise Refused("season.has_events", name=season.name, events=len(view.events))
        work.close(season)
    return SeasonChanged(view, change_view(work.change))


def list_seasons(store: Store) -> tuple[SeasonView, ...]:
    """Every season, in the order in which they were made."""
    with store.read() as connection, Session(bind=connection) as session:
        return tuple(_view(session, season) for season in seasons_of(session))


def show_season(store: Store, wanted: str | None) -> SeasonView:
    """A season with its rules and events.

    Raises:
        Refused: `season.none`, `season.unknown`.
    """
    with store.read() as connection, Session(bind=connection) as session:
        return _view(session, find_season(session, wanted))


@uncollected()
def standings_of_season(
    store: Store, wanted: str | None, *, until: dt.date | None = None, printed: bool = False
) -> shown.SeasonStandings:
    """The standings of a season after the evenings that have been played.

    Args:
        store: the database.
        wanted: which season; None for the newest, or the newest with an evening `until` the day.
        until: only its evenings up to this club day; None for all.
        printed: whether they leave the club: private people by their initials.

    Raises:
        Refused: `season.none`, `season.unknown`, `season.nothing`, `season.nothing_until`,
            `season.not_counted`.
    """
    with store.read() as connection, Session(bind=connection) as session:
        return _Counting(connection, session, wanted, until=until, printed=printed).standings()


@uncollected()
def published_season(
    connection: Connection, wanted: str | None, until: dt.date | None = None
) -> shown.SeasonStandings | None:
    """The standings of a season for a report; None where none is meant and none has been played.

    Args:
        connection: an open connection.
        wanted: which season.
        until: only its evenings up to this club day; None for all.

    Raises:
        Refused: as `standings_of_season`.
    """
    with Session(bind=connection) as session:
        try:
            return _Counting(connection, session, wanted, until=until, printed=True).standings()
        except Refused as refused:
            if wanted is None and refused.code in _NOTHING:
                return None
            raise


@uncollected()
def statement_of_season(
    store: Store, wanted: str | None, name: str, *, printed: bool = False
) -> shown.SeasonStatement:
    """How somebody's total in a season came about.

    Raises:
        Refused: as `standings_of_season`, and `players.unknown`, `season.stranger` among the
            problems of `season.not_counted`.
    """
    with store.read() as connection, Session(bind=connection) as session:
        counting = _Counting(connection, session, wanted, printed=printed)
        return counting.statement(counting.directory.require([name])[0].id)


class _Counting:
    """A season counted inside one transaction."""

    def __init__(
        self,
        connection: Connection,
        session: Session,
        wanted: str | None,
        *,
        until: dt.date | None = None,
        printed: bool,
    ) -> None:
        past = events_of(session)
        if until is not None:
            past = [event for event in past if event.on_day <= until.isoformat()]
        self.season = _season_meant(session, wanted, [] if until is None else past)
        self.rules = _rules(self.season)
        self.club = settings_of(connection).name
        self.directory = Directory(connection)
        names = PrintedNames(self.directory) if printed else None
        self.names = self.directory.names if names is None else names.names
        self.text = (lambda text: text) if names is None else names.text
        events = [each for each in past if each.season == self.season.id]
        facts = SharedFacts(connection, [event.id for event in events])
        boards = [EventBoard(session, connection, event, facts, self.directory) for event in events]
        self.boards = [board for board in boards if board.complete]
        if not self.boards and until is not None:
            raise Refused("season.nothing_until", name=self.season.name, date=until)
        if not self.boards:
            hint = 'hearts-admin event add "..." --season "..."'
            raise Refused("season.nothing", hint=hint, name=self.season.name)
        self.evenings = [_evening(board) for board in self.boards]
        try:
            self.counted = [count_evening(self.rules, evening) for evening in self.evenings]
            self.table = season_standings(
                self.rules, self.evenings, seed=self.season.id, counted=self.counted
            )
        except StandingsError as error:
            raise self._refused(error) from error

    def _refused(self, error: StandingsError) -> Refused:
        problems = [with_names(problem, self.names) for problem in error.problems]
        return Refused("season.not_counted", problems=problems, name=self.season.name)

    def head(self) -> shown.SeasonHead:
        """What is printed at the head of everything."""
        return shown.SeasonHead(
            club=self.club,
            name=self.text(self.season.name),
            evenings=self.rules.of,
            best=self.rules.best,
            least=self.rules.minimum_attendance,
            tie_breaks=self.table.criteria,
        )

    def _days(self) -> tuple[shown.Evening, ...]:
        return tuple(
            shown.Evening(
                number, self.text(board.event.name), dt.date.fromisoformat(board.event.on_day)
            )
            for number, board in enumerate(self.boards, start=1)
        )

    def standings(self) -> shown.SeasonStandings:
        """The standings, with the places after every evening."""
        course = season_course(self.rules, self.evenings, self.season.id, self.counted)
        rows = tuple(
            shown.SeasonRow(
                place=row.place,
                player=Player(str(row.player), self.names[row.player]),
                total=row.total,
                evenings=tuple(
                    shown.EveningScore(line.score, line.counts, line.kind) for line in row.lines
                ),
                attended=row.attendance,
                tie_breaks=row.values,
                places=course[row.player],
                above=None
                if row.why is None
                else Above(row.why.criterion, row.why.own, row.why.other),
            )
            for row in self.table.rows
        )
        closed = self.rules.of is not None and len(self.boards) >= self.rules.of
        return shown.SeasonStandings(self.head(), self._days(), rows, closed)

    def statement(self, player: int) -> shown.SeasonStatement:
        """How a total came about, line by line."""
        try:
            statement = self.table.statement(player)
        except StandingsError as error:
            raise self._refused(error) from error
        row = next(row for row in self.table.rows if row.player == player)
        lines = tuple(self._line(row, line) for line in statement.lines)
        return shown.SeasonStatement(
            head=self.head(),
            player=Player(str(player), self.names[player]),
            place=row.place,
            total=statement.total,
            attended=row.attendance,
            lines=lines,
        )

    def _line(self, row: SeasonRow, line: StatementLine) -> shown.StatementLine:
        if line.evening is None:
            return shown.StatementLine(None, line.score, line.counts, line.kind)
        at = line.evening - 1
        told, standing = row.lines[at], self.rules.evening == "standing"
        own = None
        if line.kind == "played" and not standing:
            own = score_shown(self.boards[at], row.player)
        return shown.StatementLine(
            self._days()[at],
            line.score,
            line.counts,
            line.kind,
            rounds=rounds_told(self.evenings[at].record, told, row.player, self.names),
            penalty=told.penalty if self.table.better == "low" else -told.penalty,
            place=line.standing if standing else None,
            shown=None if own == line.score else own,
        )


def _season_meant(session: Session, wanted: str | None, past: list[Event]) -> Season:
    """As `find_season`; where none is named, rather the newest to which one of these belongs."""
    held = {event.season for event in past}
    if wanted is None and (begun := [each for each in seasons_of(session) if each.id in held]):
        return begun[-1]
    return find_season(session, wanted)


def _evening(board: EventBoard) -> Evening:
    """An event as an evening of the season, with the final if one was set."""
    notified = {
        player for player, facts in board.attendance.items() if facts[min(facts)].state == "noticed"
    }
    scheme = board.settings.scheme
    if scheme.cut is not None and not scheme.cut.finalists:
        scheme = replace(scheme, cut=None)
    return Evening(board.event.on_day, complete_record(board), scheme, frozenset(notified))


def _text(rules: SeasonRules) -> str:
    return canonical(rules.as_mapping())


def _rules(season: Season) -> SeasonRules:
    return SeasonRules.from_mapping(json.loads(season.settings))


def _rename(session: Session, season: Season, name: str) -> None:
    if not is_name(name):
        raise Refused("season.no_name", name=name)
    key = name_key(name)
    if any(other.name_key == key and other.id != season.id for other in seasons_of(session)):
        raise Refused("season.exists", name=tidy(name))
    season.name, season.name_key = tidy(name), key


def _view(session: Session, season: Season) -> SeasonView:
    events: list[Event] = [each for each in events_of(session) if each.season == season.id]
    return SeasonView(
        season.id,
        season.name,
        _rules(season).as_mapping(),
        tuple(event.name for event in events),
    )
