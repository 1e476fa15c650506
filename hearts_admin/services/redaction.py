"""Texts and logs without somebody's name: what is written about a person who is to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache

from engine.gamelog import hjl_writer
from engine.gamelog.formats import read_log
from engine.gamelog.record import LogDeal, LogGame
from engine.keptsheet import read_sheet, write_sheet
from engine.problems import NotationError
from hearts_admin.mentions import Mentions, telling_words
from hearts_admin.names import name_key

_NOUN_AND_VERB = re.compile(r"\s*\S+\s*\S*")


class Redaction:
    """Replaces every mention of one person by what stands there from now on.

    Titles (events, labels, names in logs) lose the person's whole names. Prose (reasons, whoever
    made a change) loses also the parts of them that in this club can only mean this person, and
    the member number: rather a word too many than a name that stays.
    """

    def __init__(
        self, names: Collection[str], numbers: Iterable[str], others: Collection[str], blank: str
    ) -> None:
        """Take what is looked for.

        Args:
            names: every spelling the person was ever known by.
            numbers: member numbers the person ever had, without `#`.
            others: the names and spellings of everybody else.
            blank: what is to stand there.
        """
        parts = telling_words(names, others)
        titles = Mentions(dict.fromkeys(names, blank), keep=others)
        prose = Mentions(dict.fromkeys([*names, *parts], blank), keep=others)
        known = "|".join(re.escape(number) for number in numbers)
        marked = re.compile(rf"#\s*(?:{known})(?!\w)") if known else None
        self._names = frozenset(map(name_key, names))
        self._title = cache(titles.replaced)
        self._prose = prose
        self._marked = marked
        self._blank = blank

    def title(self, text: str) -> str:
        """A title or a name without the person."""
        return self._blank if name_key(text) in self._names else self._title(text)

    def prose(self, text: str) -> str:
        """A sentence without the person."""
        if self._marked is not None:
            text = self._marked.sub(self._blank, text)
        return self._prose.replaced(text)

    def command(self, text: str) -> str:
        """A command without the person; noun and verb stay, whatever anybody is called."""
        head = _NOUN_AND_VERB.match(text)
        end = head.end() if head else 0
        return text[:end] + self.title(text[end:])

    def log(self, content: bytes, *, theirs: bool) -> bytes | None:
        """A file beside a result without the person, the very same one if it does not name them.

        Args:
            content: a game log or a score sheet; or anything else, which can only be kept or
                dropped.
            theirs: whether the person sat in that result.

        Returns:
            None for what has to go: it names them, or may do so unseen (a picture of their score
            sheet), and is nothing that can be written again.
        """
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return None if theirs else content
        if self.prose(text) == text:
            return content
        sheet = read_sheet(text)
        if sheet is not None:
            names = tuple(self.prose(self.title(name)) for name in sheet.names)
            return write_sheet(replace(sheet, names=names)).encode()
        try:
            games = [self._game(game) for game in read_log(text.splitlines())]
            return hjl_writer.write_games(games).encode()
        except NotationError:
            return None

    def _game(self, game: LogGame) -> LogGame:
        if game.problems:
            raise NotationError(game.problems[0])
        north, east, south, west = (self._titled(name) for name in game.players)
        return replace(
            game,
            event=self._titled(game.event),
            round=self._titled(game.round),
            table=self._titled(game.table),
            label=self._titled(game.label),
            players=(north, east, south, west),
            deals=tuple(map(self._deal, game.deals)),
        )

    def _deal(self, deal: LogDeal) -> LogDeal:
        return replace(
            deal,
            substitutes=tuple(
                replace(each, player=self.title(each.player)) for each in deal.substitutes
            ),
            rulings=tuple(replace(each, reason=self.prose(each.reason)) for each in deal.rulings),
            void=None if deal.void is None else self.prose(deal.void),
        )

    def _titled(self, text: str | None) -> str | None:
        return None if text is None else self.title(text)
