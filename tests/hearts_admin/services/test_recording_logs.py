"""Logged games recorded as results: complete, legal ones, each once; all or nothing."""

import datetime as dt
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.gamelog import hjl_writer
from engine.generate import generate_game
from engine.rulesets import AMERICAN
from hearts_admin.errors import Refused
from hearts_admin.services.judging import check_file
from hearts_admin.services.replays import record_games
from hearts_admin.services.results import show_result

PEOPLE = ("Anna", "Bram", "Cor", "Dina")


@cache
def game(seed=1):
    """A legal game to 30 points, with names and a day."""
    log = generate_game(AMERICAN, Random(seed), target=30)
    return replace(log, players=PEOPLE, date="2026-03-07")


def record(club, *games, text=None, dry_run=False, **options):
    path = club.file(text or hjl_writer.write_games(games), "games.hjl")
    actor = club.act("replay check", dry_run=dry_run)
    return record_games(club.store, actor, check_file(path), **options)


def refused(club, *games, **options):
    before = club.tables()
    with pytest.raises(Refused) as caught:
        record(club, *games, **options)
    assert club.tables() == before
    assert caught.value.code == "logs.refused"
    return [problem.code for problem in caught.value.problems]


def totals(log):
    return tuple(map(sum, zip(*(deal.stated for deal in log.deals), strict=True)))


def test_a_game_becomes_a_result_with_its_log(club):
    done = record(club, game())
    (result,) = done.stored
    assert [seat.player for seat in result.seats] == list(PEOPLE)
    assert tuple(seat.points for seat in result.seats) == totals(game())
    assert (result.rules, result.date, result.label) == ("american", dt.date(2026, 3, 7), "1")
    shown = show_result(club.store, result.id)
    assert (shown.log, shown.target) == (True, 30)
    ((content,),) = club.sql("SELECT content FROM blob")
    assert content == hjl_writer.write_games([game()]).encode()
    assert {move.player for move in done.movements} == set(PEOPLE)
    club.fingerprint()


def test_the_same_log_twice_adds_nothing(club):
    record(club, game(), game(2))
    before = club.tables()
    again = record(club, game(2), game())
    assert (again.stored, again.known, again.change) == ((), 2, None)
    assert club.tables() == before


def test_a_log_that_was_added_to_a_file_gets_the_next_label(club):
    record(club, game(), game(2))
    done = record(club, game(), game(2), game(3))
    assert ([result.label for result in done.stored], done.known) == (["3"], 2)


def test_the_same_game_in_another_log_is_known_by_its_place(club):
    labelled = replace(game(), label="a")
    record(club, labelled)
    first, *others = game().deals
    commented = replace(labelled, deals=(replace(first, stated=None), *others))
    assert hjl_writer.write_games([commented]) != hjl_writer.write_games([labelled])
    done = record(club, commented)
    assert (done.stored, done.known) == ((), 1)
    once = record(club, *(replace(log, label="b") for log in (commented, labelled)))
    assert (len(once.stored), once.known) == (1, 1)


def test_what_was_typed_with_the_label_of_the_log_is_known(club):
    line = " ".join(f"{who}={own}" for who, own in zip(PEOPLE, totals(game()), strict=True))
    club.record(line, date="2026-03-07", label="tafel 2")
    before = club.tables()
    done = record(club, replace(game(), label="Tafel 2"))
    assert (done.stored, done.known, done.change) == ((), 1, None)
    assert club.tables() == before  # no rule set and no log either that nothing refers to


def test_an_illegal_or_unfinished_game_is_never_stored(club):
    unfinished = replace(game(), deals=game().deals[:1], ended=None)
    text = hjl_writer.write_games([game()])
    wrong = text.replace("\nS ", "\nS 1", 1)
    assert wrong != text
    for log in (hjl_writer.write_games([unfinished]), wrong):
        done = record(club, text=log)
        assert (done.stored, done.change) == ((), None)
        ((judged, reasons),) = done.refused
        assert judged.number == 1
        assert reasons


def test_the_good_games_beside_them_are(club):
    unfinished = replace(game(2), deals=game(2).deals[:1], ended=None)
    done = record(club, unfinished, game())
    assert (len(done.stored), len(done.refused)) == (1, 1)


def test_people_who_are_unknown(club):
    strangers = replace(game(), players=("Anna", "Bram", "Cor", "Xaviera"))
    assert refused(club, game(2), strangers) == ["player.unknown"]
    done = record(club, game(2), strangers, add_players=True)
    assert (done.added, len(done.stored)) == (("Xaviera",), 2)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (("Anna", "Anna", "Cor", "Dina"), "entry.twice"),
        (("Anna", "ANNA", "Cor", "Dina"), "entry.same_person"),
        (("Anna", "", "Cor", "Dina"), "log.no_names"),
    ],
)
def test_people_who_cannot_be_told_apart_or_are_missing(club, players, code):
    assert refused(club, replace(game(), players=players)) == [code]


def test_a_day_has_to_be_known(club):
    undated = replace(game(), date=None)
    assert refused(club, undated) == ["log.no_date"]
    done = record(club, undated, date=dt.date(2026, 3, 8))
    assert done.stored[0].date == dt.date(2026, 3, 8)


def test_a_dry_run_keeps_nothing(club):
    before = club.tables()
    rehearsed = record(club, game(), dry_run=True)
    assert rehearsed.change is None
    assert club.tables() == before
    assert record(club, game()).stored == rehearsed.stored
