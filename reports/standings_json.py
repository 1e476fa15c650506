"""Standings of events and seasons as plain dictionaries for JSON; their keys are a promise.

Scores are numbers: whole ones whole, others to a double's precision. Days are ISO 8601; what is not
known is null. A player is `player`, the name as it may be printed, and `player_id`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.formatting import clean_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reports.eventmodel import (
        Above,
        EventHead,
        EventRow,
        EventStandings,
        Number,
        Scoring,
        SeatingQuality,
    )
    from reports.model import Player
    from reports.seasonmodel import (
        Evening,
        SeasonHead,
        SeasonRow,
        SeasonStandings,
        SeasonStatement,
        StatementRound,
    )

Item = dict[str, Any]


def player_json(player: Player) -> Item:
    """A player; an id that is a number stays one."""
    known = int(player.key) if player.key.isdecimal() else player.key
    return {"player": clean_text(player.name), "player_id": known}


def event_json(standings: EventStandings) -> Item:
    """The standings of an event."""
    return {
        **_event(standings.head),
        "after_round": standings.after,
        "closed": standings.closed,
        "final_after": standings.final_after,
        "carries": standings.carries,
        "standings": [_event_row(row, standings.head.scoring) for row in standings.rows],
        "corrections": [
            {
                "round": each.round,
                "table": each.table,
                "date": each.on.isoformat(),
                "reason": clean_text(each.reason),
                "after_final": each.after_final,
            }
            for each in standings.corrections
        ],
    }


def quality_json(measured: SeatingQuality) -> Item:
    """How even a seating is; people with their start numbers, as in the standings."""
    numbers = {each.player.key: each.number for each in measured.seats}

    def person(player: Player) -> Item:
        return {**player_json(player), "number": numbers.get(player.key)}

    return {
        "meetings": {str(times): pairs for times, pairs in measured.meetings.items()},
        "excess": measured.excess,
        "bound": measured.bound,
        "back_to_back": measured.back_to_back,
        "seat_imbalance": measured.seat_imbalance,
        "seats": [{**person(each.player), "times": list(each.times)} for each in measured.seats],
        "passes": [
            {
                "giver": person(each.giver),
                "receiver": person(each.receiver),
                "left": each.left,
                "across": each.across,
                "right": each.right,
            }
            for each in measured.passes
        ],
    }


def season_json(standings: SeasonStandings) -> Item:
    """The standings of a season."""
    return {
        **_season(standings.head),
        "closed": standings.closed,
        "played": list(map(_evening, standings.evenings)),
        "standings": [_season_row(row, standings) for row in standings.rows],
    }


def statement_json(statement: SeasonStatement) -> Item:
    """How a player's total came about; `score` of the lines with `counts` adds up to `total`."""
    return {
        **_season(statement.head),
        **player_json(statement.player),
        "place": statement.place,
        "total": _number(statement.total),
        "attended": statement.attended,
        "lines": [
            {
                "evening": line.evening and _evening(line.evening),
                "score": _number(line.score),
                "counts": line.counts,
                "cause": line.cause,
                "details": clean_text(line.details),
                "penalty": _number(line.penalty),
                "rounds": list(map(_statement_round, line.rounds)),
                "evening_place": line.place,
                "evening_score": _number(line.shown),
            }
            for line in statement.lines
        ],
    }


def _statement_round(one: StatementRound) -> Item:
    other = None if one.other is None else player_json(one.other)
    return {
        "round": one.number,
        "score": _number(one.score),
        "counts": one.counts,
        "cause": one.cause,
        "other": other,
    }


def _number(score: Number | None) -> int | float | None:
    if score is None:
        return None
    return int(score) if score.denominator == 1 else float(score)


def _event(head: EventHead) -> Item:
    scoring, rules = head.scoring, head.rules
    return {
        "club": clean_text(head.club),
        "event": clean_text(head.name),
        "kind": head.kind,
        "date": head.on.isoformat(),
        "rounds": head.rounds,
        "scoring": {
            "key": scoring.key,
            "ladder": list(map(_number, scoring.ladder)),
            "points_better": scoring.better,
            "best": scoring.best,
            "tie_breaks": list(scoring.tie_breaks),
        },
        "rules": rules
        and {"name": clean_text(rules.name), "target": rules.target, "deals": rules.deals},
    }


def _event_row(row: EventRow, scoring: Scoring) -> Item:
    return {
        "place": row.place,
        **player_json(row.player),
        "number": row.number,
        "score": _number(row.score),
        "rounds": [
            each and {"score": _number(each.score), "counts": each.counts, "state": each.state}
            for each in row.rounds
        ],
        "places": list(row.places),
        "games": row.games,
        "penalties": [
            {
                "points": _number(each.points),
                "round": each.round,
                "reason": clean_text(each.reason),
            }
            for each in row.penalties
        ],
        "tie_breaks": _tie_breaks(scoring.tie_breaks, row.tie_breaks),
        "above": _above(row.above),
        "finalist": row.finalist,
        "withdrawn": row.withdrawn,
    }


def _season(head: SeasonHead) -> Item:
    return {
        "club": clean_text(head.club),
        "season": clean_text(head.name),
        "evenings": head.evenings,
        "best": head.best,
        "least": head.least,
        "tie_breaks": list(head.tie_breaks),
    }


def _evening(evening: Evening) -> Item:
    return {
        "number": evening.number,
        "name": clean_text(evening.name),
        "date": evening.on.isoformat(),
    }


def _season_row(row: SeasonRow, standings: SeasonStandings) -> Item:
    return {
        "place": row.place,
        **player_json(row.player),
        "total": _number(row.total),
        "evenings": [
            each and {"score": _number(each.score), "counts": each.counts, "cause": each.cause}
            for each in row.evenings
        ],
        "places": list(row.places),
        "attended": row.attended,
        "tie_breaks": _tie_breaks(standings.head.tie_breaks, row.tie_breaks),
        "above": _above(row.above),
    }


def _tie_breaks(keys: Iterable[str], values: Iterable[Number | None]) -> Item:
    return {key: _number(value) for key, value in zip(keys, values, strict=True)}


def _above(above: Above | None) -> Item | None:
    if above is None:
        return None
    own, other = _number(above.own), _number(above.other)
    return {"criterion": above.criterion, "own": own, "other": other}
