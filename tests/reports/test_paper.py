"""What is printed for an event, opened again with two readers and checked against the seating."""

from __future__ import annotations

import zipfile
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from eventboards import AMERICAN, RETURN, make_paper
from openpyxl import load_workbook
from pictures import ODD
from workbooks import inspect, inventory

from engine.rulesets import RULE_SETS
from engine.seating.planning import plan
from engine.seating.problem import EMPTY
from engine.seating.quality import passing
from reports.clubstyle import ClubStyle, Colours
from reports.errors import OutputError
from reports.event_text import PASSES
from reports.eventmodel import RoundSeating, TableSeating
from reports.language import Language
from reports.seatings import Chair, chairs
from reports.xlsx.paper import PARTS, NothingToPrint, write_paper
from reports.xlsx.sheet import printed_size

NL, EN = Language.load("nl"), Language.load("en")
BOTH_WAYS = ("portrait", "landscape")


@pytest.fixture(scope="module")
def paper():
    """Twenty-one people: somebody sits out every round."""
    return make_paper(21, 6, after=4, best=3)


@pytest.fixture(scope="module")
def files(paper, tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("paper")
    found = {"nl": folder / "nl.xlsx", "en": folder / "en.xlsx"}
    for code, path in found.items():
        write_paper(paper, path, Language.load(code))
    return found


@pytest.fixture(scope="module")
def english(files):
    return load_workbook(files["en"])


def written(paper, path: Path, language: Language = EN, **options):
    write_paper(paper, path, language, **options)
    assert inspect(path, orientations=BOTH_WAYS) == []
    return load_workbook(path)


def values(sheet) -> list[list[object]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def pages(sheet) -> list[range]:
    """The rows of each printed page, where pages are begun on purpose."""
    ends = [each.id for each in sheet.row_breaks.brk]
    return [range(a + 1, b + 1) for a, b in zip([0, *ends], [*ends, sheet.max_row], strict=True)]


def height(sheet, rows: range) -> float:
    return sum(sheet.row_dimensions[row].height or 15 for row in rows)


@pytest.mark.parametrize("code", ["nl", "en"])
def test_the_paper_is_in_order(files, code):
    assert inspect(files[code], orientations=BOTH_WAYS) == []


@pytest.mark.parametrize("code", ["nl", "en"])
def test_what_is_in_it(files, code):
    golden = Path(__file__).parent / "golden" / f"paper-{code}.txt"
    assert inventory(files[code]) == golden.read_text("utf-8")


def test_a_round_is_listed_by_table(paper, english):
    for one in paper.rounds:
        rows = values(english[f"Round {one.number}"])
        assert rows[3] == ["Table", "North", "East", "South", "West"]
        tables = rows[4 : 4 + len(one.tables)]
        assert tables == [[t.number, *(p.name for p in t.seats)] for t in one.tables]
        assert rows[-1][0] == f"Sitting out: {one.sitting_out[0].name}"


def test_names_for_the_wall_are_read_from_two_metres(english):
    cell = english["Round 1"]["B5"]
    assert cell.font.sz >= 22
    assert cell.alignment.wrap_text


LONG = "Anna-Maria van der Wijk-Oosterhuis"


def with_long_name(paper, tables=None):
    """The paper with its first entrant renamed, perhaps with other numbers of tables."""
    old = paper.entrants[0].player
    new = replace(old, name=LONG)
    rounds = [
        replace(
            one,
            tables=tuple(
                replace(table, seats=tuple(new if seat == old else seat for seat in table.seats))
                for table in (one.tables * 4)[: tables or len(one.tables)]
            ),
        )
        for one in paper.rounds
    ]
    entrants = [replace(e, player=new) if e.player == old else e for e in paper.entrants]
    return replace(paper, rounds=tuple(rounds), entrants=tuple(entrants), standings=None)


@pytest.mark.parametrize("tables", [2, 5, 12])
def test_all_names_of_a_round_are_equally_big_however_long_one_is(paper, tmp_path, tables):
    shown = with_long_name(paper, tables)
    book = written(shown, tmp_path / "a.xlsx", EN, parts=("seating",))
    for one in shown.rounds:
        sheet = book[f"Round {one.number}"]
        cells = [cell for row in sheet.iter_rows(5, 4 + len(one.tables), 2) for cell in row]
        (size,) = {cell.font.sz for cell in cells}
        assert size >= 16
        assert not any(cell.alignment.shrink_to_fit for cell in cells)
        for cell in cells:
            line = sheet.row_dimensions[cell.row].height / size
            if cell.value == LONG:
                assert line >= 2 * 1.2
        if tables <= 5:
            high = height(sheet, range(1, sheet.max_row + 1))
            assert 0.6 * printed_size("landscape")[1] < high < printed_size("landscape")[1]


def test_cards_and_score_sheets_have_names_of_one_size_in_lines(paper, tmp_path):
    shown = with_long_name(paper)
    book = written(shown, tmp_path / "a.xlsx", EN, parts=("cards", "sheets"))
    names = {entrant.player.name for entrant in shown.entrants}
    for title, least, columns in (("Cards", 9, range(4, 7)), ("Score sheets", 11, range(3, 11))):
        sheet = book[title]
        cells = [cell for row in sheet.iter_rows() for cell in row
                 if cell.value in names and cell.column in columns]  # fmt: skip
        assert LONG in {cell.value for cell in cells}
        (size,) = {cell.font.sz for cell in cells}
        assert size >= least
        assert all(cell.alignment.wrap_text for cell in cells)
        assert all(sheet.row_dimensions[cell.row].height >= 2 * 1.2 * size for cell in cells)
    for title in ("Cards", "Score sheets"):
        sheet = book[title]
        assert all(height(sheet, page) < printed_size("portrait")[1] for page in pages(sheet))


def test_the_column_of_names_is_wide_enough_for_the_longest(paper, tmp_path):
    names = [written(p, tmp_path / "a.xlsx", EN, parts=("seating",))["Who sits where"]
             for p in (paper, with_long_name(paper))]  # fmt: skip
    short, long = (sheet.column_dimensions["A"].width for sheet in names)
    assert long >= len(LONG) * 14 / 11 > short
    assert names[1].column_dimensions["B"].width > 7


def test_everybody_finds_themselves_by_name(paper, english):
    rows = values(english["Who sits where"])
    assert rows[3] == ["Player", *(f"R{n}" for n in range(1, 7))]
    names = [row[0] for row in rows[4:]]
    assert names == sorted((e.player.name for e in paper.entrants), key=EN.sort_key)
    for row in rows[4:]:
        for one, shown in zip(paper.rounds, row[1:], strict=True):
            at = [
                f"{table.number} {'NESW'[seat]}"
                for table in one.tables
                for seat, player in enumerate(table.seats)
                if player.name == row[0]
            ]
            assert [shown] == (at or ["–"])


def test_seats_have_dutch_names(paper, tmp_path):
    book = written(paper, tmp_path / "a.xlsx", NL, parts=("seating",))
    assert values(book["Ronde 1"])[3] == ["Tafel", "Noord", "Oost", "Zuid", "West"]
    shown = {cell[-1] for row in values(book["Wie zit waar"])[4:] for cell in row[1:]}
    assert shown == {"N", "O", "Z", "W", "–"}


def test_everybody_has_a_card_with_all_rounds(paper, english):
    sheet = english["Cards"]
    rows = [row for row in values(sheet) if row[0] not in ("✂", None)]
    assert len(rows) == 21 * (3 + 6)
    seated = chairs(paper.rounds)
    for at, entrant in enumerate(paper.entrants):
        name, event, heads, *lines = rows[9 * at : 9 * at + 9]
        assert (name[0], name[5]) == (entrant.player.name, f"No. {entrant.number}")
        assert event[0].startswith("Hartenjagers De Zwarte Dame · Voorjaarstoernooi")
        assert heads[3:6] == ["To the left", "Opposite", "To the right"]
        for number, line in enumerate(lines, start=1):
            chair = seated[entrant.player].get(number)
            if chair is None:
                assert line == [number, "–", None, "sits out", None, None, None]
                continue
            seat = ("North", "East", "South", "West")[chair.seat]
            others = [chair.left.name, chair.across.name, chair.right.name]
            assert line == [number, chair.table, seat, *others, None]


def test_rounds_to_come_are_blank_on_the_cards(paper, tmp_path):
    swiss = replace(paper, rounds=paper.rounds[:2])
    rows = values(written(swiss, tmp_path / "a.xlsx", parts=("cards",))["Cards"])
    assert [row[0] for row in rows[3:9]] == [1, 2, 3, 4, 5, 6]
    assert rows[5] == [3, *[None] * 6]


@pytest.mark.parametrize("rounds", [3, 6, 10, 15])
def test_cards_are_cut_between_players_never_through_one(rounds, tmp_path):
    book = written(make_paper(8, rounds, steps=500), tmp_path / "a.xlsx", parts=("cards",))
    sheet = book["Cards"]
    for rows in pages(sheet):
        assert height(sheet, rows) <= printed_size("portrait")[1]
        lines = [row for row in rows if sheet.cell(row, 1).value is not None]
        assert (len(lines) + 1) % (rounds + 4) == 0  # whole cards, a line to cut between two
        following = sheet.row_dimensions[rows[-1] + 1].height
        if (
            rows[-1] < sheet.max_row
        ):  # where breaks are passed over, the page ends here all the same
            assert height(sheet, rows) + following > printed_size("portrait")[1]


def test_every_table_has_a_score_sheet_of_its_own(paper, english):
    sheet = english["Score sheets"]
    tables = [(one, table) for one in paper.rounds for table in one.tables]
    assert len(pages(sheet)) == len(tables) == 30
    for (one, table), rows in zip(tables, pages(sheet), strict=True):
        assert height(sheet, rows) <= printed_size("portrait")[1]
        lines = [[cell.value for cell in row] for row in sheet[f"A{rows[0]}:K{rows[-1]}"]]
        assert lines[0][0] == f"♥ Table {table.number}, round {one.number}"
        assert lines[1][0].endswith(" · american to 100")
        assert lines[3][2::2] == [*(player.name for player in table.seats), None]
        assert lines[4] == ["No.", "Pass", *["Points", "Total"] * 4, "Sum 26 or 78"]
        assert [line[:2] for line in lines[5:10]] == [
            [1, "left"], [2, "right"], [3, "across"], [4, "none"], [5, "left"],
        ]  # fmt: skip
        if rows[-1] < sheet.max_row:
            assert lines.pop()[0] is None  # the rest of the page
        assert [line[0] for line in lines[-3:-1]] == ["Total", "Place"]
        assert lines[-1][0] == (
            "A deal adds up to 26 or 78. The game ends with the deal in which somebody comes to 100"
            " or more."
        )


def test_a_score_sheet_of_a_return_leg(tmp_path):
    book = written(make_paper(4, 1, rules=RETURN), tmp_path / "a.xlsx", NL, parts=("sheets",))
    rows = values(book["Scorebladen"])
    assert rows[4][-1] == "Som -15, 15 of 45"
    assert rows[5][:2] == [1, None]  # nothing is passed
    assert rows[-1][0] == (
        "Een deeltje telt op tot -15, 15 of 45. Op de terugweg tellen de veranderingen op tot -15"
        " of 45. Vanaf 50 punten begint de terugweg."
    )


@pytest.mark.parametrize(("deals", "shown"), [(4, 4), (30, 30), (45, 30)])
def test_a_game_of_so_many_deals_has_so_many_rows_on_one_page(deals, shown, tmp_path):
    rules = replace(AMERICAN, target=None, deals=deals)
    book = written(make_paper(4, 1, rules=rules), tmp_path / "a.xlsx", parts=("sheets",))
    (sheet,) = book.worksheets
    (rows,) = pages(sheet)
    assert height(sheet, rows) <= printed_size("portrait")[1]
    numbers = [row[0] for row in values(sheet) if isinstance(row[0], int)]
    assert numbers == list(range(1, shown + 1))
    assert f"The game has {deals} deals." in values(sheet)[-1][0]


def test_without_rules_a_sheet_promises_nothing(tmp_path):
    rows = values(
        written(make_paper(4, 1, rules=None), tmp_path / "a.xlsx", parts=("sheets",))[
            "Score sheets"
        ]
    )
    assert rows[4][-1] == "Sum"
    assert rows[-1][0] is None


def test_the_wall_shows_what_counts(paper, english):
    sheet = english["Standings"]
    rows = values(sheet)
    assert rows[3] == ["Place", "Player", "R1", "R2", "R3", "R4", "Score"]
    for row, shown in zip(paper.standings.rows, sheet.iter_rows(min_row=5), strict=False):
        assert [shown[0].value, shown[1].value] == [row.place, row.player.name]
        assert shown[-1].value == float(row.score)
        for each, cell in zip(row.rounds, shown[2:-1], strict=True):
            assert cell.value == float(each.score)
            assert ("(" in cell.number_format) == (not each.counts)
    assert rows[-2][0] == "place points 4-3-2-1, the best 3 of 6 rounds"
    assert rows[-1][0] == "Corrected on 14 Mar 2026: round 1, table 2 (wrong seats)."


def test_who_left_is_marked_on_the_wall(paper, tmp_path):
    rows = (replace(paper.standings.rows[0], withdrawn=True), *paper.standings.rows[1:])
    gone = replace(paper, standings=replace(paper.standings, rows=rows))
    book = written(gone, tmp_path / "a.xlsx", NL, parts=("standings",))
    assert book["Stand"]["B5"].value == f"{rows[0].player.name} (gestopt)"


def test_the_draw_says_who_passes_to_whom(paper, english):
    rows = values(english["The draw"])
    texts = {row[0]: row for row in rows if row[0]}
    assert texts["Meetings too many"][1].startswith(f"{paper.quality.excess}; ")
    to_the_left = Counter()
    for one in paper.rounds:
        for table in one.tables:
            for seat, player in enumerate(table.seats):
                to_the_left[player.name, table.seats[(seat + 1) % 4].name] += 1
    top = next(at for at, row in enumerate(rows) if row[1] == "To the left")
    listed = Counter()
    for row in rows[top + 1 :]:
        for name in row[1].split(", "):
            receiver, _, times = name.partition(" ×")
            listed[row[0], receiver] += int(times or 1)
    assert listed == to_the_left


def test_only_what_is_asked_for(paper, tmp_path):
    book = written(paper, tmp_path / "a.xlsx", parts=("seating", "sheets"), only_round=3)
    assert book.sheetnames == ["Round 3", "Who sits where", "Score sheets"]
    assert len(pages(book["Score sheets"])) == 5
    assert values(book["Who sits where"])[3] == ["Player", "R3"]


def test_what_has_nothing_to_show_has_no_sheet(paper, tmp_path):
    before = replace(paper, rounds=(), standings=None, quality=None)
    assert written(before, tmp_path / "a.xlsx").sheetnames == ["Cards"]
    with pytest.raises(NothingToPrint):
        write_paper(before, tmp_path / "b.xlsx", EN, parts=("sheets", "standings"))
    assert not (tmp_path / "b.xlsx").exists()


def test_a_table_of_three_has_an_empty_chair(paper, tmp_path):
    anna, bram, cor = (entrant.player for entrant in paper.entrants[:3])
    one = RoundSeating(1, (TableSeating(1, (anna, None, bram, cor)),))
    found = {player: mine[1] for player, mine in chairs([one]).items()}
    assert found[anna] == Chair(1, 1, 0, left=bram, across=bram, right=cor)
    assert found[bram] == Chair(1, 1, 2, left=cor, across=anna, right=anna)
    assert found[cor] == Chair(1, 1, 3, left=anna, across=None, right=bram)
    small = replace(paper, rounds=(one,), entrants=paper.entrants[:3])
    book = written(small, tmp_path / "a.xlsx", parts=("seating", "cards", "sheets"))
    assert values(book["Round 1"])[4] == [1, anna.name, "–", bram.name, cor.name]
    assert values(book["Score sheets"])[3][2::2] == [anna.name, "–", bram.name, cor.name, None]


def test_neighbours_are_those_to_whom_cards_are_passed(paper):
    """At tables of four and of three, as the engine counts them."""
    numbers = {entrant.player: entrant.number for entrant in paper.entrants}
    drawn = plan(19, 4, seed=3, remainder="three", steps=500).rounds
    people = {number: player for player, number in numbers.items()}
    rounds = [
        RoundSeating(
            n,
            tuple(
                TableSeating(k, tuple(people.get(number) for number in table))
                for k, table in enumerate(one.tables, start=1)
            ),
        )
        for n, one in enumerate(drawn, start=1)
    ]
    assert any(EMPTY in table for one in drawn for table in one.tables)
    for steps, side in ((1, "left"), (2, "across"), (3, "right")):
        counted = Counter(
            (numbers[player], numbers[to])
            for player, mine in chairs(rounds).items()
            for chair in mine.values()
            if (to := getattr(chair, side)) is not None
        )
        assert counted == passing(drawn, steps)


def test_odd_names_are_text_everywhere(tmp_path):
    book = written(make_paper([*ODD, "+31 6"], 2, steps=500), tmp_path / "a.xlsx", NL)
    shown = {row[0] for row in values(book["Wie zit waar"])}
    assert {"=1+1", "+31 6", "Bell�", "two lines"} <= shown


def test_seventy_two_players_and_six_rounds(tmp_path):
    write_paper(make_paper(72, 6, after=3, steps=500), tmp_path / "a.xlsx", EN)
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        breaks = [
            archive.read(f"xl/worksheets/sheet{number}.xml").count(b"<brk ") for number in (8, 9)
        ]
    assert breaks == [72 // 4 - 1, 18 * 6 - 1]  # between cards, and between score sheets


def test_a_club_style_is_followed(paper, tmp_path):
    style = ClubStyle(colours=Colours(main="#123456"))
    book = written(paper, tmp_path / "a.xlsx", style=style, parts=("seating", "cards"))
    assert book["Round 1"]["A4"].fill.fgColor.rgb == "00123456"
    assert book["Cards"]["A1"].font.color.rgb == "00123456"


def test_document_properties(paper, tmp_path):
    properties = written(paper, tmp_path / "a.xlsx", NL, parts=("cards",)).properties
    assert properties.title == "Voorjaarstoernooi · Toernooi · 14 maart 2026: om af te drukken"
    assert properties.creator == "Hartenjagers De Zwarte Dame"
    assert properties.created == datetime.fromisoformat("2026-03-14T18:30")


def test_a_failure_leaves_the_old_file(paper, tmp_path, monkeypatch):
    path = tmp_path / "a.xlsx"
    path.write_text("old")
    (tmp_path / "~$a.xlsx").touch()
    with pytest.raises(OutputError):
        write_paper(paper, path, EN)
    assert path.read_text() == "old"


def test_every_part_has_words():
    assert all(NL.text(title) != title for title in PARTS.values())


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_directions_of_every_rule_set_have_words(rules):
    assert set(rules.pass_cycle) <= set(PASSES)
