"""Compares what a package says with what its Dutch catalogue translates.

    assert check_catalogue([ROOT / "reports"], ROOT / "reports/locale/nl.po") == []

Found are the literals in `.text("...")`, `.plural("...", "...", n)` and `msgid("...")`, and in
`text("...")` where a file names the method so (`text = language.text`); a choice between literals
(`"a" if x else "b"`) counts for both. Message ids that live elsewhere, such as a table of
sentences, are given as `extra_ids`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po


def paragraphs(text: str) -> Iterator[str]:
    r"""The paragraphs of a file's comments, each on one line: what is translated of a preset.

    >>> list(paragraphs("# One\n# two.\n#\n# Three.\nbest = 5\n"))
    ['One two.', 'Three.']
    """
    for is_comment, lines in groupby(text.splitlines(), lambda line: line.startswith("# ")):
        if is_comment:
            yield " ".join(line[2:] for line in lines)


@dataclass(frozen=True)
class Use:
    """A message as a source uses it: where, its forms, and the fields it is given (None: any)."""

    where: str
    forms: tuple[str, ...]
    given: frozenset[str] | None = None


def check_catalogue(
    source_dirs: Iterable[Path], po_file: Path, extra_ids: Iterable[str] = ()
) -> list[str]:
    """What is wrong between sources and catalogue, a sentence each; [] when they agree."""
    uses = [use for folder in source_dirs for use in uses_in(folder)]
    uses += [Use("extra_ids", (text,)) for text in extra_ids]
    entries = _read(po_file)
    problems = [problem for use in uses for problem in _check_use(use, entries)]
    wanted = {use.forms for use in uses}
    problems += [f"{po_file.name}: stale: {forms[0]!r}" for forms in entries if forms not in wanted]
    return problems


def uses_in(folder: Path) -> Iterator[Use]:
    """Every message that the Python sources below a folder use."""
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        named = any(_names_text(node) for node in ast.walk(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from _uses_of_call(node, f"{file.name}:{node.lineno}", named)


def fields_of(text: str) -> frozenset[str]:
    """The names of the `{fields}` of a message.

    >>> sorted(fields_of("{player} won {n:>3} of {{all}}"))
    ['n', 'player']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _names_text(node: ast.AST) -> bool:
    """Whether this is `text = ...` or `board, text = ...`."""
    return isinstance(node, ast.Assign) and any(
        isinstance(name, ast.Name) and name.id == "text"
        for target in node.targets
        for name in ast.walk(target)
    )


def _uses_of_call(call: ast.Call, where: str, named: bool) -> Iterator[Use]:
    function = call.func
    name = getattr(function, "attr", None) or getattr(function, "id", None)
    spread = any(keyword.arg is None for keyword in call.keywords)
    given = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
    if name == "msgid" and call.args:
        for text in _literals(call.args[0]):
            yield Use(where, (text,))
    elif name == "text" and (named or isinstance(function, ast.Attribute)) and len(call.args) == 1:
        for text in _literals(call.args[0]):
            yield Use(where, (text,), None if spread else given)
    elif name == "plural" and len(call.args) == 3:
        for one in _literals(call.args[0]):
            for many in _literals(call.args[1]):
                yield Use(where, (one, many), None if spread else given | {"n"})


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        raise AssertionError(f"line {node.lineno}: a message cannot be an f-string")


def _read(po_file: Path) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Message forms -> translated forms; unfinished entries have an empty form."""
    with po_file.open("rb") as stream:
        catalogue = read_po(stream)
    entries: dict[tuple[str, ...], tuple[str, ...]] = {}
    for entry in catalogue:
        if entry.id:
            forms = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
            strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string)
            entries[forms] = ("",) if entry.fuzzy else strings
    return entries


def _check_use(use: Use, entries: dict[tuple[str, ...], tuple[str, ...]]) -> Iterator[str]:
    wanted = fields_of(use.forms[-1])
    needed = frozenset().union(*map(fields_of, use.forms))
    if use.given is not None and needed - use.given:
        yield f"{use.where}: {use.forms[0]!r} is not given {sorted(needed - use.given)}"
    if use.given is not None and use.given - needed - {"n"}:
        yield f"{use.where}: {use.forms[0]!r} does not use {sorted(use.given - needed)}"
    strings = entries.get(use.forms)
    if strings is None or not all(strings):
        yield f"{use.where}: not translated: {use.forms[0]!r}"
        return
    if fields_of(strings[-1]) != wanted:
        yield f"{use.where}: other fields in the translation of {use.forms[-1]!r}"
    if not fields_of(strings[0]) <= needed:
        yield f"{use.where}: unknown fields in the translation of {use.forms[0]!r}"
