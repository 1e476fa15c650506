"""Imports: whole files of people or results, all problems told, the same file twice nothing new."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, overload

from engine.problems import Problem
from engine.rules import RuleSet
from hearts_admin.db.results import ResultVersion
from hearts_admin.db.store import Store
from hearts_admin.db.writing import Writing, writing
from hearts_admin.errors import Refused, finding
from hearts_admin.importers.games import read_games
from hearts_admin.importers.people import PersonRow, read_people
from hearts_admin.names import blind_key, is_name, name_key, tidy
from hearts_admin.services.actor import Actor
from hearts_admin.services.adjustments import open_rating
from hearts_admin.services.admission import Admission
from hearts_admin.services.book import Book, Category, Entry, result_view
from hearts_admin.services.changes import change_view
from hearts_admin.services.folding import Affected, Progress, refresh, uncollected
from hearts_admin.services.headings import keep_headings, own_headings
from hearts_admin.services.people import Directory
from hearts_admin.services.players import create_players, near_known, near_names, revise_player
from hearts_admin.services.pools import NO_RULES, main_pool
from hearts_admin.services.rulesets import rule_names
from hearts_admin.services.shelf import Shelf
from hearts_admin.services.views import HeadingView, ImportReport, PlayersAdded, ResultView


def import_players(store: Store, actor: Actor, path: Path) -> PlayersAdded:
    """Adds people from a list of names, member numbers and opening ratings; a file or workbook.

    Somebody known already gets the member number and the opening rating of the file; the same
    file twice changes nothing.

    Raises:
        FileFault: the file cannot be read as a table.
        Refused: `import.refused`, with every problem of the file, nothing stored.
    """
    with store.read() as connection:
        own = own_headings(connection)
    rows, problems = read_people(path, [word for word, key in own.items() if key == "player"])
    with writing(store, actor) as work:
        directory = Directory(work.connection)
        directory.read_all()
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
            problems.append(row.at(finding("player.no_name", name=row.name)))
        if key in lines:
            problems.append(row.at(finding("row.twice", name=row.name, other_line=lines[key])))
        lines.setdefault(key, row.line)
        if row.member_no is None:
            continue
        known = directory.find(f"#{row.member_no}")
        other = bearers.get(row.member_no) or (known.name if known else None)
        if other is not None and name_key(other) != key:
            taken = finding("row.number_taken", number=row.member_no, name=other)
            problems.append(row.at(taken))
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
    save_mapping: bool = False,
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
        mapping: heading -> column key, beside the club's own headings and the synonyms; one that
            heads no column is a remark.
        save_mapping: whether the mapping becomes the club's, as far as the file has it.
        progress: told how far it is.

    Raises:
        FileFault: the file cannot be read, or holds no results.
        Refused: `import.refused`, with every problem of the file, nothing stored.
    """
    written = {blind_key(heading): heading for heading in mapping or {}}
    given = {blind_key(heading): field for heading, field in (mapping or {}).items()}
    with store.read() as connection:
        kept = own_headings(connection)
    file = read_games(path, day=day, mapping=kept | given)
    problems = list(file.problems)
    nowhere = [
        finding("heading.nowhere", heading=heading, titles=file.titles)
        for key, heading in written.items()
        if key not in file.headings
    ]
    with writing(store, actor) as work:
        if save_mapping:
            keep_headings(
                work, {key: field for key, field in given.items() if key in file.headings}
            )
        book = Book(work)
        book.directory.read_all()
        members = tuple(book.directory.names.values())
        chosen = book.rules_of(Entry((), rules=rules, better=better))
        entry = Entry(
            (),
            rules=NO_RULES if chosen is None else chosen,
            target=target,
            add_players=add_players,
            better=better,
            pool=pool,
            category=category,
        )
        days = {game.day for game in file.games}
        days |= {game.day - dt.timedelta(days=1) for game in file.games if game.time is not None}
        admit = Admission(book, Shelf(work, days), actor, entry)
        versions: list[ResultVersion] = []
        known = 0
        for game in file.games:
            found = admit(game)
            if found is None:
                known += 1
            elif isinstance(found, ResultVersion):
                versions.append(found)
            else:
                problems += found
        problems = file.in_order(problems)
        if problems and not skip_problems:
            raise _refused(path, [*nowhere, *problems])
        remarks = [*nowhere, *near_known(members, book.added), *book.open(versions)]
        affected = Affected(work.connection)
        for version in versions:
            affected.result(version)
        refresh(work, affected, progress)
        names = book.directory.names
        rule_set_names = rule_names(work.connection)
    return ImportReport(
        file=str(path),
        games=file.total,
        stored=StoredViews(versions, names, rule_set_names),
        known=known,
        skipped=file.total - len(versions) - known,
        added=tuple(book.added),
        problems=tuple(problems),
        change=change_view(work.change),
        ignored=file.ignored,
        headings=tuple(
            HeadingView(heading, meaning)
            for heading, meaning in file.headings.items()
            if heading not in given
        ),
        remarks=tuple(remarks),
    )


class StoredViews(Sequence[ResultView]):
    """The results that were stored, each made ready for showing when it is looked at.

    Of a hundred thousand mostly the number is told.
    """

    def __init__(
        self,
        versions: Sequence[ResultVersion],
        names: Mapping[int, str],
        rules: Mapping[str | None, str | None],
    ) -> None:
        self._versions = versions
        self._names = names
        self._rules = rules

    def __len__(self) -> int:
        return len(self._versions)

    @overload
    def __getitem__(self, index: int) -> ResultView: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ResultView]: ...
    def __getitem__(self, index: int | slice) -> ResultView | Sequence[ResultView]:
        if isinstance(index, slice):
            return StoredViews(self._versions[index], self._names, self._rules)
        return result_view(self._versions[index], self._names, self._rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


def _refused(path: Path, problems: Sequence[Problem]) -> Refused:
    return Refused("import.refused", problems=problems, file=str(path), count=len(problems))
