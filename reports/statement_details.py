"""How the score of an evening in a season came about, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.formatting import clean_text
from reports.language import msgid
from reports.scores import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.language import Language
    from reports.seasonmodel import StatementLine, StatementRound

ROUNDS = {
    "played": msgid("round {n}: {score}"),
    "sat_out": msgid("round {n} sat out: {score}"),
    "missed": msgid("round {n} missed: {score}"),
    "substituted": msgid("round {n} played by {name}: {score}"),
    "as_substitute": msgid("round {n} played for {name}: {score}"),
}
"""What a round was worth, and why, as message ids."""


def details_text(line: StatementLine, language: Language) -> str:
    """Everything that is out of the ordinary in a line of a statement; empty for nothing."""
    return "; ".join(_details(line, language))


def _details(line: StatementLine, language: Language) -> Iterator[str]:
    if line.details:
        yield clean_text(line.details)
    if line.penalty and line.score is not None:
        rest = written(line.score - line.penalty, language)
        if line.penalty < 0:
            yield f"{rest} - {written(-line.penalty, language)}"
        else:
            yield f"{rest} + {written(line.penalty, language)}"
    if line.place is not None:
        yield language.text("place {place}", place=line.place)
    for one in line.rounds:
        if one.cause != "played" or not one.counts:
            yield _round(one, language)
    if line.shown is not None:
        score = written(line.shown, language)
        yield language.text("in the evening's own standings: {score}", score=score)


def _round(one: StatementRound, language: Language) -> str:
    name = "" if one.other is None else clean_text(one.other.name)
    if one.score is None:
        said = language.text("round {n} played for {name}", n=one.number, name=name)
    else:
        score = written(one.score, language)
        said = language.text(ROUNDS[one.cause], n=one.number, name=name, score=score)
    return said if one.counts else language.text("{round} (does not count)", round=said)
