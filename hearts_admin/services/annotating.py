"""An organiser's own workbook, with what is wrong with it written on its cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.problems import Problem
from hearts_admin.errors import FileFault
from hearts_admin.importers import container
from hearts_admin.importers.headings import SYNONYMS
from hearts_admin.importers.sheet import heading_words, read_sheets

TEXT_SHEET = "CSV"
"""The sheet on which a text file stands in its copy."""


def annotate(
    source: Path, out: Path, problems: Sequence[Problem], say: Callable[[Problem], str]
) -> None:
    """Writes a copy of an imported file with its problems on the cells, coloured and commented.

    An xlsx keeps its formulas and formats; of other files the values are copied. Needs no
    database.

    Args:
        source: the file that was imported.
        out: the copy; not the file itself.
        problems: what an import found, with their places.
        say: makes the sentence of a problem, without its place.

    Raises:
        FileFault: `report.suffix`, `output.same_file`, or the file cannot be read.
        OutputError: the copy cannot be written.
    """
    from reports.xlsx.annotation import Remark, write_copy

    if out.suffix.casefold() != ".xlsx":
        raise FileFault("report.suffix", file=str(out), known=(".xlsx",))
    if out.exists() and source.exists() and out.samefile(source):
        raise FileFault("output.same_file", file=str(out))
    sheets = read_sheets(source, heading_words(SYNONYMS))
    remarks = [
        Remark(
            str(problem.fields.get("sheet", TEXT_SHEET)), problem.line, problem.column, say(problem)
        )
        for problem in problems
        if problem.line is not None
    ]
    write_copy(
        out,
        remarks,
        workbook=source if _is_xlsx(source) else None,
        sheets={sheet.name or TEXT_SHEET: sheet.by_line() for sheet in sheets},
    )


def _is_xlsx(path: Path) -> bool:
    return container.is_workbook(path) and container.is_office_open(path)
