"""A leaderboard as one JSON document, for other programs; its keys are a promise.

Lists are written item by item, a line each, so that a long history needs no memory.
"""

from __future__ import annotations

import json
from datetime import date
from typing import IO, TYPE_CHECKING

from reports.formatting import clean_text
from reports.pace import Pace
from reports.standings_json import Item, event_json, player_json, season_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reports.model import HistoryPoint, Leaderboard, ResultLine, Standing


def write_json(
    board: Leaderboard, stream: IO[str], progress: Callable[[int, int], None] | None = None
) -> None:
    """Write the document; `progress` is told now and then how many items of how many are written.

    Keys: `club`, `pool`, `as_of`, `compared_with`, `timezone`, `made_at`, `version`, `policy`,
    `fingerprint`, `chain_head`, `logged`, `season` (or null), and the lists `standings`, `records`,
    `rules`, `events`, `results` (oldest first), `history` (in ledger order), `head_to_head` (every
    two who met, from both sides). Days are ISO 8601; what is not known is null. A player is
    `player`, the name as it may be printed, and `player_id`, which tells apart who share one.
    """
    pace = Pace(len(board.results) + len(board.history), progress)
    lists: tuple[tuple[str, Iterable[Item]], ...] = (
        ("standings", map(_standing, board.standings)),
        ("records", _records(board)),
        ("rules", _rules(board)),
        ("events", map(event_json, board.events)),
        ("results", pace.counted(map(_result, board.results))),
        ("history", pace.counted(map(_point, board.history))),
        ("head_to_head", _meetings(board)),
    )
    stream.write("{")
    for number, (key, value) in enumerate(_facts(board).items()):
        stream.write(f"{',' if number else ''}\n  {json.dumps(key)}: {_dumped(value)}")
    for key, items in lists:
        stream.write(f",\n  {json.dumps(key)}: [")
        for number, item in enumerate(items):
            stream.write(f"{',' if number else ''}\n    {_dumped(item)}")
        stream.write("\n  ]")
    stream.write("\n}\n")


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_day, allow_nan=False)


def _day(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")


def _facts(board: Leaderboard) -> Item:
    logged = board.logged
    return {
        "club": clean_text(board.club),
        "pool": clean_text(board.pool),
        "as_of": board.as_of,
        "compared_with": board.compared_with,
        "timezone": board.timezone,
        "made_at": board.made_at,
        "version": board.version,
        "policy": {
            "name": board.policy.name,
            "version": board.policy_version,
            **board.policy.switches(),
        },
        "fingerprint": board.fingerprint,
        "chain_head": board.chain_head,
        "logged": logged and {"games": logged.games, "deals": logged.deals},
        "season": board.season and season_json(board.season),
    }


def _standing(standing: Standing) -> Item:
    return {
        "place": standing.place,
        **player_json(standing.player),
        "rating": standing.rating,
        "change": standing.change,
        "previous_place": standing.previous_place,
        "games": standing.games,
        "finishes": standing.finishes,
        "average_place": standing.average_place,
        "decay": standing.decay,
        "last_played": standing.last_played,
    }


def _result(result: ResultLine) -> Item:
    return {
        "id": result.id,
        "date": result.on,
        "rules": result.rules,
        "label": clean_text(result.label),
        "category": result.category,
        "remark": clean_text(result.remark),
        "seats": [
            {
                "seat": seat.seat,
                **player_json(seat.player),
                "points": seat.points,
                "place": seat.place,
                "rating": seat.rating,
                "change": seat.change,
            }
            for seat in result.seats
        ],
    }


def _point(point: HistoryPoint) -> Item:
    return {
        **player_json(point.player),
        "date": point.on,
        "cause": point.cause,
        "change": point.change,
        "rating": point.rating,
        "result": point.result,
        "reason": clean_text(point.reason),
    }


def _rules(board: Leaderboard) -> Iterator[Item]:
    for used in board.rules:
        switches = used.rules.switches()
        yield {"name": clean_text(used.rules.name), "games": used.games, "switches": switches}


def _records(board: Leaderboard) -> Iterator[Item]:
    from reports.records import records

    for record in records(board):
        for feat in record.feats:
            yield {
                "record": record.kind.key,
                "rank": feat.rank,
                **player_json(feat.player),
                "value": feat.value,
                "from": feat.first,
                "to": feat.last,
                "result": feat.result,
            }


def _meetings(board: Leaderboard) -> Iterator[Item]:
    from reports.meetings import Meetings

    for meeting in Meetings.of_board(board).of(board.history.players):
        other = player_json(meeting.opponent)
        yield {
            **player_json(meeting.player),
            "opponent": other["player"],
            "opponent_id": other["player_id"],
            "games": meeting.games,
            "above": meeting.above,
            "level": meeting.level,
            "below": meeting.below,
            "expected": meeting.expected,
        }
