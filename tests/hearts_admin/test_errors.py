"""Errors carry codes and fields; no password of a database ever reaches them."""

import pytest

from hearts_admin.db.store import open_store
from hearts_admin.errors import DatabaseFault, Refused, without_password

SECRET = "s3cr3t"
URL = f"postgresql+psycopg://club:{SECRET}@127.0.0.1:1/hearts"


@pytest.mark.parametrize(
    "url",
    [
        URL,
        f"postgresql://:{SECRET}@host/x",
        f"postgresql+psycopg://club:{SECRET}%40@host/x?connect_timeout=1",
        f"try --db {URL} again",
    ],
)
def test_every_error_hides_the_password(url):
    error = Refused("db.missing", hint=f"hearts-admin club init --db {url}", database=url)
    assert SECRET not in f"{error} {error.hint} {error.fields}"
    assert ":***@" in error.fields["database"]


def test_a_server_that_does_not_answer_is_told_without_the_password():
    with pytest.raises(DatabaseFault) as caught:
        open_store(URL)
    assert caught.value.code == "db.unreachable"
    assert SECRET not in f"{caught.value.fields} {caught.value.hint}"


@pytest.mark.parametrize("text", ["a:b@c", "/path/with@sign", "sqlite:///club.db", "user@host"])
def test_what_is_no_password_stays(text):
    assert without_password(text) == text
