"""Files of results that say something twice, or nearly what the club knows already."""

import pytest
from clubhouse import codes

from hearts_admin.errors import Refused

HEADING = "date,game,player,points\n"
PEOPLE = ("Anna", "Bram", "Cor", "Dina")
POINTS = (26, 52, 78, 104)


def game(people=PEOPLE):
    rows = zip(people, POINTS, strict=True)
    return "".join(f"2026-03-07,a,{who},{own}\n" for who, own in rows)


def refused(club, content, **options):
    """The error of a file that is refused; nothing of it is stored."""
    before = club.tables()
    with pytest.raises(Refused) as caught:
        club.import_results(content, **options)
    assert club.tables() == before
    return caught.value


class TestPlacesBesidePoints:
    """Points count; places that say otherwise are a slip, or many points are good."""

    LONG = "date,game,player,points,place\n"

    def file(self, places, points=POINTS, label="a"):
        rows = zip(PEOPLE, points, places, strict=True)
        return "".join(f"2026-03-07,{label},{who},{own},{at}\n" for who, own, at in rows)

    @pytest.mark.parametrize(
        ("points", "places", "better"),
        [
            (POINTS, (1, 2, 3, 4), "low"),
            (POINTS, (4, 3, 2, 1), "high"),
            ((52, 26, 52, 130), (2, 1, 2, 4), "low"),
            ((52, 26, 52, 130), (2, 4, 2, 1), "high"),
            (POINTS, (4, 3, 2, ""), "low"),  # not all of them are there
            (POINTS, (4, 3, 2, "-"), "low"),
            (POINTS, (4, 3, 2, 12), "low"),  # in the standings of the season
        ],
    )
    def test_that_fit(self, club, points, places, better):
        report = club.import_results(self.LONG + self.file(places, points), better=better)
        assert (len(report.stored), report.problems) == (1, ())

    @pytest.mark.parametrize(
        ("points", "places", "better", "fitting"),
        [
            (POINTS, (4, 3, 2, 1), "low", (1, 2, 3, 4)),
            (POINTS, (1, 2, 3, 4), "high", (4, 3, 2, 1)),
            (POINTS, (2, 1, 3, 4), "low", (1, 2, 3, 4)),
            ((52, 26, 52, 130), (1, 2, 1, 4), "low", (2, 1, 2, 4)),
            ((52, 26, 78, 104), (2, 1, 2, 3), "low", (2, 1, 3, 4)),
        ],
    )
    def test_that_contradict(self, club, points, places, better, fitting):
        error = refused(club, self.LONG + self.file(places, points), better=better)
        (problem,) = error.problems
        assert (problem.line, problem.code) == (2, "row.places_differ")
        assert (problem.fields["places"], problem.fields["stated"]) == (fitting, places)

    @pytest.mark.parametrize("places", [(2, 1, 2, 4), (2, 1, 2, 3), (2, 1, 3, 4), (3, 1, 2, 4)])
    def test_shared_points_may_be_told_apart_and_counted_on(self, club, places):
        text = self.LONG + self.file(places, (52, 26, 52, 130))
        (result,) = club.import_results(text).stored
        assert [seat.place for seat in result.seats] == [2, 1, 2, 4]

    def test_in_rows_of_one_game_that_do_not_stand_together(self, club):
        one = self.file((1, 2, 3, 4), label="a").splitlines(True)
        other = self.file((1, 2, 4, 3), label="b").splitlines(True)
        mixed = "".join(x + y for x, y in zip(one, other, strict=True))
        error = refused(club, self.LONG + mixed)
        assert [problem.line for problem in error.problems] == [3]

    @pytest.mark.parametrize("places", [(1, 2, 3, 4), (1, 2, 4, 3)])
    def test_in_rows_of_whole_games_and_in_blocks(self, club, places):
        triples = list(zip(PEOPLE, POINTS, places, strict=True))
        seats = ",".join(f"{who},{own},{at}" for who, own, at in triples)
        heading = ",".join(f"player {n},points {n},place {n}" for n in range(1, 5))
        wide = f"date,game,{heading}\n2026-03-07,a,{seats}\n"
        rows = "".join(f"{who},{own},{at}\n" for who, own, at in triples)
        blocks = f"Datum,7-3-2026,\nTafel 1,,\nNaam,Punten,Plaats\n{rows}"
        for content in (wide, blocks):
            if places == (1, 2, 3, 4):
                assert len(club.import_results(content).stored) == 1
            else:
                assert codes(refused(club, content)) == ["row.places_differ"]


class TestNewNamesThatLookLikeKnownOnes:
    def test_are_remarked_on_when_they_are_added(self, club):
        club.add("Zoë", "Jan-Piet")
        people = ("Anna", "Zoe", "Jan Piet", "Xerxes")
        report = club.import_results(HEADING + game(people=people), add_players=True)
        assert [
            (remark.code, remark.fields["name"], remark.fields["other"])
            for remark in report.remarks
        ] == [("player.near", "Zoe", "Zoë"), ("player.near", "Jan Piet", "Jan-Piet")]

    def test_are_not_when_everybody_is_known(self, club):
        club.add("Zoë")
        people = ("Anna", "Zoë", "Cor", "Dina")
        report = club.import_results(HEADING + game(people=people), add_players=True)
        assert report.remarks == ()
