"""What becomes of each game of a file: it is stored, known already, or refused with the reasons."""

from __future__ import annotations

import datetime as dt
from functools import cache

from engine.problems import Problem
from hearts_admin.db.results import ResultVersion
from hearts_admin.errors import HeartsAdminError, NeedsYes, finding
from hearts_admin.importers.games import GameRow
from hearts_admin.services.actor import Actor
from hearts_admin.services.book import Book, Entry, check_numbers
from hearts_admin.services.people import Person
from hearts_admin.services.scoresheets import check_sheet, sheet_to_keep
from hearts_admin.services.shelf import Shelf


class Admission:
    """Says of one game after another what is to become of it."""

    def __init__(self, book: Book, shelf: Shelf, actor: Actor) -> None:
        """Admit games.

        Args:
            book: the import's transaction.
            shelf: the games that are stored already.
            actor: who asks.
        """
        self._book = book
        self._shelf = shelf
        self._actor = actor
        self._number = book.next_number()
        self._is_open = cache(self._may_hold_games)

    def __call__(self, game: GameRow, entry: Entry) -> ResultVersion | list[Problem] | None:
        """A game's version to store, or what is wrong with it; None if it is there already."""
        entry, problems = self._checked(game, entry)
        if not self._is_open(game.day):
            problems.append(game.at(finding("row.future", date=game.day.isoformat())))
        if problems:
            return problems
        try:
            players = self._players(game, entry)
        except HeartsAdminError as error:
            return [game.at(problem) for problem in error.problems or (_as_problem(error),)]
        if isinstance(players, Problem):
            return [players]
        version = self._book.version(entry, players, self._number)
        known = self._shelf.find(version)
        if known is None:
            self._number = self._book.next_number()
            return version
        if known.outcome == version.outcome:
            return None
        return [_differs(game, known.id, same_people=True)]

    def _checked(self, game: GameRow, entry: Entry) -> tuple[Entry, list[Problem]]:
        """The entry under its event's rules, with its score sheet's totals; and what is wrong."""
        entry = self._book.as_event_says(entry)
        rules = self._book.rules_of(entry)
        deals = game.draft.deals
        if deals is None:
            return entry, [game.at(problem) for problem in check_numbers(entry, rules)]
        if rules is None:
            return entry, [game.at(finding("sheet.no_rules"))]
        followed, found = check_sheet(deals, rules, entry.target, entry.deals)
        totals = tuple(zip(deals.names, followed.game.totals, strict=True))
        entry = entry._replace(seats=totals, log=sheet_to_keep(deals.names, followed))
        return entry, [game.at(problem) for problem in found]

    def _players(self, game: GameRow, entry: Entry) -> list[Person] | Problem:
        """Who sat at the table, those added who were unknown."""
        book, directory = self._book, self._book.directory
        found = [directory.find(name) for name in entry.names]
        seated = [person for person in found if person is not None]
        people = frozenset([person.id for person in seated])
        complete = len(people) == len(entry.seats)  # as a rule: nothing can be wrong with them
        fresh = () if complete else book.newcomers(entry)
        other = self._shelf.other_player(game.day, game.label, people)
        if other is not None:
            return _differs(game, other, same_people=False)
        return seated if complete else book.players(entry, fresh)

    def _may_hold_games(self, day: dt.date) -> bool:
        try:
            self._book.club.allow(day, self._actor)
        except NeedsYes:
            return False
        return True


def _differs(game: GameRow, stored: int, *, same_people: bool) -> Problem:
    """A game that is there with other numbers or another player: a correction to be proposed."""
    seats = " ".join(f'"{name}={number}"' for name, number in game.seats)
    if game.by_place:
        seats += " --places"
    proposed = seats if same_people else None
    return game.at(finding("row.differs", game=game.label, id=stored, seats=proposed))


def _as_problem(error: HeartsAdminError) -> Problem:
    return finding(error.code, **error.fields)
