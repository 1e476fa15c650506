"""A rule set of the club's on the explanation sheet: what is played, and where that is from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.formatting import shortened
from reports.rules_text import SOURCES, rule_texts
from reports.xlsx import styles
from reports.xlsx.prose import WIDTHS, write_paragraph, write_section, write_spans

if TYPE_CHECKING:
    from reports.model import RulesInUse
    from reports.xlsx.book import Book
    from reports.xlsx.sheet import Sheet

_SUBJECT, _RULE = 1, 7
_BASIS = len(WIDTHS) - _SUBJECT - _RULE


def write_rules(sheet: Sheet, book: Book, used: RulesInUse) -> None:
    """Write the table of one rule set."""
    language = book.language
    games = language.plural("{n} game", "{n} games", used.games)
    name = shortened(used.rules.name, 40)
    write_section(sheet, language.text("Rules {name}: {games}", name=name, games=games))
    source = SOURCES.get(used.rules.text)
    if source:
        write_paragraph(
            sheet, language.text("As they are in {source}.", source=language.text(source))
        )
    heads = (
        (language.text("About"), _SUBJECT, styles.HEADING),
        (language.text("What is played"), _RULE, styles.HEADING),
        (language.text("Where that is from"), _BASIS, styles.HEADING),
    )
    write_spans(sheet, heads, 20)
    for rule in rule_texts(used.rules, language):
        basis = f"{rule.basis}. {rule.why}" if rule.why else rule.basis
        spans = (
            (rule.subject, _SUBJECT, styles.RULED_LABEL),
            (rule.rule, _RULE, styles.RULED),
            (basis, _BASIS, styles.RULED),
        )
        write_spans(sheet, spans)
    sheet.blank(10)
