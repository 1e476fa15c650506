"""`replay check` and `generate` of deals as arrays of numpy; and files that are no good."""

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from commandline import CommandLine

from engine.batch import arrays_of
from engine.faults import FAULTS, can_happen
from engine.gamelog.hjl_reader import read_games
from engine.rulesets import RULE_SETS
from hearts_admin.services import arrayfiles, batches


def verdicts(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def as_told(found: list[dict[str, object]]) -> list[tuple[object, ...]]:
    """What does not depend on the file: verdict, points, and the codes of the problems."""
    return [
        (each["verdict"], each["points"], [problem["code"] for problem in each["problems"]])
        for each in found
    ]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_arrays_and_text_of_the_same_games_are_judged_alike(bare: CommandLine, rules: str) -> None:
    asked = ("replay", "generate", "--rules", rules, "--deals", "30", "--seed", "4")
    assert bare.must(*asked, "--arrays", "deals.npz").out == "Written: deals.npz\n"
    text = bare.must(*asked).out.replace("% hjl 1\n", "")
    # The arrays are loose deals: so are these, for comparison.
    loose = "% hjl 1\n" + text.replace("[Rules", '[Deals "loose"]\n[Rules')
    loose = "\n".join(line for line in loose.split("\n") if not line.startswith("R "))
    expected = verdicts(bare("replay", "check", "-", "--json", stdin=loose).out)
    found = verdicts(bare("replay", "check", "deals.npz", "--json").out)
    assert as_told(found) == as_told(expected)
    assert [each["deal"] for each in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("kind", FAULTS)
def test_faults_in_arrays(bare: CommandLine, kind: str) -> None:
    if not can_happen(FAULTS[kind], RULE_SETS["american"]):
        return
    bare.must("replay", "generate", "--deals", "12", "--fault", kind, "--arrays", "deals.npz")
    ran = bare("replay", "check", "deals.npz", "--json")
    assert ran.code == 1
    wrong = {each["verdict"] for each in verdicts(ran.out)} - {"ok"}
    assert wrong == {FAULTS[kind].verdict.value}


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("deals.txt", "it must end in .npz"),
        ("deals", "it must end in .npz"),
        ("nowhere/deals.npz", "There is no folder nowhere to write it in."),
    ],
)
def test_arrays_are_written_where_they_are_found_again(
    bare: CommandLine, out: str, said: str
) -> None:
    ran = bare("replay", "generate", "--deals", "1", "--arrays", out)
    assert (ran.code, ran.out) == (5, "")
    assert said in ran.err


def test_a_summary_for_people_in_both_languages(bare: CommandLine) -> None:
    bare.must("replay", "generate", "--deals", "12", "--fault", "revoke", "--arrays", "deals.npz")
    ran = bare("replay", "check", "deals.npz")
    assert ran.code == 1
    assert "deals.npz: american" in ran.out
    assert "without following suit" in ran.out
    assert "1 illegal play" in ran.out
    assert (
        "13 ok, 1 speelt wat niet mag" in bare("replay", "check", "deals.npz", "--lang", "nl").out
    )
    told = bare("replay", "check", "deals.npz", "--explain", "3")
    assert "Trick 13" in told.out


def test_house_rules_stand_in_the_file_and_others_can_be_asked_for(bare: CommandLine) -> None:
    (bare.folder / "club.toml").write_text(
        'based_on = "american"\n[switches]\nmoon_points = 13\n', encoding="utf-8"
    )
    bare.must("replay", "generate", "--rules", "club.toml", "--deals", "60", "--arrays", "a.npz")
    assert bare.must("replay", "check", "a.npz").out.count("a.npz: american+") >= 1
    ran = bare("replay", "check", "a.npz", "--rules", "american", "--json")
    assert {each["verdict"] for each in verdicts(ran.out)} == {"ok", "scores_differ"}


def test_a_folder_of_logs_and_arrays(bare: CommandLine) -> None:
    bare.must("replay", "generate", "--arrays", "b.npz")
    (bare.folder / "a.hjl").write_text(bare.must("replay", "generate").out, encoding="utf-8")
    found = verdicts(bare.must("replay", "check", ".", "--json").out)
    assert {Path(str(each["file"])).name for each in found} == {"a.hjl", "b.npz"}


def test_loose_deals_are_no_result(club: CommandLine) -> None:
    club.must("replay", "generate", "--arrays", "b.npz")
    ran = club("replay", "check", "b.npz", "--record", "--add-players", "--date", "2026-03-14")
    assert ran.code == 1
    assert "b.npz, game 1: not stored\n  These are loose deals, not a game." in ran.err


def test_without_numba_it_says_once_what_would_be_faster(
    bare: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.batch.can_compile", lambda: False)
    for name in ("a.npz", "b.npz"):
        bare.must("replay", "generate", "--arrays", name)
    ran = bare.must("replay", "check", "a.npz", "b.npz")
    assert ran.err.count('pipx install "hearts-admin[batch]"') == 1
    monkeypatch.undo()


def test_many_deals_go_through_the_kernel_and_come_out_the_same(
    bare: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="the extra `batch`")
    bare.must("replay", "generate", "--deals", "40", "--fault", "revoke", "--arrays", "deals.npz")
    few = bare("replay", "check", "deals.npz", "--json").out
    monkeypatch.setattr(batches, "_MANY", 1)
    monkeypatch.setattr(arrayfiles, "PART", 7)
    many = bare("replay", "check", "deals.npz", "--json").out
    assert as_told(verdicts(many)) == as_told(verdicts(few))
    assert [each["deal"] for each in verdicts(many)] == [each["deal"] for each in verdicts(few)]


# files that are no good


def sample(bare: CommandLine) -> dict[str, np.ndarray]:
    (game,) = read_games(bare.must("replay", "generate").out.splitlines())
    deals = arrays_of(game.deals, RULE_SETS["american"])
    return dict(zip(deals._fields, deals, strict=True))


def write(bare: CommandLine, arrays: dict[str, object]) -> None:
    np.savez(bare.folder / "deals.npz", **arrays)


def complaint(bare: CommandLine, code: int = 5) -> str:
    ran = bare("replay", "check", "deals.npz")
    assert ran.code == code, ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err
    return ran.err


def test_the_least_that_is_needed(bare: CommandLine) -> None:
    arrays = sample(bare)
    write(bare, {name: arrays[name] for name in ("plays", "leaders")})
    assert "deals: ok" in bare.must("replay", "check", "deals.npz").out
    write(bare, {"plays": arrays["plays"], "stat": arrays["stated"]})
    said = complaint(bare)
    assert "The array leaders is missing." in said
    assert "There is no array stat; known are number, direction" in said


def test_arrays_of_the_wrong_kind_or_shape(bare: CommandLine) -> None:
    arrays = sample(bare)
    deals = len(arrays["plays"])
    write(bare, {**arrays, "hands": arrays["hands"] / 2})
    assert "hands is of the kind float64" in complaint(bare)
    write(bare, {**arrays, "plays": np.asfortranarray(arrays["plays"])})
    assert "plays is of the kind int8, order=F" in complaint(bare)
    write(bare, {**arrays, "dealer": arrays["dealer"][1:]})
    assert f"dealer has the shape {deals - 1}; expected is {deals}." in complaint(bare)
    write(bare, {**arrays, "plays": arrays["plays"].reshape(deals, -1)})
    assert f"expected is {deals} x 13 x 4" in complaint(bare)
    write(bare, {**arrays, "plays": np.array(3)})
    complaint(bare)
    write(bare, {**arrays, "rules": np.array([1, 2])})
    assert "rules is of the kind int64" in complaint(bare)
    write(bare, {name: array[:0] for name, array in arrays.items()})
    assert "There is nothing in it." in complaint(bare)
    write(bare, {**arrays, "rules": np.array("canadian")})
    ran = bare("replay", "check", "deals.npz")
    assert (ran.code, "canadian" in ran.out) == (1, True)


def test_pickled_objects_are_never_opened(bare: CommandLine) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[object, ...]:
            return print, ("BOOM",)

    write(bare, {**sample(bare), "plays": np.array([Bomb()], dtype=object)})
    said = complaint(bare)
    assert "BOOM" not in said
    assert "plays is of the kind object" in said


def test_a_damaged_file(bare: CommandLine) -> None:
    bare.must("replay", "generate", "--deals", "40", "--arrays", "deals.npz")
    path = bare.folder / "deals.npz"
    whole = path.read_bytes()
    for content in (
        whole[: len(whole) // 2],
        whole[:-1],
        whole[:2000] + bytes(500) + whole[2500:],
        whole[:4],
    ):
        path.write_bytes(content)
        ran = bare("replay", "check", "deals.npz")
        assert ran.code in (1, 5)
        assert "Traceback" not in ran.err
    # Every single byte may be another one.
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        ran = bare("replay", "check", "deals.npz")
        assert ran.code in (0, 1, 5)
        assert "Traceback" not in ran.err


def test_a_bit_that_was_turned_over_is_found(bare: CommandLine) -> None:
    write(bare, dict(sample(bare)))
    path = bare.folder / "deals.npz"
    whole = bytearray(path.read_bytes())
    plays = np.load(path)["plays"].tobytes()
    whole[whole.index(plays) + len(plays) // 2] ^= 1
    path.write_bytes(whole)
    ran = bare("replay", "check", "deals.npz")
    assert ran.code == 5
    assert "It is damaged, or cut off." in ran.err


def test_a_zip_that_holds_no_arrays_is_no_log(bare: CommandLine) -> None:
    with zipfile.ZipFile(bare.folder / "deals.npz", "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    assert "This is not a text file." in complaint(bare)


def test_an_array_that_says_it_is_larger_than_it_is(bare: CommandLine) -> None:
    """The header promises ten thousand million deals; the room for them is never taken."""
    arrays = sample(bare)
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "|i1", "fortran_order": False, "shape": (10**10, 13, 4)}
    )
    write(bare, {name: array for name, array in arrays.items() if name != "plays"})
    with zipfile.ZipFile(bare.folder / "deals.npz", "a") as archive:
        archive.writestr("plays.npy", header.getvalue() + arrays["plays"].tobytes())
    assert "It is damaged, or cut off." in complaint(bare)


def test_a_file_that_is_there_already_is_left_alone(bare: CommandLine) -> None:
    (bare.folder / "deals.npz").write_text("mine")
    ran = bare("replay", "generate", "--arrays", "deals.npz")
    assert ran.code == 5
    assert (bare.folder / "deals.npz").read_text() == "mine"
    assert bare("replay", "generate", "--arrays", "no/such/deals.npz").code == 5
