"""A database of every released schema version opens, is whole, and says what it said then."""

import datetime as dt
import gzip
import json
from pathlib import Path

import pytest
from chain_verifier import check as check_chain
from clubhouse import CLOCK, Clubhouse
from records import correct

from hearts_admin.db import schema
from hearts_admin.services.audit import check_database, list_changes
from hearts_admin.services.backup import upgrade_database
from hearts_admin.services.reporting import leaderboard
from hearts_admin.services.results import list_results, show_result

DATABASES = ("sqlite",)
"""What is tested here is about files."""

KEPT = Path(__file__).parents[2] / "data" / "databases"


@pytest.fixture(params=schema.VERSIONS)
def released(request, tmp_path):
    """(what must be found, the club) of one version, brought up to date."""
    path = tmp_path / "club.db"
    path.write_bytes(gzip.decompress((KEPT / f"{request.param}.db.gz").read_bytes()))
    report = upgrade_database(str(path), CLOCK)
    assert (report.before, report.after) == (request.param, schema.NEWEST)
    assert (report.backup is None) == (request.param == schema.NEWEST)
    club = Clubhouse(path)
    yield json.loads((KEPT / f"{request.param}.json").read_text("utf-8")), club
    club.close()


def test_nothing_is_lost(released):
    found, club = released
    report = check_database(club.store)
    assert report.clean
    assert report.head == found["head"] == check_chain(club.path)
    assert len(list_results(club.store, include_void=True)) + 1 == found["results"]  # one undone
    for table, versions in found.get("versions", {}).items():
        assert versions > 0, f"{table}: nothing of it is kept in that database"
        assert club.sql(f'SELECT count(*) FROM "{table}"') == [(versions,)]
    assert club.ratings(found["as_of"]) == found["ratings"]
    assert club.ratings() == found["ratings"]


def test_all_of_it_can_be_shown(released):
    found, club = released
    for result in list_results(club.store, include_void=True):
        assert show_result(club.store, result.id).change.id > 1
    assert len(list_changes(club.store)) > 30
    board = leaderboard(club.store, CLOCK, dt.date.fromisoformat(found["as_of"]))
    assert {line.player.name: line.rating for line in board.standings} == {
        {"Zoë van 't Hoff": "Z. v. t. H."}.get(name, name): rating
        for name, rating in found["ratings"].items()
    }


def test_it_goes_on(released):
    found, club = released
    correct(club, 1, date="2026-01-10", label="corrected")
    club.record("Anna=26 Bram=52 Cor=78 Dina=104")
    assert check_database(club.store).clean
    club.undo()
    club.undo()
    assert club.ratings() == found["ratings"]
