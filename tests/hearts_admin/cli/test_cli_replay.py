"""`replay generate`, and `replay check` over many files, standard input, and deal by deal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commandline import CommandLine

from engine.faults import FAULTS, can_happen
from engine.rulesets import RULE_SETS
from hearts_admin.services import logfiles
from hearts_admin.services.judging import JudgedGame, check_file
from hearts_admin.services.refereeing import UnreadableFile, check_files

REVOKE = """\
% hjl 1
[Rules "american"] [Deals "loose"]
H 1 none
D N:AQ74.K.9853.AK85 E:KT2.Q52.QJ.JT963 S:J86.A74.AT76.Q42 W:953.JT9863.K42.7
T S 2C 7C KC TC
T N AC 9C 4C 9S
T N 8C 6C QC 5S
T S 4H JH QS 2H
"""
"""Written by hand: on trick 4 hearts are led unbroken, and north, who holds the king, revokes."""


def verdicts(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("rules", ["american", "dutch-return"])
def test_generated_games_are_legal_and_the_seed_decides(bare: CommandLine, rules: str) -> None:
    asked = ("replay", "generate", "--rules", rules, "--deals", "25", "--seed", "7")
    log = bare.must(*asked).out
    assert log == bare.must(*asked).out
    assert log != bare.must(*asked[:-1], "8").out
    assert log.count("\nH ") >= 25
    checked = verdicts(bare.must("replay", "check", "-", "--json", stdin=log).out)
    assert len(checked) == log.count("\nH ")
    assert {each["verdict"] for each in checked} == {"ok"}


@pytest.mark.parametrize("kind", FAULTS)
def test_each_game_has_the_fault_that_was_asked(bare: CommandLine, kind: str) -> None:
    asked = ("replay", "generate", "--rules", "american", "--deals", "12", "--fault", kind)
    log = bare.must(*asked).out
    ran = bare("replay", "check", "-", "--json", stdin=log)
    assert ran.code == 1
    wanted = kind if kind in {"scores_differ", "incomplete", "claimable", "order_unknown",
                              "uncheckable", "unreadable", "void"} else "illegal"  # fmt: skip
    by_game: dict[object, list[object]] = {}
    for each in verdicts(ran.out):
        by_game.setdefault(each["game"], []).append(each["verdict"])
    for found in by_game.values():
        assert [verdict for verdict in found if verdict != "ok"] == [wanted]


def second_deal_first(log: str) -> str:
    """A log without its first deal: the second one was passed to the right, not left."""
    tags, _, rest = log.partition("\nH 1 left\n")
    _, _, second = rest.partition("\nH 2 right\n")
    return f"{tags}\nH 1 right\n" + second.partition("\n")[2].partition("\nH 3 ")[0] + "\n"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (second_deal_first, "game.direction"),
        (lambda log: log.replace("\nH 2 right", "\nH 3 right"), "game.number"),
        (lambda log: log.replace("[Cards", '[Target "1"] [Cards'), "game.after_end"),
        (lambda log: log.replace("\nS ", "\nM N self\nS ", 1), "moon.not_shot"),
    ],
    ids=["direction", "number", "after the end", "no moon"],
)
def test_a_problem_of_the_game_leaves_the_verdict_and_sets_the_exit_code(
    bare: CommandLine, changed: Callable[[str], str], code: str
) -> None:
    # GAMELOG.md: "a problem; the deal's verdict is not affected, the exit code is 1".
    asked = ("replay", "generate", "--rules", "american-choice", "--seed", "6")
    log = changed(bare.must(*asked).out)
    ran = bare("replay", "check", "-", "--json", stdin=log)
    judged = verdicts(ran.out)
    assert ran.code == 1
    assert {each["verdict"] for each in judged} == {"ok"}
    assert code in {problem["code"] for each in judged for problem in each["problems"]}


def test_house_rules_stand_in_the_log(bare: CommandLine) -> None:
    (bare.folder / "club.toml").write_text(
        'based_on = "american"\ntarget = 40\n[switches]\nmoon_points = 13\n', "utf-8"
    )
    log = bare.must("replay", "generate", "--rules", "club.toml").out
    assert '[Rules "american"] [Switch "moon_points=13"] [Target "40"]' in log
    assert bare.must("replay", "check", "-", stdin=log).code == 0
    judged = bare("replay", "check", "-", "--rules", "klassiek", "--json", stdin=log)
    again = bare("replay", "check", "-", "--rules", "club.toml", "--json", stdin=log)
    assert again.code == 0
    assert len(verdicts(judged.out)) == len(verdicts(again.out))


def test_faults_there_are_none_of(bare: CommandLine) -> None:
    unknown = bare("replay", "generate", "--fault", "cheating")
    assert unknown.code == 2
    assert all(kind in unknown.err for kind in FAULTS)
    never = bare("replay", "generate", "--rules", "dutch-return", "--fault", "pass_too_few")
    assert never.code == 3
    assert "dutch-return" in never.err
    assert not can_happen(FAULTS["pass_too_few"], RULE_SETS["dutch-return"])


def test_the_help_lists_every_fault(bare: CommandLine) -> None:
    said = " ".join(bare.must("replay", "generate", "--help").out.split())
    assert all(kind in said for kind in FAULTS)


def test_a_deal_is_told_trick_by_trick(bare: CommandLine) -> None:
    (bare.folder / "table.hjl").write_text(REVOKE, "utf-8")
    ran = bare("replay", "check", "table.hjl", "--explain", "1")
    assert ran.code == 1
    lines = ran.lines()
    assert "  N  AQ74.K.9853.AK85" in lines
    first = lines.index("Trick 1")
    assert lines[first + 1 : first + 6] == [
        "  S  2C",
        "  W  7C",
        "  N  KC  or: AC 8C 5C",
        "  E  TC  or: JC 9C 6C 3C",
        "  N takes it; points: 0",
    ]
    fourth = lines.index("Trick 4")
    assert lines[fourth + 1] == "  S  4H  ✗ legal: JS 8S 6S AD TD 7D 6D"
    assert lines[fourth + 2] == "  W  JH  or: TH 9H 8H 6H 3H"
    assert any(line.startswith("  N  QS  ✗ legal: KH") for line in lines[fourth:])
    assert "N plays QS without following suit (hearts); legal was KH." in ran.out
    dutch = bare("replay", "check", "table.hjl", "--explain", "1:1", "--lang", "nl").out
    assert "Slag 4" in dutch
    story = bare("replay", "check", "table.hjl", "--explain", "1", "--json").json()
    assert story["tricks"][3]["cards"][2] == {"seat": "N", "card": "QS", "legal": ["KH"]}
    assert [trick["winner"] for trick in story["tricks"][:3]] == ["N", "N", "S"]


def test_a_deal_that_is_not_there(bare: CommandLine) -> None:
    (bare.folder / "table.hjl").write_text(REVOKE, "utf-8")
    for asked in ("2", "2:1"):
        ran = bare("replay", "check", "table.hjl", "--explain", asked)
        assert (ran.code, ran.out) == (3, "")
    assert bare("replay", "check", "table.hjl", "--explain", "x").code == 2


def test_folders_and_patterns(bare: CommandLine) -> None:
    deep = bare.folder / "logs" / "autumn"
    deep.mkdir(parents=True)
    log = bare.must("replay", "generate", "--deals", "1").out
    (deep / "a.hjl").write_text(log, "utf-8")
    (bare.folder / "logs" / "b.hjl").write_text(log, "utf-8")
    (bare.folder / "logs" / "notes.md").write_text("no log", "utf-8")
    for words in (["logs"], ["logs/**/*.hjl"], ["logs/b.hjl", "logs/autumn"], ["logs", "logs"]):
        ran = bare.must("replay", "check", *words, "--json")
        assert {Path(str(each["file"])).name for each in verdicts(ran.out)} == {"a.hjl", "b.hjl"}
        assert sum(each["deal"] == 1 for each in verdicts(ran.out)) == 2
    (bare.folder / "empty").mkdir()
    refused = bare("replay", "check", "empty")
    assert refused.code == 5
    assert ".hjl" in refused.err


def test_a_file_that_cannot_be_read_keeps_no_other_back(bare: CommandLine) -> None:
    log = bare.must("replay", "generate", "--deals", "1").out
    (bare.folder / "good.hjl").write_text(log, "utf-8")
    (bare.folder / "bad.hjl").write_text("Dear diary\n", "utf-8")
    ran = bare("replay", "check", "bad.hjl", "none.hjl", "good.hjl", "--json")
    assert ran.code == 5
    assert {each["verdict"] for each in verdicts(ran.out)} == {"ok"}
    assert "bad.hjl" in ran.err
    assert "none.hjl" in ran.err


def test_of_very_many_games_a_line_a_file(bare: CommandLine) -> None:
    asked = ("replay", "generate", "--deals", "450", "--fault", "revoke")
    log = bare.must(*asked).out
    for name in ("a.hjl", "b.hjl"):
        (bare.folder / name).write_text(log, "utf-8")
    games = log.count("[Rules")
    assert games * 2 > 60
    ran = bare("replay", "check", "a.hjl", "b.hjl")
    assert ran.code == 1
    assert sum(line.startswith(("a.hjl  ", "b.hjl  ")) for line in ran.lines()) == 2
    assert ran.lines()[-1].endswith(f"{2 * games} illegal play")


def judged(outcome: list[JudgedGame | UnreadableFile]) -> list[object]:
    return [
        (each.file, each.number, each.verdict) if isinstance(each, JudgedGame) else each.file
        for each in outcome
    ]


def test_other_processes_judge_alike_and_in_order(bare: CommandLine) -> None:
    log = bare.must("replay", "generate", "--deals", "8", "--fault", "revoke").out
    names = []
    for number in range(7):
        name = f"{number}.hjl"
        content = "Dear diary\n" if number == 3 else log.replace("% hjl 1\n", "% hjl 1\n", 1)
        (bare.folder / name).write_text(content, "utf-8")
        names.append(name)
    alone = list(check_files(names, processes=1))
    together = list(check_files(names, processes=2))
    assert judged(alone) == judged(together)
    assert "3.hjl" in judged(together)


MISTAGGED = (
    "% hjl 1\n"
    '[Rules "canadian"] [Switch "hartz=3"] [Switch "heart=many"] [Cards "xx"]\n'
    + REVOKE.partition('loose"]\n')[2].replace("H 1 none", "H 1 left")
    + "H 2 right\nD\n"
)
"""Rules and switches there are not, over two deals, of which the second cannot be read."""


@pytest.mark.parametrize("switch", [(), ("--switch", "moon_points=13")])
def test_of_a_log_under_unknown_rules_every_fault_is_told_and_no_deal_is_lost(
    bare: CommandLine, switch: tuple[str, ...]
) -> None:
    ran = bare("replay", "check", "-", *switch, stdin=MISTAGGED)
    assert ran.code == 1
    for said in ("canadian", "no switch hartz", "“many”", "“xx”"):
        assert ran.out.count(said) == 1, said
    assert ran.lines()[-1] == "2 deals: 1 cannot be checked, 1 unreadable"
    ran = bare("replay", "check", "-", "--json", *switch, stdin=MISTAGGED)
    assert [each["verdict"] for each in verdicts(ran.out)] == ["uncheckable", "unreadable"]
    assert all(said in ran.err for said in ("canadian", "hartz", "many", "xx"))


def test_other_processes_lose_no_deal_of_a_log_under_unknown_rules(bare: CommandLine) -> None:
    for name in ("a.hjl", "b.hjl"):
        (bare.folder / name).write_text(MISTAGGED, "utf-8")
    together = check_files(["a.hjl", "b.hjl"], processes=2)
    found = [len(each.deals) for each in together if isinstance(each, JudgedGame)]
    assert found == [2, 2]


def test_a_game_without_totals_is_not_called_loose(bare: CommandLine) -> None:
    tags, loose = REVOKE.partition("\nH")[0], REVOKE
    game = loose.replace(tags, '% hjl 1\n[Rules "american"]').replace("H 1 none", "H 1 left")
    assert "Loose deals: no totals, no places." in bare("replay", "check", "-", stdin=loose).out
    said = bare("replay", "check", "-", stdin=game).out
    assert ("Loose" in said, "No places: the totals are not known." in said) == (False, True)


def test_the_known_formats_are_all_named(bare: CommandLine) -> None:
    said = bare("replay", "check", "-", stdin="Dear diary\n").err
    for known in ("Hearts log", "JSON Lines", "OpenSpiel", ".npz"):
        assert known in said


@pytest.mark.parametrize("more", [(), ("--arrays", "deals.npz"), ("--fault", "revoke")])
def test_games_that_do_not_end_are_given_up(bare: CommandLine, more: tuple[str, ...]) -> None:
    (bare.folder / "club.toml").write_text(
        'based_on = "american"\n[switches]\nheart = -1\nqueen_of_spades = 0\n', "utf-8"
    )
    ran = bare("replay", "generate", "--rules", "club.toml", *more)
    assert ran.code == 3
    assert "Under american+ games do not come to an end." in ran.err
    assert "the target is 100." in ran.err
    assert not (bare.folder / "deals.npz").exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_large_logs_are_read_a_line_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """The same lines, whether a file is small or is taken for a large one."""
    text = '% hjl 1\n[N "René"] [E "Bram"]\n[S "Cor"] [W "Dina"]\nH 1 left\nV "misdeal"\n'
    log = tmp_path / "log.hjl"
    log.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    small = list(check_file(log))
    monkeypatch.setattr(logfiles, "_SMALL", 40)
    large = list(check_file(log))
    assert small == large
    assert large[0].log.players[0] == "René"


def test_what_a_log_lacks_can_be_said_on_the_command_line(bare: CommandLine) -> None:
    bare.found(rules="american")
    log = bare.must("replay", "generate", "--seed", "2").out
    names = '[N "Anna"] [E "Bram"] [S "Cor"] [W "Xerxes"]'
    (bare.folder / "game.hjl").write_text(log.replace("[Rules", f"{names} [Rules", 1))
    asked = ("replay", "check", "game.hjl", "--record")
    ran = bare(*asked)
    assert ran.code == 3
    assert ran.err.splitlines()[-1] == f'Try: hearts-admin {" ".join(asked)} --date "..."'
    ran = bare(*asked, "--date", "2026-03-14")
    assert ran.err.splitlines()[-1].endswith("--date 2026-03-14 --add-players")
    bare.must(*asked, "--date", "2026-03-14", "--add-players")
