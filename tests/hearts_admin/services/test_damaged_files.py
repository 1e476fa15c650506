"""Files with bytes changed, dropped and put in: every reader answers, or refuses with a reason."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from engine.gamelog import jsonl
from engine.gamelog.hjl_writer import write_games
from engine.generate import generate_game
from engine.rulesets import RULE_SETS
from hearts_admin.errors import FileFault
from hearts_admin.importers.sheetblocks import read_sheet
from hearts_admin.services.judging import check_file
from hearts_admin.services.keptfiles import sheet_in
from hearts_admin.services.scoresheets import check_sheet

OPENSPIEL = Path(__file__).parents[2] / "engine" / "data" / "openspiel-hearts-25-deals.txt"
ROWS = [["deal", "Anna", "Bram", "Cor", "Dina"], [1, 13, 7, 6, 0], [2, 0, 26, 26, 26]]


def _workbook() -> bytes:
    book, stream = Workbook(), io.BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


GAME = generate_game(RULE_SETS["dutch"], Random(3))
LOGS = {
    "log.hjl": write_games([GAME]).encode(),
    "log.jsonl": "\n".join(jsonl.write_games([GAME])).encode(),
    "log.txt": b"\n".join(OPENSPIEL.read_bytes().splitlines()[:3]),
}
SHEETS = {
    "sheet.csv": "\n".join(",".join(map(str, row)) for row in ROWS).encode(),
    "sheet.xlsx": _workbook(),
}
DAMAGES = st.lists(
    st.tuples(
        st.integers(0, 1 << 20), st.sampled_from(["cut", "put", "swap"]), st.binary(max_size=3)
    ),
    min_size=1,
    max_size=5,
)


def damaged(content: bytes, damages: list[tuple[int, str, bytes]]) -> bytes:
    for place, kind, fresh in damages:
        at = place % max(len(content), 1)
        if kind == "cut":
            content = content[:at] + content[at + 1 + place % 9 :]
        elif kind == "put":
            content = content[:at] + fresh + content[at + len(fresh) :]
        else:
            content = (
                content[:at] + content[at + 1 : at + 2] + content[at : at + 1] + content[at + 2 :]
            )
    return content


FEW = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("cards", [True, False], ids=["cards", "fast lane"])
@pytest.mark.parametrize("name", LOGS)
@FEW
@given(damages=DAMAGES)
def test_damaged_logs(name: str, cards: bool, damages, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(damaged(LOGS[name], damages))
    try:
        games = list(check_file(path, cards=cards))
    except FileFault:
        return
    assert games
    for game in games:
        assert (game.verdict is None) == bool(game.problems)


@pytest.mark.parametrize("name", SHEETS)
@FEW
@given(damages=DAMAGES)
def test_damaged_score_sheets(name: str, damages, tmp_path: Path) -> None:
    content = damaged(SHEETS[name], damages)
    path = tmp_path / name
    path.write_bytes(content)
    sheet_in(content)
    try:
        sheet = read_sheet(path)
    except FileFault:
        return
    assert len(sheet.names) == 4
    check_sheet(sheet, RULE_SETS["american"])
