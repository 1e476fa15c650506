"""Imports: whole files of people or results, all problems told, the same file twice nothing new."""

from __future__ import annotations

import datetime as dt
import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sqlmodel import col, select

from engine.order import natural
from engine.problems import Problem
from engine.rules import RuleSet
from hearts_admin.db import bulk, results
from hearts_admin.db.models import Player
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
from hearts_admin.services.folding import Affected, Progress, refresh
from hearts_admin.services.people import Directory
from hearts_admin.services.players import create_players, near_names
from hearts_admin.services.pools import NO_RULES, main_pool
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.views import ImportReport, PlayersAdded

TYPED = ("result record", "result enter")
"""Commands by which results are typed one by one, with labels given by the program."""


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
        player = work.session.exec(
            select(Player).where(Player.id == found.id, col(Player.closed).is_(None))
        ).one()
        content = player.content() | {"member_no": row.member_no}
        work.close(player)
        work.open(Player(**content))
        changed = True
    if row.opening is not None:
        pool = main_pool(work.connection).id
        opening = open_rating(work, pool, found.id, row.opening, affected)
        changed |= opening.opened == work.id
    return changed


@contextmanager
def _without_collector() -> Iterator[None]:
    """Leaves the search for cycles until afterwards.

    A large file becomes millions of objects without a cycle among them, and going through all of
    them again and again takes a third of an import's time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collector()
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
        shelf = _Shelf(work, file.games)
        versions: list[ResultVersion] = []
        known = 0
        for game in file.games:
            entry = Entry(
                game.seats,
                by_place=game.by_place,
                date=game.day,
                rules=NO_RULES if chosen is None else chosen,
                target=target,
                add_players=add_players,
                label=game.label,
                better=better,
                pool=pool,
                category=category,
            )
            found = _judge(book, shelf, game, entry, chosen, actor)
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


def _judge(
    book: Book,
    shelf: _Shelf,
    game: GameRow,
    entry: Entry,
    rules: RuleSet | None,
    actor: Actor,
) -> ResultVersion | list[Problem] | None:
    """A game's version to store, or what is wrong with it; None if it is there already."""
    problems = [game.at(problem) for problem in check_numbers(entry, rules)]
    try:
        book.club.allow(game.day, actor)
    except NeedsYes:
        problems.append(game.at(finding("row.future", date=game.day.isoformat())))
    if problems:
        return problems
    try:
        fresh = book.newcomers(entry)
        other = shelf.other_player(game, book.directory)
        if other is not None:
            return [_differs(game, other, same_people=False)]
        players = book.players(entry, fresh)
    except HeartsAdminError as error:
        return [game.at(problem) for problem in error.problems or (_as_problem(error),)]
    version = book.version(entry, players, 0)
    return shelf.place(book, version, game)


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


_Content = frozenset[tuple[int, int | None, int]]


@dataclass(frozen=True, slots=True)
class _Known:
    """A game that is stored or about to be."""

    id: int
    players: frozenset[int]
    content: _Content
    typed: bool


class _Shelf:
    """The results stored on the days of a file, by which known games are recognised.

    Labels that sort alike are alike here too ("7" and "07"), as they are for the order of facts.
    """

    def __init__(self, work: Writing, games: Iterable[GameRow]) -> None:
        self._labelled: dict[tuple[str, str], list[_Known]] = {}
        self._typed: Counter[tuple[str, _Content]] = Counter()
        days = {game.day.isoformat() for game in games}
        if not days:
            return
        typed = _typed_results(work)
        for stored in results.select(
            work.connection,
            "r.closed IS NULL AND r.played_on BETWEEN ? AND ?",
            (min(days), max(days)),
        ):
            version = stored.version
            self._note(version, typed=version.id in typed)
            if version.id in typed:
                self._typed[version.played_on, _content(version)] += 1

    def other_player(self, game: GameRow, directory: Directory) -> int | None:
        """The stored game with this label in which one of the four was somebody else, if any.

        Labels of typed games do not count: the program made them up.
        """
        labelled = self._labelled.get((game.day.isoformat(), natural(game.label)))
        if labelled is None:
            return None
        found = (directory.find(name) for name, _ in game.seats)
        people = frozenset(person.id for person in found if person is not None)
        for known in labelled:
            others = known.players - people
            if len(others) == 1 and people != known.players and not known.typed:
                return known.id
        return None

    def place(
        self, book: Book, version: ResultVersion, game: GameRow
    ) -> ResultVersion | list[Problem] | None:
        """A new version with its number, None if it is known, or why it can be neither."""
        content = _content(version)
        for known in self._labelled.get((version.played_on, natural(version.label)), ()):
            if known.content == content:
                return None
            if known.players == version.players:
                return [_differs(game, known.id, same_people=True)]
        if self._typed[version.played_on, content]:
            self._typed[version.played_on, content] -= 1
            return None
        numbered = replace(version, id=book.next_number())
        self._note(numbered, typed=False)
        return numbered

    def _note(self, version: ResultVersion, *, typed: bool) -> None:
        key = version.played_on, natural(version.label)
        known = _Known(version.id, version.players, _content(version), typed)
        self._labelled.setdefault(key, []).append(known)


def _content(version: ResultVersion) -> _Content:
    return frozenset((seat.player, seat.points, seat.place) for seat in version.seats)


def _typed_results(work: Writing) -> set[int]:
    """Results that were typed one by one, whatever has become of them since."""
    condition = " OR ".join("c.command LIKE ?" for _ in TYPED)
    rows = bulk.select(
        work.connection,
        f"SELECT r.id FROM result r JOIN change c ON c.id = r.opened WHERE {condition}",
        tuple(f"{command}%" for command in TYPED),
    )
    return {number for (number,) in rows}
