"""The fast lane of the referee: canonical deals of a text log, judged without building them.

A log that a program wrote is all but always canonical and legal. Such a deal is matched as a whole
block of lines, played through on bit masks, and its cards are forgotten; whatever is not plainly
legal, or only legal for a reason that has to be told, goes to the readers and the referee that know
everything. Both lanes give the same verdicts (a property test sets them side by side).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Final

from engine.gamelog.hjl_lines import HEADER, without_comment
from engine.gamelog.hjl_reader import GameReader
from engine.gamelog.record import LogGame
from engine.plaindeals import FastReferee
from engine.problems import Problem, RulesError, problem
from engine.referee import Finding, Verdict
from engine.replay import GameVerdict, Replay
from engine.rules import RuleSet

Judged = tuple[LogGame, GameVerdict | RulesError]
"""A game by its tags and its verdict; or with its deals, and why its rules do not exist."""


@lru_cache(maxsize=16)
def _referee(rules: RuleSet) -> FastReferee:
    return FastReferee(rules)


def check_text(parts: Iterable[str], rules_for: Callable[[LogGame], RuleSet]) -> Iterator[Judged]:
    r"""Judge every game of a text log, one at a time; `engine.replay.check` says the same.

    Args:
        parts: the text of a file, whole or in parts of any size, with ``\n`` at the end of lines.
        rules_for: the rule set to judge a game under, by its tags; it may raise a `RulesError`.

    >>> from random import Random
    >>> from engine.gamelog.hjl_writer import write_games
    >>> from engine.generate import generate_game
    >>> from engine.replay import rules_of
    >>> from engine.rulesets import DUTCH
    >>> text = write_games([generate_game(DUTCH, Random(1))])
    >>> (log, verdict), = check_text([text], rules_of)
    >>> {deal.verdict.value for deal in verdict.deals}, verdict.over
    ({'ok'}, True)
    """
    source = _Source(parts)
    first = source.text.partition("\n")[0]
    faults = list(_header_fault(first))
    game: _Game | None = None
    while source.fill():
        if game is not None and game.take_plain_deals(source):
            continue
        number, line = source.next_line()
        if game is not None and game.add_plain_trick(line, number):
            continue
        plain = without_comment(line)
        if not plain or plain.isspace():
            continue
        tags = plain.lstrip().startswith("[")
        if game is None or (tags and game.reader.started):
            if game is not None:
                yield game.judged()
            game, faults = _Game(number, faults, rules_for), []
        if tags:
            game.reader.add_tags(plain, number)
        else:
            game.add(plain, number)
    if game is None:
        game = _Game(None, [*faults, problem("file.empty")], rules_for)
    yield game.judged()


def _header_fault(line: str) -> Iterator[Problem]:
    """What is wrong with the first line of a file."""
    text = line.rstrip("\r\n").removeprefix("\ufeff")
    if text != HEADER:
        yield problem("file.header", found=text[:80]).at(1, 1)


class _Source:
    """The text of a log as it comes, with the place where reading is.

    Attributes:
        text: what is at hand; always a good deal more than one deal, or all that is left.
        at: where in it the next line starts.
        enough: up to where a deal that starts there is all at hand.
        line: the number of that line in the file.
    """

    def __init__(self, parts: Iterable[str]) -> None:
        self._parts = iter(parts)
        self._ended = False
        self.text = ""
        self.at = 0
        self.enough = 0
        self.line = 1
        self.fill()
        self.text = self.text.removeprefix("\ufeff")

    def fill(self) -> bool:
        """Get more text where little is left; whether there is any."""
        while not self._ended and len(self.text) - self.at < _AT_HAND:
            part = next(self._parts, None)
            if part is None:
                self._ended = True
            else:
                self.text, self.at = self.text[self.at :] + part, 0
        self.enough = len(self.text) - (0 if self._ended else _AT_HAND)
        return self.at < len(self.text)

    def next_line(self) -> tuple[int, str]:
        """The next line without its end, and its number."""
        end = self.text.find("\n", self.at)
        while end < 0 and not self._ended:  # a line longer than all that is at hand
            more = next(self._parts, None)
            self._ended = more is None
            self.text, self.at = self.text[self.at :] + (more or ""), 0
            end = self.text.find("\n")
        end = len(self.text) if end < 0 else end
        line, number = self.text[self.at : end].rstrip("\r"), self.line
        self.at, self.line = end + 1, number + 1
        return number, line


_AT_HAND: Final = 1 << 14
"""Characters that are kept at hand; a canonical deal has some 400."""


class _Game:
    """A game that is being read: plain deals on the fast lane, the others by the reader."""

    def __init__(
        self, line: int | None, faults: list[Problem], rules_for: Callable[[LogGame], RuleSet]
    ) -> None:
        self.reader = GameReader(line, faults)
        self._rules_for = rules_for

    @cached_property
    def _begun(self) -> tuple[LogGame, Replay | RulesError]:
        """The game by its tags, none of which comes after the first deal; and its replay."""
        tags = self.reader.shell()
        try:
            return tags, Replay(tags, self._rules_for(tags))
        except RulesError as error:
            return tags, error

    @cached_property
    def _lane(self) -> tuple[Replay, FastReferee] | None:
        """Who takes plain deals; nobody without rules, or where cards are not in English."""
        _, replay = self._begun
        if isinstance(replay, RulesError) or self.reader.notation != "en":
            return None
        return replay, _referee(replay.rules)

    def take_plain_deals(self, source: _Source) -> bool:
        """Take in the plain deals that start here, as far as text is at hand; whether any did."""
        text, at, line = source.text, source.at, source.line
        if not text.startswith("H ", at) or self._lane is None:
            return False
        reader = self.reader
        if reader.deal is not None and not reader.deal.has_head:
            return False  # substitutes sit down before this deal
        replay, referee = self._lane
        before = line
        while at <= source.enough and text.startswith("H ", at):
            deal = referee.judge(text, at)
            if deal is None:
                break
            if line == before:
                reader.end_deal()
                self._replay_what_was_read()
            number, direction, totals, stated, moon, outcome, remarks, at, lines, _ = deal
            if (
                moon is not None
                or remarks
                or not replay.take_plain(number, direction, totals, stated, outcome, line)
            ):
                replay.take(deal.as_logged(line), Finding(Verdict.OK, outcome, (), remarks))
            reader.pass_over(number)
            line += lines
        source.at, source.line = at, line
        return line > before

    def _replay_what_was_read(self) -> None:
        """Judge the deals that the reader has gathered so far, and let it forget them."""
        _, replay = self._begun
        if isinstance(replay, RulesError):
            return
        for deal in self.reader.deals:
            replay.take(deal)
        self.reader.deals.clear()

    def add(self, line: str, number: int) -> None:
        """Let the reader read a line; a deal that came to its end by it is judged."""
        self.reader.add(line.split(None, 1)[0], line, number)
        if self.reader.deals:
            self._replay_what_was_read()

    def add_plain_trick(self, line: str, number: int) -> bool:
        """As the reader's, for a deal that is read line by line."""
        deal = self.reader.deal
        return deal is not None and deal.add_plain_trick(line, number)

    def judged(self) -> Judged:
        """The game with its verdict, once its last line is in."""
        self.reader.end_deal()
        tags, replay = self._begun
        self._replay_what_was_read()
        log = replace(tags, problems=tuple(self.reader.problems)) if self.reader.problems else tags
        if isinstance(replay, RulesError):
            return replace(log, deals=tuple(self.reader.deals)), replay
        return log, replay.finish(log.problems)
