import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.gamelog.foreign import openspiel
from engine.gamelog.formats import formats, read_log, recognise
from engine.problems import EngineError, NotationError
from engine.replay import check, rules_of
from engine.seats import Seat


def test_every_format_is_found() -> None:
    assert [known.key for known in formats()] == ["hjl", "jsonl", "openspiel"]


def test_files_are_recognised_by_what_they_hold(
    openspiel_lines: list[str], example_text: str
) -> None:
    assert recognise(openspiel_lines).key == "openspiel"
    assert recognise(example_text.split("\n")).key == "hjl"
    assert recognise(["\ufeff% hjl 1"]).key == "hjl"
    assert recognise(["", "H 1 left"]).key == "hjl"
    assert recognise(['{"deal": 1, "direction": "left"}']).key == "jsonl"


def test_what_is_in_no_format_is_refused_with_what_is_known() -> None:
    with pytest.raises(NotationError) as caught:
        list(read_log(["date;player;points", "2026-03-14;Anna;23"]))
    assert caught.value.code == "file.format"
    assert caught.value.problem.fields["known"] == (
        "Hearts log",
        "JSON Lines",
        "OpenSpiel actions",
    )
    for nothing in ([], ["", "  "]):
        with pytest.raises(NotationError) as caught:
            list(read_log(nothing))
        assert caught.value.code == "file.empty"


def test_a_log_is_read_whole_though_its_head_was_looked_at(openspiel_lines: list[str]) -> None:
    (game,) = read_log(iter(openspiel_lines))
    assert game.loose
    assert [deal.number for deal in game.deals] == list(range(1, 26))


def test_openspiel_deals_are_the_ones_of_the_example(
    openspiel_lines: list[str], example_text: str
) -> None:
    # The two deals were put into our notation by hand.
    (ours,) = read_log(example_text.split("\n"))
    (theirs,) = read_log(openspiel_lines)
    for one, other in zip(ours.deals, theirs.deals, strict=False):
        assert (one.direction, one.hands, one.passed, one.tricks) == (
            other.direction,
            other.hands,
            other.passed,
            other.tricks,
        )


def test_openspiel_faults(openspiel_lines: list[str]) -> None:
    good = openspiel_lines[1].split()
    lines = [
        " ".join(good),
        " ".join(["7", *good[1:]]),
        " ".join([*good[:60], "52", *good[61:]]),
        " ".join([*good[:60], "x", *good[61:]]),
        " ".join(good[:40]),
        " ".join([*good, "0"]),
        " ".join([*good[:10], good[1], *good[11:]]),
        " ".join(good[:-1]),
        "",
        "9" * 5000,
        " ".join(good),
    ]
    (game,) = openspiel.read_games(lines)
    assert [deal.number for deal in game.deals] == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11]
    found = {deal.number: [(p.code, p.line) for p in deal.problems] for deal in game.deals}
    assert found[1] == found[8] == found[11] == []
    assert found[2] == [("openspiel.action", 2)]
    assert found[3] == [("openspiel.action", 3)]
    assert found[4] == [("openspiel.action", 4)]
    assert found[5] == [("openspiel.length", 5)]
    assert found[6] == [("openspiel.length", 6)]
    assert found[7] == [("openspiel.deal", 7)]
    assert found[10] == [("openspiel.action", 10)]
    assert game.deals[3].problems[0].column == len(" ".join(good[:60])) + 2
    assert len(game.deals[7].tricks[-1].cards) == 3
    assert [found.code for found in next(openspiel.read_games([])).problems] == ["file.empty"]


def test_long_files_come_in_parts(openspiel_lines: list[str]) -> None:
    games = list(openspiel.read_games(openspiel_lines[:1] * 2500))
    assert [len(game.deals) for game in games] == [1000, 1000, 500]
    assert games[2].deals[0].number == 2001


def test_an_openspiel_deal_led_by_nobody_in_particular_is_still_a_deal() -> None:
    # The two of clubs is passed on by two players: who leads cannot be told, the pass is at fault.
    actions = ["1", *map(str, range(52))] + ["0", "4", "8"] * 4 + ["0"]
    (game,) = openspiel.read_games([" ".join(actions)])
    assert game.deals[0].tricks[0].leader in tuple(Seat)
    assert check(game, rules_of(game)).deals[0].verdict.value == "illegal"


MUTATION = st.tuples(
    st.integers(0, 10**6), st.sampled_from(["cut", "swap", "put"]), st.characters()
)


@settings(max_examples=150, deadline=None)
@given(which=st.sampled_from(["openspiel", "hjl"]), mutations=st.lists(MUTATION, max_size=6))
def test_readers_survive_anything(
    which: str,
    mutations: list[tuple[int, str, str]],
    openspiel_lines: list[str],
    example_text: str,
) -> None:
    text = example_text if which == "hjl" else "\n".join(openspiel_lines[:2])
    for place, kind, character in mutations:
        at = place % max(len(text), 1)
        if kind == "cut":
            text = text[:at] + text[at + 1 + place % 7 :]
        elif kind == "swap":
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        else:
            text = text[:at] + character + text[at + 1 :]
    try:
        games = list(read_log(text.split("\n")))
    except NotationError:
        return
    for game in games:
        try:
            rules = rules_of(game)
        except EngineError:
            rules = rules_of(game, rules_of(game.__class__()))
        verdict = check(game, rules)
        assert len(verdict.deals) == len(game.deals)
