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


@dataclass(slots=True)
class Tally:
    """How many deals there were with each verdict, and whether anything at all was wrong."""

    verdicts: Counter[str] = field(default_factory=Counter)
    problems: int = 0

    def count(self, game: JudgedGame) -> None:
        """Count a game in."""
        self.problems += len(game.problems)
        if game.verdict is not None:
            self.verdicts.update(deal.verdict.value for deal in game.verdict.deals)
            self.problems += len(game.verdict.all_problems())

    @property
    def clean(self) -> bool:
        """Whether every deal is in order and nothing was found in any game."""
        return not self.problems and set(self.verdicts) <= {"ok"}


def write_json(run: Invocation, game: JudgedGame) -> None:
    """Write JSON Lines, a line a deal; what is wrong with the game itself is a remark."""
    for deal in game.verdict.deals if game.verdict else ():
        run.out.json_line(_as_json(run.language, game, deal))
    for problem in _of_the_game(game):
        run.out.note(f"{game.file}: {describe(run.language, problem)}")


def write(
    run: Invocation,
    games: Sequence[JudgedGame],
    tally: Tally,
    done: RecordedLogs | None,
    *,
    every_deal: bool,
) -> None:
    """Write games for people: a few deal by deal; of many a line each, and those with a problem."""
    many = len(games) > IN_FULL and not every_deal
    for game in games:
        if not many or not game.ok:
            _write_game(run, game)
    if many:
        run.out.table(_summary(run.language, games, done))
    _write_tally(run, tally)


def _write_game(run: Invocation, game: JudgedGame) -> None:
    verdict = game.verdict
    run.out.line(_headline(run.language, game))
    if verdict is not None and verdict.deals:
        run.out.table(_table(run.language, verdict))
    for problem in _of_the_game(game):
        run.out.line(f"  {describe(run.language, problem)}")
    if verdict is not None:
        for deal in verdict.deals:
            _write_problems(run, deal)
        _write_remarks(run, verdict)
        run.out.line(_end(run.language, game, verdict))
    run.out.line()


def _summary(language: Language, games: Sequence[JudgedGame], done: RecordedLogs | None) -> Table:
    """A row a game: its deals, their verdicts, how it ended, and where it was stored."""
    text = language.text
    columns = [
        Column("file", text("File")),
        Column("game", text("Game"), "number"),
        Column("deals", text("Deals"), "number"),
        Column("verdicts", text("Verdict")),
        Column("end", text("Places")),
    ]
    if done is not None:
        columns.append(Column("stored", text("Stored")))
    stored = _Stored(done) if done is not None else None
    rows: list[list[Cell]] = []
    for game in games:
        verdicts: Counter[str] = Counter()
        if game.verdict is not None:
            verdicts.update(deal.verdict.value for deal in game.verdict.deals)
        row: list[Cell] = [
            game.file,
            game.number,
            verdicts.total(),
            _counted(language, verdicts) if game.verdict else text("unreadable"),
            _finishers(game),
        ]
        rows.append([*row, stored.where(language, game)] if stored else row)
    return Table(tuple(columns), rows)


class _Stored:
    """Finds back under which number each game was stored."""

    def __init__(self, done: RecordedLogs) -> None:
        self._refused = [game for game, _ in done.refused]
        self._results = list(done.stored)

    def where(self, language: Language, game: JudgedGame) -> str:
        if any(game is refused for refused in self._refused):
            return language.text("no")
        points = tuple(game.verdict.totals or ()) if game.verdict else ()
        for result in self._results:
            seats = tuple(seat.points for seat in result.seats)
            if seats == points and result.label in (game.log.label or result.label, result.label):
                self._results.remove(result)
                return language.text("as {id}", id=result.id)
        return language.text("known already")


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


def _table(language: Language, game: GameVerdict) -> Table:
    """A row a deal: points of the deal, then the totals after it where they are known."""
    text = language.text
    columns = [Column("deal", text("Deal"), "number"), Column("verdict", text("Verdict"))]
    columns += [Column(seat, seat, "number") for seat in SEATS]
    totals = any(deal.totals is not None for deal in game.deals)
    if totals:
        columns += [Column(f"total_{seat}", f"{text('Total')} {seat}", "number") for seat in SEATS]
    rows = []
    for deal in game.deals:
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
    if verdict.places is None:
        return language.text("Loose deals: no totals, no places.")
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
    if done.added:
        say(f"{text('Added:')} {', '.join(done.added)}")
    for result in done.stored:
        say(effects.headline(run, result))
    if done.known:
        say(
            run.language.plural(
                "{n} game was known already.", "{n} games were known already.", done.known
            )
        )
    effects.conclude(run, done.change)
