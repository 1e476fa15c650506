"""What becomes of each game of a file: it is stored, known already, or refused with the reasons."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import cache

from engine.problems import Problem
from hearts_admin.db.results import ResultVersion
from hearts_admin.errors import HeartsAdminError, NeedsYes, finding
from hearts_admin.importers.games import GameRow
from hearts_admin.importers.scoresheets import ScoreSheet
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import Book, Entry
from hearts_admin.services.people import Person
from hearts_admin.services.scoresheets import check_sheet, sheet_to_keep
from hearts_admin.services.shelf import Place, Shelf
from hearts_admin.services.terms import (
    Played,
    SeatedOnce,
    Terms,
    contradicting_places,
    version_of,
    wrong_places,
    wrong_points,
)


class Admission:
    """Says of one game after another what is to become of it."""

    def __init__(self, book: Book, shelf: Shelf, actor: Actor, entry: Entry) -> None:
        """Admit games.

        Args:
            book: the import's transaction.
            shelf: the games that are stored already.
            actor: who asks.
            entry: what all of the file's entries have in common.
        """
        self._book = book
        self._shelf = shelf
        self._actor = actor
        self._entry = entry
        self._number = book.next_number()
        self._admitted: dict[int, GameRow] = {}
        self._moment = cache(self._open_moment)
        self._terms = cache(self._terms_of)
        self._seated = SeatedOnce()

    def __call__(self, game: GameRow) -> ResultVersion | list[Problem] | None:
        """A game's version to store, or what is wrong with it; None if it is there already."""
        draft, names, numbers, log = game.draft, game.names, game.numbers, None
        terms = self._terms(draft.where.event)
        wrong: Sequence[Problem]
        if draft.deals is not None:
            names, numbers, log, wrong = self._followed(draft.deals, terms)
        elif draft.by_place:
            wrong = wrong_places(numbers)
        else:
            wrong = wrong_points(numbers, terms.rules, terms.target, terms.deals)
            if draft.seats.places:
                wrong = [*wrong, *contradicting_places(numbers, draft.places, terms.better)]
        problems = [game.at(problem) for problem in wrong]
        moment, label, where = self._moment(game.day, game.time), game.label, draft.where
        if moment is None:
            problems.append(game.at(finding("row.future", date=game.day.isoformat())))
        if problems or moment is None:
            return problems
        day, ended = moment
        place = self._shelf.place(day, label)
        try:
            people = self._people(game, names, place)
        except HeartsAdminError as error:
            return [game.at(problem) for problem in error.problems or (_as_problem(error),)]
        if isinstance(people, Problem):
            return [people]
        played = Played(
            day, label, draft.by_place, ended,
            where.event or None, where.round or None, where.table or None, None, log,
        )  # fmt: skip
        version = version_of(self._number, terms, played, people, numbers, self._seated)
        known = self._shelf.find(place, version)
        if known is None:
            self._admitted[self._number] = game
            self._number = self._book.next_number()
            return version
        if known.outcome == version.outcome:
            return None
        return [self._differs(game, known, "row.differs")]

    def _terms_of(self, event: str) -> Terms:
        """The terms of a file's games that name an event, or none."""
        return self._book.terms(self._book.as_event_says(self._entry._replace(event=event or None)))

    def _followed(
        self, deals: ScoreSheet, terms: Terms
    ) -> tuple[tuple[str, ...], tuple[int, ...], str | None, Sequence[Problem]]:
        """The names and totals of a score sheet and what is kept of it; and what is wrong."""
        names = tuple(deals.names)
        if terms.rules is None:
            return names, (), None, [finding("sheet.no_rules")]
        followed, wrong = check_sheet(deals, terms.rules, terms.target, terms.deals)
        log = self._book.note_log(sheet_to_keep(names, followed))
        return names, followed.game.totals, log, wrong

    def _people(
        self, game: GameRow, names: tuple[str, ...], place: Place
    ) -> Sequence[Person] | Problem:
        """Who sat at the table, those added who were unknown."""
        book = self._book
        found = list(map(book.directory.find, names))
        seated = [person for person in found if person is not None]
        people = frozenset([person.id for person in seated])
        complete = len(people) == len(names)  # as a rule: nothing can be wrong with them
        entry = self._entry if complete else self._entry._replace(seats=game.seats)
        fresh = () if complete else book.newcomers(entry)
        other = self._shelf.other_player(place, people)
        if other is not None:
            return self._differs(game, other, "row.other_player")
        return seated if complete else book.players(entry, fresh)

    def _open_moment(self, day: dt.date, time: dt.time | None) -> tuple[str, str | None] | None:
        """Club day and time as they are stored; None for a day that may hold no games yet."""
        try:
            self._book.club.allow(day, self._actor)
        except NeedsYes:
            return None
        return self._book.moment(day, time)

    def _differs(self, game: GameRow, known: ResultVersion, code: str) -> Problem:
        """What can be done about a game that is there already, and not like this.

        One that is stored may be corrected, a void one after it has been restored; of two games
        of one file nobody but the organiser knows which is right.
        """
        other = self._admitted.get(known.id)
        if other is not None:
            place = other.at(finding(code)).fields
            return game.at(
                finding(
                    "row.contradicts",
                    game=game.label,
                    other_line=other.line,
                    other_sheet=place.get("sheet"),
                    other_cell=place.get("cell"),
                )
            )
        seats = " ".join(f'"{name}={number}"' for name, number in game.seats)
        if game.by_place:
            seats += " --places"
        if self._entry.add_players and code == "row.other_player":
            seats += " --add-players"
        if known.state == "void":
            code = "row.differs_void"
        return game.at(finding(code, game=game.label, id=known.id, seats=seats))


def _as_problem(error: HeartsAdminError) -> Problem:
    return finding(error.code, **error.fields)
