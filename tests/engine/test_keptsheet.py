"""Score sheets as they are kept: one form, known by its content, and read back as written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.gamelog.formats import recognise
from engine.keptsheet import KeptSheet, read_sheet, write_sheet
from engine.problems import NotationError

TEXT = "deal,Anna,Bram,Cor,Dina\n1,13,7,6,0\n2,0,26,26,26\ntotal,13,33,32,26\n"
ROWS = st.tuples(*[st.integers(-999, 999)] * 4)
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20)


def test_the_form() -> None:
    sheet = KeptSheet(
        ("Anna", "Bram", "Cor", "Dina"), ((13, 7, 6, 0), (0, 26, 26, 26)), (13, 33, 32, 26)
    )
    assert write_sheet(sheet) == TEXT
    assert read_sheet(TEXT) == sheet


@given(st.tuples(NAMES, NAMES, NAMES, NAMES), st.lists(ROWS, max_size=9).map(tuple), ROWS)
def test_what_is_written_is_read_back(names, deals, totals) -> None:
    sheet = KeptSheet(names, deals, totals)
    assert read_sheet(write_sheet(sheet)) == sheet


@given(st.text(st.sampled_from('deal,total\n\r"0123-AB '), max_size=60))
def test_what_can_be_read_is_of_the_one_form(text: str) -> None:
    for candidate in (text, "deal," + text, TEXT.replace("7", text, 1)):
        sheet = read_sheet(candidate)
        assert sheet is None or write_sheet(sheet) == candidate


@pytest.mark.parametrize(
    "text",
    [
        "",
        "deal,",
        "deal,Anna,Bram,Cor,Dina\n",
        TEXT.rstrip("\n"),
        TEXT.replace("total", "totaal"),
        TEXT.replace("2,0", "3,0"),
        TEXT.replace("13,7", "13,x"),
        TEXT.replace("13,7", "+13,7"),
        TEXT.replace(",Dina", ""),
        TEXT.replace(",", ";"),
        TEXT + "total,13,33,32,26\n",
        'deal,"Anna,Bram,Cor,Dina\n1,13,7,6,0\n',
        "% hjl 1\nH 1 left\n",
    ],
)
def test_what_is_no_kept_sheet(text: str) -> None:
    assert read_sheet(text) is None


def test_a_sheet_is_no_log() -> None:
    with pytest.raises(NotationError):
        recognise(TEXT.splitlines())
