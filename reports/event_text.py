"""Events and seasons in words: how they count, how far they are, and why somebody stands above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.formatting import clean_text
from reports.language import msgid
from reports.scores import digits_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.eventmodel import (
        Above,
        Correction,
        DealRules,
        EventHead,
        EventKind,
        EventStandings,
        Scoring,
    )
    from reports.language import Language
    from reports.seasonmodel import SeasonHead, SeasonStandings

KINDS: dict[EventKind, str] = {"evening": msgid("Club evening"), "tournament": msgid("Tournament")}
"""The kinds of event, as message ids."""

CRITERIA = {
    "score": msgid("Score"),
    "final": msgid("Final"),
    "points": msgid("Points"),
    "average_points": msgid("Average points"),
    "firsts": msgid("First places"),
    "seconds": msgid("Second places"),
    "thirds": msgid("Third places"),
    "head_to_head": msgid("Head to head"),
    "last_round": msgid("Last round"),
    "opponents": msgid("Opponents"),
    "preliminary": msgid("Before the final"),
    "attendance": msgid("Evenings"),
    "wins": msgid("Evenings won"),
    "best_evening": msgid("Best evening"),
    "last_evening": msgid("Last evening"),
    "lot": msgid("Lot"),
}
"""What can put one player above another, as message ids; they head the columns too."""

WITHOUT_VALUES = ("final", "lot")
"""Criteria whose values tell people nothing."""

STATES = {
    "played": msgid("played"),
    "substituted": msgid("substituted"),
    "sat_out": msgid("sat out"),
    "missed": msgid("missed"),
}
"""What a score in a round is for, as message ids."""

CAUSES = {
    "played": msgid("played"),
    "substitute": msgid("sat in for somebody"),
    "notified": msgid("absent with notice"),
    "absent": msgid("absent"),
    "penalty": msgid("penalty"),
}
"""What a score in a season is for, as message ids."""

PASSES = {
    "left": msgid("left"),
    "right": msgid("right"),
    "across": msgid("across"),
    "none": msgid("none"),
}
"""Where cards are passed to, as message ids."""


def criterion_title(key: str, language: Language) -> str:
    """The heading of a criterion; its key for one that has none here."""
    return language.text(CRITERIA[key]) if key in CRITERIA else key


def above_text(above: Above | None, language: Language) -> str | None:
    """Why somebody stands above the next one, or None where there is nothing to say."""
    if above is None:
        return None
    if above.criterion == "equal":
        return language.text("equal on everything")
    title = criterion_title(above.criterion, language)
    if above.own is None or above.other is None or above.criterion in WITHOUT_VALUES:
        return title
    digits = digits_of([above.own, above.other])
    own, other = (written(each, language, digits) for each in (above.own, above.other))
    return language.text("{criterion}: {own} to {other}", criterion=title, own=own, other=other)


def scoring_text(scoring: Scoring, rounds: int, language: Language) -> str:
    """How an event of so many rounds counts, in a few words."""
    text = language.text
    if scoring.key == "places":
        ladder = "-".join(written(each, language) for each in scoring.ladder)
        said = text("place points {ladder}", ladder=ladder)
    elif scoring.key == "performance":
        said = text("rating performance")
    elif scoring.better == "low":
        said = text("points, the fewest win")
    else:
        said = text("points, the most win")
    if scoring.best is not None:
        best = text("the best {best} of {rounds} rounds", best=scoring.best, rounds=rounds)
        return f"{said}, {best}"
    return said


def rules_text(rules: DealRules, language: Language) -> str:
    """The rule set by its name, and how long a game is."""
    name = clean_text(rules.name)
    if rules.deals is not None:
        return language.plural(
            "{rules}, {n} deal a game", "{rules}, {n} deals a game", rules.deals, rules=name
        )
    if rules.target is not None:
        return language.text("{rules} to {target}", rules=name, target=rules.target)
    return name


def event_parts(head: EventHead, language: Language) -> list[str]:
    """Club, kind and day of an event, as the parts of a subtitle."""
    kind = language.text(KINDS[head.kind])
    return [clean_text(head.club), kind, language.date(head.on, "long")]


def progress_text(standings: EventStandings, language: Language) -> str:
    """How far an event is."""
    if standings.closed:
        return language.text("final standings")
    after, of = standings.after, standings.head.rounds
    return language.text("after round {round} of {rounds}", round=after, rounds=of)


def event_notes(standings: EventStandings, language: Language) -> Iterator[str]:
    """What there is to know about the standings of an event: its final, what was corrected."""
    finalists = sum(row.finalist for row in standings.rows)
    if standings.final_after is not None and finalists:
        said = language.plural(
            "{n} player played the final, after round {round}.",
            "{n} players played the final, after round {round}.",
            finalists,
            round=standings.final_after,
        )
        if not standings.carries:
            said += " " + language.text("They began it level.")
        yield said
    for correction in standings.corrections:
        yield _correction(correction, language)


def _correction(correction: Correction, language: Language) -> str:
    said = language.text(
        "Corrected on {day}: round {round}, table {table}",
        day=language.date(correction.on),
        round=correction.round,
        table=correction.table,
    )
    if correction.reason:
        said += f" ({clean_text(correction.reason)})"
    if correction.after_final:
        said += ". " + language.text("The final had been drawn and was not drawn anew")
    return said + "."


def season_parts(standings: SeasonStandings, language: Language) -> list[str]:
    """Club, progress and the rules of counting of a season, as the parts of a subtitle."""
    head, done = standings.head, len(standings.evenings)
    parts = [clean_text(head.club)]
    if standings.closed:
        parts.append(language.text("final standings"))
    elif head.evenings is not None:
        of = head.evenings
        parts.append(language.text("after evening {n} of {evenings}", n=done, evenings=of))
    else:
        parts.append(language.plural("after {n} evening", "after {n} evenings", done))
    return parts + season_rules(head, language)


def season_rules(head: SeasonHead, language: Language) -> list[str]:
    """What counts in a season, in parts."""
    parts = []
    if head.best is not None and head.evenings is not None:
        best = language.text(
            "the best {best} of {evenings} evenings", best=head.best, evenings=head.evenings
        )
        parts.append(best)
    elif head.best is not None:
        parts.append(language.plural("the best evening", "the best {n} evenings", head.best))
    if head.least:
        least = language.plural(
            "placed from {n} evening on", "placed from {n} evenings on", head.least
        )
        parts.append(least)
    return parts
