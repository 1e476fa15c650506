"""Whole files of results: all problems told, nothing stored on any, the same twice nothing new."""

import time

import pytest
from clubhouse import Clubhouse, act, codes, lines
from records import void

from hearts_admin.errors import FileFault, Refused
from hearts_admin.services.club import init_club
from hearts_admin.services.results import show_result
from hearts_admin.services.shelf import TYPED

HEADING = "date,game,player,points\n"
PEOPLE = ("Anna", "Bram", "Cor", "Dina")
POINTS = (26, 52, 78, 104)


def game(label="a", day="2026-03-07", points=POINTS, people=PEOPLE):
    return "".join(f"{day},{label},{who},{own}\n" for who, own in zip(people, points, strict=True))


def refused(club, content, kind=Refused, **options):
    """The error of a file that is refused; nothing of it is stored."""
    before = club.tables()
    with pytest.raises(kind) as caught:
        club.import_results(content, **options)
    assert club.tables() == before
    return caught.value


class TestGoodFiles:
    def test_games_become_results(self, club):
        told = []
        report = club.import_results(
            HEADING + game("b") + game("a", people=("Eva", "Cor", "Bram", "Anna")),
            rules="american",
            progress=lambda done, total: told.append((done, total)),
        )
        assert (report.games, report.known, report.skipped, report.problems) == (2, 0, 0, ())
        assert [(r.id, r.label, r.rules) for r in report.stored] == [
            (1, "b", "american"),
            (2, "a", "american"),
        ]
        assert [result.label for result in club.results()] == ["a", "b"]
        assert [seat.player for seat in report.stored[1].seats] == ["Eva", "Cor", "Bram", "Anna"]
        assert told[-1] == (2, 2)
        club.fingerprint()

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_every_kind_of_text_file(self, club, encoding, separator, end):
        text = "Datum,Spel,Speler,Punten\n" + game(people=("Anna", "Zoë", "Cor", "Dina"))
        content = text.replace(",", separator).replace("\n", end).encode(encoding)
        report = club.import_results(content, add_players=True)
        assert report.added == ("Zoë",)
        assert [seat.player for seat in report.stored[0].seats] == ["Anna", "Zoë", "Cor", "Dina"]

    def test_spellings_of_one_person(self, club):
        club.add("IJsbrand", "René")
        people = ("\u0132SBRAND", "Rene\u0301", "  anna\u00a0", "Dina")
        report = club.import_results(HEADING + game(people=people))
        assert [seat.player for seat in report.stored[0].seats] == [
            "IJsbrand",
            "René",
            "Anna",
            "Dina",
        ]

    def test_places(self, club):
        text = HEADING.replace("points", "plaats") + game(points=(1, 2, 2, 4))
        result = club.import_results(text).stored[0]
        assert [(seat.points, seat.place) for seat in result.seats] == [
            (None, 1),
            (None, 2),
            (None, 2),
            (None, 4),
        ]

    def test_people_are_added_once_in_the_order_of_the_file(self, empty):
        text = HEADING + game("a") + game("b", people=("Dina", "gijs", "ANNA", "Bram"))
        report = empty.import_results(text, add_players=True)
        assert report.added == (*PEOPLE, "gijs")
        assert [seat.player for seat in report.stored[1].seats] == ["Dina", "gijs", "Anna", "Bram"]

    def test_order_of_rows_and_games_is_of_no_importance(self, found):
        games = [
            game(str(number), f"2026-03-{number:02}", people=people)
            for number, people in enumerate(
                [
                    PEOPLE,
                    PEOPLE[::-1],
                    ("Eva", "Anna", "Cor", "Fenna"),
                    ("Bram", "Cor", "Eva", "Dina"),
                ],
                start=1,
            )
        ]
        clubs = [found("Anna", "Bram", "Cor", "Dina", "Eva", "Fenna") for _ in range(3)]
        clubs[0].import_results(HEADING + "".join(games))
        clubs[1].import_results(HEADING + "".join(games[::-1]))  # newest first
        for one in (games[2], games[0], games[3], games[1]):
            clubs[2].import_results(HEADING + one)
        assert len({club.fingerprint() for club in clubs}) == 1  # ADMIN.md, case 9

    def test_a_target_for_all(self, club):
        text = HEADING + game(points=(0, 10, 16, 52))
        assert codes(refused(club, text, rules="american")) == ["totals.none_at_target"]
        report = club.import_results(text, rules="american", target=50)
        assert show_result(club.store, report.stored[0].id).target == 50


class TestKnownGames:
    def test_the_same_file_twice_adds_nothing(self, club):
        text = HEADING + game("a") + game("b", points=(1, 1, 1, 5)) + game("c", "2026-03-08")
        assert len(club.import_results(text).stored) == 3
        before = club.tables()
        again = club.import_results(text)
        assert (again.stored, again.known, again.problems, again.change) == ((), 3, (), None)
        assert club.tables() == before

    def test_other_rules_for_games_that_are_known_leave_nothing_behind(self, club):
        club.import_results(HEADING + game())
        before = club.tables()
        assert club.import_results(HEADING + game(), rules="american").change is None
        assert club.tables() == before

    @pytest.mark.parametrize(
        "again",
        [
            game("a", people=PEOPLE[::-1], points=POINTS[::-1]),
            game("A"),
            game(" a "),
            game("a", day="7-3-2026"),
            game("a", people=("ANNA", "bram", "Cor", "Dina")),
        ],
        ids=["other seats", "other case", "blanks", "another notation of the day", "spellings"],
    )
    def test_the_same_game_in_other_words_is_known(self, club, again):
        club.import_results(HEADING + game("a"))
        report = club.import_results(HEADING + again)
        assert (report.stored, report.known) == ((), 1)

    def test_a_number_with_zeros_before_it_is_the_same_number(self, club):
        # Spreadsheets write 7 and 07; both have the same place in the order of facts.
        club.import_results(HEADING + game("7"))
        assert club.import_results(HEADING + game("07")).known == 1
        once = club.import_results(HEADING + game("8") + game("08"))
        assert (len(once.stored), once.known) == (1, 1)

    def test_other_points_are_told_and_not_stored_again(self, club):
        # ADMIN.md, case 17: one row edited is no second game.
        club.import_results(HEADING + game("a"))
        error = refused(club, HEADING + game("a", points=(52, 26, 78, 104)))
        assert [(p.code, p.line, dict(p.fields)) for p in error.problems] == [
            (
                "row.differs",
                2,
                {"game": "a", "id": 1, "seats": '"Anna=52" "Bram=26" "Cor=78" "Dina=104"'},
            )
        ]

    def test_one_other_player_is_told_too(self, club):
        club.import_results(HEADING + game("a"))
        error = refused(club, HEADING + game("a", people=("Anna", "Bram", "Cor", "Eva")))
        assert [(p.code, p.fields["id"]) for p in error.problems] == [("row.other_player", 1)]

    def test_one_other_player_who_is_new_is_told_and_not_added(self, club):
        club.import_results(HEADING + game("a"))
        text = HEADING + game("a", people=("Anna", "Bram", "Cor", "Gijs"))
        report = club.import_results(text, add_players=True, skip_problems=True)
        assert (codes(report), report.added, report.change) == (["row.other_player"], (), None)
        assert report.problems[0].fields["seats"].endswith('"Gijs=104" --add-players')
        # Without leave to add anybody, an unknown name is what is wrong.
        assert codes(refused(club, text)) == ["player.unknown"]

    def test_two_rows_of_one_file_that_contradict_each_other(self, club):
        """Nothing is stored that could be corrected: the organiser has to say which is right."""
        text = HEADING + game("7") + game("b") + game("07", points=(52, 26, 78, 104))
        (problem,) = refused(club, text).problems
        assert (problem.code, problem.line) == ("row.contradicts", 10)
        assert (problem.fields["other_line"], problem.fields["other_sheet"]) == (2, None)
        report = club.import_results(text, skip_problems=True)
        assert [result.label for result in report.stored] == ["7", "b"]

    def test_what_was_stored_and_voided_is_to_be_restored_first(self, club):
        club.import_results(HEADING + game("a"))
        void(club, 1)
        assert club.import_results(HEADING + game("a")).known == 1  # nothing new about it
        (problem,) = refused(club, HEADING + game("a", points=(52, 26, 78, 104))).problems
        assert (problem.code, problem.fields["id"]) == ("row.differs_void", 1)

    def test_two_other_players_are_another_table_with_the_same_label(self, club):
        club.import_results(HEADING + game("a"))
        report = club.import_results(HEADING + game("a", people=("Anna", "Bram", "Eva", "Fenna")))
        assert len(report.stored) == 1

    def test_the_same_label_on_another_day_is_another_game(self, club):
        club.import_results(HEADING + game("a"))
        assert len(club.import_results(HEADING + game("a", "2026-03-08")).stored) == 1

    def test_what_was_typed_is_there_already(self, club):
        club.record("Cor=78 Dina=104 Anna=26 Bram=52", date="2026-03-07")
        report = club.import_results(HEADING + game("tafel 1"))
        assert (report.stored, report.known, report.change) == ((), 1, None)

    def test_what_was_typed_once_and_stands_twice_in_the_file_is_one_more(self, club):
        club.record(date="2026-03-07")
        text = HEADING + game("x") + game("y")
        report = club.import_results(text)
        assert ([r.label for r in report.stored], report.known) == (["y"], 1)
        assert club.import_results(text).known == 2

    @pytest.mark.parametrize("command", TYPED)
    def test_whatever_it_was_typed_with(self, club, command):
        club.record(date="2026-03-07", command=command)
        assert club.import_results(HEADING + game("x")).known == 1

    def test_what_was_typed_stays_known_through_undo_and_redo(self, club):
        club.record(date="2026-03-07", command="result enter")
        club.undo(club.undo().change.id)
        assert club.import_results(HEADING + game("x")).known == 1

    def test_what_was_imported_with_another_label_is_another_game(self, club):
        club.import_results(HEADING + game("a"))
        assert len(club.import_results(HEADING + game("b")).stored) == 1

    def test_a_label_the_program_made_up_proposes_no_correction_of_players(self, club):
        club.record(date="2026-03-07")  # label 1
        report = club.import_results(HEADING + game("1", people=("Anna", "Bram", "Cor", "Eva")))
        assert len(report.stored) == 1


class TestProblems:
    def test_all_problems_of_a_file_with_their_lines_and_nothing_stored(self, club):
        text = (
            HEADING
            + game("good")
            + game("sum", points=(23, 45, 8, 31))
            + game("dash", points=(26, "-", 78, 104))
            + game("none", day="2026-02-30")
            + game("twice", people=("Anna", "anna ", "Cor", "Dina"))
            + game("same", people=("Anna", "Anna", "Cor", "Dina"))
            + game("who", people=("Ana", "Bram", "Quirinius", "Dina"))
            + game("late", day="2062-03-07")
            + game("small", people=PEOPLE[:3], points=POINTS[:3])
        )
        error = refused(club, text, rules="american")
        assert (error.code, error.exit_code, error.fields["count"]) == ("import.refused", 3, 9)
        assert lines(error) == [
            (6, "totals.sum"),
            (11, "row.no_points"),
            (14, "row.bad_date"),
            (18, "entry.same_person"),
            (22, "entry.twice"),
            (26, "player.unknown_near"),
            (26, "player.unknown"),
            (30, "row.future"),
            (34, "row.table_size"),
        ]

    def test_the_good_games_where_problems_are_skipped(self, club):
        text = HEADING + game("good") + game("dash", points=(26, "-", 78, 104)) + game("fine")
        report = club.import_results(text, skip_problems=True)
        assert [result.label for result in report.stored] == ["good", "fine"]
        assert (report.games, report.skipped, lines(report)) == (3, 1, [(7, "row.no_points")])
        again = club.import_results(text, skip_problems=True)
        assert (again.stored, again.known, again.skipped, again.change) == ((), 2, 1, None)
        club.fingerprint()

    def test_nobody_is_added_for_a_game_that_is_refused(self, empty):
        text = (
            HEADING
            + game("sum", points=(23, 45, 8, 31))
            + game("twice", people=("Eva", "Fenna", "Gijs", "GIJS"))
            + game("number", people=("Hilde", "Iris", "#17", "Jan"))
            + game("name", people=("Karel", "Loes", "Mi\u200bes", "Nel"))
            + game("good", people=("Otto", "Piet", "Quint", "Rik"))
        )
        report = empty.import_results(text, add_players=True, skip_problems=True, rules="american")
        assert report.added == ("Otto", "Piet", "Quint", "Rik")
        assert len(empty.sql("SELECT 1 FROM player")) == 4
        assert lines(report) == [
            (2, "totals.sum"),
            (6, "entry.same_person"),
            (
                10,
                "player.unknown_near"
                if report.problems[2].fields.get("nearest")
                else "player.unknown",
            ),
            (14, "player.no_name"),
        ]

    def test_a_dry_run_reports_the_same_and_keeps_nothing(self, club):
        before = club.tables()
        rehearsed = club.import_results(HEADING + game(), dry_run=True)
        assert club.tables() == before
        done = club.import_results(HEADING + game())
        assert rehearsed.change is None
        assert rehearsed.stored == done.stored

    def test_a_day_in_the_future_with_a_yes(self, club):
        report = club.import_results(HEADING + game(day="2062-03-07"), yes=True)
        assert len(report.stored) == 1

    @pytest.mark.parametrize(
        ("content", "code"),
        [
            (b"", "input.empty"),
            (b"\x89PNG\r\n\x1a\n\0\0\0", "input.not_text"),
            (b"Anna;23\nBram;45\n", "input.no_heading"),
            (HEADING.encode() + b'"2026-03-07,a,Anna,26\n', "input.malformed"),
        ],
    )
    def test_a_file_that_cannot_be_read(self, club, content, code):
        error = refused(club, content, FileFault)
        assert (error.code, error.exit_code) == (code, 5)
        assert error.fields["file"].endswith("file.csv")

    def test_a_file_that_is_not_there(self, club):
        from hearts_admin.services.imports import import_results

        with pytest.raises(FileFault) as caught:
            import_results(club.store, act(), club.path.with_name("none.csv"))
        assert caught.value.code == "input.missing"

    def test_rules_that_do_not_exist(self, club):
        assert refused(club, HEADING + game(), rules="amerikaans").code == "rules.refused"

    def test_a_heading_alone_is_no_problem_and_no_change(self, club):
        report = club.import_results(HEADING)
        assert (report.games, report.stored, report.change) == (0, (), None)

    def test_the_clubs_rules_hold_for_files(self, tmp_path):
        path = tmp_path / "american.db"
        init_club(str(path), act("club init"), name="De Harten", rules="american")
        club = Clubhouse(path)
        club.add(*PEOPLE)
        assert codes(refused(club, HEADING + game(points=(23, 45, 8, 31)))) == ["totals.sum"]
        assert club.import_results(HEADING + game()).stored[0].rules == "american"
        club.close()


def test_a_long_season_in_a_few_seconds(empty):
    """20,000 rows; a wrong name costs no more where it stands five hundred times."""
    people = [f"Speler {chr(97 + number % 26)}{number}" for number in range(400)]
    rows = []
    for number in range(5_000):
        # Steps of equal size, fewer than four hundred in all: four different people.
        four = [people[(number + (1 + number % 130) * seat) % 400] for seat in range(4)]
        if number % 10 == 0:
            four[0] = "Spelr van elders"
        day = f"{2010 + number // 500}-{1 + number // 50 % 10:02}-{1 + number // 5 % 10:02}"
        rows += [f"{day},{number},{who},{place}" for place, who in enumerate(four, start=1)]
    empty.add(*people)
    text = "date,game,player,place\n" + "\n".join(rows)
    began = time.perf_counter()
    report = empty.import_results(text, skip_problems=True)
    assert time.perf_counter() - began < 10  # measured: 1.2 s
    assert (len(report.stored), report.skipped) == (4_500, 500)
    assert len(empty.ratings()) == 400
