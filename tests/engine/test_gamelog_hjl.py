import pytest

from engine.gamelog.hjl_lines import FORMS
from engine.gamelog.hjl_reader import read_games
from engine.gamelog.hjl_writer import write_games
from engine.gamelog.record import (
    CutShort,
    LogDeal,
    LogGame,
    Ruling,
    StatedMoon,
    Substitute,
    Trick,
)
from engine.problems import NotationError, Problem
from engine.seats import Seat

# GAMELOG.md's own example lines, made into one text.
EVERYTHING = """\
% hjl 1
[Event "Clubavond 12"] [Date "2026-03-14"] [Time "20:15"] [Round "2"] [Table "3"] [Label "7"]
[Rules "american-choice"] [Switch "hearts_broken_by=any"] [Target "100"] [Cards "en"] [Ended "finished"]
[N "Anna \\"de Snelle\\""] [E "Bram"] [S "Cor \\\\ Co"] [W "Dina"]
P W "Eef"
H 1 left dealer=N
R N:40 E:90 S:60 W:30
D N:AQ74.K.9853.AK85 E:-.-.-.- S:T.-.-.2 W:-.-.A.-
X N:7S,AC,9D E:- S:TS W:AD
T E 2C JC 6C KC
T W 3H 4H
K W rest
M W self
S N:17 E:4 S:-3 W:2
C N +5 "revoke, ruling of the organiser"
C E -2 "50% back"
V "misdeal"
"""  # noqa: E501


def read_one(text: str) -> LogGame:
    (game,) = read_games(text.split("\n"))
    return game


def codes(problems: tuple[Problem, ...]) -> list[tuple[str, int | None, int | None]]:
    return [(found.code, found.line, found.column) for found in problems]


def deal_of(*lines: str) -> LogDeal:
    (deal,) = read_one("\n".join(["% hjl 1", *lines])).deals
    return deal


def test_every_line_is_read() -> None:
    game = read_one(EVERYTHING)
    assert game.all_problems() == ()
    assert (game.event, game.date, game.time) == ("Clubavond 12", "2026-03-14", "20:15")
    assert (game.round, game.table, game.label) == ("2", "3", "7")
    assert (game.rules, game.switches) == ("american-choice", (("hearts_broken_by", "any"),))
    assert (game.target, game.ended, game.loose) == (100, "finished", False)
    assert game.players == ('Anna "de Snelle"', "Bram", "Cor \\ Co", "Dina")
    (deal,) = game.deals
    assert deal.substitutes == (Substitute(Seat.W, "Eef"),)
    assert (deal.number, deal.direction, deal.dealer) == (1, "left", Seat.N)
    assert deal.totals == (40, 90, 60, 30)
    assert [str(card) for card in deal.hands[Seat.S]] == ["TS", "2C"]
    assert not deal.after_pass
    assert [str(card) for card in deal.passed[Seat.N]] == ["7S", "AC", "9D"]
    assert deal.passed[Seat.E] == ()
    assert [trick.leader for trick in deal.tricks] == [Seat.E, Seat.W]
    assert [str(card) for card in deal.tricks[1].cards] == ["3H", "4H"]
    assert deal.cut_short == CutShort(Seat.W)
    assert deal.moon == StatedMoon(Seat.W, "self")
    assert deal.stated == (17, 4, -3, 2)
    assert deal.rulings == (
        Ruling(Seat.N, 5, "revoke, ruling of the organiser"),
        Ruling(Seat.E, -2, "50% back"),
    )
    assert deal.void == "misdeal"
    assert deal.lines.of("X") == 9
    assert deal.lines.of_trick(2) == 11


def test_canonical_text_is_written_as_it_was_read(example_text: str) -> None:
    for text in (example_text, EVERYTHING):
        assert write_games(list(read_games(text.split("\n")))) == text


def test_comments_blank_lines_bom_and_windows_line_ends() -> None:
    text = EVERYTHING.replace("T E 2C", "% a comment\n\nT E 2C").replace(
        "K W rest", "K W rest % ok"
    )
    text = text.replace("[Round", "  [Round").replace("\n", "\r\n")
    game = read_one("\ufeff" + text)
    assert game.all_problems() == ()
    assert game == read_one(EVERYTHING)


def test_a_percent_sign_inside_quotes_is_text() -> None:
    assert deal_of("H 1 none", 'V "100 % sure \\" % of it"  % why').void == '100 % sure " % of it'


@pytest.mark.parametrize("cards", ["nl", "symbols", "en"])
def test_cards_in_dutch_and_with_symbols(cards: str) -> None:
    tricks = {
        "nl": "T E 2K BK 6K HK",
        "symbols": "T E 2♣ J♣ 6♣ K♣",
        "en": "T E 2C JC 6C KC",
    }
    hands = {
        "nl": "D N:AV74.H.9853.AH85 E:10.-.-.- S:-.-.-.- W:-.-.-.-",
        "symbols": "D N:AQ74.K.9853.AK85 E:T.-.-.- S:-.-.-.- W:-.-.-.-",
        "en": "D N:AQ74.K.9853.AK85 E:10.-.-.- S:-.-.-.- W:-.-.-.-",
    }
    text = f'% hjl 1\n[Cards "{cards}"]\nH 1 none\n{hands[cards]}\n{tricks[cards]}\n'
    game = read_one(text)
    assert game.all_problems() == ()
    assert game.deals[0].tricks == deal_of("H 1 none", "T E 2C JC 6C KC").tricks
    assert "T E 2C JC 6C KC" in write_games([game])
    assert "D N:AQ74.K.9853.AK85 E:T.-.-.- S:-.-.-.- W:-.-.-.-" in write_games([game])


def test_an_english_king_of_hearts_among_dutch_cards_is_refused_with_what_to_write() -> None:
    game = read_one('% hjl 1\n[Cards "nl"]\nH 1 none\nT E 2K BK KH HK\n')
    (found,) = game.deals[0].problems
    assert (found.code, found.line, found.column) == ("card.swapped", 4, 11)
    assert (found.fields["write"], found.fields["card"]) == ("HK", "KC")


def test_several_games_in_one_file() -> None:
    text = '% hjl 1\n[Label "1"]\n[N "Anna"]\nH 1 left\nH 2 right\n[Label "2"]\nH 1 left\n'
    first, second = read_games(text.split("\n"))
    assert (first.label, first.players[0], [deal.number for deal in first.deals]) == (
        "1",
        "Anna",
        [1, 2],
    )
    assert (second.label, second.players[0], second.line) == ("2", None, 6)
    assert write_games([first, second]).count("[Label") == 2


def test_a_file_without_its_first_line_is_still_read() -> None:
    game = read_one('[Rules "american"]\nH 1 left\n')
    assert codes(game.problems) == [("file.header", 1, 1)]
    assert game.rules == "american"
    assert len(game.deals) == 1
    assert codes(read_one("% hjl 2\nH 1 left").problems) == [("file.header", 1, 1)]


@pytest.mark.parametrize("text", ["", "% hjl 1\n", "% hjl 1\n% nothing yet\n\n"])
def test_an_empty_file_is_a_problem(text: str) -> None:
    assert "file.empty" in [found.code for found in read_one(text).problems]


@pytest.mark.parametrize(
    ("tags", "code", "column"),
    [
        ('[Rule "american"]', "tag.unknown", 1),
        ('[Round "1"] [Round "2"]', "tag.repeated", 13),
        ('[Date "2026-13-41"]', "tag.value", 1),
        ('[Date "2026-02-30"]', "tag.value", 1),
        ('[Date "14-03-2026"]', "tag.value", 1),
        ('[Time "25:00"]', "tag.value", 1),
        ('[Target "0"]', "tag.value", 1),
        ('[Target "many"]', "tag.value", 1),
        ('[Cards "fr"]', "tag.value", 1),
        ('[Ended "soon"]', "tag.value", 1),
        ('[Deals "fast"]', "tag.value", 1),
        ('[Switch "hearts_broken_by"]', "tag.value", 1),
        ('[Round "1"] [Table 3]', "line.form", 13),
        ('[Event "unfinished]', "line.form", 1),
    ],
)
def test_faults_of_tags(tags: str, code: str, column: int) -> None:
    game = read_one(f"% hjl 1\n{tags}\nH 1 left\n")
    assert codes(game.problems) == [(code, 2, column)]
    assert game.deals[0].readable


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("H", "line.form", 1),
        ("H x left", "line.form", 3),
        ("H 0 left", "line.form", 3),
        ("H 2 up", "line.form", 5),
        ("H 2 left N", "line.form", 10),
        ("H 2 left dealer=Q", "seat.unknown", 17),
        ("H 2 left dealer=N x", "line.form", 1),
    ],
)
def test_faults_of_heads(line: str, code: str, column: int) -> None:
    game = read_one(f"% hjl 1\nH 1 left\n{line}\nH 3 across\n")
    assert codes(game.deals[1].problems) == [(code, 3, column)]
    assert [deal.readable for deal in game.deals] == [True, False, True]
    assert [deal.number for deal in game.deals] == [1, 2, 3]


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("R N:1 E:2 S:3", "seat.missing", 14),
        ("R N:1 E:2 S:3 N:4", "seat.repeated", 15),
        ("R N:1 E:2 S:3 W4", "line.form", 15),
        ("R N:1 E:2 S:3 Q:4", "seat.unknown", 15),
        ("R N:1 E:2 S:3 W:4x", "number.unknown", 17),
        ("R N:1 E:2 S:3 W:99999999", "number.unknown", 17),
        ("D N:A.K.Q E:-.-.-.- S:-.-.-.- W:-.-.-.-", "hand.suits", 5),
        ("D N:A.K.Q.J E:-.1.-.- S:-.-.-.- W:-.-.-.-", "hand.rank", 17),
        ("X N:2S,3X E:- S:- W:-", "card.unknown", 8),
        ("T", "line.form", 1),
        ("T Q 2C", "seat.unknown", 3),
        ("T E", "trick.size", 1),
        ("T E 2C 3C 4C 5C 6C", "trick.size", 1),
        ("T E 2C  3V 4C 5C", "card.unknown", 9),
        ("K W", "line.form", 1),
        ("K Q rest", "seat.unknown", 3),
        ("M W all", "line.form", 1),
        ("M Q self", "seat.unknown", 3),
        ("S N:1 E:2 S:3 W:4 W:4", "seat.repeated", 19),
        ("C N five \"x\"", "number.unknown", 5),
        ("C N +5", "line.form", 7),
        ('C N +5 "x', "line.quote", 8),
        ("V", "line.form", 2),
        ('V because "x"', "line.form", 1),
        ("Z 1 2 3", "line.unknown", 1),
        ("t E 2C", "line.unknown", 1),
    ],
)  # fmt: skip
def test_faults_of_lines_are_found_with_line_and_column(line: str, code: str, column: int) -> None:
    game = read_one(f"% hjl 1\nH 1 left\n\n{line}\nH 2 right\nT E 2C JC 6C KC\n")
    assert codes(game.deals[0].problems) == [(code, 4, column)]
    assert not game.deals[0].readable
    assert game.deals[1].readable
    assert len(game.deals[1].tricks) == 1


@pytest.mark.parametrize(
    ("lines", "found", "after"),
    [
        (["H 1 left", "X N:- E:- S:- W:-", "D N:-.-.-.- E:-.-.-.- S:-.-.-.- W:-.-.-.-"], "D", "X"),
        (["H 1 left", "S N:1 E:2 S:3 W:4", "T E 2C"], "T", "S"),
        (["H 1 left", "S N:1 E:2 S:3 W:4", "S N:1 E:2 S:3 W:4"], "S", "S"),
        (["H 1 left", 'V "x"', 'V "y"'], "V", "V"),
        (["T E 2C"], "T", "-"),
        (['P N "x"', "T E 2C"], "T", "P"),
    ],
)
def test_the_order_of_lines(lines: list[str], found: str, after: str) -> None:
    (problem,) = deal_of(*lines).problems
    assert problem.code == "line.order"
    assert (problem.fields["found"], problem.fields["after"]) == (found, after)
    assert problem.line == len(lines) + 1


def test_a_substitute_starts_the_next_deal() -> None:
    game = read_one('% hjl 1\nH 1 left\nP W "Eef"\nP N "Fop"\nH 2 right\n')
    assert [len(deal.substitutes) for deal in game.deals] == [0, 2]
    assert codes(read_one('% hjl 1\nH 1 left\nP W "Eef"\n').problems) == [("line.order", 3, 1)]


def test_a_short_trick_may_only_be_the_last() -> None:
    assert deal_of("H 1 left", "T E 2C JC 6C KC", "T W 3C").readable
    deal = deal_of("H 1 left", "T E 2C JC 6C", "T W 3C 4C 5C 6C")
    assert codes(deal.problems) == [("trick.size", 3, 1)]


def test_all_problems_of_a_deal_and_all_other_deals_are_kept() -> None:
    game = read_one(
        "% hjl 1\nH 1 left\nR N:1\nT E 2X 3C 4C 5C\nT E 2Y 3C 4C 5C\nS N:x E:1 S:1 W:1\nH 2 right\n"
    )
    assert codes(game.deals[0].problems) == [
        ("seat.missing", 3, 6),
        ("card.unknown", 4, 5),
        ("card.unknown", 5, 5),
        ("number.unknown", 6, 5),
    ]
    assert game.deals[1].readable


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises(NotationError) as caught:
        write_games([LogGame(players=("An\nna", None, None, None))])
    assert caught.value.code == "text.line_break"
    with pytest.raises(NotationError) as caught:
        write_games(read_games(["% hjl 1", "H 1 left", "T E 2X"]))
    assert caught.value.code == "card.unknown"
    with pytest.raises(NotationError) as caught:
        write_games([LogGame(label="1"), LogGame(label="2")])
    assert caught.value.code == "game.no_deals"


def test_a_trick_whose_leader_is_not_known() -> None:
    deal = deal_of("H 1 none", "T - KC 2C JC 6C")
    assert deal.tricks[0].leader is None
    assert deal.tricks == (Trick(None, deal.tricks[0].cards),)
    assert "T - KC 2C JC 6C" in write_games([LogGame(deals=(deal,))])


def test_every_form_shown_to_people_is_itself_readable() -> None:
    for letter, shown in FORMS.items():
        for form in shown.replace("...", "-.-.-.-" if letter[0] == "D" else "-").split(" | "):
            before = [] if letter in "PH" else ["H 1 left"]
            after = ["H 1 left"] if letter == "P" else []
            assert deal_of(*before, form, *after).problems == ()
