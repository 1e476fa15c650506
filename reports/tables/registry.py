"""The tables there are; adding one is a function that makes it and a line here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from reports.language import msgid
from reports.subject import Shows, Subject, part_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from reports.language import Language
    from reports.table import Table


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table of a leaderboard, or of an event or season.

    Attributes:
        key: what people type.
        title: message id of what it shows.
        made_by: module and function, imported when it is made (pandas is heavy).
        shows: what it is a table of.
    """

    key: str
    title: str
    made_by: tuple[str, str]
    shows: Shows = "board"

    def make(self, subject: Subject, language: Language) -> Table:
        """The table, its headings in a language.

        Args:
            subject: what it shows, or a leaderboard that has it; without it there are no rows.
            language: of the headings.
        """
        module, function = self.made_by
        found = getattr(import_module(module), function)
        make = cast("Callable[[Any, Language], Table]", found)
        return make(part_of(subject, self.shows), language)


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
        BoardTable(
            "event",
            msgid("Standings of an event"),
            ("reports.tables.event", "event_table"),
            "event",
        ),
        BoardTable(
            "season",
            msgid("Standings of a season"),
            ("reports.tables.season", "season_table"),
            "season",
        ),
    )
}
"""The tables by key, in the order in which they are listed."""
