"""Imports of score sheets: each game followed deal by deal, and its deals kept."""

import datetime as dt

import pytest
from clubhouse import codes
from openpyxl import Workbook

from hearts_admin.errors import Refused
from hearts_admin.services.imports import import_results
from hearts_admin.services.results import show_result

DAY = dt.date(2026, 3, 13)
NAMES = ("Anna", "Bram", "Cor", "Dina")
DEALS = (
    (13, 7, 6, 0), (0, 26, 26, 26), (5, 4, 4, 13), (20, 4, 1, 1),
    (26, 0, 26, 26), (26, 26, 26, 0), (1, 2, 10, 13), (10, 1, 13, 2),
)  # fmt: skip
TOTALS = (101, 70, 112, 81)


def text(deals=DEALS, names=NAMES, title="Tafel 1", totals=None):
    rows = [(title,), ("Ronde", *names)]
    rows += [(number, *deal) for number, deal in enumerate(deals, start=1)]
    rows.append(("Totaal", *(totals or map(sum, zip(*deals, strict=True)))))
    return "\n".join(";".join(map(str, row)) for row in rows)


def seats(result):
    return tuple((seat.player, seat.points) for seat in result.seats)


def test_a_game_is_stored_with_its_deals(club):
    (result,) = club.import_results(text(), rules="american", day=DAY).stored
    assert (result.date, result.label) == (DAY, "1")
    assert seats(result) == tuple(zip(NAMES, TOTALS, strict=True))
    assert [seat.place for seat in result.seats] == [3, 1, 4, 2]
    assert show_result(club.store, result.id).sheet.deals == DEALS


def test_the_same_sheet_again_is_known_and_another_deal_is_a_correction(club):
    club.import_results(text(), rules="american", day=DAY)
    again = club.import_results(text(), rules="american", day=DAY)
    assert (again.stored, again.known, again.change) == ((), 1, None)
    other = (*DEALS[:-1], (10, 2, 13, 1))
    with pytest.raises(Refused) as caught:
        club.import_results(text(other), rules="american", day=DAY)
    (problem,) = caught.value.problems
    assert problem.code == "row.differs"
    assert problem.fields["seats"] == '"Anna=101" "Bram=71" "Cor=112" "Dina=80"'


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (text((*DEALS[:-1], (10, 1, 13, 3))), "sheet.sum"),
        (text(DEALS[:-1]), "game.unfinished"),
        (text((*DEALS, (13, 7, 6, 0))), "game.after_end"),
        (text(totals=(101, 70, 112, 82)), "sheet.totals"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_stored(club, sheet, expected):
    with pytest.raises(Refused) as caught:
        club.import_results(sheet, rules="american", day=DAY)
    assert expected in codes(caught.value)
    assert club.results() == ()


def test_without_rules_no_sheet_can_be_followed(club):
    with pytest.raises(Refused) as caught:
        club.import_results(text(), day=DAY)
    assert codes(caught.value) == ["sheet.no_rules"]


def test_problems_stand_on_the_cells(club, tmp_path):
    book = Workbook()
    book.active.title = "Avond"
    for row in (["Ronde", *NAMES], *([number, *deal] for number, deal in enumerate(DEALS, 1))):
        book.active.append(row)
    book.active["C3"] = 27  # Bram, the second deal
    book.active["E1"] = "Nobody"
    path = tmp_path / "sheet.xlsx"
    book.save(path)
    with pytest.raises(Refused) as caught:
        import_results(club.store, club.act("result import"), path, rules="american", day=DAY)
    found = {(p.code, p.fields["cell"]) for p in caught.value.problems}
    assert ("sheet.sum", "A3") in found
    assert ("sheet.misread", "C3") in found
    book.active["C3"] = 26
    book.save(path)
    with pytest.raises(Refused) as caught:
        import_results(club.store, club.act("result import"), path, rules="american", day=DAY)
    ((problem,),) = [caught.value.problems]
    assert (problem.code, problem.fields["cell"]) == ("player.unknown", "E1")
