"""A whole database elsewhere, and every fact as plain files."""

import csv

import pytest
from clubhouse import Clubhouse

from hearts_admin.db import moving
from hearts_admin.db.derived import METADATA
from hearts_admin.errors import DatabaseFault, FileFault
from hearts_admin.services.exporting import export_facts
from hearts_admin.services.forgetting import forget_player
from hearts_admin.services.identity import describe_player
from hearts_admin.services.moving import copy_database

DATABASES = ("sqlite",)
"""What is tested here is about files."""


@pytest.fixture
def played(club):
    club.record(date="2026-03-07")
    club.record("Anna=52 Bram=26 Eva=104 Fenna=78", event="Beker van Fenna")
    club.undo()
    club.record("Anna=52 Bram=26 Eva=104 Fenna=78", event="Beker van Fenna")
    return club


class TestCopy:
    def test_every_row_is_there(self, played, tmp_path):
        target = tmp_path / "copy.db"
        report = copy_database(played.store.location, str(target))
        copied = Clubhouse(target)
        assert copied.tables() == played.tables()
        assert copied.fingerprint() == report.fingerprint == played.fingerprint()
        assert report.rows == sum(
            len(rows) for name, rows in played.tables().items() if name != "alembic_version"
        )
        copied.close()

    def test_what_is_there_is_not_overwritten(self, played):
        with pytest.raises(DatabaseFault) as caught:
            copy_database(played.store.location, played.store.location)
        assert caught.value.code == "db.exists"

    def test_a_copy_that_differs_does_not_appear(self, played, tmp_path, monkeypatch):
        def lose_a_seat(source, target, told):
            del told
            own(source, target)
            target.exec_driver_sql("DELETE FROM seat WHERE result_row = 2 AND seat = 3")

        own = moving.copy_rows
        monkeypatch.setattr(moving, "copy_rows", lose_a_seat)
        target = tmp_path / "copy.db"
        with pytest.raises(DatabaseFault) as caught:
            copy_database(played.store.location, str(target))
        assert (caught.value.code, caught.value.fields["table"]) == ("db.copy_differs", "seat")
        assert not target.exists()

    def test_no_table_is_forgotten(self):
        known = {model.__tablename__ for model in moving.TABLES}
        assert known == METADATA.tables.keys()


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class TestExport:
    def test_every_version_of_every_fact(self, played, tmp_path):
        report = export_facts(played.store, tmp_path / "out")
        for name, rows in report.files.items():
            assert len(read(tmp_path / "out" / name)) == rows
        table = played.tables()
        assert report.files["result.csv"] == len(table["result"]) == 3
        assert report.files["seat.csv"] == 12
        first = read(tmp_path / "out" / "result.csv")[0]
        assert (first["played_on"], first["label"], first["state"]) == ("2026-03-07", "1", "ok")
        assert read(tmp_path / "out" / "seat.csv")[1]["points"] == "52"
        assert [row["name"] for row in read(tmp_path / "out" / "player.csv")][:2] == [
            "Anna",
            "Bram",
        ]

    def test_private_people_leave_by_initials_and_the_forgotten_not_at_all(self, played, tmp_path):
        describe_player(played.store, played.act("player set"), "Fenna", private=True)
        forget_player(played.store, played.act("player forget", yes=True), "Eva")
        export_facts(played.store, tmp_path / "out")
        written = "".join(
            path.read_text("utf-8") for path in sorted((tmp_path / "out").rglob("*.csv"))
        )
        assert "Fenna" not in written
        assert "fenna" not in written
        assert "Eva" not in written
        assert "Beker van F." in written
        assert "Anna" in written

    def test_nothing_by_which_a_name_could_be_guessed(self, played, tmp_path):
        export_facts(played.store, tmp_path / "out")
        written = "".join(path.read_text("utf-8") for path in (tmp_path / "out").glob("*.csv"))
        for secret in ("key", "salt", "seal", "name_key", "order_key"):
            values = {
                str(value)
                for table in ("player", "result")
                for (value,) in (
                    played.sql(f"SELECT {secret} FROM {table}")
                    if secret in played_columns(played, table)
                    else ()
                )
                if len(str(value)) > 15
            }
            assert not any(value in written for value in values), secret

    def test_a_folder_that_is_not_empty(self, played, tmp_path):
        with pytest.raises(FileFault) as caught:
            export_facts(played.store, tmp_path)
        assert caught.value.code == "output.exists"


def played_columns(club, table):
    return [row[1] for row in club.sql(f"PRAGMA table_info({table})")]
