"""Games of an event out of a file: by the event's own rules, and to the tables they belong to."""

import pytest
from clubhouse import codes

from hearts_admin.errors import Refused
from hearts_admin.services.results import show_result

HEAD = (
    "date;event;round;table;" + ";".join(f"player {seat};points {seat}" for seat in "NESW") + "\n"
)


def row(table, seats, round_=1):
    cells = ";".join(seats.replace("=", ";").split())
    return f"2026-03-14;evening;{round_};{table};{cells}\n"


@pytest.fixture
def four_deals(desk):
    """Two tables, drawn by hand, of American Hearts in four deals."""
    desk.change(rules="american", deals=4)
    desk.by_hand("Anna Bram Cor Dina", "Eva Fenna Gijs Hilde")
    return desk


def test_a_fixed_number_of_deals_needs_no_target(four_deals):
    """Four deals of 26 points are 104; nobody need be at a hundred."""
    text = (
        HEAD + row(1, "Anna=30 Bram=20 Cor=40 Dina=14") + row(2, "Eva=26 Fenna=26 Gijs=26 Hilde=26")
    )
    report = four_deals.club.import_results(text)
    assert (len(report.stored), report.remarks) == (2, ())
    assert {result.rules for result in report.stored} == {"american"}
    assert four_deals.round(1).state == "complete"


def test_what_four_deals_cannot_add_up_to_is_told(four_deals):
    with pytest.raises(Refused) as caught:
        four_deals.club.import_results(HEAD + row(1, "Anna=30 Bram=20 Cor=40 Dina=15"))
    assert codes(caught.value) == ["totals.deals"]


def test_the_score_sheet_of_a_table(four_deals):
    deals = "1;13;7;6;0\n2;0;26;26;26\n3;20;4;1;1\n4;1;2;10;13\n"
    text = f"Datum;14-3-2026\nToernooi;Evening\nRonde;1\nTafel;1\n;Anna;Bram;Cor;Dina\n{deals}"
    (result,) = four_deals.club.import_results(text).stored
    assert [seat.points for seat in result.seats] == [34, 39, 43, 40]
    assert len(show_result(four_deals.store, result.id).sheet.deals) == 4
    with pytest.raises(Refused) as caught:
        four_deals.club.import_results(
            text.replace("4;1;2;10;13\n", "").replace("Tafel;1", "Tafel;2")
        )
    assert codes(caught.value) == ["sheet.deals"]


def test_an_event_that_nobody_planned_changes_nothing(four_deals):
    text = (HEAD + row(1, "Anna=30 Bram=20 Cor=40 Dina=15")).replace("evening", "Elsewhere")
    (result,) = four_deals.club.import_results(text).stored
    assert (result.rules, show_result(four_deals.store, result.id).event) == (None, "Elsewhere")
