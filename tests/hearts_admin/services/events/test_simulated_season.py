"""A winter of forty people and eight evenings: the standings are those of a diary kept by hand."""

from simulated_season import ByHand, Simulation

from hearts_admin.services.audit import check_database

DATABASES = ("sqlite",)


def test_the_standings_are_those_of_the_diary(found, tmp_path):
    winter = Simulation(found(), tmp_path, 7, members=40, evenings=8, best=6, least=4)
    winter.play()
    compare(winter)
    assert check_database(winter.club.store).clean
    winter.club.fingerprint()


def compare(season):
    """Every row, every evening, and what of it counts, which adds up to the total."""
    shown = {row[1]: row for row in season.standings()}
    by_hand = ByHand(season).standings()
    assert shown.keys() == {name for _, name, *_ in by_hand}
    for place, name, total, attended, scores in by_hand:
        found = shown[name]
        assert (name, [score for score, _ in found[4]]) == (name, scores)
        assert found[:4] == (place, name, total, attended)
        counting = [score for score, counts in found[4] if counts]
        assert (len(counting), sum(counting)) == (min(season.best, len(scores)), total)
    listed = [place for place, *_ in season.standings()]
    placed = [place for place in listed if place is not None]
    assert placed == sorted(placed)
    assert listed[len(placed) :] == [None] * (len(listed) - len(placed))
    for name in list(shown)[::7]:
        statement = season.statement(name)
        amounts = sum(line.score for line in statement.lines if line.counts)
        assert (amounts, statement.place) == (shown[name][2], shown[name][0])
