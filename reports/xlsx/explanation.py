"""The explanation: where the numbers come from, so that a member can check them by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.policy_text import expected_scores, policy_sentences
from reports.xlsx import styles
from reports.xlsx.book import DOT
from reports.xlsx.prose import WIDTHS, write_pairs, write_paragraph, write_section
from reports.xlsx.ruleset import write_rules
from reports.xlsx.worked import write_worked

if TYPE_CHECKING:
    from reports.table import Cell
    from reports.xlsx.book import Book
    from reports.xlsx.sheet import Sheet

_WORKED_POINTS, _COLUMNS_POINTS, _RULES_POINTS, _PROOF_POINTS = 340.0, 220.0, 120.0, 60.0


def write_explanation(book: Book, name: str) -> None:
    """Write the sheet: what the list is, the rules, a game worked out, the columns, the proof."""
    board, language = book.board, book.language
    sheet = book.sheet(name, WIDTHS)
    sheet.page.sheet_properties.tabColor = styles.SOFT
    sheet.band(language.text("Explanation"), DOT.join((book.club_and_pool(), book.as_of())))
    _write_facts(sheet, book)
    write_section(sheet, language.text("How a rating is computed"))
    for sentence in policy_sentences(board.policy, language):
        write_paragraph(sheet, f"• {sentence}")
    sheet.blank(6)
    _write_expectations(sheet, book)
    if board.worked:
        sheet.keep_together(_WORKED_POINTS)
        day = language.date(board.worked.on, "long")
        write_section(
            sheet, language.text("Game {id} of {day}, worked out", id=board.worked.result, day=day)
        )
        write_worked(sheet, book, board.worked)
        sheet.blank(10)
    sheet.keep_together(_COLUMNS_POINTS)
    _write_columns(sheet, book)
    for used in board.rules:
        sheet.keep_together(_RULES_POINTS)
        write_rules(sheet, book, used)
    sheet.keep_together(_PROOF_POINTS)
    write_section(sheet, language.text("Proof"))
    write_paragraph(
        sheet,
        language.text(
            "The fingerprint stands for every movement of every rating: the same results give"
            " the same fingerprint on every computer. The head of the chain stands for everything"
            " that was ever recorded or corrected. The command hearts-admin rating verify computes"
            " every rating anew and compares."
        ),
    )
    sheet.print_setup()


def _write_facts(sheet: Sheet, book: Book) -> None:
    """What these standings are of, and what proves it."""
    board, text = book.board, book.language.text
    policy = text("{name}, version {version}", name=board.policy.name, version=board.policy_version)
    made = [f"{book.language.date(board.made_at.date(), 'long')} {board.made_at:%H:%M}"]
    if board.version:
        made.append(f"hearts-admin {board.version}")
    write_section(sheet, text("About these standings"))
    write_pairs(
        sheet,
        [
            (text("Club"), board.club, styles.PARAGRAPH),
            (text("Rating list"), board.pool, styles.PARAGRAPH),
            (text("As of"), text("{day}, the whole day", day=book.as_of()), styles.PARAGRAPH),
            (text("Time zone"), board.timezone, styles.PARAGRAPH),
            (text("Rating policy"), policy, styles.PARAGRAPH),
            (text("Made on"), DOT.join(made), styles.PARAGRAPH),
            (text("Fingerprint of the ledger"), board.fingerprint, styles.CODE),
            (text("Head of the chain of changes"), board.chain_head, styles.CODE),
        ],
    )


def _write_expectations(sheet: Sheet, book: Book) -> None:
    """What to expect of opponents of other ratings, as a small table."""
    text = book.language.text
    scores = expected_scores()
    columns: list[tuple[Cell, str]] = [(text("Difference in rating"), styles.TEXT)]
    columns += [(difference, styles.DECIMAL) for difference, _ in scores]
    rows: list[list[Cell]] = [
        [text("The stronger expects"), *(score for _, score in scores)],
        [text("The weaker expects"), *(1 - score for _, score in scores)],
    ]
    sheet.plain_table(columns, rows, 20)
    sheet.blank(10)


def _write_columns(sheet: Sheet, book: Book) -> None:
    """What the columns of the other sheets mean."""
    text = book.language.text
    legend = [
        (text("Place"), text("1 is the highest rating; equal ratings share a place.")),
        (
            text("Change, Place before"),
            text("Compared with the standings after the club's previous playing day."),
        ),
        (
            text("Won, 2nd, 3rd, 4th"),
            text("How often the player finished so; a shared place counts as that place."),
        ),
        (text("Average place"), text("The mean over all games: 1 is always first, 4 always last.")),
        (
            text("Decay"),
            text("Points lost by staying away since the last game; already taken off the rating."),
        ),
        (
            text("Above, Level, Below"),
            text(
                "In how many games the player finished above an opponent, level with them, below."
            ),
        ),
        (
            text("Share, Expected"),
            text(
                "Games finished above an opponent, a half for level, as a part of all their games;"
                " and what their ratings before the games led to expect."
            ),
        ),
        (
            text("Above expectation"),
            text("How many games more than expected the player finished above an opponent."),
        ),
        (
            text("Order of names"),
            text(
                "By family name without its prefix: Jan de Vries stands under the V; ij is ordered"
                " as i, j."
            ),
        ),
    ]
    write_section(sheet, text("What the columns mean"))
    write_pairs(sheet, [(label, meaning, styles.PARAGRAPH) for label, meaning in legend])
