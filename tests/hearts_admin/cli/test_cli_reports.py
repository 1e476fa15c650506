"""`hearts-admin report`: every kind, in both languages, and what can go wrong."""

import csv
import io
import json

import pytest
from commandline import CommandLine
from openpyxl import load_workbook
from PIL import Image
from workbooks import inspect, records

from reports.charts.registry import CHARTS
from reports.tables.registry import TABLES


@pytest.fixture
def played(club: CommandLine) -> CommandLine:
    """A club with two evenings behind it."""
    for day, seats in (
        ("2026-03-06", ("Anna=26", "Bram=52", "Cor=78", "Dina=104")),
        ("2026-03-13", ("Anna=30", "Bram=26", "Cor=100", "Dina=52")),
    ):
        club.must("result", "record", "--date", day, *seats)
    return club


def test_a_workbook(played: CommandLine) -> None:
    ran = played.must("report", "workbook", "stand.xlsx", "--lang", "nl")
    assert ran.out == "Geschreven: stand.xlsx\n"
    assert ran.err == ""
    path = played.folder / "stand.xlsx"
    assert inspect(path) == []
    assert load_workbook(path).sheetnames[:5] == [
        "Stand",
        "Grafieken",
        "Records",
        "Onderling",
        "Tegenstanders",
    ]


def test_a_workbook_in_the_clubs_own_style(played: CommandLine) -> None:
    Image.new("RGB", (300, 100), "#004400").save(played.folder / "logo.png")
    style = played.folder / "club.toml"
    style.write_text('name = "SV Geel"\nlogo = "logo.png"\n[colours]\nmain = "#ffdd00"\n')
    played.must("report", "workbook", "a.xlsx", "--club-style", "club.toml")
    book = load_workbook(played.folder / "a.xlsx")
    assert book["Standings"]["A2"].value.startswith("SV Geel · main")
    assert book.properties.creator == "SV Geel"
    assert len(book["Standings"]._images) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[colours]\nmain = 'red'", "“red” of colours.main is no colour; write it as #9b1c31."),
        ("naam = 'x'", "There is nothing called naam in a club style; choose name, logo or"),
        ("logo = 'x.png'", "There is no file x.png for the logo beside it."),
        ("name = 1", "The value of name is written between quotation marks."),
        ("colours = 1", "What belongs to colours stands below a line [colours]."),
        ("name", "It is no TOML that can be read:"),
    ],
)
def test_a_style_that_cannot_be_used(played: CommandLine, text: str, says: str) -> None:
    (played.folder / "club.toml").write_text(text)
    for kind in (["workbook", "a.xlsx"], ["chart", "players", "a.png"]):
        ran = played("report", *kind, "--club-style", "club.toml")
        assert ran.code == 5
        assert f"Error: club.toml: {says}" in ran.err
    assert not list(played.folder.glob("a.*"))


def test_a_style_that_is_not_there(played: CommandLine) -> None:
    ran = played("report", "workbook", "a.xlsx", "--club-style", "none.toml", "--lang", "nl")
    assert (ran.code, ran.out) == (5, "")
    assert ran.err.splitlines()[0] == "Fout: none.toml: Dit bestand bestaat niet."


@pytest.mark.parametrize("kind", [key for key, each in CHARTS.items() if each.shows == "board"])
def test_every_chart(played: CommandLine, kind: str) -> None:
    assert played.must("report", "chart", kind, "a.png").out == "Written: a.png\n"
    with Image.open(played.folder / "a.png") as picture:
        assert picture.width == 1696


def test_a_chart_of_chosen_players(played: CommandLine) -> None:
    played.must("report", "chart", "history", "all.svg")
    played.must("report", "chart", "history", "two.svg", "--player", "anna", "--player", "COR")
    sizes = [(played.folder / name).stat().st_size for name in ("two.svg", "all.svg")]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["chart", "pie", "a.png"], 2, "There is no chart pie; there is history, players,"),
        (["chart", "history", "a.jpg"], 5, "a.jpg: A file with this ending cannot be written"),
        (["chart", "history", "a.png", "--player", "Ano"], 3, "Ano"),
        (["chart", "history", "a.png", *["--player", "Anna"] * 9], 2, "at most 8 players; here"),
        (["chart", "distribution", "a.png", "--player", "Anna"], 2, "--player and distribution do"),
        (["chart", "history", "a.png", "--event", "x"], 2, "--event and history do not"),
        (["chart", "event-race", "a.png", "--season", "x"], 2, "--season and event-race do not"),
        (["chart", "event-race", "a.png", "--pool", "x"], 2, "--pool and event-race do not"),
        (["chart", "season-race", "a.png", "--pool", "x"], 2, "--pool and season-race do not"),
        (["csv", "a.csv", "--event", "x"], 2, "--event and --table standings do not go together"),
        (["csv", "a.csv", "--table", "season", "--pool", "main"], 2, "--pool and --table season"),
        (["csv", "a.csv", "--table", "event", "--season", "x"], 2, "--season and --table event"),
        (["workbook", "a.csv"], 5, "it must end in .xlsx"),
        (["csv", "a.xlsx"], 5, "it must end in .csv or .txt"),
        (["csv", "--table", "moons"], 2, "There is no table moons; choose standings, history,"),
        (["json", "a.txt"], 5, "it must end in .json"),
        (["text", "none/a.txt"], 5, "There is no such folder to write it in."),
        (["text", "--pool", "none"], 3, "none"),
        (["text", "--as-of", "2020-01-01"], 3, "no rated game yet on or before that day"),
    ],
)
def test_what_cannot_be_done(played: CommandLine, words: list[str], code: int, says: str) -> None:
    ran = played("report", *words)
    assert ran.code == code
    assert says in ran.err
    assert ran.out == ""
    assert not list(played.folder.glob("a.*"))


def test_somebody_who_never_played_cannot_be_drawn(played: CommandLine) -> None:
    played.must("player", "add", "Eef")
    ran = played("report", "chart", "history", "a.png", "--player", "Eef")
    assert ran.code == 3
    assert "Eef has no rated game yet on or before that day." in ran.err


def test_events_and_seasons_as_of_a_day(club: CommandLine) -> None:
    club.must("season", "add", "Winter", "--rules", "best-5-of-7")
    for day in ("2026-03-06", "2026-03-13"):
        name = f"Evening {day}"
        club.must("event", "add", name, "--date", day, "--season", "Winter", "--rounds", "1")
        club.must("event", "arrive", "--add-players", "Anna", "Bram", "Cor", "Dina")
        club.must("event", "draw")
        first, second = ("Anna", "Bram") if day == "2026-03-06" else ("Bram", "Anna")
        club.must("event", "record", f"{first}=26", f"{second}=52", "Cor=78", "Dina=104")
        club.must("event", "finish")

    def written(as_of: str | None, *words: str) -> str:
        day = [] if as_of is None else ["--as-of", as_of]
        return club.must("report", *words, *day).out

    for words in (("csv", "--table", "season"), ("csv", "--table", "event"), ("json",)):
        last, first, exact = (written(d, *words) for d in (None, "2026-03-12", "2026-03-13"))
        assert first != last == exact
    assert "13 Mar" in written(None, "csv", "--table", "season")
    assert "13 Mar" not in written("2026-03-12", "csv", "--table", "season")
    before = json.loads(written("2026-03-12", "json"))
    assert [each["date"] for each in before["season"]["played"]] == ["2026-03-06"]
    assert [each["date"] for each in before["events"]] == ["2026-03-06"]
    for words in (["csv", "--table", "event"], ["json"], ["chart", "event-race", "a.png"]):
        late = club("report", *words, "--event", "#2", "--as-of", "2026-03-12", "--lang", "nl")
        assert late.code == 3
        assert "Evening 2026-03-13 is op 2026-03-13, na 2026-03-12." in late.err
    for shown, says in (
        ("event", "Op 2026-03-01 was nog van geen avond of toernooi een ronde gespeeld."),
        ("season", "In de competitie Winter was op 2026-03-01 nog niets gespeeld."),
    ):
        early = club("report", "csv", "--table", shown, "--as-of", "2026-03-01", "--lang", "nl")
        assert (early.code, early.out) == (3, "")
        assert says in early.err


def test_text_for_mail_and_chat(played: CommandLine) -> None:
    ran = played.must("report", "text", "--lang", "nl")
    assert ran.out.startswith("De Schoppenvrouw · main\nStand op 13 maart 2026\n")
    assert "Uitslagen van 13 maart 2026" in ran.out
    assert ran.err == ""
    played.must("report", "text", "stand.txt", "--lang", "nl")
    assert (played.folder / "stand.txt").read_text("utf-8") == ran.out


@pytest.mark.parametrize("table", [key for key, each in TABLES.items() if each.shows == "board"])
def test_every_table_as_csv(played: CommandLine, table: str) -> None:
    played.must("report", "csv", "a.csv", "--table", table)
    content = (played.folder / "a.csv").read_bytes()
    assert content.endswith(b"\r\n")
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) > 1
    if table == "standings":
        assert rows[0][:4] == ["Place", "Player", "Rating", "Change"]
        assert ran_to_screen(played) == rows


def ran_to_screen(club: CommandLine) -> list[list[str]]:
    return list(csv.reader(io.StringIO(club.must("report", "csv").out, newline="")))


def test_csv_for_dutch_excel(played: CommandLine) -> None:
    played.must("report", "csv", "a.csv", "--excel-nl", "--lang", "nl")
    content = (played.folder / "a.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfPlaats;Speler;Rating;Verschil;")
    assert b";1,50;" in content
    assert content.count(b"\xef\xbb\xbf") == 1
    assert played.must("report", "csv", "--excel-nl").out.startswith("\ufeffPlace;Player;")


def test_json_for_other_programs(played: CommandLine) -> None:
    document = played.must("report", "json").json()
    assert [standing["player"] for standing in document["standings"]] == [
        "Bram", "Anna", "Dina", "Cor",
    ]  # fmt: skip
    assert document["standings"][0]["player_id"] == 2
    played.must("report", "json", "a.json", "--as-of", "2026-03-06")
    assert '"as_of": "2026-03-06"' in (played.folder / "a.json").read_text("utf-8")


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.json", "a.txt"])
def test_a_file_that_is_open_elsewhere_is_left_alone(played: CommandLine, name: str) -> None:
    kind = {"xlsx": "workbook", "txt": "text"}.get(name[2:], name[2:])
    (played.folder / name).write_text("old")
    (played.folder / f"~${name}").touch()
    ran = played("report", kind, name)
    assert ran.code == 5
    assert "Close the file in Excel." in ran.err
    assert (played.folder / name).read_text() == "old"


def test_a_long_history_is_offered_as_csv(
    played: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hearts_admin.cli.report.MUCH_FOR_A_SPREADSHEET", 11)
    ran = played.must("report", "workbook", "a.xlsx")
    assert ran.err == (
        "The rating history has 12 rows, much for a spreadsheet. As CSV: "
        "hearts-admin report csv history.csv --table history\n"
    )
    monkeypatch.setattr("hearts_admin.cli.report.MUCH_FOR_A_SPREADSHEET", 12)
    assert played.must("report", "workbook", "a.xlsx").err == ""


# -- cases from practice (ADMIN.md) ------------------------------------------------------------


def test_one_line_for_each_person_however_the_files_spell_them(bare: CommandLine) -> None:
    """Case 13: cp1252, UTF-8 with BOM, decomposed accents, the ij ligature, NBSP, blanks."""
    bare.found(names=())
    heading = "date,game,player,place\n"
    spellings = (
        ("utf-8-sig", "Zoë Smit", "IJsbrand Vos", "Anna Bos", "René Mol"),
        ("cp1252", "Zoë Smit ", "IJsbrand\xa0Vos", " Anna Bos", "René  Mol"),
        ("utf-8", "Zoe\u0308 Smit", "\u0132sbrand Vos", "Anna Bos\u00a0", "Rene\u0301 Mol"),
    )
    for number, (encoding, *names) in enumerate(spellings, start=1):
        rows = "".join(f"2026-03-0{number},1,{n},{p}\n" for p, n in enumerate(names, start=1))
        (bare.folder / "games.csv").write_bytes((heading + rows).encode(encoding))
        bare.must("result", "import", "games.csv", "--add-players")
    bare.must("report", "workbook", "a.xlsx")
    standings = records(load_workbook(bare.folder / "a.xlsx")["Standings"])
    assert [(row["Player"], row["Games"]) for row in standings] == [
        ("Zoë Smit", 3),
        ("IJsbrand Vos", 3),
        ("Anna Bos", 3),
        ("René Mol", 3),
    ]


def test_after_midnight_it_is_still_the_same_evening(played: CommandLine) -> None:
    """Case 14: 00:30 belongs to the evening; the night the clock goes back sorts once."""
    seats = ("Anna=26", "Bram=52", "Cor=78", "Dina=104")
    played.must("result", "record", "--date", "2025-10-25", "--time", "23:30", *seats)
    played.must("result", "record", "--date", "2025-10-26", "--time", "00:30", *seats)
    played.must("result", "record", "--date", "2025-10-26", "--time", "02:30", *seats)
    played.must("report", "workbook", "a.xlsx")
    rows = records(load_workbook(played.folder / "a.xlsx")["Results"])
    evening = [row["Game"] for row in rows if row["Date"].isoformat()[:10] == "2025-10-25"]
    assert evening == [3, 4, 5]


def test_text_is_text_and_numbers_can_be_added_up(club: CommandLine) -> None:
    """Case 15: "3-4" stays text, a score an integer; a player called =HYPERLINK(...) is text."""
    name = '=HYPERLINK("http://example.org")'
    seats = (f"{name}=26", "+31=52", "-5=78", "@all=104")
    club.must("result", "record", "--add-players", "--label", "3-4", "--", *seats)
    club.must("report", "workbook", "a.xlsx")
    book = load_workbook(club.folder / "a.xlsx")
    assert inspect(club.folder / "a.xlsx") == []
    (row,) = records(book["Results"])
    assert [row[f"Player {n}"] for n in range(1, 5)] == [name, "+31", "-5", "@all"]
    assert row["Label"] == "3-4"
    assert sum(row[f"Points {n}"] for n in range(1, 5)) == 260
    club.must("report", "csv", "a.csv", "--table", "results")
    head, line = csv.reader((club.folder / "a.csv").read_text("utf-8").splitlines())
    cells = dict(zip(head, line, strict=True))
    assert [cells[f"Player {n}"] for n in range(1, 5)] == [f"'{name}", "'+31", "'-5", "'@all"]
    assert cells["± 4"] == "-16"  # a negative number stays one
