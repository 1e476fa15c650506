"""`hearts-admin result enter`: one sitting for an evening, a line a game.

At a terminal it asks, answers each line, and lets a mistake be typed again. From a pipe it asks
nothing, names the line of each refused game, goes on, and ends with exit code 1 if there was one.
"""

from __future__ import annotations

import datetime as dt
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from hearts_admin.cli import effects, faults, moves
from hearts_admin.cli.gameline import Company, read_line
from hearts_admin.cli.keyboard import Keyboard, Pipe
from hearts_admin.cli.sheetlines import TypedSheet, begins_sheet
from hearts_admin.cli.words import Seat, day
from hearts_admin.clock import club_day
from hearts_admin.errors import DatabaseFault, HeartsAdminError, Refused, UsageFault
from hearts_admin.services.changes import undo_change
from hearts_admin.services.club import show_club
from hearts_admin.services.houserules import ChosenRules, choose_rules
from hearts_admin.services.players import add_players, list_players
from hearts_admin.services.results import Entry, record_result
from hearts_admin.services.scoresheets import rules_of_sheet
from reports.table import Column, Table

if TYPE_CHECKING:
    from engine.rules import RuleSet
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.db.store import Store
    from hearts_admin.services.book import Category
    from hearts_admin.services.views import ChangeView, Recorded

T = TypeVar("T")

_INDENT = " " * 6


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every game of the evening."""

    rules: str | RuleSet | None
    date: dt.date | None
    by_place: bool
    target: int | None
    add_players: bool
    pool: str | None = None
    category: Category = "rated"
    deals: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was stored in this sitting and can be undone; a game, or a new player."""

    title: str
    change: ChangeView | None
    recorded: Recorded | None


class Evening:
    """The sitting: where lines come from, what was stored, what was refused."""

    def __init__(self, run: Invocation, store: Store, terms: Terms) -> None:
        self.run = run
        self.store = store
        self.terms = terms
        self.done: list[Done] = []
        self.refused = 0
        self._stopped: DatabaseFault | None = None  # what ended the sitting of a pipe
        self.source: Keyboard | Pipe = Pipe(sys.stdin)
        self.sheet: TypedSheet | None = None
        self._lost = False  # whether the heading of the sheet that is being read was refused
        self.company = self._company()
        if sys.stdin.isatty():
            self.source = Keyboard(self.company.names)

    def run_through(self) -> int:
        """Take lines until an empty one or the end of the input; give the exit code."""
        interrupted = False
        try:
            self._begin()
            for line in self._lines():
                self._take(line)
                if self._stopped is not None:
                    break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            self._conclude()
        if interrupted:
            return faults.interrupted(self.run)
        if self._stopped is not None:
            return self._stopped.exit_code
        return faults.PROBLEMS_FOUND if self.refused and not self.source.asks else faults.DONE

    def _begin(self) -> None:
        """Ask for the date and the rules that were not given, and say how it works."""
        if not self.source.asks:
            return
        text = self.run.language.text
        club = show_club(self.store)
        self.run.out.note(club.name)
        if self.terms.date is None:
            starts = dt.time.fromisoformat(club.day_starts_at)
            today = club_day(self.run.clock.now(), club.timezone, starts)
            asked = self._ask(text("Date"), str(today), day)
            self.terms = replace(self.terms, date=asked)
        if self.terms.rules is None:
            own = club.rules or ""
            chosen = self._ask(text("Rules"), own, lambda typed: _rules(typed, own))
            if chosen is not None:
                target = self.terms.target or chosen.target
                self.terms = replace(self.terms, rules=chosen.rules, target=target)
        self.run.out.note(text("A line a game: anna 23 bram 45 cor 78 dina 114"))
        self.run.out.note(text("u undoes the last, ? helps, an empty line ends."))

    def _ask(self, question: str, proposal: str, read: Callable[[str], T]) -> T:
        """Ask until the answer can be read; an empty one takes the proposal."""
        while True:
            answer = self.source.line(f"{question} [{proposal or '-'}]: ")
            try:
                return read((answer or "").strip() or proposal)
            except HeartsAdminError as error:
                if answer is None:
                    raise
                self._complain(error)

    def _lines(self) -> Iterator[str]:
        """What is typed, up to the empty line."""
        while (line := self.source.line(self.prompt())) is not None and line.strip():
            yield line.strip()
        if self.source.rest():
            self.refused += 1
            self._complain(UsageFault("cli.after_empty_line"))

    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return "> "

    def _take(self, line: str) -> None:
        """One line: a game, or a wish."""
        if self._lost and self._belongs_to_sheet(line):
            return
        self._lost = False
        try:
            if self.sheet is not None and line != "?":
                self._deal(self.sheet, line)
            elif begins_sheet(line):
                self._begin_sheet(line)
            elif line.casefold() == "u":
                self._undo()
            elif line == "?":
                self._help()
            elif line.startswith("+"):
                self._add(line.removeprefix("+").strip(' "'))
            else:
                self._record(line)
        except (UsageFault, Refused) as error:
            self.refused += 1
            if self.sheet is not None:
                self.sheet.spoilt = not self.source.asks
            self._complain(error)
        except HeartsAdminError as error:
            if not self.source.asks:
                if not isinstance(error, DatabaseFault):
                    raise
                self._stopped = error
            self._complain(error)
            if error.hint:
                self.run.out.note(self.run.language.text("Try: {hint}", hint=error.hint))
        sys.stdout.flush()  # another program may wait for the answer

    def _begin_sheet(self, line: str) -> None:
        """A score sheet instead of a line a game: a line a deal follows."""
        terms = self.terms
        self._lost = not self.source.asks
        rules = rules_of_sheet(self.store, terms.rules)
        self.sheet = TypedSheet(line, self.company, rules, terms.target, terms.deals)
        self._lost = False

    def _belongs_to_sheet(self, line: str) -> bool:
        """Whether a line from a pipe is one more of a sheet whose heading was refused."""
        return line.startswith("=") or not any(map(str.isalpha, line))

    def _deal(self, sheet: TypedSheet, line: str) -> None:
        """A line of a score sheet: a deal, its end, or a wish."""
        if line.casefold() == "x":
            self.sheet = None
        elif line.casefold() == "u":
            sheet.take_back()
        elif line.startswith("="):
            try:
                sheet.finish(line)
                self._store(sheet.totals)
            except (UsageFault, Refused):
                if not self.source.asks:  # there, the next line belongs to another game
                    self.sheet = None
                raise
            self.sheet = None
            return
        else:
            sheet.add(line)
        if self.sheet is not None:
            shown = "  ".join(f"{name} {points}" for name, points in sheet.totals)
            end = "  =" if sheet.over else ""
            self.run.out.note(f"{_INDENT}{shown}{end}")

    def _record(self, line: str) -> None:
        """A line that is a whole game."""
        self._store(self.seats_of(line))

    def seats_of(self, line: str) -> tuple[Seat, ...]:
        """The people of a line and their numbers."""
        return tuple((self.company.meant(name), number) for name, number in read_line(line))

    def record(self, seats: tuple[Seat, ...]) -> Recorded:
        """Stores a game."""
        terms = self.terms
        entry = Entry(
            seats=seats,
            by_place=terms.by_place,
            date=terms.date,
            rules=terms.rules,
            target=terms.target,
            add_players=terms.add_players,
            pool=terms.pool,
            category=terms.category,
            log=None if self.sheet is None else self.sheet.kept(),
        )
        return record_result(self.store, self.run.actor(), entry)

    def _store(self, seats: tuple[Seat, ...]) -> None:
        recorded = self.record(seats)
        title = self.run.language.text("result {id}", id=recorded.result.id)
        self.done.append(Done(title, recorded.change, recorded))
        if recorded.added:
            self.company = self._company()
        self._echo(recorded)

    def _add(self, name: str) -> None:
        """Somebody new has come in."""
        added = add_players(self.store, self.run.actor(), [name])
        self.done.append(Done(", ".join(added.added), added.change, None))
        self.company = self._company()
        if not self.run.asked.json:
            effects.names(self.run, self.run.language.text("Added:"), added.added)
        effects.warnings(self.run, added.remarks)

    def _echo(self, recorded: Recorded) -> None:
        run = self.run
        if run.asked.json:
            run.out.json_line(recorded)
            return
        effects.names(run, run.language.text("Added:"), recorded.added)
        run.out.line(effects.game_line(recorded.result))
        effects.checks(run, recorded.remarks, _INDENT)
        run.out.line(f"{_INDENT}{moves.line(run, recorded.movements)}")
        effects.warnings(run, recorded.remarks)

    def _undo(self) -> None:
        """Take back what was done last in this sitting."""
        change = self.done[-1].change if self.done else None
        if change is None:
            raise UsageFault("cli.undo_nothing")
        undone = undo_change(self.store, self.run.actor(), change.id)
        taken = self.done.pop()
        self.company = self._company()
        say = self.run.out.note if self.run.asked.json else self.run.out.line
        say(self.run.language.text("Undone: {what}.", what=taken.title))
        if taken.recorded is None:
            return
        say(f"{_INDENT}{moves.line(self.run, undone.movements)}")

    def _help(self) -> None:
        text = self.run.language.text
        for line in (
            text("Four names, each with its points: anna 23 bram 45 cor 78 dina 114"),
            text("The beginning of a name is enough if nobody else's begins so."),
            text('A name with a digit in it stands in quotes: "Jan 2" 23.'),
            text("A score sheet: anna bram cor dina: then a line a deal, = at the end."),
            text("u          undoes the last game that was entered here"),
            text("+ NAME     adds a player: + Erik Bos"),
            text("?          shows this"),
            text("empty line ends"),
        ):
            self.run.out.note(line)

    def _complain(self, error: HeartsAdminError) -> None:
        """Say what is wrong with a line; from a pipe with its number."""
        language = self.run.language
        for line in faults.complaint(error, language, self.source.place(language)):
            self.run.out.note(line)
        unknown = [p.fields["name"] for p in error.problems if p.code == "player.unknown"]
        for name in unknown if self.source.asks else ():
            self.run.out.note(language.text("Try: {hint}", hint=f"+ {name}"))

    def _company(self) -> Company:
        return Company(player.name for player in list_players(self.store))

    def _conclude(self) -> None:
        """How many games there are now, and how the evening went for each."""
        if self.sheet is not None:
            self.refused += 1
            self._complain(UsageFault("cli.sheet_open"))
        run = self.run
        games = [each.recorded for each in self.done if each.recorded is not None]
        n = len(games)
        said = run.language.plural("{n} game entered.", "{n} games entered.", n)
        if self.refused and not self.source.asks:
            said += " " + run.language.plural(
                "{n} line refused.", "{n} lines refused.", self.refused
            )
        run.out.note(said)
        if self._stopped is not None and not run.asked.dry_run:
            run.out.note(
                run.language.text(
                    "What was entered before stays stored; the lines after that were not read."
                )
            )
        if run.asked.dry_run:
            run.out.note(run.language.text("Dry run: nothing was stored."))
        elif n > 1 and not run.asked.json:
            run.out.table(_evening_table(run, games))


def _rules(typed: str, own: str) -> ChosenRules | None:
    """The rules that are typed; None for the club's own, which no file has to be given for."""
    return None if typed == own else choose_rules(typed)


def _evening_table(run: Invocation, games: list[Recorded]) -> Table:
    """How the sitting went for everybody who played in it, the winners first."""
    text = run.language.text
    played = Counter(seat.player for game in games for seat in game.result.seats)
    first: dict[str, int | None] = {}
    last: dict[str, int | None] = {}
    for movement in (each for game in games for each in game.movements):
        first.setdefault(movement.player, moves.before(movement))
        last[movement.player] = movement.after
    columns = (
        Column("player", text("Player")),
        Column("games", text("Games"), "count"),
        Column("change", text("Change"), "change"),
        Column("rating", text("Rating"), "number"),
    )
    rows = []
    for name, n in played.items():
        began, now = first.get(name), last.get(name)
        change = None if began is None or now is None else now - began
        rows.append((name, n, change, now))
    rows.sort(key=lambda row: (-(row[2] or 0), run.language.sort_key(row[0])))
    return Table(columns, rows)
