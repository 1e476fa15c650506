"""Score sheets in the files of organisers: a column a player, a row a deal, a block a game."""

import datetime as dt

import pytest
from openpyxl import Workbook

from hearts_admin.importers.games import read_games

DAY = dt.date(2026, 3, 14)
NAMES = ("Anna", "Bram", "Cor", "Dina")
DEALS = (
    (13, 7, 6, 0), (0, 26, 26, 26), (5, 4, 4, 13), (20, 4, 1, 1),
    (26, 0, 26, 26), (26, 26, 26, 0), (1, 2, 10, 13), (10, 1, 13, 2),
)  # fmt: skip
TOTALS = (101, 70, 112, 81)
SEATS = tuple(zip(NAMES, TOTALS, strict=True))


@pytest.fixture
def read(tmp_path):
    """Reads sheets given as name=rows; a row may begin at any cell."""

    def from_rows(*, day=DAY, **sheets):
        book = Workbook()
        book.remove(book.worksheets[0])
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        path = tmp_path / "club.xlsx"
        book.save(path)
        return read_games(path, day=day)

    return from_rows


def block(names=NAMES, deals=DEALS, word="Ronde", total="Totaal"):
    rows = [[word, *names], *([number, *deal] for number, deal in enumerate(deals, start=1))]
    if total:
        rows.append([total, *map(sum, zip(*deals, strict=True))])
    return rows


def beside(left, right, gap=1):
    """Two blocks side by side."""
    width = max(map(len, left)) + gap
    return [
        [*one, *[None] * (width - len(one)), *other] for one, other in zip(left, right, strict=True)
    ]


def told(file):
    return [(p.fields.get("sheet"), p.fields.get("cell"), p.code) for p in file.problems]


@pytest.mark.parametrize("word", ["Ronde", "Deal", "nr", "#", "Spel", None])
@pytest.mark.parametrize("total", ["Totaal", "total", "Som", ""])
def test_one_block(read, word, total):
    file = read(Avond=block(word=word, total=total))
    (game,) = file.games
    assert game.draft.deals.names == NAMES
    assert [row.points for row in game.draft.deals.rows if row.points] == list(DEALS)
    assert (game.day, game.label, game.seats) == (DAY, "Avond 1", SEATS)


def test_without_a_column_of_numbers(read):
    rows = [list(NAMES), *map(list, DEALS)]
    assert read(Avond=rows).games[0].seats == SEATS


def test_numbers_with_a_word_and_none_above_them(read):
    rows = [[None, *NAMES], *([f"Ronde {number}", *deal] for number, deal in enumerate(DEALS, 1))]
    assert read(Avond=rows).games[0].seats == SEATS


def test_title_date_and_event_stand_above_it(read):
    rows = [
        ["Kerstdrive"], ["Datum", dt.date(2026, 3, 13)], ["Toernooi", "Kerst"], ["Ronde: 2"],
        [], ["Tafel 5"], *block(),
    ]  # fmt: skip
    (game,) = read(Avond=rows, day=None).games
    assert (game.day, game.label) == (dt.date(2026, 3, 13), "Avond 5")
    assert game.draft.where == ("Kerst", "2", "5")


def test_blocks_below_each_other(read):
    others = ("Eva", "Fenna", "Gijs", "Hans")
    rows = [["Tafel 1"], *block(), [], [], ["Tafel 2"], *block(others), [], *block(total="")]
    games = read(Avond=rows).games
    assert [game.label for game in games] == ["Avond 1", "Avond 2", "Avond 3"]
    assert [game.draft.deals.names for game in games] == [NAMES, others, NAMES]
    assert [len(game.draft.deals.rows) for game in games] == [9, 9, 8]


def test_blocks_side_by_side_have_their_own_titles(read):
    others = ("Eva", "Fenna", "Gijs", "Hans")
    left = [["Tafel 1"], ["14-3-2026"], *block()]
    right = [["Tafel 2"], ["15-3-2026"], *block(others)]
    for gap in (0, 1, 3):
        games = read(Avond=beside(left, right, gap), day=None).games
        assert [(game.day.day, game.label, game.draft.deals.names) for game in games] == [
            (14, "Avond 1", NAMES), (15, "Avond 2", others),
        ]  # fmt: skip


def test_several_sheets_the_name_may_be_the_date(read):
    file = read(**{"14-3-2026": block(), "15-3-2026": block(), "Stand": block()}, day=None)
    assert [(game.day.day, game.label) for game in file.games] == [
        (14, "14-3-2026 1"), (15, "15-3-2026 1"),
    ]  # fmt: skip
    assert file.ignored == ("Stand",)


def test_unfilled_deals_and_averages_are_passed_over(read):
    rows = [*block(total=""), [9], [10], ["Totaal", *TOTALS], ["Gemiddelde", 12, 8, 14, 10]]
    (game,) = read(Avond=[*rows, ["Plaats", 3, 1, 4, 2]]).games
    assert [row.points for row in game.draft.deals.rows] == [*DEALS, None]


def test_running_totals_beside_and_below(read):
    rows = [["Ronde", "Anna", "totaal Anna", "Bram", "totaal Bram", "Cor", "totaal Cor", "Dina",
             "totaal Dina"]]  # fmt: skip
    running = [0, 0, 0, 0]
    for number, deal in enumerate(DEALS, start=1):
        running = [own + points for own, points in zip(running, deal, strict=True)]
        pairs = zip(deal, running, strict=True)
        rows.append([number, *(cell for pair in pairs for cell in pair)])
    (game,) = read(Avond=rows).games
    assert game.seats == SEATS
    assert game.draft.deals.rows[-1].stated == TOTALS


@pytest.mark.parametrize("names", [NAMES[:3], (*NAMES, "Eva"), (*NAMES, "Eva", "Fenna")])
def test_tables_of_other_sizes_are_told(read, names):
    deals = [tuple(range(len(names)))] * 3
    file = read(Avond=block(names, deals))
    assert (file.games, told(file)) == ((), [("Avond", "A1", "row.table_size")])


def test_a_deal_that_cannot_be_read(read):
    rows = block(total="")
    rows[2][3] = "DNF"
    rows[3][2] = None
    file = read(Avond=rows)
    assert told(file) == [("Avond", "A3", "sheet.numbers"), ("Avond", "A4", "sheet.numbers")]


def test_undated_is_a_problem(read):
    assert told(read(Avond=block(), day=None)) == [("Avond", "A1", "row.no_date")]


@pytest.mark.parametrize(
    "rows",
    [
        [["Anna", "Bram", "Cor", "Dina"]],
        [["Anna", "Bram", "Cor", "Dina"], ["0612", "x", "y", "z"]],
        [["Naam", "Rating", "Spellen", "Gemiddeld"], ["Anna", 1500, 12, 20.5]],
        [["Club", "de", "Harten", "Aas"], [], ["Opmerking"]],
        [[None, "Anna", "Bram", "Cor", "Dina"], ["januari", 12, 3, 4, 7], ["februari", 1, 2, 3, 4]],
        [["Datum", "Anna", "Bram", "Cor", "Dina"], [dt.date(2026, 1, 2), 12, 3, 4, 7]],
    ],
)
def test_what_is_none(read, rows):
    file = read(Avond=block(), Anders=rows)
    assert file.ignored == ("Anders",)


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("word", ["Ronde", ""])
def test_a_text_file(tmp_path, separator, word):
    path = tmp_path / "game.csv"
    rows = [["Tafel 7"], *block(word=word)]
    path.write_text("\n".join(separator.join(map(str, row)) for row in rows))
    (game,) = read_games(path, day=DAY).games
    assert (game.label, game.seats, game.line) == ("7", SEATS, 2)
