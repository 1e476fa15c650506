"""Imports: whole files of people or results, all problems told, the same file twice nothing new."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Literal

from engine.problems import Problem
from engine.rules import RuleSet
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import HeartsAdminError, NeedsYes, Refused, finding
from hearts_admin.importers.games import GameRow, read_games
from hearts_admin.importers.people import PersonRow, read_people
from hearts_admin.names import is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.adjustments import open_rating
from hearts_admin.services.book import Book, Category, Entry, check_numbers, result_view
from hearts_admin.services.changes import change_view
from hearts_admin.services.folding import Affected, Progress, refresh, uncollected
from hearts_admin.services.people import Directory, Person
from hearts_admin.services.players import create_players, near_names, revise_player
from hearts_admin.services.pools import NO_RULES, main_pool
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.shelf import Shelf
from hearts_admin.services.views import ImportReport, PlayersAdded


def import_players(store: Store, actor: Actor, path: Path) -> PlayersAdded:
    """Adds people from a file of names, member numbers and opening ratings.

    Somebody known already gets the member number and the opening rating of the file; the same
    file twice changes nothing.

    Raises:
        FileFault: the file cannot be read as a table.
        Refused: `import.refused`, with every problem of the file, nothing stored.
    """
    rows, problems = read_people(path)
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        fresh = [row for row in rows if directory.find(row.name) is None]
        remarks = near_names(directory, [row.name for row in fresh])
        problems += _people_problems(directory, rows)
        if problems:
            raise _refused(path, problems)
        numbers = {row.name: row.member_no for row in fresh if row.member_no is not None}
        create_players(work, directory, [row.name for row in fresh], numbers)
        affected = Affected(work.connection)
        updated = [row.name for row in rows if _complete(work, directory, row, affected)]
        refresh(work, affected)
    added = tuple(tidy(row.name) for row in fresh)
    return PlayersAdded(
        added,
        tuple(tidy(name) for name in updated if tidy(name) not in added),
        remarks,
        change_view(work.change),
    )


def _people_problems(directory: Directory, rows: Sequence[PersonRow]) -> list[Problem]:
    problems = []
    lines: dict[str, int] = {}
    bearers: dict[str, str] = {}
    for row in rows:
        key = name_key(row.name)
        if not is_name(row.name):
            problems.append(finding("player.no_name", line=row.line, name=row.name))
        if key in lines:
            problems.append(
                finding("row.twice", line=row.line, name=row.name, other_line=lines[key])
            )
        lines.setdefault(key, row.line)
        if row.member_no is None:
            continue
        known = directory.find(f"#{row.member_no}")
        other = bearers.get(row.member_no) or (known.name if known else None)
        if other is not None and name_key(other) != key:
            problems.append(
                finding("row.number_taken", line=row.line, number=row.member_no, name=other)
            )
        bearers[row.member_no] = row.name
    return problems


def _complete(work: Writing, directory: Directory, row: PersonRow, affected: Affected) -> bool:
    """Brings a person to what the file says; tells whether anything changed."""
    found = directory.find(row.name)
    assert found is not None  # noqa: S101 - created a moment ago if unknown
    changed = False
    if row.member_no is not None and row.member_no != found.member_no:
        revise_player(work, found.id, {"member_no": row.member_no})
        changed = True
    if row.opening is not None:
        pool = main_pool(work.connection).id
        opening = open_rating(work, pool, found.id, row.opening, affected)
        changed |= opening.opened == work.id
    return changed


@uncollected()  # a large file is millions of objects without a cycle among them
def import_results(
    store: Store,
    actor: Actor,
    path: Path,
    *,
    rules: str | RuleSet | None = None,
    target: int | None = None,
    add_players: bool = False,
    skip_problems: bool = False,
    pool: str | None = None,
    category: Category = "rated",
    day: dt.date | None = None,
    better: Literal["low", "high"] = "low",
    mapping: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Stores the results of a text file or workbook, in one transaction.

    A game is known by its club day, its label and its four people (DESIGN.md, "Imported games"):
    the same again adds nothing; other points, or one other player, are a problem, to be put right
    as a correction.

    Args:
        store: the database.
        actor: who asks.
        path: the file.
        rules: the rule set it was played under, or its name; None for the club's default.
        target: the points at which a game ends; None for the rule set's own.
        add_players: whether unknown names become players.
        skip_problems: whether good games are stored beside bad ones.
        pool: the rating list they count in; None for the one that their rules feed.
        category: whether they are rated, or friendly or training games.
        day: the club day of games that have none in the file.
        better: whether few points are good, or many (then no rule set applies).
        mapping: heading -> column key, beside the synonyms.
        progress: told how far it is.

    Raises:
        FileFault: the file cannot be read, or holds no results.
        Refused: `import.refused`, with every problem of the file, nothing stored.
    """
    file = read_games(path, day=day, mapping=mapping)
    problems = list(file.problems)
    with writing(store, actor) as work:
        book = Book(work)
        chosen = book.rules_of(Entry((), rules=rules, better=better))
        entry = partial(
            Entry,
            rules=NO_RULES if chosen is None else chosen,
            target=target,
            add_players=add_players,
            better=better,
            pool=pool,
            category=category,
        )
        judge = _Judge(book, Shelf(work, {game.day for game in file.games}), chosen, actor)
        versions: list[ResultVersion] = []
        known = 0
        for game in file.games:
            found = judge(
                game, entry(game.seats, by_place=game.by_place, date=game.day, label=game.label)
            )
            if found is None:
                known += 1
            elif isinstance(found, ResultVersion):
                versions.append(found)
            else:
                problems += found
        problems = file.in_order(problems)
        if problems and not skip_problems:
            raise _refused(path, problems)
        book.open(versions)
        affected = Affected(work.connection)
        for version in versions:
            affected.result(version)
        refresh(work, affected, progress)
        names = book.directory.names
        rule_set_names = rule_names(work.connection)
    return ImportReport(
        file=str(path),
        games=file.total,
        stored=tuple(result_view(version, names, rule_set_names) for version in versions),
        known=known,
        skipped=file.total - len(versions) - known,
        added=tuple(book.added),
        problems=tuple(problems),
        change=change_view(work.change),
        ignored=file.ignored,
    )


class _Judge:
    """Says of one game after another what is to become of it."""

    def __init__(self, book: Book, shelf: Shelf, rules: RuleSet | None, actor: Actor) -> None:
        self._book = book
        self._shelf = shelf
        self._rules = rules
        self._actor = actor
        self._number = book.next_number()
        self._is_open = cache(self._may_hold_games)

    def __call__(self, game: GameRow, entry: Entry) -> ResultVersion | list[Problem] | None:
        """A game's version to store, or what is wrong with it; None if it is there already."""
        problems = [game.at(problem) for problem in check_numbers(entry, self._rules)]
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

    def _players(self, game: GameRow, entry: Entry) -> list[Person] | Problem:
        """Who sat at the table, those added who were unknown."""
        book, directory = self._book, self._book.directory
        seated = [person for name in entry.names if (person := directory.find(name)) is not None]
        people = frozenset(person.id for person in seated)
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


def _refused(path: Path, problems: Sequence[Problem]) -> Refused:
    return Refused("import.refused", problems=problems, file=str(path), count=len(problems))
