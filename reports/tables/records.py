"""The club's records as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.records import records
from reports.table import Column, Table

if TYPE_CHECKING:
    from reports.language import Language
    from reports.model import Leaderboard
    from reports.records import Feat


def records_table(board: Leaderboard, language: Language) -> Table:
    """The best of every record; what is counted is said by the record's name."""
    text = language.text
    columns = (
        Column("record", text("Record")),
        Column("place", text("Place"), "number"),
        Column("player", text("Player")),
        Column("value", text("Value"), "number"),
        Column("from", text("From"), "date"),
        Column("to", text("To"), "date"),
        Column("game", text("Game"), "number"),
        Column("details", text("Details")),
    )
    return Table(
        columns,
        [
            (
                text(record.kind.title),
                feat.rank,
                feat.player.name,
                feat.value,
                feat.first,
                feat.last,
                feat.result,
                details(feat, language) or None,
            )
            for record in records(board)
            for feat in record.feats
        ],
    )


def details(feat: Feat, language: Language) -> str:
    """What else there is to say about a feat, or ""."""
    return language.text(feat.note, **feat.fields) if feat.note else ""
