"""How `replay check` shows what it found: verdicts, points, totals, places, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hearts_admin.cli import effects
from hearts_admin.messages import describe
from hearts_admin.messages.values import VERDICTS
from reports.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.problems import Problem
    from engine.replay import DealVerdict, GameVerdict
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.judging import JudgedGame
    from hearts_admin.services.replays import RecordedLogs
    from reports.language import Language
    from reports.table import Cell

SEATS = "NESW"

IN_FULL = 3
"""So many games are written deal by deal without being asked; of more, a line each."""

A_LINE_EACH = 60
"""So many games have a line each in the table at the end; of more, a line a file."""


@dataclass(slots=True)
class Tally:
    """How many deals there were with each verdict, and whether anything at all was wrong."""

    verdicts: Counter[str] = field(default_factory=Counter)
    problems: int = 0

    def count(self, game: JudgedGame) -> None:
        """Count a game in."""
        self.problems += len(game.problems)
        self.verdicts.update(deal.verdict.value for deal in game.deals)
        if game.verdict is not None:
            self.problems += len(game.verdict.all_problems())

    @property
    def clean(self) -> bool:
        """Whether every deal is in order and nothing was found in any game."""
        return not self.problems and set(self.verdicts) <= {"ok"}


def write_json(run: Invocation, game: JudgedGame) -> None:
    """Write JSON Lines, a line a deal; what is wrong with the game itself is a remark."""
    for deal in game.deals:
        run.out.json_line(_as_json(run.language, game, deal))
    for problem in _of_the_game(game):
        run.out.note(f"{game.file}: {describe(run.language, problem)}")


class Writer:
    """Writes games for people as they come: a few deal by deal; of many those with a problem.

    Of many games, a table at the end has a line each, or a line a file if they are very many.
    Only what that table needs is kept of them.
    """

    def __init__(self, run: Invocation, done: RecordedLogs | None, *, every_deal: bool) -> None:
        self._run = run
        self._stored = _Stored(run.language, done) if done is not None else None
        self._every_deal = every_deal
        self._first: list[JudgedGame] = []
        self._lines: list[_Line] = []

    def take(self, game: JudgedGame) -> None:
        """One more game."""
        stored = self._stored.where(game) if self._stored is not None else ""
        self._lines.append(_Line.of(game, stored))
        if self._every_deal:
            _write_game(self._run, game)
        elif len(self._lines) <= IN_FULL:
            self._first.append(game)
        else:
            for each in (*self._first, game):
                if not each.ok:
                    _write_game(self._run, each)
            self._first.clear()

    def finish(self, tally: Tally) -> None:
        """There are no more."""
        for game in self._first:
            _write_game(self._run, game)
        if len(self._lines) > IN_FULL and not self._every_deal:
            by_file = len(self._lines) > A_LINE_EACH and self._stored is None
            make = _table_of_files if by_file else _table_of_games
            with_stored = self._stored is not None
            self._run.out.table(make(self._run.language, self._lines, with_stored))
        _write_tally(self._run, tally)


@dataclass(frozen=True, slots=True)
class _Line:
    """What is kept of a game for the table."""

    file: str
    game: int
    verdicts: tuple[tuple[str, int], ...] | None
    finishers: str
    stored: str

    @classmethod
    def of(cls, game: JudgedGame, stored: str) -> _Line:
        verdicts = None
        if game.verdict is not None or game.deals:
            verdicts = tuple(Counter(deal.verdict.value for deal in game.deals).items())
        return cls(game.file, game.number, verdicts, _finishers(game), stored)


def _write_game(run: Invocation, game: JudgedGame) -> None:
    verdict = game.verdict
    run.out.line(_headline(run.language, game))
    if game.deals:
        run.out.table(_table(run.language, game.deals))
    for problem in _of_the_game(game):
        run.out.line(f"  {describe(run.language, problem)}")
    for deal in game.deals:
        _write_problems(run, deal)
    if verdict is not None:
        _write_remarks(run, verdict)
        run.out.line(_end(run.language, game, verdict))
    run.out.line()


def _table_of_games(language: Language, lines: Sequence[_Line], with_stored: bool) -> Table:
    """A row a game: its deals, their verdicts, how it ended, and where it was stored."""
    text = language.text
    columns = [
        Column("file", text("File")),
        Column("game", text("Game"), "number"),
        Column("deals", text("Deals"), "number"),
        Column("verdicts", text("Verdict")),
        Column("end", text("Places")),
    ]
    if with_stored:
        columns.append(Column("stored", text("Stored")))
    rows: list[list[Cell]] = []
    for line in lines:
        verdicts = Counter(dict(line.verdicts or ()))
        said = text("unreadable") if line.verdicts is None else _counted(language, verdicts)
        row: list[Cell] = [line.file, line.game, verdicts.total(), said, line.finishers]
        rows.append([*row, line.stored] if with_stored else row)
    return Table(tuple(columns), rows)


def _table_of_files(language: Language, lines: Sequence[_Line], _with_stored: bool) -> Table:
    """A row a file: its games and deals, and their verdicts."""
    text = language.text
    columns = (
        Column("file", text("File")),
        Column("games", text("Games"), "count"),
        Column("deals", text("Deals"), "count"),
        Column("verdicts", text("Verdict")),
    )
    games: Counter[str] = Counter()
    verdicts: dict[str, Counter[str]] = {}
    for line in lines:
        games[line.file] += 1
        counted = verdicts.setdefault(line.file, Counter())
        counted.update(dict(line.verdicts or ()))
    rows = [
        (file, games[file], counted.total(), _counted(language, counted))
        for file, counted in verdicts.items()
    ]
    return Table(columns, rows)


class _Stored:
    """Finds back under which number each game was stored."""

    def __init__(self, language: Language, done: RecordedLogs) -> None:
        self._text = language.text
        self._refused = [game for game, _ in done.refused]
        self._results = list(done.stored)

    def where(self, game: JudgedGame) -> str:
        text = self._text
        if any(game is refused for refused in self._refused):
            return text("no")
        points = tuple(game.verdict.totals or ()) if game.verdict else ()
        for result in self._results:
            seats = tuple(seat.points for seat in result.seats)
            if seats == points and result.label in (game.log.label or result.label, result.label):
                self._results.remove(result)
                return text("as {id}", id=result.id)
        return text("known already")


def _of_the_game(game: JudgedGame) -> tuple[Problem, ...]:
    """What is wrong with a game as a whole, or why there is no verdict."""
    return game.problems if game.verdict is None else game.verdict.problems


def _as_json(language: Language, game: JudgedGame, deal: DealVerdict) -> dict[str, object]:
    return {
        "file": game.file,
        "game": game.number,
        "deal": deal.number,
        "verdict": deal.verdict.value,
        "points": _by_seat(deal.points),
        "totals": _by_seat(deal.totals),
        "problems": [
            {**problem.as_dict(), "message": describe(language, problem)}
            for problem in deal.problems
        ],
    }


def _by_seat(numbers: Sequence[int] | None) -> dict[str, int] | None:
    return None if numbers is None else dict(zip(SEATS, numbers, strict=True))


def _headline(language: Language, game: JudgedGame) -> str:
    if game.verdict is None:
        return language.text("{file}, game {number}", file=game.file, number=game.number)
    if game.log.loose:
        return f"{game.file}: {game.verdict.rules.name}"
    return language.text(
        "{file}, game {number}: {rules}, to {target}",
        file=game.file,
        number=game.number,
        rules=game.verdict.rules.name,
        target=game.verdict.target,
    )


def _table(language: Language, deals: Sequence[DealVerdict]) -> Table:
    """A row a deal: points of the deal, then the totals after it where they are known."""
    text = language.text
    columns = [Column("deal", text("Deal"), "number"), Column("verdict", text("Verdict"))]
    columns += [Column(seat, seat, "number") for seat in SEATS]
    totals = any(deal.totals is not None for deal in deals)
    if totals:
        columns += [Column(f"total_{seat}", f"{text('Total')} {seat}", "number") for seat in SEATS]
    rows = []
    for deal in deals:
        row: list[int | str | None] = [deal.number, text(VERDICTS[deal.verdict.value])]
        row += _four(deal.points)
        rows.append([*row, *_four(deal.totals)] if totals else row)
    return Table(tuple(columns), rows)


def _four(numbers: Sequence[int] | None) -> list[int | None]:
    return [None] * len(SEATS) if numbers is None else list(numbers)


def _write_problems(run: Invocation, deal: DealVerdict) -> None:
    for problem in deal.problems:
        said = describe(run.language, problem)
        run.out.line(
            "  " + run.language.text("deal {number}: {said}", number=deal.number, said=said)
        )


def _write_remarks(run: Invocation, game: GameVerdict) -> None:
    """What rests on a reading or a choice where the published rules are silent, each once."""
    remarks = [*game.remarks, *(remark for deal in game.deals for remark in deal.remarks)]
    for remark in dict.fromkeys(remarks):
        said = run.language.text(
            "decided by default: {switch} = {value}", switch=remark.switch, value=remark.value
        )
        run.out.line(f"  {said}")


def _end(language: Language, game: JudgedGame, verdict: GameVerdict) -> str:
    """How the game ended: who came where with how many points; or that this is no whole game."""
    if game.log.loose:
        return language.text("Loose deals: no totals, no places.")
    if verdict.places is None:
        return language.text("No places: the totals are not known.")
    title = language.text("Places") if verdict.over else language.text("So far")
    return f"{title}: {_finishers(game)}"


def _finishers(game: JudgedGame) -> str:
    """Place, player and total, the winner first; "" where they are not known."""
    verdict = game.verdict
    if verdict is None or verdict.totals is None or verdict.places is None:
        return ""
    seats = zip(verdict.places, SEATS, game.log.players, verdict.totals, strict=True)
    ordered = sorted(seats, key=lambda seat: seat[0])
    return ", ".join(f"{place} {name or seat} ({total})" for place, seat, name, total in ordered)


def _write_tally(run: Invocation, tally: Tally) -> None:
    """How many deals in all, and how many of them are what."""
    n = tally.verdicts.total()
    said = run.language.plural("{n} deal", "{n} deals", n)
    run.out.line(f"{said}: {_counted(run.language, tally.verdicts)}" if n else said)


def _counted(language: Language, verdicts: Counter[str]) -> str:
    if verdicts.keys() == {"ok"}:
        return language.text("ok")
    counted = [f"{n} {language.text(VERDICTS[verdict])}" for verdict, n in verdicts.items()]
    return ", ".join(counted)


def write_recorded(run: Invocation, done: RecordedLogs) -> None:
    """What was stored, and why other games were not."""
    text = run.language.text
    for game, problems in done.refused:
        run.out.note(text("{file}, game {number}: not stored", file=game.file, number=game.number))
        for problem in problems:
            run.out.note(f"  {describe(run.language, problem)}")
    say = run.out.note if run.asked.json else run.out.line
    if not run.asked.json:
        effects.names(run, text("Added:"), done.added)
    for result in done.stored:
        say(effects.headline(run, result))
    if done.known:
        say(
            run.language.plural(
                "{n} game was known already.", "{n} games were known already.", done.known
            )
        )
    effects.warnings(run, done.remarks)
    effects.conclude(run, done.change)
