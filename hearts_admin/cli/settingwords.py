"""How an event is run and a season counted, in words: their settings as people say them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from hearts_admin.services.events.views import EventView
    from reports.language import Language

    Row = tuple[str, str | None]

METHODS: Final = {
    "meetings": msgid("new opponents first"),
    "random": msgid("at random"),
    "standings": msgid("by the standings"),
    "similar": msgid("by rating, equals together"),
    "balanced": msgid("by rating, strong and weak mixed"),
}
REMAINDERS: Final = {
    "sit_out": msgid("some sit out"),
    "three": msgid("tables of three"),
    "fill_in": msgid("others make up the number"),
}
ROUND_CREDITS: Final = {
    "own_average": msgid("the average of one's own rounds"),
    "round_average": msgid("the average score of the round"),
    "round_median": msgid("the middle score of the round"),
    "worst": msgid("the worst score of the round"),
    "nothing": msgid("nothing"),
}
"""What a round is worth that was not played (`engine.standings.credits`)."""

EVENING_CREDITS: Final = {
    "own_average": msgid("the average of one's own evenings"),
    "round_average": msgid("the average score of the evening"),
    "round_median": msgid("the middle score of the evening"),
    "worst": msgid("the worst score of the evening"),
    "nothing": msgid("nothing"),
}
"""And an evening at which somebody was not."""

EVENINGS: Final = {
    "places": msgid("place points {ladder}"),
    "points": msgid("the points of its games"),
    "standing": msgid("the place in its standings: {ladder}"),
}
FINALS: Final = {
    "carried": msgid("the best {size} after round {round}, with what they have"),
    "fresh": msgid("the best {size} after round {round}, from nothing"),
}
SUBSTITUTES: Final = {
    "nothing": msgid("does not count"),
    "replaces_worst": msgid("may replace one's own worst game"),
}


def event_rows(event: EventView, language: Language) -> list[Row]:
    """Title and words of every setting of an event that is not left to its default."""
    text, scheme = language.text, event.scheme
    return [
        (text("Seating"), text(METHODS[event.method])),
        (text("No multiple of four"), text(REMAINDERS[event.remainder])),
        (text("Scoring"), _scoring(event, language)),
        (text("At a table of three"), _ladder(scheme.get("ladder_three"), language)),
        *_rounds(scheme, language),
        (text("Tie-breaks"), _criteria(scheme["tie_breaks"], language)),
        (text("Final"), _final(scheme.get("cut"), language)),
    ]


def season_rows(rules: Mapping[str, Any], language: Language) -> list[Row]:
    """Title and words of every setting of a season's rules that is not left to its default."""
    text = language.text
    ladder = _ladder(rules.get("ladder"), language)
    least = rules.get("minimum_attendance")
    placed = language.plural("from {n} evening on", "from {n} evenings on", least or 0)
    with_notice, without = rules.get("absent_with_notice"), rules.get("absent_without_notice")
    helped = rules.get("substitute")
    return [
        (text("An evening is worth"), text(EVENINGS[rules["evening"]], ladder=ladder)),
        (text("At a table of three"), _ladder(rules.get("ladder_three"), language)),
        (text("Evenings that count"), _evenings(rules.get("best"), rules.get("of"), language)),
        (text("Placed"), placed if least else text("everybody")),
        (text("Absent with notice"), _credit(with_notice, EVENING_CREDITS, language)),
        (text("Absent without notice"), _credit(without, EVENING_CREDITS, language)),
        *_rounds(rules, language),
        (text("Played for another"), None if helped is None else text(SUBSTITUTES[helped])),
        (text("Tie-breaks"), _criteria(rules["tie_breaks"], language)),
    ]


def _rounds(values: Mapping[str, Any], language: Language) -> list[Row]:
    """What rounds are worth that were not played."""
    text = language.text
    titles = {
        "sit_out": text("Sit-out"),
        "sit_out_again": text("Second sit-out"),
        "missed": text("Missed round"),
    }
    return [
        (title, _credit(values.get(key), ROUND_CREDITS, language)) for key, title in titles.items()
    ]


def _scoring(event: EventView, language: Language) -> str:
    from reports.event_text import scoring_text
    from reports.eventmodel import Scoring

    scheme = event.scheme
    ladder = tuple(map(_number, scheme.get("ladder", ())))
    scoring = Scoring(scheme["scoring"], ladder, best=scheme.get("best_of"))
    return scoring_text(scoring, event.rounds, language)


def _final(cut: Mapping[str, Any] | None, language: Language) -> str | None:
    if cut is None:
        return None
    said = FINALS["carried" if cut["carry"] else "fresh"]
    return language.text(said, size=cut["size"], round=cut["after_round"])


def _evenings(best: int | None, of: int | None, language: Language) -> str:
    text = language.text
    if best is not None:
        most = text("the best {best} of {of}", best=best, of=of)
        return most if of is not None else text("the best {best}", best=best)
    return text("all") if of is None else text("all {of}", of=of)


def _credit(value: int | str | None, words: Mapping[str, str], language: Language) -> str | None:
    """A rule in words, or a fixed score as a number."""
    if value is None or value in words:
        return None if value is None else language.text(words[str(value)])
    from reports.scores import written

    return written(_number(value), language)


def _ladder(ladder: Iterable[int | str] | None, language: Language) -> str | None:
    from reports.scores import written

    return "-".join(written(_number(each), language) for each in ladder) if ladder else None


def _criteria(keys: Iterable[str], language: Language) -> str | None:
    from reports.event_text import criterion_title

    longer = {  # than the headings of their columns
        "attendance": language.text("evenings attended"),
        "wins": language.text("evenings won (first in the evening's own standings)"),
    }
    titles = (longer.get(key, criterion_title(key, language).lower()) for key in keys)
    return ", ".join(titles) or None


def _number(value: int | str) -> Any:
    """A number as settings have it: an int, or the text of a decimal or a fraction."""
    from engine.standings.exact import read_number

    return read_number(value)
