"""Rows go in as they are, however many, through the driver or the server's own way."""

import sqlite3

import pytest

from hearts_admin.db import bulk
from hearts_admin.db.derived import PoolState
from hearts_admin.services.audit import check_database

COLUMNS = ("pool", "policy_version", "fold_version")
MANY = bulk.ROWS_AT_ONCE


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    return request.param


@pytest.mark.parametrize("count", [0, 1, MANY - 1, MANY, MANY + 1, 3 * MANY + 7])
def test_every_row_once_and_in_order(empty, count):
    rows = [(number, 2 * number, -number) for number in range(count)]
    with empty.store.transaction() as connection:
        assert bulk.insert(connection, PoolState, COLUMNS, iter(rows)) == count
    assert empty.sql("SELECT pool, policy_version, fold_version FROM pool_state ORDER BY 1") == rows


def test_a_sqlite_that_takes_few_values_in_a_statement(tmp_path, founder):
    club = founder()
    rows = [(number, 1, 1) for number in range(MANY)]
    with club.store.transaction() as connection:
        if connection.dialect.name == "sqlite":  # as those before 3.32 did
            driver = connection.connection.driver_connection
            driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)
        assert bulk.insert(connection, PoolState, COLUMNS, rows) == MANY
    assert len(club.sql("SELECT 1 FROM pool_state")) == MANY
    club.close()


def test_a_row_that_is_refused_in_the_middle_leaves_none(empty):
    rows = [(number % (MANY + 5), 1, 1) for number in range(2 * MANY)]
    with pytest.raises(Exception, match=r"(?i)unique"), empty.store.transaction() as connection:
        bulk.insert(connection, PoolState, COLUMNS, rows)
    assert empty.sql("SELECT 1 FROM pool_state") == []


SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
GAMES = [
    f"2026-03-{day:02},{table},{name},{place}"
    for day in range(1, 11)
    for table in range(1, 4)
    for place, name in enumerate(("Anna", "Bram", "Cor", "Dina"), start=1)
]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("rows", [1, 60, 119, 120, 1_000])
def test_an_import_leaves_every_index_as_it_was(club, monkeypatch, rows):
    """Whatever was there before, and whether indexes were made anew or not."""
    monkeypatch.setattr(bulk, "MANY_ROWS", rows)
    before = club.sql(SCHEMA)
    for games in (GAMES[:12], GAMES):  # the second time with more games than are there
        text = "\n".join(["date,game,player,place", *games])
        done = club.import_results(text)
        assert not done.problems
        assert club.sql(SCHEMA) == before
    plan = club.sql("EXPLAIN QUERY PLAN SELECT result_row FROM seat WHERE player = 1")
    assert "ix_seat_player" in plan[0][-1]
    assert len(club.sql("SELECT 1 FROM seat WHERE player = 1")) == 30
    assert check_database(club.store).faults == ()
