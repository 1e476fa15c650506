"""Codes become sentences: every error, problem and remark, in the reader's language.

The engine and the services say what is the matter as a code with fields. The sentences are here,
one table an area; English is the text itself, Dutch is in `hearts_admin/locale/nl.po`. A test
checks that every code used anywhere has a sentence, in both languages, with the same fields.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from hearts_admin.messages.values import Shown
from reports.language import Language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.problems import Problem


def load_language(code: str) -> Language:
    """The language `code` with the sentences of this package and of `reports`."""
    return Language.load(code, files("hearts_admin") / "locale")


def sentences() -> Mapping[str, str]:
    """Every sentence there is: code -> message id."""
    from hearts_admin.messages import (
        cards,
        club,
        commands,
        events,
        publishing,
        ratings,
        seating,
        standings,
    )

    areas = (cards, club, commands, events, publishing, ratings, seating, standings)
    return {code: said for area in areas for code, said in area.SENTENCES.items()}


def sentence(language: Language, code: str, fields: Mapping[str, Any]) -> str:
    """What a code with its fields says.

    A sentence under `code?field` is for when that field is not known or empty; one under
    `code?field=1` for when it is one.

    Raises:
        KeyError: there is no such code, or it lacks a field: a mistake in the program.
    """
    known = sentences()
    special = (
        f"{code}?{name}" if value in (None, (), []) else f"{code}?{name}={value}"
        for name, value in fields.items() if value in (None, (), [], 1)
    )  # fmt: skip
    chosen = next((name for name in special if name in known), code)
    return language.text(known[chosen], **Shown(language, fields))


def describe(language: Language, problem: Problem) -> str:
    """What a problem says, with the line and column, or the cell, where it is in a file."""
    said = sentence(language, problem.code, problem.fields)
    if "cell" in problem.fields:
        sheet, cell = problem.fields["sheet"], problem.fields["cell"]
        return language.text(
            "sheet {sheet}, cell {cell}: {said}", sheet=sheet, cell=cell, said=said
        )
    if problem.line is None:
        return said
    if problem.column is None:
        return language.text("line {line}: {said}", line=problem.line, said=said)
    return language.text(
        "line {line}, column {column}: {said}",
        line=problem.line,
        column=problem.column,
        said=said,
    )
