"""How `rating explain` shows a game: every pair, rounding and minimum, adding up as printed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from engine.rating.explanation import Explanation, Part
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.ratings import ExplainedGame
    from reports.language import Language
    from reports.table import Cell

_SCALE = 10**15  # expectations are whole numbers of this (RATINGS.md, "The update")

CHANCES = (
    (95, msgid("all but certain")),
    (75, msgid("clear favourite")),
    (55, msgid("favourite")),
    (46, msgid("even")),
    (26, msgid("outsider")),
    (6, msgid("clear outsider")),
    (0, msgid("all but hopeless")),
)
"""What people say for the chance to finish above an opponent, from so many per cent on."""


def write(run: Invocation, game: ExplainedGame) -> None:
    """A table a player: what every opponent brought, and how the sum became the change."""
    language = run.language
    said = language.text(
        "Result {id}: {date}, {rules}, game {label}",
        id=game.result,
        date=game.date.isoformat(),
        rules=game.rules or "-",
        label=game.label,
    )
    run.out.line(said)
    for seat in game.seats:
        run.out.line()
        if seat.explanation is None:
            run.out.line(language.text("{player}: does not count", player=seat.player))
            continue
        found = seat.explanation
        run.out.line(
            language.text(
                "{player}: place {place}, {before} -> {after} ({change})",
                player=seat.player,
                place=found.place,
                before=found.rating,
                after=found.after,
                change=language.signed(found.change),
            )
        )
        run.out.line(_expected_and_scored(language, found))
        run.out.table(_table(language, game, found))


def _table(language: Language, game: ExplainedGame, found: Explanation) -> Table:
    text = language.text
    columns = (
        Column("against", text("Against")),
        Column("rating", text("Rating"), "number"),
        Column("finished", text("Finished")),
        Column("expected", text("Expected")),
        Column("in_words", text("In words")),
        Column("points", text("Points"), "change", 2),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            game.seats[part.opponent].player,
            part.opponent_rating,
            _finished(language, part),
            f"{language.decimal(Decimal(part.expected * 100) / _SCALE, 1)} %",
            language.text(in_words(part)),
            language.signed(part.shown, 2),
        )
        for part in found.parts
    ]
    steps = (
        (text("rounding"), found.rounding),
        (text("minimum"), found.minimum),
        (text("maximum"), found.maximum),
    )
    felt = [(title, points) for title, points in steps if points]
    rows += [
        (title, None, "", "", "", language.signed(points, 2))
        for title, points in (*felt, (text("change"), found.change))
    ]
    return Table(columns, rows)


def in_words(part: Part) -> str:
    """The chance to finish above an opponent, as people say it: a key of `CHANCES`."""
    # Rounded to whole per cents first, so that equals are even from both sides.
    chance = (part.expected * 100 + _SCALE // 2) // _SCALE
    return next(words for least, words in CHANCES if chance >= least)


def _expected_and_scored(language: Language, found: Explanation) -> str:
    """How many opponents were to be finished above, and how many were."""
    expected = Decimal(sum(part.expected for part in found.parts)) / _SCALE
    score = sum((part.score for part in found.parts), Fraction(0))
    written = language.decimal(Decimal(score.numerator) / score.denominator, score.denominator - 1)
    return language.text(
        "Expected to finish above {expected} of {opponents}, finished above {score}.",
        expected=language.decimal(expected, 2),
        opponents=len(found.parts),
        score=written,
    )


def _finished(language: Language, part: Part) -> str:
    if part.score == 1:
        return language.text("above")
    return language.text("below") if part.score == 0 else language.text("equal")


def as_json(game: ExplainedGame) -> dict[str, object]:
    """The same for programs, whatever the language; exact numbers are decimal strings."""
    return {
        "result": game.result,
        "date": game.date,
        "label": game.label,
        "rules": game.rules,
        "policy": {"name": game.policy.name, **game.policy.switches()},
        "players": [
            {
                "seat": seat.seat,
                "player": seat.player,
                "place": seat.place,
                "points": seat.points,
                **_explained(game, seat.explanation),
            }
            for seat in game.seats
        ],
    }


def _explained(game: ExplainedGame, found: Explanation | None) -> dict[str, object]:
    if found is None:
        return {"rated": False}
    return {
        "rated": True,
        "before": found.rating,
        "pairs": [
            {
                "opponent": game.seats[part.opponent].player,
                "opponent_rating": part.opponent_rating,
                "score": float(part.score),
                "expected": str(Decimal(part.expected) / _SCALE),
                "in_words": in_words(part),
                "points": str(part.shown),
            }
            for part in found.parts
        ],
        "rounding": str(found.rounding),
        "minimum": found.minimum,
        "maximum": found.maximum,
        "change": found.change,
        "after": found.after,
    }
