"""Every test of the services runs on SQLite and on PostgreSQL, word for word.

`make test` runs those of `EVERY_TIME` on the server, which takes several times as long there; the
others do with `make torture`. A module that is about files says `DATABASES = ("sqlite",)`.
"""

import pytest

DATABASES = ("sqlite", "postgres")

EVERY_TIME = {
    "test_adjustments",
    "test_event_results",
    "test_headings",
    "test_importing_sheets",
    "test_pools_and_feeds",
    "test_recording",
    "test_undo",
}
"""Modules whose tests run on both databases every time: each way to write a fact is in them."""


def pytest_generate_tests(metafunc):
    if "database" in metafunc.fixturenames:
        wanted = getattr(metafunc.module, "DATABASES", DATABASES)
        name = metafunc.module.__name__.rpartition(".")[2]
        often = name in EVERY_TIME
        metafunc.parametrize(
            "database",
            [
                pytest.param(each, marks=() if often or each == "sqlite" else pytest.mark.torture)
                for each in wanted
            ],
        )
