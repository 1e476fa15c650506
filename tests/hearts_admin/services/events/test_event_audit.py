"""`db check` finds whatever of an event leads nowhere."""

import pytest
from eventwork import EIGHT

from hearts_admin.db.audit import REFERENCES
from hearts_admin.db.models import FACTS
from hearts_admin.services.audit import check_database
from hearts_admin.services.seasons import add_season

OF_EVENTS = sorted(
    name
    for name in REFERENCES
    if name.split(".")[0] not in {
        "seat", "alias", "merge", "adjustment", "exemption", "policy", "pool_feed", "result",
    }
)  # fmt: skip
"""References of the tables that a plain club has no rows in."""


@pytest.fixture
def busy(desk):
    """An event with a row in every table that events have."""
    add_season(desk.store, desk.club.act(), "Winter", None)
    desk.change(season="Winter", rules="american", deals=4, pool="main")
    desk.apart("Anna", "Bram")
    desk.draw(seed=5)
    desk.play(points=dict.fromkeys(EIGHT, 26))
    desk.leave("Cor")
    desk.substitute("Cor", "Iris")
    desk.draw(seed=6)
    desk.penalize("Bram", 1)
    return desk


@pytest.mark.parametrize("reference", OF_EVENTS)
def test_what_leads_nowhere_is_found(busy, reference):
    table, column = reference.split(".")
    assert check_database(busy.store).clean
    wrong = "'x'" if REFERENCES[reference].startswith(("rule_set", "blob")) else "987"
    rows = busy.club.sql(f'SELECT min(id) FROM "{table}"')
    busy.club.tamper(f'UPDATE "{table}" SET {column} = {wrong} WHERE id = ?', *rows[0])
    faults = {(fault.kind, fault.where) for fault in check_database(busy.store).faults}
    assert ("reference", f"{reference} ({rows[0][0]})") in faults


def test_every_column_that_names_another_fact_is_looked_at():
    naming = {
        "player", "other", "substitute", "from_player", "into_player", "pool", "event", "result",
        "season", "rules", "log_digest", "request",
    }  # fmt: skip
    columns = {
        f"{model.__tablename__}.{column}"
        for model in FACTS
        for column in (*model.plain, *model.derived)
        if column in naming
    }
    # The club's rules may be a name; a result's event is a text.
    assert columns - {"club.rules"} == REFERENCES.keys() - {"seat.player", "result.log_digest"}
