"""The tables there are; adding one is a function that makes it and a line here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Callable

    from reports.language import Language
    from reports.model import Leaderboard
    from reports.table import Table


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table of a leaderboard.

    Attributes:
        key: what people type.
        title: message id of what it shows.
        made_by: module and function, imported when it is made (pandas is heavy).
    """

    key: str
    title: str
    made_by: tuple[str, str]

    def make(self, board: Leaderboard, language: Language) -> Table:
        """The table, its headings in a language."""
        module, function = self.made_by
        found = getattr(import_module(module), function)
        return cast("Callable[[Leaderboard, Language], Table]", found)(board, language)


TABLES = {
    table.key: table
    for table in (
        BoardTable(
            "standings", msgid("Standings"), ("reports.tables.standings", "standings_table")
        ),
        BoardTable("history", msgid("Rating history"), ("reports.tables.history", "history_table")),
        BoardTable("results", msgid("Results"), ("reports.tables.results", "results_table")),
        BoardTable(
            "head-to-head", msgid("Head to head"), ("reports.tables.meetings", "meetings_table")
        ),
        BoardTable("records", msgid("Records"), ("reports.tables.records", "records_table")),
    )
}
"""The tables by key, in the order in which they are listed."""
