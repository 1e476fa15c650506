"""How long a workbook takes beside the bare openpyxl calls that write the same cells.

Bare means a write-only workbook and `append` of plain values: no styles, tables, links or charts.
Memory is that of a process of its own which does nothing else.
"""

from __future__ import annotations

import datetime as dt
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from boards import invented_names, make_board
from openpyxl import Workbook, load_workbook

from reports.clubstyle import PLAIN, Colours
from reports.csv import write_csv
from reports.history import History
from reports.language import Language
from reports.model import HistoryPoint, Leaderboard, ResultLine, SeatLine
from reports.pace import Pace
from reports.results import Results
from reports.tables.registry import TABLES
from reports.xlsx.book import Book
from reports.xlsx.history import write_history
from reports.xlsx.leaderboard import write_leaderboard
from reports.xlsx.stream import StreamedWorkbook
from reports.xlsx.styles import add_styles

PLAYERS, GAMES = 300, 6_000
LONG = 1_000_000
RUNS = 3
ENGLISH = Language.load("en")

Row = tuple[str, str, str]


def run() -> list[Row]:
    """Rows of name, figure and remark."""
    with tempfile.TemporaryDirectory() as folder:
        return [*_workbook(Path(folder)), *_long_history(Path(folder)), *_memory(Path(folder))]


def _workbook(folder: Path) -> list[Row]:
    board = make_board(invented_names(PLAYERS), GAMES, tables=50)
    ours, theirs = folder / "ours.xlsx", folder / "bare.xlsx"
    write_leaderboard(board, ours, ENGLISH)
    sheets = _cells_of(ours)
    cells = sum(len(row) for rows in sheets.values() for row in rows)
    mine = statistics.median(
        _seconds(lambda: write_leaderboard(board, ours, ENGLISH)) for _ in range(RUNS)
    )
    bare = statistics.median(_seconds(lambda: _write_bare(sheets, theirs)) for _ in range(RUNS))
    return [
        (
            f"workbook, {PLAYERS} players and {GAMES:,} results",
            f"{mine:.2f} s",
            f"{mine / bare:.2f}x of bare openpyxl, at most 1.5x; pictures and counting included",
        ),
        (f"bare openpyxl, the same {cells:,} cells", f"{bare:.2f} s", ""),
    ]


def _cells_of(path: Path) -> dict[str, list[list[object]]]:
    """The values of a workbook, sheet by sheet."""
    book = load_workbook(path, read_only=True)
    sheets = {
        sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)]
        for sheet in book.worksheets
    }
    book.close()
    return sheets


def _write_bare(sheets: dict[str, list[list[object]]], path: Path) -> None:
    workbook = Workbook(write_only=True)
    for title, rows in sheets.items():
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    workbook.save(path)


def _long_history(folder: Path) -> list[Row]:
    board = long_board(LONG)
    mine = _seconds(lambda: _write_history(board, folder / "ours.xlsx"))
    as_csv = _seconds(lambda: _write_csv(board, folder / "ours.csv"))
    rows = TABLES["history"].make(board, ENGLISH).rows
    bare = _seconds(lambda: _write_bare_rows(rows, folder / "bare.xlsx"))
    return [
        (
            f"{LONG:,} rows of history, styled, as tables",
            f"{mine:.1f} s",
            f"{mine / bare:.2f}x of bare openpyxl, at most 1.2x",
        ),
        ("bare openpyxl, the same rows", f"{bare:.1f} s", ""),
        (f"{LONG:,} rows of history as CSV", f"{as_csv:.1f} s", ""),
    ]


def long_board(rows: int) -> Leaderboard:
    """A board with a history of so many rows: 300 players, a start each, four rows a game."""
    board = make_board(invented_names(PLAYERS), 100, tables=50)
    people = [standing.player for standing in board.standings]
    rng = random.Random(20260314)
    day = dt.date(2000, 1, 1)
    history, results = History(), Results()
    ratings = dict.fromkeys(people, 1500)
    for player in people:
        history.add(HistoryPoint(player, day, "start", None, 1500))
    for game in range(1, (rows - len(people)) // 4 + 1):
        on = day + dt.timedelta(days=game // 40)
        seats = []
        changes = zip("NESW", rng.sample(people, 4), (16, 5, -5, -16), strict=True)
        for place, (seat, player, change) in enumerate(changes, start=1):
            seats.append(SeatLine(seat, player, 26 * place, place, change, ratings[player]))
            ratings[player] += change
            rating = ratings[player]
            history.add(HistoryPoint(player, on, "game", change, rating, result=game))
        results.add(ResultLine(game, on, "american", str(game % 40), tuple(seats)))
    return replace(board, history=history, results=results, as_of=on)


def _write_history(board: Leaderboard, path: Path) -> None:
    workbook = StreamedWorkbook()
    add_styles(workbook, Colours())
    write_history(Book(workbook, board, ENGLISH, PLAIN, Pace(0, None)), ["Rating history"])
    workbook.save(path)


def _write_csv(board: Leaderboard, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        write_csv(TABLES["history"].make(board, ENGLISH), stream)


def _write_bare_rows(rows: object, path: Path) -> None:
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Rating history")
    for row in rows:
        sheet.append(row)
    workbook.save(path)


def _memory(folder: Path) -> list[Row]:
    """The peak of a process that writes the whole workbook of the long history."""
    program = (
        "import sys; from pathlib import Path; from publishing import *\n"
        "from memory import peak_megabytes\n"
        f"board = long_board({LONG})\n"
        "write_leaderboard(board, Path(sys.argv[1]), ENGLISH)\n"
        "print(peak_megabytes())\n"
    )
    try:
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program, str(folder / "whole.xlsx")],
            cwd=Path(__file__).parent,
            check=True,
            capture_output=True,
            text=True,
        )
        taken = time.perf_counter() - begin
    except subprocess.CalledProcessError as error:  # no `resource` on Windows
        return [("peak memory", "-", error.stderr.splitlines()[-1])]
    megabytes = float(done.stdout)
    remark = f"below 300 MB; whole workbook, {LONG // 4:,} results included, {taken:.0f} s"
    return [(f"peak memory, {LONG:,} rows of history", f"{megabytes:.0f} MB", remark)]


def _seconds(work) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
