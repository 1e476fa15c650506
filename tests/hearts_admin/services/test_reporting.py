"""The leaderboard that reports show, gathered out of a club's database."""

import datetime as dt
import zipfile
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from clubhouse import CLOCK, entry

from engine.rulesets import RULE_SETS
from hearts_admin.errors import Refused
from hearts_admin.services.adjustments import AdjustmentWanted, adjust_rating
from hearts_admin.services.feeds import FeedsWanted, set_feeds
from hearts_admin.services.identity import describe_player, merge_players
from hearts_admin.services.judging import check_file
from hearts_admin.services.ratings import explain_result, list_ratings, verify
from hearts_admin.services.replays import record_games
from hearts_admin.services.reporting import leaderboard
from hearts_admin.services.results import record_result
from reports.bulletin import bulletin
from reports.charts.registry import CHARTS
from reports.charts.theme import theme
from reports.csv import write_csv
from reports.json import write_json
from reports.language import Language
from reports.model import Player
from reports.tables.registry import TABLES
from reports.xlsx.leaderboard import write_leaderboard

LOGS = sorted((Path(__file__).parents[3] / "data" / "sample" / "logs").glob("*.hjl"))
EN, NL = Language.load("en"), Language.load("nl")


def board_of(club, **options):
    return leaderboard(club.store, CLOCK, **options)


@pytest.fixture
def season(club):
    """Six players, three evenings, the second too long after the first."""
    club.record(date="2026-01-03", rules="american", label="1")
    club.record("Eva=26 Fenna=52 Anna=78 Bram=104", date="2026-01-03", rules="american", label="2")
    club.record("Anna=30 Bram=52 Eva=74 Fenna=104", date="2026-02-07", rules="american", label="1")
    club.record("Cor=2 Anna=1 Eva=2 Dina=4", date="2026-02-14", by_place=True, label="1")
    return club


def test_standings_are_those_of_the_rating_list(season):
    board = board_of(season)
    assert [
        (s.place, s.player.name, s.rating, s.games, s.last_played, s.decay) for s in board.standings
    ] == [
        (line.place, line.player, line.rating, line.games, line.last_played, line.decay)
        for line in list_ratings(season.store).lines
    ]
    finishes = {s.player.name: s.finishes for s in board.standings}
    assert finishes["Anna"] == (3, 0, 1, 0)
    assert finishes["Cor"] == (0, 1, 1, 0)
    assert board.fingerprint == verify(season.store).fingerprint
    assert (board.as_of, board.compared_with) == (dt.date(2026, 2, 14), dt.date(2026, 2, 7))
    assert board.made_at == dt.datetime.fromisoformat("2026-03-14T21:15")


def test_equal_ratings_are_in_the_order_of_names(empty):
    empty.add("Jan de Vries", "Anna van der Berg", "Cor IJsman", "Piet Isaac")
    seats = "Jan_de_Vries=1 Anna_van_der_Berg=1 Cor_IJsman=1 Piet_Isaac=1"
    record_result(empty.store, empty.act(), entry(seats, by_place=True))
    assert [(s.place, s.player.name) for s in board_of(empty).standings] == [
        (1, "Anna van der Berg"),
        (1, "Cor IJsman"),
        (1, "Piet Isaac"),
        (1, "Jan de Vries"),
    ]


def test_changes_compare_with_the_playing_day_before(season):
    now, before = season.ratings(), season.ratings(as_of="2026-02-07")
    board = board_of(season)
    assert {s.player.name: s.change for s in board.standings} == {
        name: now[name] - before[name] for name in now
    }


def test_every_account_adds_up(season):
    board = board_of(season)
    ratings = {s.player: s.rating for s in board.standings}
    for player in board.history.players:
        points = list(board.history.account(player))
        assert points[0].cause == "start"
        assert points[-1].rating == ratings[player]
        total = points[0].rating + sum(point.change or 0 for point in points)
        assert total == ratings[player]
        for one, two in pairwise(points):
            assert one.on <= two.on


def test_decay_tells_on_which_days_it_went(season):
    """RATINGS.md, policy `club`: 14 days of grace, then a point a day, never below 1500."""
    board = board_of(season)
    anna = next(s.player for s in board.standings if s.player.name == "Anna")
    (decay,) = [p for p in board.history.account(anna) if p.cause == "decay"]
    after = [p.rating for p in board.history.account(anna) if p.on == dt.date(2026, 1, 3)][-1]
    lost = min(35 - 14, max(0, after - 1500))
    assert decay.change == -lost
    assert decay.span == (dt.date(2026, 1, 18), dt.date(2026, 1, 17) + dt.timedelta(days=lost))


def test_seats_know_their_rating_before_and_what_it_moved(season):
    board = board_of(season)
    assert len(board.results) == 4
    for result in board.results:
        explained = {s.player: s.explanation for s in explain_result(season.store, result.id).seats}
        for seat in result.seats:
            game = explained[seat.player.name]
            assert (seat.rating, seat.change) == (game.rating, game.change)


def test_as_of_a_day_the_rest_has_not_happened(season):
    board = board_of(season, as_of=dt.date(2026, 1, 3))
    assert [result.id for result in board.results] == [1, 2]
    assert {point.on for point in board.history} == {dt.date(2026, 1, 3)}
    assert board.compared_with is None
    assert board.worked.result == 2


def test_the_latest_game_is_worked_out(season):
    board = board_of(season)
    assert board.worked.result == 4
    assert [player.name for player in board.worked.players] == ["Cor", "Anna", "Eva", "Dina"]


def test_rule_sets_in_use_come_with_their_games(season):
    board = board_of(season)
    assert [(used.rules, used.games) for used in board.rules] == [(RULE_SETS["american"], 3)]


def test_an_adjustment_tells_its_reason(season):
    wanted = AdjustmentWanted("Cor", points=-12, date=dt.date(2026, 2, 14))
    adjust_rating(season.store, season.act(reason="Late again"), wanted)
    points = [point for point in board_of(season).history if point.cause == "adjustment"]
    assert [(p.player.name, p.change, p.reason) for p in points] == [("Cor", -12, "Late again")]


def test_a_void_result_is_nowhere(season):
    season.undo()
    board = board_of(season)
    assert [result.id for result in board.results] == [1, 2, 3]


def test_who_was_merged_is_one_person(season):
    season.record("Gijs=26 Fenna=52 Cor=78 Dina=104", date="2026-02-21", add_players=True)
    merge_players(season.store, season.act(), "Anna", ["Gijs"])
    board = board_of(season)
    names = {seat.player.name for result in board.results for seat in result.seats}
    assert "Gijs" not in names
    anna = next(s for s in board.standings if s.player.name == "Anna")
    assert anna.games == 5
    assert len({p.key for p in board.history.players}) == len(board.history.players) == 6


def test_each_pool_has_a_leaderboard_of_its_own(season):
    set_feeds(season.store, season.act(), FeedsWanted(feeds=(("dutch", "Dutch"),), new=("Dutch",)))
    seats = "Anna=15 Bram=30 Cor=45 Dina=60"
    record_result(season.store, season.act(), entry(seats, date="2026-02-21", rules="dutch"))
    dutch = board_of(season, pool="Dutch")
    assert dutch.pool == "Dutch"
    assert [result.rules for result in dutch.results] == ["dutch"]
    assert len(dutch.standings) == 4
    assert len(board_of(season).results) == 4
    with pytest.raises(Refused) as caught:
        board_of(season, pool="Nowhere")
    assert caught.value.code == "pool.unknown"


def test_chosen_players_are_found_in_any_spelling(season):
    board = board_of(season, players=("EVA", "anna", "Eva"))
    assert [player.name for player in board.chosen] == ["Eva", "Anna"]
    assert board_of(season).chosen == ()


def test_somebody_without_a_rated_game_cannot_be_chosen(season):
    season.add("Gerda")
    with pytest.raises(Refused) as caught:
        board_of(season, players=("Anna", "Gerda"))
    assert caught.value.code == "report.not_rated"
    assert [(p.code, p.fields["name"]) for p in caught.value.problems] == [
        ("report.no_game", "Gerda")
    ]
    with pytest.raises(Refused) as caught:
        board_of(season, players=("Nobody",))
    assert caught.value.code == "players.unknown"


def test_without_a_rated_game_there_is_nothing_to_report(club):
    with pytest.raises(Refused) as caught:
        board_of(club)
    assert caught.value.code == "report.nothing"


def test_progress_is_told_in_rows(season, monkeypatch):
    monkeypatch.setattr("hearts_admin.services.reporting.PROGRESS_STEP", 4)
    told = []
    board_of(season, progress=lambda done, total: told.append((done, total)))
    (rows,) = season.sql("SELECT count(*) FROM ledger")[0]
    assert told == [(done, rows) for done in range(0, rows, 4)]


# -- logs --------------------------------------------------------------------------------------


@pytest.fixture
def logged(empty):
    """The ten logged games of the sample."""
    games = [game for path in LOGS for game in check_file(path)]
    record_games(empty.store, empty.act(yes=True), games, add_players=True)
    return empty, games


def test_moons_are_counted_out_of_the_logs(logged):
    """Against the verdicts on the files themselves, seat by seat."""
    club, games = logged
    board = board_of(club, logs=True)
    wanted = sorted(
        (game.log.players[deal.shooter], game.log.date)
        for game in games
        for deal in game.verdict.deals
        if deal.shooter is not None
    )
    assert wanted
    found = sorted((moon.player.name, moon.on.isoformat()) for moon in board.logged.moons)
    assert found == wanted
    assert board.logged.games == len(games) == 10
    assert board.logged.deals == sum(len(game.verdict.deals) for game in games)
    assert board_of(club).logged is None


def test_a_moon_while_a_substitute_sat_there_is_nobodys(logged, tmp_path):
    club, games = logged
    shooter, number, path = next(
        (deal.shooter, deal.number, Path(game.file))
        for game in games
        for deal in game.verdict.deals
        if deal.shooter is not None
    )
    before = len(board_of(club, logs=True).logged.moons)
    lines = path.read_text("utf-8").splitlines()
    top = next(n for n, line in enumerate(lines) if line.startswith(f"H {number} "))
    lines.insert(top, f'P {"NESW"[shooter]} "Somebody else"')
    copied = tmp_path / "again.hjl"
    copied.write_text("\n".join(lines).replace("2026-03-", "2026-02-"), "utf-8")
    record_games(club.store, club.act(), check_file(copied))
    own = sum(
        deal.shooter is not None and (deal.shooter != shooter or deal.number < number)
        for game in check_file(copied)
        for deal in game.verdict.deals
    )
    assert len(board_of(club, logs=True).logged.moons) == before + own


def test_what_is_kept_beside_a_result_but_is_no_log_is_passed_over(logged):
    club, _ = logged
    blob = "UPDATE blob SET content = ? WHERE digest"
    club.tamper(f"{blob} = (SELECT min(digest) FROM blob)", b"\xff\xd8 a picture")
    club.tamper(f"{blob} = (SELECT max(digest) FROM blob)", b"N;E;S;W\n1;2;3;20\n")
    assert board_of(club, logs=True).logged.games == 8


# -- private players ---------------------------------------------------------------------------

HIDDEN = "Wilhelmina Quaedvlieg"


@pytest.fixture
def private(empty, tmp_path):
    """A club in which somebody wants to be private, and is named wherever a name can stand."""
    empty.add(HIDDEN, "Bram", "Cor", "Dina")
    for number, day in enumerate(("2026-01-03", "2026-02-07", "2026-02-14"), start=1):
        seats = f"{HIDDEN.replace(' ', '_')}=26 Bram=52 Cor=78 Dina=104"
        empty.record(seats, date=day, rules="american", label=f"table of {HIDDEN} {number}")
    empty.record(
        "Bram=1 Cor=2 Dina=3 Wilhelmina_Quaedvlieg=4",
        date="2026-02-21",
        by_place=True,
        unchecked=f"{HIDDEN} went home early",
    )
    wanted = AdjustmentWanted("Bram", points=-5, date=dt.date(2026, 2, 21))
    reason = "Argued with quaedvlieg, wilhelmina"
    adjust_rating(empty.store, empty.act(reason=reason), wanted)
    describe_player(empty.store, empty.act(), HIDDEN, private=True)
    return empty


def everything_written(board, folder: Path) -> dict[str, bytes]:
    """What every kind of report says, without compression."""
    out = {}
    for language in (EN, NL):
        path = folder / f"{language.code}.xlsx"
        write_leaderboard(board, path, language)
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                out[f"{language.code} {name}"] = archive.read(name)
        with (folder / "out").open("w+", encoding="utf-8") as stream:
            stream.write(bulletin(board, language))
            write_json(board, stream)
            for table in TABLES.values():
                write_csv(table.make(board, language), stream)
        out[f"{language.code} text"] = (folder / "out").read_bytes()
        with theme():
            for chart in CHARTS.values():
                figure = chart.draw(board, language)
                texts = [text for axes in figure.axes for text in axes.texts] + figure.texts
                said = "\n".join(text.get_text() for text in texts)
                out[f"{language.code} {chart.key}"] = said.encode()
    return out


def test_a_private_player_is_nowhere_by_name(private, tmp_path):
    board = board_of(private, players=(HIDDEN,), logs=True)
    assert board.chosen[0].name == "W. Q."
    for where, content in everything_written(board, tmp_path).items():
        for word in (b"Quaedvlieg", b"quaedvlieg", b"Wilhelmina"):
            assert word not in content, where
    assert any(point.reason == "Argued with W. Q." for point in board.history)


def test_private_initials_are_shown_where_the_name_would_be(private, tmp_path):
    said = everything_written(board_of(private), tmp_path)
    for where in ("en text", "nl text", "en history", "nl places", "en head-to-head"):
        assert b"W. Q." in said[where]
    assert b"W. Q." in said["en xl/worksheets/sheet1.xml"]


def test_no_key_of_a_player_leaves_the_club(private, tmp_path):
    """A key is made of the name: whoever guesses a name could check it (DESIGN.md, data model)."""
    keys = {key.encode() for (key,) in private.sql("SELECT key FROM player")}
    assert len(keys) == 4
    for where, content in everything_written(board_of(private), tmp_path).items():
        assert not any(key in content for key in keys), where


def test_the_same_board_twice(season):
    one, two = board_of(season), board_of(season)
    for field in fields(one):
        a, b = getattr(one, field.name), getattr(two, field.name)
        assert list(a) == list(b) if field.name in ("history", "results") else a == b
    assert isinstance(one.history.players[0], Player)
