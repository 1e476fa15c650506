"""Reading the text notation (``.hjl``). Source: GAMELOG.md.

The reader collects every problem with its line and column and goes on to the next deal: a deal of
which a line cannot be read is marked as unreadable, nothing else in the file is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from engine.cards import NOTATIONS, Notation, spelling_table
from engine.gamelog import hjl_lines
from engine.gamelog.hjl_lines import FORMS, HEADER, without_comment
from engine.gamelog.record import Lines, LogDeal, LogGame, Ruling, Substitute, Trick
from engine.gamelog.tags import game_of, tag_problem
from engine.problems import NotationError, Problem, problem
from engine.seats import SEAT_OF

_ORDER: Final = {letter: position for position, letter in enumerate("PHRDXTKMSCV")}
_REPEATABLE: Final = "PTC"


def read_games(lines: Iterable[str]) -> Iterator[LogGame]:
    r"""Read games from the lines of a file, one at a time.

    Args:
        lines: decoded text; a byte order mark and any line ends are accepted.

    Yields:
        Every game, its problems inside. A fault of the file as a whole (``file.header``,
        ``file.empty``) is a problem of the first game. There is always at least one game.

    >>> game, = read_games(["% hjl 1", '[Rules "american"]', "H 1 left", "T E 2C JC"])
    >>> game.rules, game.deals[0].tricks[0].cards
    ('american', (2C, JC))
    """
    game: GameReader | None = None
    faults: list[Problem] = []
    for line_no, raw in enumerate(lines, start=1):
        if game is not None and game.deal is not None and game.deal.add_plain_trick(raw, line_no):
            continue
        text = raw.rstrip("\r\n")
        if line_no == 1:
            text = text.removeprefix("\ufeff")
            if text != HEADER:
                faults.append(problem("file.header", found=text[:80]).at(1, 1))
        line = without_comment(text)
        if not line or line.isspace():
            continue
        if line.lstrip().startswith("["):
            if game is None or game.started:
                if game is not None:
                    yield game.finish()
                game, faults = GameReader(line_no, faults), []
            game.add_tags(line, line_no)
            continue
        if game is None:
            game, faults = GameReader(line_no, faults), []
        game.add(line.split(None, 1)[0], line, line_no)
    if game is None:
        yield LogGame(problems=(*faults, problem("file.empty")))
    else:
        yield game.finish()


def recognises(lines: Iterable[str]) -> bool:
    """Whether a file's first lines look like this notation, with its first line or without.

    >>> recognises(["% hjl 1"]), recognises(["H 1 left"]), recognises(["name;points"])
    (True, True, False)
    """
    for line in lines:
        text = line.strip("\ufeff \t\r\n")
        if text:
            return bool(re.match(r"%|\[|H \d|P [NESW] ", text))
    return False


class GameReader:
    """Gathers the tags and the deals of one game."""

    def __init__(self, line_no: int | None, faults: list[Problem]) -> None:
        self.line = line_no
        self.tags: dict[str, str] = {}
        self.switches: list[tuple[str, str]] = []
        self.deals: list[LogDeal] = []
        self.problems = faults
        self.deal: _DealReader | None = None
        self.started = False  # whether the tag block is over
        self._due = 1  # the number of the next deal, for a head that cannot be read

    def add_tags(self, line: str, line_no: int) -> None:
        """Read a line of tags."""
        tags, stop = hjl_lines.parse_tags(line)
        for column, tag, value in tags:
            wrong = tag_problem(tag, value, self.tags)
            if wrong is not None:
                self.problems.append(wrong.at(line_no, column))
            elif tag == "Switch":
                key, _, setting = value.partition("=")
                self.switches.append((key.strip(), setting.strip()))
            else:
                self.tags[tag] = value
        if stop is not None:
            found = problem("line.form", found=line[stop - 1 :][:80], expected='[Tag "value"]')
            self.problems.append(found.at(line_no, stop))

    def add(self, letter: str, line: str, line_no: int) -> None:
        """Read a line of a deal; a head, or a substitute before it, starts a new one."""
        if letter not in FORMS:
            found = problem("line.unknown", found=letter[:80], known=tuple(FORMS))
            into = self.problems if self.deal is None else self.deal.problems
            into.append(found.at(line_no, 1))
            return
        if self.deal is None or (letter in "PH" and self.deal.has_head):
            self.end_deal()
            self.started = True
            self.deal = _DealReader(self.notation, self._due, line_no)
        self.deal.add(letter, line, line_no)

    def end_deal(self) -> None:
        """Close the deal in hand."""
        if self.deal is not None:
            if self.deal.has_head:
                deal = self.deal.finish()
                self.deals.append(deal)
                self._due = deal.number + (deal.void is None)
            else:
                found = problem("line.order", found="P", after="-")
                self.problems.append(found.at(self.deal.first_line, 1))
            self.deal = None

    def pass_over(self, number: int) -> None:
        """A deal of this number, not void, was read by somebody else."""
        self.started = True
        self._due = number + 1

    def shell(self) -> LogGame:
        """The game by its tags alone."""
        return game_of(self.tags, tuple(self.switches), self.line)

    def finish(self) -> LogGame:
        """The game."""
        self.end_deal()
        return replace(self.shell(), deals=tuple(self.deals), problems=tuple(self.problems))

    @property
    def notation(self) -> Notation:
        """How its cards are written."""
        named = self.tags.get("Cards")
        return next((known for known in NOTATIONS if known == named), "en")


class _DealReader:
    """Gathers the lines of one deal."""

    def __init__(self, notation: Notation, expected_number: int, line_no: int) -> None:
        self.notation = notation
        self._table = spelling_table(notation)
        self.first_line = line_no
        self.fields: dict[str, Any] = {"number": expected_number}
        self.substitutes: list[Substitute] = []
        self.tricks: list[Trick] = []
        self.trick_lines: list[int] = []
        self.rulings: list[Ruling] = []
        self.problems: list[Problem] = []
        self.parts: dict[str, int] = {}
        self.last = ""

    @property
    def has_head(self) -> bool:
        """Whether more than substitutes have been read."""
        return self.last not in ("", "P")

    def add(self, letter: str, line: str, line_no: int) -> None:
        """Read one line into the deal, or note what is wrong with it."""
        part = letter[0]
        last, self.last = self.last, part
        self.parts[part] = line_no
        try:
            if part == "T" == last:
                self._trick(line, line_no)
            else:
                self._check_order(part, last)
                self._read(letter, line, line_no)
        except NotationError as error:
            self.problems.append(error.problem.at(line_no))

    def add_plain_trick(self, raw: str, line_no: int) -> bool:
        """Read a trick after a trick, four cards without ado; False if the line is anything else.

        Two lines of three in a log are such tricks, so they have a way of their own.
        """
        if self.last != "T":
            return False
        words = raw.split()
        if len(words) != 6 or words[0] != "T":
            return False
        _, leader, one, two, three, four = words
        table = self._table
        try:
            trick = Trick(SEAT_OF[leader], (table[one], table[two], table[three], table[four]))
        except KeyError:
            return False
        self.trick_lines.append(line_no)
        self.tricks.append(trick)
        return True

    def _check_order(self, part: str, last: str) -> None:
        headless = last in ("", "P") and part not in "PH"
        backwards = last and (
            _ORDER[part] < _ORDER[last] or (part == last and part not in _REPEATABLE)
        )
        if headless or backwards:
            found = problem("line.order", found=part, after=last or "-")
            raise NotationError(found.at(None, 1))

    def _read(self, letter: str, line: str, line_no: int) -> None:
        fields = self.fields
        match letter:
            case "P":
                self.substitutes.append(hjl_lines.parse_substitute(line))
            case "H":
                number, direction, dealer = hjl_lines.parse_head(line)
                fields.update(number=number, direction=direction, dealer=dealer)
            case "R":
                fields["totals"] = hjl_lines.parse_points(line)
            case "D" | "D*":
                fields["hands"] = hjl_lines.parse_hands(line, self.notation)
                fields["after_pass"] = letter == "D*"
            case "X":
                fields["passed"] = hjl_lines.parse_passed(line, self.notation)
            case "T":
                self._trick(line, line_no)
            case "K":
                fields["cut_short"] = hjl_lines.parse_cut_short(line)
            case "M":
                fields["moon"] = hjl_lines.parse_moon(line)
            case "S":
                fields["stated"] = hjl_lines.parse_points(line)
            case "C":
                self.rulings.append(hjl_lines.parse_ruling(line))
            case "V":
                fields["void"] = hjl_lines.parse_void(line)

    def _trick(self, line: str, line_no: int) -> None:
        # A trick that cannot be read still counts, so that later ones keep their numbers.
        self.trick_lines.append(line_no)
        self.tricks.append(Trick(None, ()))
        self.tricks[-1] = trick = hjl_lines.parse_trick(line, self.notation)
        if not 0 < len(trick.cards) < 5:
            found = problem("trick.size", trick=len(self.tricks), count=len(trick.cards))
            raise NotationError(found.at(None, 1))

    def finish(self) -> LogDeal:
        """The deal, with the problems found in it in the order of the file."""
        for number, trick in enumerate(self.tricks[:-1], start=1):
            if 0 < len(trick.cards) < 4:
                found = problem("trick.size", trick=number, count=len(trick.cards))
                self.problems.append(found.at(self.trick_lines[number - 1], 1))
        return LogDeal(
            substitutes=tuple(self.substitutes),
            tricks=tuple(self.tricks),
            rulings=tuple(self.rulings),
            problems=tuple(sorted(self.problems, key=lambda p: (p.line or 0, p.column or 0))),
            lines=Lines(self.first_line, self.parts, tuple(self.trick_lines)),
            **self.fields,
        )
