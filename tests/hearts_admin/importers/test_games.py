"""Results in long form: rows into games, and everything that can be wrong with them."""

import datetime as dt

import pytest

from hearts_admin.errors import FileFault
from hearts_admin.importers.cells import parse_date
from hearts_admin.importers.games import POINTS_LIMIT, read_games

HEADING = "date,game,player,points\n"


@pytest.fixture
def read(tmp_path):
    def from_text(text):
        path = tmp_path / "games.csv"
        path.write_text(text, encoding="utf-8", newline="")
        return read_games(path)

    return from_text


def game(
    label="a", day="2026-03-14", points=(26, 52, 78, 104), people=("Anna", "Bram", "Cor", "Dina")
):
    return "".join(f"{day},{label},{who},{own}\n" for who, own in zip(people, points, strict=True))


def found(file):
    return [(problem.line, problem.code, dict(problem.fields)) for problem in file.problems]


class TestGames:
    def test_one_game(self, read):
        file = read(HEADING + game())
        (only,) = file.games
        assert (only.line, only.day, only.label) == (2, dt.date(2026, 3, 14), "a")
        assert only.seats == (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))
        assert not only.by_place
        assert (file.total, file.problems) == (1, ())

    @pytest.mark.parametrize(
        "heading",
        [
            "datum;spel;speler;punten",
            "Dag;Potje;Naam;Strafpunten",
            "Gespeeld op;Partij;Speler;Minpunten",
            "Date;Game number;Player;Score",
            "DATUM;NR;SPELER;PUNTEN",
        ],
    )
    def test_headings(self, read, heading):
        file = read(heading + "\n" + game().replace(",", ";"))
        assert len(file.games) == 1

    @pytest.mark.parametrize("heading", ["place", "plaats", "rank", "Plek", "positie"])
    def test_places(self, read, heading):
        file = read(f"date,game,player,{heading}\n" + game(points=(1, 2, 2, 4)))
        assert file.games[0].by_place
        assert [number for _, number in file.games[0].seats] == [1, 2, 2, 4]

    def test_points_count_where_both_are_given(self, read):
        rows = "".join(
            f"2026-03-14,a,{who},{place},{points}\n"
            for who, place, points in (("A", 4, 26), ("B", 3, 52), ("C", 2, 78), ("D", 1, 104))
        )
        file = read("date,game,player,place,points\n" + rows)
        assert [number for _, number in file.games[0].seats] == [26, 52, 78, 104]
        assert not file.games[0].by_place

    def test_rows_of_a_game_need_not_stand_together(self, read):
        one, other = game("a").splitlines(True), game("b").splitlines(True)
        file = read(HEADING + "".join(x + y for x, y in zip(one, other, strict=True)))
        assert [(g.line, g.label) for g in file.games] == [(2, "a"), (3, "b")]
        assert [who for who, _ in file.games[1].seats] == ["Anna", "Bram", "Cor", "Dina"]

    def test_one_label_on_two_days_is_two_games(self, read):
        file = read(HEADING + game() + game(day="2026-03-15"))
        assert len(file.games) == 2

    def test_one_day_in_two_notations_is_one_game(self, read):
        rows = game().splitlines(True)
        rows[2] = rows[2].replace("2026-03-14", "14-3-2026")
        file = read(HEADING + "".join(rows))
        assert (len(file.games), file.total, file.problems) == (1, 1, ())

    def test_negative_points(self, read):
        file = read(HEADING + game(points=(-26, 0, "\u221212", 100)))
        assert [number for _, number in file.games[0].seats] == [-26, 0, -12, 100]


class TestProblems:
    @pytest.mark.parametrize("value", ["", "-", " "])
    def test_missing_points_are_neither_zero_nor_rated(self, read, value):
        file = read(HEADING + game(points=(26, value, 78, 104)))
        assert file.games == ()
        assert found(file) == [(3, "row.no_points", {"player": "Bram", "value": value.strip()})]

    @pytest.mark.parametrize("value", ["DNF", "x", "12.5", "1e2", str(POINTS_LIMIT + 1), "9" * 30])
    def test_points_that_are_none(self, read, value):
        file = read(HEADING + game(points=(26, value, 78, 104)))
        assert found(file) == [(3, "row.bad_points", {"player": "Bram", "value": value})]

    @pytest.mark.parametrize(
        ("value", "code"),
        [("", "row.no_place"), ("-", "row.no_place"), ("DNF", "row.bad_place"),
         ("0", "row.bad_place"), ("5", "row.bad_place"), ("-1", "row.bad_place")],
    )  # fmt: skip
    def test_places_that_are_none(self, read, value, code):
        file = read("date,game,player,place\n" + game(points=(1, 2, 3, value)))
        assert [(line, said) for line, said, _ in found(file)] == [(5, code)]

    @pytest.mark.parametrize("seats", [1, 2, 3, 5, 8])
    def test_tables_of_another_size(self, read, seats):
        people = "ABCDEFGH"[:seats]
        file = read(HEADING + game(people=people, points=range(seats)) + game("b"))
        assert found(file) == [(2, "row.table_size", {"game": "a", "seats": seats})]
        assert (len(file.games), file.total) == (1, 2)

    def test_every_problem_of_a_game_is_told(self, read):
        file = read(HEADING + "2026-13-41,a,,1\n2026-13-41,a,Bram,x\n2026-13-41,a,Cor,\n")
        assert [(line, code) for line, code, _ in found(file)] == [
            (2, "row.bad_date"),
            (2, "row.no_player"),
            (3, "row.bad_points"),
            (4, "row.no_points"),
            (2, "row.table_size"),
        ]

    def test_no_date_and_no_game(self, read):
        file = read(HEADING + game(day="").replace(",a,", ",b,") + game(label=""))
        assert [(line, code) for line, code, _ in found(file)] == [
            (2, "row.no_date"),
            *((line, "row.no_game") for line in (6, 7, 8, 9)),
        ]

    def test_lines_are_those_of_the_file(self, read):
        text = "Seizoen 2026\r\n\r\n" + (HEADING + '2026-03-14,a,"Anna\nde Vries",26\n').replace(
            "\n", "\r\n"
        )
        file = read(text + "2026-03-14,a,Bram,x\r\n")
        assert [(line, code) for line, code, _ in found(file)] == [
            (6, "row.bad_points"),
            (4, "row.table_size"),
        ]

    def test_neither_points_nor_places(self, read):
        with pytest.raises(FileFault) as caught:
            read("date,game,player\n2026-03-14,a,Anna\n")
        assert caught.value.code == "input.no_heading"
        assert caught.value.fields["lacking"] == ("points",)
        assert caught.value.fields["headed"] == ("date", "game", "player")

    @pytest.mark.parametrize(
        ("heading", "day", "lacking"),
        [
            ("datum;spel;punten", None, ["player"]),
            ("toernooi;tafel;speler", None, ["date", "points"]),
            ("toernooi;tafel;speler", dt.date(2026, 3, 14), ["points"]),
            ("plaats;datum", None, ["game", "player"]),
            ("nr;naam", dt.date(2026, 3, 14), ["game", "points"]),
        ],
    )
    def test_what_a_heading_lacks(self, tmp_path, heading, day, lacking):
        """Each of these is enough once what it lacks is there."""
        path = tmp_path / "games.csv"
        path.write_text(f"Uitslagen\n{heading}\nx;y;z\n")
        with pytest.raises(FileFault) as caught:
            read_games(path, day=day)
        fields = caught.value.fields
        assert (list(fields["lacking"]), fields["at"]) == (lacking, 2)
        words = {"date": "datum", "game": "partij", "player": "speler", "points": "punten"}
        whole = ";".join([heading, *map(words.__getitem__, lacking)])
        path.write_text(f"Uitslagen\n{whole}\nx;y;z;1;2;3;4;5\n")
        assert read_games(path, day=day).problems


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-14", (2026, 3, 14)),
        ("2026-3-4", (2026, 3, 4)),
        ("14-3-2026", (2026, 3, 14)),  # day first, as the Dutch write it
        ("04/05/2026", (2026, 5, 4)),
        ("4.5.2026", (2026, 5, 4)),
        ("29-2-2024", (2024, 2, 29)),
        ("2025/03/28", (2025, 3, 28)),
        ("2025.3.28", (2025, 3, 28)),
        ("28-mrt-25", (2025, 3, 28)),
        ("4-mrt-25", (2025, 3, 4)),
        ("28 maart 2025", (2025, 3, 28)),
        ("28 mrt. '25", (2025, 3, 28)),
        ("5 May 2025", (2025, 5, 5)),
        ("March 28, 2025", (2025, 3, 28)),
        ("28/3/25", (2025, 3, 28)),  # no month has the number 28
        ("14-3-26", (2026, 3, 14)),
        ("vr 28-03-2025", (2025, 3, 28)),
        ("Zaterdag 14 maart 2026", (2026, 3, 14)),
        ("Fri, 28 Mar 2025", (2025, 3, 28)),
        ("2025-03-28 20:15:00", (2025, 3, 28)),
        ("2025-03-28T20:15:00.000Z", (2025, 3, 28)),
        ("28-3-2025 20.15 uur", (2025, 3, 28)),
    ],
)
def test_dates(text, day):
    assert parse_date(text) == dt.date(*day)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-02-30",
        "29-2-2026",
        "13/14/2026",
        "2026-13-41",
        "4-3-26",  # the fourth of March or the third of April
        "04/03/26 20:15",
        "2025-03/28",
        "28 foo 2025",
        "30 februari 2026",
        "28 maart 202",
        "vr",
        "20:15",
        "maart",
        "maart 2025",
        "46095",
        "0-0-0000",
        "2026",
    ],
)
def test_what_is_no_date(text):
    assert parse_date(text) is None


class TestTablesOfAnEvent:
    def test_in_columns_of_a_row_a_player(self, read):
        rows = "".join(f"2026-03-14;Kerst;2;1;{name};{n}\n" for n, name in enumerate("ABCD", 1))
        (game,) = read("datum;toernooi;ronde;tafel;naam;plaats\n" + rows).games
        assert (game.label, game.draft.where) == ("2.1", ("Kerst", "2", "1"))

    def test_a_word_for_the_game_comes_first(self, read):
        rows = "".join(f"2026-03-14;x;1;{name};{n}\n" for n, name in enumerate("ABCD", 1))
        (game,) = read("datum;spel;tafel;naam;plaats\n" + rows).games
        assert (game.label, game.draft.where) == ("x", ("", "", "1"))

    def test_in_columns_of_a_row_a_game(self, read):
        text = "date;event;round;table;player 1;points 1;player 2;points 2;player 3;points 3;"
        text += "player 4;points 4\n2026-03-14;Cup;1;3;A;26;B;52;C;78;D;104\n"
        (game,) = read(text).games
        assert (game.label, game.draft.where) == ("1.3", ("Cup", "1", "3"))

    def test_a_drawn_table_that_is_not_played_yet_is_no_game(self, read):
        head = "date;game;event;round;table;player 1;points 1;player 2;points 2;player 3;points 3;"
        text = head + "player 4;points 4\n2026-03-14;;Cup;1;3;A;26;B;52;C;78;D;104\n"
        file = read(text + "2026-03-14;;Cup;1;4;E;;F;;G;;H;\n")
        assert ([game.label for game in file.games], file.total) == (["1.3"], 1)
        half = read(text + "2026-03-14;;Cup;1;4;E;1;F;;G;;H;\n")
        assert [problem.code for problem in half.problems] == ["row.no_points"] * 3
