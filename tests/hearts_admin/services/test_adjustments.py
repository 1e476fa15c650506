"""Points given and taken, opening ratings, refunds with their limits, evidence, and undoing all."""

from hashlib import sha256

import pytest
from ratingwork import WHY, adjust, policy, refund
from records import correct, forget, merge, moved, rename, restore, void

from hearts_admin.errors import FileFault, NeedsYes, Refused, UsageFault
from hearts_admin.services.adjustments import AdjustmentWanted, adjust_rating, list_adjustments
from hearts_admin.services.audit import check_database
from hearts_admin.services.auditing import audit
from hearts_admin.services.evidence import LARGEST, Piece, save_evidence
from hearts_admin.services.players import show_player

ORDER = "Anna=1 Bram=2 Cor=3 Dina=4"


@pytest.fixture
def played(club):
    """1516 1505 1495 1484."""
    club.record(ORDER, by_place=True, date="2026-01-05")
    return club


def history(club, name):
    return [(row.cause, row.change) for row in show_player(club.store, name).history]


def refused(work):
    with pytest.raises(Refused) as caught:
        work()
    return caught.value


class TestPoints:
    def test_points_are_booked_on_the_day_of_the_last_result(self, played):
        done = adjust(played, "Anna", -12)
        assert moved(done) == {"Anna": (1516, 1504)}
        assert done.unmoved == ("Bram", "Cor", "Dina")
        assert str(done.adjustment.date) == "2026-01-05"
        assert (done.adjustment.kind, done.adjustment.points, done.adjustment.reason) == (
            "adjust", -12, WHY,
        )  # fmt: skip
        assert history(played, "Anna") == [("start", 1500), ("game", 16), ("adjustment", -12)]
        assert played.fingerprint()

    def test_without_any_result_it_is_today(self, club):
        assert str(adjust(club, "Anna", 5).adjustment.date) == "2026-03-14"
        # A rating without a rated game is not listed, but it is there.
        assert club.ratings() == {}
        club.record(ORDER, by_place=True, date="2026-03-15")
        assert history(club, "Anna")[:2] == [("start", 1500), ("adjustment", 5)]

    def test_an_earlier_day_changes_the_games_behind_it(self, played):
        played.record("Anna=4 Bram=3 Cor=2 Dina=1", by_place=True, date="2026-02-05")
        before = played.ratings()
        done = adjust(played, "Anna", 100, date="2026-01-20")
        assert set(moved(done)) == {"Anna", "Bram", "Cor", "Dina"}
        played.undo()
        assert played.ratings() == before

    def test_it_does_not_touch_the_idle_days(self, played):
        adjust(played, "Anna", 200, date="2026-02-05")
        # 31 - 14 = 17 days, 16 of them above the floor; then 1500 + 200; 28 days more at one each.
        assert history(played, "Anna")[2:] == [("decay", -16), ("adjustment", 200)]
        assert played.ratings("2026-03-05")["Anna"] == 1700 - 28

    def test_the_same_again_is_refused_unless_the_reason_differs(self, played):
        first = adjust(played, "Anna", -12)
        fault = refused(lambda: adjust(played, "Anna", -12))
        assert (fault.code, fault.fields["id"]) == ("adjust.duplicate", first.adjustment.id)
        adjust(played, "Anna", -12, reason="again at the second table")
        adjust(played, "Anna", -11)
        adjust(played, "Bram", -12)
        adjust(played, "Anna", -12, date="2026-01-06")
        assert len(list_adjustments(played.store)) == 5
        assert played.fingerprint()

    def test_every_one_can_be_undone_and_redone(self, played):
        first = played.fingerprint()
        done = adjust(played, "Anna", -12)
        undone = played.undo(done.change.id)
        assert played.fingerprint() == first
        assert moved(undone) == {"Anna": (1504, 1516)}
        again = adjust(played, "Anna", -12)
        # What comes back would stand where the new one does.
        assert refused(lambda: played.undo(undone.change.id)).fields["by"] == again.change.id
        played.undo(again.change.id)
        played.undo(undone.change.id)
        assert [each.points for each in list_adjustments(played.store)] == [-12]
        assert check_database(played.store).clean

    def test_a_dry_run_keeps_nothing(self, played, tmp_path):
        proof = tmp_path / "proof.txt"
        proof.write_text("seen")
        before = played.tables()
        done = adjust(played, "Anna", -12, evidence=[str(proof)], dry_run=True)
        assert moved(done) == {"Anna": (1516, 1504)}
        assert played.tables() == before

    def test_what_is_refused(self, played):
        before = played.tables()
        assert refused(lambda: adjust(played, "Anna", 0)).code == "adjust.nothing"
        assert refused(lambda: adjust(played, "Zus", 5)).code == "players.unknown"
        assert refused(lambda: adjust(played, "Anna", 5, pool="x")).code == "pool.unknown"
        with pytest.raises(UsageFault) as usage:
            adjust(played, "Anna", 5, reason="  ")
        assert usage.value.code == "change.no_reason"
        with pytest.raises(NeedsYes) as yes:
            adjust(played, "Anna", 5, date="2062-01-01")
        assert yes.value.code == "date.future"
        assert played.tables() == before
        assert adjust(played, "Anna", 5, date="2026-04-01", yes=True).change

    def test_after_a_merge_they_are_one_persons(self, played):
        adjust(played, "Eva", 7)
        merge(played, "Anna", "Eva")
        assert played.ratings()["Anna"] == 1523
        assert [each.player for each in list_adjustments(played.store)] == ["Anna"]
        assert [each.points for each in list_adjustments(played.store, player="Eva")] == [7]


class TestOpenings:
    def test_everything_begins_there(self, played):
        done = adjust(played, "Anna", opening=1620)
        assert done.adjustment.date is None
        # RATINGS.md: 120 points more against 1500, so 16 becomes 32 - 32 * .6661 = 10.68: 11.
        assert history(played, "Anna") == [("start", 1620), ("game", 11)]
        assert played.fingerprint()

    def test_another_one_takes_its_place_and_the_same_is_nothing(self, played):
        first = adjust(played, "Anna", opening=1620)
        assert adjust(played, "Anna", opening=1620).change is None
        second = adjust(played, "Anna", opening=1700)
        assert second.adjustment.id == first.adjustment.id
        assert [each.points for each in list_adjustments(played.store)] == [1700]
        played.undo()
        assert [each.points for each in list_adjustments(played.store)] == [1620]

    def test_an_opening_needs_a_reason_too(self, played):
        with pytest.raises(UsageFault):
            adjust(played, "Anna", opening=1620, reason="")


class TestRefunds:
    def test_the_whole_loss_comes_back_and_the_others_keep_theirs(self, played):
        done = refund(played, "Dina", 1)
        assert moved(done) == {"Dina": (1484, 1500)}
        assert (done.adjustment.kind, done.adjustment.points, done.adjustment.result) == (
            "refund", 16, 1,
        )  # fmt: skip
        assert done.adjustment.evidence == (Piece("stuck in deal 7"), Piece("stood at 41"))
        assert played.ratings() == {"Anna": 1516, "Bram": 1505, "Dina": 1500, "Cor": 1495}

    def test_a_part_of_it(self, played):
        assert moved(refund(played, "Dina", 1, 10)) == {"Dina": (1484, 1494)}

    @pytest.mark.parametrize(
        ("player", "result", "points", "evidence", "code"),
        [
            ("Dina", 1, None, ("only one",), "refund.evidence"),
            ("Dina", 1, None, (), "refund.evidence"),
            ("Dina", 1, 17, ("a", "b"), "refund.too_much"),
            ("Dina", 1, -3, ("a", "b"), "refund.too_much"),
            ("Dina", 1, 0, ("a", "b"), "refund.too_much"),
            ("Anna", 1, None, ("a", "b"), "refund.no_loss"),
            ("Eva", 1, None, ("a", "b"), "refund.not_rated"),
            ("Dina", 9, None, ("a", "b"), "result.unknown"),
        ],
    )
    def test_its_limits(self, played, player, result, points, evidence, code):
        before = played.tables()
        fault = refused(lambda: refund(played, player, result, points, evidence))
        assert fault.code == code
        assert played.tables() == before

    def test_only_once(self, played):
        first = refund(played, "Dina", 1, 10)
        fault = refused(lambda: refund(played, "Dina", 1, 6, reason="the rest"))
        assert (fault.code, fault.fields["adjustment"]) == ("refund.given", first.adjustment.id)
        refund(played, "Cor", 1)
        played.undo(first.change.id)
        refund(played, "Dina", 1)

    def test_only_once_after_a_merge_either(self, played):
        refund(played, "Dina", 1)
        merge(played, "Eva", "Dina")
        assert refused(lambda: refund(played, "Eva", 1, reason="once more")).code == "refund.given"

    def test_no_refund_of_a_game_that_does_not_count(self, played):
        void(played, 1)
        assert refused(lambda: refund(played, "Dina", 1)).code == "refund.not_rated"

    def test_voiding_the_game_flags_it(self, played):
        refund(played, "Dina", 1)
        done = void(played, 1)
        assert [remark.code for remark in done.remarks] == ["refund.no_game"]
        assert [alarm.code for alarm in audit(played.store).alarms] == ["refund.no_game"]
        # It stands nevertheless, until somebody takes it back.
        assert [each.points for each in list_adjustments(played.store)] == [16]
        assert restore(played, 1).remarks == ()
        assert audit(played.store).alarms == ()

    def test_undoing_the_game_flags_it_too(self, played):
        number = played.record("Bram=1 Anna=2 Cor=3 Dina=4", by_place=True, date="2026-01-06")
        refund(played, "Dina", number.result.id)
        done = played.undo(number.change.id)
        assert [remark.code for remark in done.remarks] == ["refund.no_game"]
        # Once it is known it is not told again with every undo.
        assert played.undo(done.change.id).remarks == ()

    def test_a_smaller_loss_after_a_correction_flags_it(self, played):
        refund(played, "Dina", 1)
        done = correct(played, 1, "Anna=1 Bram=2 Dina=3 Cor=4", by_place=True)
        (remark,) = done.remarks
        assert remark.code == "refund.exceeds"
        assert (remark.fields["points"], remark.fields["change"]) == (16, -5)

    def test_it_goes_to_the_list_where_the_loss_was_booked(self, played):
        from ratingwork import feed

        feed(played, new=("proef",))
        number = played.record(ORDER, by_place=True, pool="proef").result.id
        done = refund(played, "Dina", number)
        assert done.adjustment.pool == "proef"
        assert {who.pool for who in done.movements} == {"proef"}


class TestEvidence:
    def test_files_are_kept_and_come_out_again(self, played, tmp_path):
        content = bytes(range(256))
        proof = tmp_path / "stuck screen.png"
        proof.write_bytes(content)
        done = adjust(played, "Anna", -12, evidence=[str(proof), "seen by Bram"])
        digest = sha256(content).hexdigest()
        assert done.adjustment.evidence == (
            Piece("stuck screen.png", digest),
            Piece("seen by Bram"),
        )
        proof.unlink()
        out = tmp_path / "out"
        out.mkdir()
        assert save_evidence(played.store, done.adjustment.id, out) == (out / "stuck screen.png",)
        assert (out / "stuck screen.png").read_bytes() == content
        with pytest.raises(FileFault) as caught:
            save_evidence(played.store, done.adjustment.id, out)
        assert caught.value.code == "output.exists"

    def test_evidence_of_what_was_undone_is_still_there(self, played, tmp_path):
        proof = tmp_path / "proof.txt"
        proof.write_text("seen")
        done = adjust(played, "Anna", -12, evidence=[str(proof)])
        played.undo()
        proof.unlink()
        assert save_evidence(played.store, done.adjustment.id, tmp_path)[0].read_text() == "seen"

    def test_what_looks_like_a_file_but_is_none_is_remarked(self, played):
        done = adjust(played, "Anna", -12, evidence=["proof.png", "seen by Bram. Really."])
        assert [(remark.code, remark.fields["name"]) for remark in done.remarks] == [
            ("evidence.no_file", "proof.png")
        ]

    def test_no_files_and_no_adjustment(self, played, tmp_path):
        number = adjust(played, "Anna", -12, evidence=["seen"]).adjustment.id
        assert (
            refused(lambda: save_evidence(played.store, number, tmp_path)).code == "adjust.no_files"
        )
        assert refused(lambda: save_evidence(played.store, 99, tmp_path)).code == "adjust.unknown"
        with pytest.raises(FileFault) as caught:
            save_evidence(played.store, number, tmp_path / "nowhere")
        assert caught.value.code == "output.no_folder"

    def test_a_file_too_large_is_refused(self, played, tmp_path):
        proof = tmp_path / "film.mp4"
        with proof.open("wb") as file:
            file.truncate(LARGEST + 1)
        with pytest.raises(FileFault) as caught:
            adjust(played, "Anna", -12, evidence=[str(proof)])
        assert caught.value.code == "evidence.too_large"

    def test_a_very_long_sentence_is_a_sentence(self, played):
        said = "he could not move " * 40
        assert adjust(played, "Anna", -12, evidence=[said]).adjustment.evidence == (
            Piece(said.strip()),
        )

    def test_forgetting_the_player_drops_the_file(self, played, tmp_path):
        rename(played, "Anna", "Anna Zwanenburg")
        proof = tmp_path / "screen.png"
        proof.write_bytes(b"\x89PNG picture of Anna Zwanenburg")
        other = tmp_path / "note.txt"
        other.write_text("seen by the referee")
        adjust(played, "Anna Zwanenburg", -12, evidence=[str(proof)])
        adjust(played, "Bram", -3, evidence=[str(other)])
        forget(played, "Anna Zwanenburg")
        kept = repr(played.tables())
        assert "Zwanenburg" not in kept
        assert "PNG picture" not in kept
        # Somebody else's evidence stays.
        assert "seen by the referee" in kept
        assert check_database(played.store).clean
        pieces = [each.evidence for each in list_adjustments(played.store)]
        assert any(piece.text == "note.txt" for evidence in pieces for piece in evidence)


def test_the_day_defaults_to_that_of_a_game_that_counts(club):
    club.record(ORDER, by_place=True, date="2026-01-05")
    club.record(ORDER, by_place=True, date="2026-02-05", category="friendly")
    assert str(adjust(club, "Anna", 1).adjustment.date) == "2026-01-05"
    policy(club, "friendly=yes")
    assert str(adjust(club, "Anna", 2).adjustment.date) == "2026-02-05"


def test_one_wants_exactly_what_one_says(club):
    wanted = AdjustmentWanted("Anna", opening=1550)
    done = adjust_rating(club.store, club.act("rating adjust", reason=WHY), wanted)
    assert (done.adjustment.kind, done.movements) == ("opening", ())
