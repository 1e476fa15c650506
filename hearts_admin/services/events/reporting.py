"""An event as the reports show it: its standings, its seating, everything that is printed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from sqlmodel import Session

import hearts_admin
from engine.problems import Problem
from engine.rules import RuleSet
from engine.scoresheet import possible_rows
from engine.seating.problem import EMPTY
from engine.seating.quality import passing, quality, seat_counts
from engine.seats import SEAT_NAMES
from engine.standings import ranking
from engine.standings.contest import RoundScore
from hearts_admin.clock import Clock, club_day
from hearts_admin.db import bulk
from hearts_admin.db.store import Store
from hearts_admin.errors import Refused
from hearts_admin.services.club import settings_of
from hearts_admin.services.events.board import EventBoard
from hearts_admin.services.events.finding import events_of, find_event, reading_board
from hearts_admin.services.events.standing import final_remarks, places_by_round, ranked_board
from hearts_admin.services.privacy import PrintedNames
from hearts_admin.services.rulesets import kept_rules
from reports import eventmodel as shown
from reports.model import Player


def event_standings(
    store: Store,
    clock: Clock,
    event: str | None,
    *,
    after: int | None = None,
    until: dt.date | None = None,
    printed: bool = False,
) -> tuple[shown.EventStandings, tuple[Problem, ...]]:
    """The standings of an event, and what is worth knowing of them.

    Args:
        store: the database.
        clock: for the event of today.
        event: which event.
        after: a round; None for all that are complete.
        until: events after this club day are not looked at: without a name, the last one up to
            it in which a round is complete.
        printed: whether they leave the club: private people by their initials.

    Raises:
        Refused: `event.not_ranked`, `event.not_complete` (of `after`), `event.none_until`,
            `event.later`, whatever finding an event refuses.
    """
    if until is not None:
        with (
            store.read() as connection,
            Session(bind=connection, expire_on_commit=False) as session,
        ):
            boards = _boards(session, connection, until, () if event is None else (event,))
            if not boards:
                raise Refused("event.none_until", hint="hearts-admin event list", date=until)
            return Printing(boards[0], printed=printed).standings(after)
    with reading_board(store, clock, event) as board:
        return Printing(board, printed=printed).standings(after)


def published_events(
    connection: Connection, day: dt.date, wanted: Sequence[str] = (), *, late: bool = True
) -> tuple[shown.EventStandings, ...]:
    """The standings of some events for a report, oldest first.

    Args:
        connection: an open connection.
        day: events after it are not looked at.
        wanted: which; none for the last one in which a round is complete.
        late: whether one that is named may be after the day all the same.

    Raises:
        Refused: `event.unknown`, `event.later`, `event.not_ranked`.
    """
    with Session(bind=connection, expire_on_commit=False) as session:
        boards = _boards(session, connection, day, wanted, late=late)
        return tuple(Printing(board, printed=True).standings()[0] for board in boards)


def _boards(
    session: Session,
    connection: Connection,
    day: dt.date,
    wanted: Sequence[str],
    *,
    late: bool = False,
) -> list[EventBoard]:
    """The boards of the events that are named, else of the last one played in, up to a day."""
    if not wanted:
        past = [each for each in events_of(session) if each.on_day <= day.isoformat()]
        played = (EventBoard(session, connection, event) for event in reversed(past))
        last = next((board for board in played if board.complete), None)
        return [] if last is None else [last]
    chosen = {each.id: each for each in (find_event(session, w, day) for w in wanted)}
    for event in chosen.values():
        held = dt.date.fromisoformat(event.on_day)
        if held > day and not late:
            raise Refused("event.later", event=event.name, date=held, as_of=day)
    boards = [EventBoard(session, connection, event) for event in chosen.values()]
    return sorted(boards, key=lambda board: (board.event.on_day, board.event.id))


def event_paper(store: Store, clock: Clock, event: str | None) -> shown.EventPaper:
    """Everything that is printed of an event."""
    with reading_board(store, clock, event) as board:
        return Printing(board, printed=True).paper(clock)


def seating_quality(store: Store, clock: Clock, event: str | None) -> shown.SeatingQuality:
    """How even the seating of the rounds that are drawn is.

    Raises:
        Refused: `event.not_drawn_yet`, whatever finding an event refuses.
    """
    with reading_board(store, clock, event) as board:
        if not board.rounds:
            raise Refused("event.not_drawn_yet", hint="hearts-admin event draw", round=1)
        return Printing(board, printed=False).quality()


class Printing:
    """Makes the reports' values out of a board.

    Args:
        board: the event.
        printed: whether private people appear by their initials.
    """

    def __init__(self, board: EventBoard, *, printed: bool) -> None:
        self.board = board
        names = PrintedNames(board.directory) if printed else None
        self._names: Mapping[int, str] = board.directory.names if names is None else names.names
        self._text = (lambda text: text) if names is None else names.text

    def player(self, player: int) -> Player:
        """A person as printed."""
        return Player(str(player), self._names[player])

    # -- the head ------------------------------------------------------------------------------

    def head(self) -> shown.EventHead:
        """What is printed at the head of everything."""
        event, scheme = self.board.event, self.board.settings.scheme
        kind: shown.EventKind = "tournament" if event.kind == "tournament" else "evening"
        return shown.EventHead(
            club=settings_of(self.board.connection).name,
            name=self._text(event.name),
            kind=kind,
            on=dt.date.fromisoformat(event.on_day),
            rounds=event.rounds,
            scoring=shown.Scoring(
                key=scheme.scoring,
                ladder=scheme.ladder if scheme.scoring == "places" else (),
                better=self.board.better,
                best=scheme.best_of,
                tie_breaks=scheme.tie_breaks,
            ),
            rules=self._rules(),
        )

    def _rules(self) -> shown.DealRules | None:
        event = self.board.event
        if event.rules is None:
            return None
        rules = kept_rules(self.board.connection, event.rules)
        target = None if event.deals else event.target or rules.target
        return deal_rules(rules, target, event.deals)

    # -- standings -----------------------------------------------------------------------------

    def standings(
        self, after: int | None = None
    ) -> tuple[shown.EventStandings, tuple[Problem, ...]]:
        """The standings with the places after every round, and remarks."""
        board, scheme = self.board, self.board.settings.scheme
        if after is not None and after > board.complete:
            raise Refused(
                "event.not_complete", event=board.event.name, rounds=board.complete, round=after
            )
        now = ranked_board(board, until=after)
        courses = self._courses(now)
        cut = scheme.cut if scheme.cut is not None and scheme.cut.finalists else None
        rows = tuple(self._row(row, now.rounds, courses[row.player]) for row in now.rows)
        table = shown.EventStandings(
            head=self.head(),
            after=now.rounds,
            rows=rows,
            final_after=None if cut is None else cut.after_round,
            carries=True if cut is None else cut.carry,
            closed=board.event.state == "closed",
            corrections=self._corrections(),
        )
        return table, final_remarks(board, now)

    def _courses(self, now: ranking.Standings) -> dict[int, tuple[int | None, ...]]:
        """By player: the place after each round, from the first on that they did not miss."""
        seen = {
            row.player: min((one.round for one in row.rounds if one.kind != "missed"), default=None)
            for row in now.rows
        }
        courses: dict[int, list[int | None]] = {player: [] for player in seen}
        for number, places in enumerate(places_by_round(self.board, now.rounds), start=1):
            for player, since in seen.items():
                here = since is not None and since <= number
                courses[player].append(places[player] if here else None)
        return {player: tuple(course) for player, course in courses.items()}

    def _row(self, row: ranking.Row, rounds: int, course: Sequence[int | None]) -> shown.EventRow:
        by_round = {one.round: one for one in row.rounds}
        why = row.why
        return shown.EventRow(
            place=row.place,
            number=row.number,
            player=self.player(row.player),
            score=row.score,
            rounds=tuple(_round_score(by_round.get(number)) for number in range(1, rounds + 1)),
            games=row.games,
            tie_breaks=row.values,
            places=tuple(course),
            penalties=tuple(
                shown.Penalty(Fraction(each.points), each.round, self._text(each.reason))
                for each in self.board.penalties
                if self.board.directory.whole(each.player) == row.player
                and (each.round is None or each.round <= rounds)
            ),
            above=None if why is None else shown.Above(why.criterion, why.own, why.other),
            finalist=row.finalist,
            withdrawn=row.withdrawn,
        )

    def _corrections(self) -> tuple[shown.Correction, ...]:
        """Results that were corrected after their round had been closed."""
        event = self.board.event.id
        cut = self.board.settings.scheme.cut
        last = 0 if cut is None else cut.after_round
        rows = bulk.select(
            self.board.connection,
            "SELECT g.round, g.table_no, c.id, c.at_utc, c.reason FROM event_game g"
            " JOIN result r ON r.id = g.result JOIN change c ON c.id = r.opened"
            " WHERE g.event = ? AND g.closed IS NULL AND EXISTS ("
            "SELECT 1 FROM event_round e WHERE e.event = g.event AND e.number = g.round"
            " AND e.state = 'closed' AND e.opened < r.opened"
            " AND (e.closed IS NULL OR e.closed > r.opened)) ORDER BY c.id",
            (event,),
        )
        club = settings_of(self.board.connection)
        final_drawn = bulk.value(
            self.board.connection,
            "SELECT min(opened) FROM event_round WHERE event = ? AND number > ?",
            (event, last),
        )
        return tuple(
            shown.Correction(
                round=round_,
                table=table,
                on=club_day(dt.datetime.fromisoformat(at), club.timezone, club.day_starts_at),
                reason=self._text(reason),
                after_final=round_ <= last and final_drawn is not None and change > final_drawn,
            )
            for round_, table, change, at, reason in rows
        )

    # -- paper ---------------------------------------------------------------------------------

    def paper(self, clock: Clock) -> shown.EventPaper:
        """Everything that is printed."""
        board = self.board
        club = settings_of(board.connection)
        wall = clock.now().astimezone(ZoneInfo(club.timezone)).replace(tzinfo=None, microsecond=0)
        return shown.EventPaper(
            head=self.head(),
            entrants=tuple(
                shown.Entrant(number, self.player(board.player(number)))
                for number in board.entrants
            ),
            rounds=tuple(self._seating(number) for number in board.rounds),
            timezone=club.timezone,
            made_at=wall,
            standings=self.standings()[0] if board.complete else None,
            quality=self.quality() if board.rounds else None,
            version=hearts_admin.__version__,
        )

    def _seating(self, number: int) -> shown.RoundSeating:
        board = self.board
        found = board.rounds[number]
        tables = []
        for table in found.tables:
            n, e, s, w = (
                None if seat == EMPTY else self.player(board.sitter(seat, number))
                for seat in table.seats
            )
            tables.append(shown.TableSeating(table.number, (n, e, s, w)))
        out = tuple(self.player(board.player(each)) for each in found.sitting_out)
        return shown.RoundSeating(number, tuple(tables), out)

    def quality(self) -> shown.SeatingQuality:
        """How even the seating is: who meets how often, who sits where, who passes to whom."""
        board = self.board
        rounds = [each.seating for each in board.rounds.values()]
        measured = quality(rounds)
        ways = {steps: passing(rounds, steps) for steps in (1, 2, 3)}
        pairs = sorted({pair for way in ways.values() for pair in way})

        def person(number: int) -> Player:
            return self.player(board.player(number))

        return shown.SeatingQuality(
            meetings=measured.meetings,
            excess=measured.excess,
            bound=measured.bound,
            back_to_back=measured.back_to_back,
            seat_imbalance=measured.seat_imbalance,
            seats=tuple(
                shown.SeatCounts(person(number), _four(counts), number)
                for number, counts in sorted(seat_counts(rounds).items())
            ),
            passes=tuple(
                shown.Passing(
                    person(giver),
                    person(receiver),
                    *(ways[steps][giver, receiver] for steps in (1, 2, 3)),
                )
                for giver, receiver in pairs
            ),
        )


def _round_score(one: RoundScore | None) -> shown.RoundScore | None:
    if one is None:
        return None
    state = "played" if one.kind == "as_substitute" else one.kind
    return shown.RoundScore(one.score, one.counts, state)


def _four(counts: Mapping[str, int]) -> tuple[int, int, int, int]:
    n, e, s, w = (counts[letter] for letter in SEAT_NAMES)
    return n, e, s, w


def deal_rules(rules: RuleSet, target: int | None, deals: int | None) -> shown.DealRules:
    """What a score sheet says of a rule set."""

    def sums(leg: Literal["out", "return"]) -> tuple[int, ...]:
        return tuple(sorted({sum(row) for row in possible_rows(rules, leg)}))

    return shown.DealRules(
        name=rules.name,
        sums=sums("out"),
        back_sums=sums("return") if rules.game_ends == "return_leg" else (),
        passing=rules.pass_cycle,
        target=target,
        deals=deals,
    )
