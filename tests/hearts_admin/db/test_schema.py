"""The schema: what the migrations make is what the models say, and every version is known."""

from importlib.resources import files
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, inspect

from hearts_admin.db import schema
from hearts_admin.db.derived import METADATA
from hearts_admin.db.models import FACTS, Result
from hearts_admin.db.store import open_store

TABLES = {
    "change", "club", "player", "alias", "merge", "rule_set", "pool", "policy", "pool_feed",
    "result", "seat", "adjustment", "exemption", "blob", "ledger", "pool_state",
    "heading", "season", "event", "entrant", "attendance", "substitution", "event_round",
    "event_game", "penalty", "kept_apart",
}  # fmt: skip


def scripts():
    config = Config()
    config.set_main_option("script_location", "hearts_admin.db:migrations")
    return ScriptDirectory.from_config(config)


def test_the_migrations_make_what_the_models_say(blank_club):
    with open_store(str(blank_club)) as store, store.read() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, METADATA) == []


def test_what_the_comparison_does_not_look_at_is_the_same_too(blank_club):
    """Alembic sees no CHECK, no WHERE of an index and no WITHOUT ROWID."""
    with open_store(str(blank_club)) as store, store.read() as connection:
        found = inspect(connection)
        checks = {
            (table, check["name"], check["sqltext"])
            for table in TABLES
            for check in found.get_check_constraints(table)
        }
        wheres = {
            index["name"]: str(index["dialect_options"].get("sqlite_where", ""))
            for table in TABLES
            for index in found.get_indexes(table)
        }
        made = dict(connection.exec_driver_sql("SELECT name, sql FROM sqlite_master").all())
    assert checks == {
        (table.name, str(check.name), str(check.sqltext))
        for table in METADATA.sorted_tables
        for check in table.constraints
        if isinstance(check, CheckConstraint)
    }
    assert len(checks) == 10
    assert wheres == {
        str(index.name): ""
        if (where := index.dialect_options["sqlite"]["where"]) is None
        else str(where)
        for table in METADATA.sorted_tables
        for index in table.indexes
    }
    assert "WITHOUT ROWID" in made["ledger"]
    assert "WITHOUT ROWID" not in made["result"]


def test_the_tables_are_those_of_the_design(blank_club):
    with open_store(str(blank_club)) as store, store.read() as connection:
        assert set(inspect(connection).get_table_names()) == TABLES | {"alembic_version"}


def test_every_fact_has_versions_and_at_most_one_is_current():
    for model in FACTS:
        table = model.__table__
        assert {"row", "opened", "closed", "salt", "seal"} <= set(table.c.keys())
        current = [
            index
            for index in table.indexes
            if index.unique and [column.name for column in index.columns] == [model.identity]
        ]
        assert len(current) == 1, model
        assert str(current[0].dialect_options["sqlite"]["where"]) == "closed IS NULL"
        assert str(current[0].dialect_options["postgresql"]["where"]) == "closed IS NULL"


def test_every_column_of_a_fact_is_hashed_or_follows_from_those_that_are():
    # A column in no list would be outside the audit chain: it could be changed unseen.
    own = {"row", "opened", "closed", "salt", "seal"}
    for model in FACTS:
        named = [*model.plain, *model.sealed, *model.derived]
        assert len(named) == len(set(named)), model
        assert set(named) | own == set(model.__table__.c.keys()), model
    assert "order_key" in Result.derived


def test_order_keys_sort_by_their_bytes_on_a_server_too():
    for table, column in (
        ("result", "order_key"),
        ("adjustment", "order_key"),
        ("ledger", "order_key"),
    ):
        kind = METADATA.tables[table].c[column].type
        variant = kind._variant_mapping["postgresql"]
        assert variant.collation == "C"


def test_the_known_versions_are_the_scripts_in_their_order():
    base_to_head = [script.revision for script in scripts().walk_revisions()][::-1]
    assert tuple(base_to_head) == schema.VERSIONS
    assert scripts().get_heads() == [schema.NEWEST]


def test_a_released_migration_never_imports_the_models():
    """It must make the same tables in ten years' time, whatever the models say by then."""
    folder = Path(str(files("hearts_admin.db") / "migrations" / "versions"))
    found = sorted(folder.glob("*.py"))
    assert [path.name[:4] for path in found] == list(schema.VERSIONS)
    for path in found:
        assert "hearts_admin" not in path.read_text()


def test_the_application_id_is_in_the_header_of_the_file(blank_club):
    # SQLite file format: the application id is the four bytes at 68, big-endian.
    assert blank_club.read_bytes()[68:72] == b"HART"
