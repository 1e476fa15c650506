"""A second program that checks the audit chain, from the words of `hearts_admin.db.chain` alone.

It reads the database with its driver and knows the columns from the design's table of facts; it
imports nothing of ours.
"""

import hashlib
import json
import sqlite3
from contextlib import contextmanager

import psycopg
from psycopg.rows import dict_row

# Per table: plain columns (yes and no among them marked), and free texts, in the models' order.
FACTS = {
    "club": ("id timezone day_starts_at rules", "name"),
    "player": ("id kind active? private?", "key name name_key member_no"),
    "alias": ("id player", "name_key"),
    "merge": ("id from_player into_player", ""),
    "rule_set": ("fingerprint switches", "name"),
    "pool": ("id", "name"),
    "policy": ("pool version switches", ""),
    "pool_feed": ("id pool", "rules"),
    "result": (
        "id pool rules category played_on played_at target better state",
        "event round table_no label unchecked_reason log_digest",
    ),
    "adjustment": ("id pool player on_day kind points result", "reason evidence"),
    "exemption": ("id player from_day to_day", "reason"),
    "heading": ("id field", "heading_key"),
    "season": ("id settings", "name name_key"),
    "event": (
        "id on_day kind rules target deals pool rounds season settings state",
        "name name_key",
    ),
    "entrant": ("id event player number role", ""),
    "attendance": ("id event player round state", ""),
    "substitution": ("id event player round substitute", ""),
    "event_round": ("id event number state method seed request tables sitting_out", ""),
    "event_game": ("id event round table_no result", ""),
    "penalty": ("id event player round points", "reason"),
    "kept_apart": ("id event player other", ""),
}


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def sha(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def check(where):
    """Raises AssertionError where the chain does not hold; gives its head.

    `where` is the file of a SQLite database, or the URL of one on a server.
    """
    with _reading(str(where)) as rows:
        return _check(rows)


@contextmanager
def _reading(where):
    if "://" in where:
        address = where.replace("+psycopg", "", 1)
        with psycopg.connect(address, row_factory=dict_row) as connection:
            yield lambda statement: connection.execute(statement).fetchall()
        return
    connection = sqlite3.connect(where)
    connection.row_factory = sqlite3.Row
    try:
        yield connection.execute
    finally:
        connection.close()


def _check(rows):
    opened, closed = {}, {}
    for table, (plain, texts) in FACTS.items():
        for row in rows(f'SELECT * FROM "{table}" ORDER BY "row"'):
            seal = _seal(row, texts.split(), f"{table} {row['row']}")
            values = [row["row"], *(_value(row, name) for name in plain.split())]
            if table == "result":
                values.append(_seats(rows, row["row"]))
            digest = sha(canonical([table, values, seal]))
            opened.setdefault(row["opened"], []).append(f"+{digest}\n")
            if row["closed"] is not None:
                closed.setdefault(row["closed"], []).append(f"-{table}:{row['row']}\n")
    previous = "0" * 64
    for change in rows("SELECT * FROM change ORDER BY id"):
        number = change["id"]
        assert change["prev_hash"] == previous, f"change {number}: a link is missing"
        seal = _seal(change, ("who", "command", "reason"), f"change {number}")
        content = canonical([number, change["at_utc"], change["undoes"], seal])
        facts = "".join([*opened.get(number, []), *closed.get(number, [])])
        previous = sha(f"{previous}\n{content}\n{facts}")
        assert change["hash"] == previous, f"change {number}: its facts are not what was hashed"
    return previous


def _seal(row, texts, where):
    """The stored seal, which must be that of the texts unless they were erased with their salt."""
    if row["salt"] is not None:
        seal = sha(f"{row['salt']}\n{canonical([row[name] for name in texts])}")
        assert seal == row["seal"], f"{where}: a text is not what was sealed"
    return row["seal"]


def _value(row, name):
    return bool(row[name[:-1]]) if name.endswith("?") else row[name]


def _seats(rows, row):
    seats = rows(f"SELECT * FROM seat WHERE result_row = {row:d} ORDER BY seat")
    return [
        [
            seat["seat"],
            seat["player"],
            seat["points"],
            seat["place"],
            bool(seat["guest"]),
            bool(seat["computer"]),
            bool(seat["left_early"]),
        ]
        for seat in seats
    ]
