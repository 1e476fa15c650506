"""The club's own headings: said once, used by every later import."""

import pytest

from hearts_admin.errors import FileFault, Refused
from hearts_admin.services.audit import check_database
from hearts_admin.services.headings import list_headings, set_headings

OWN = "Dag;Wedstrijd;Kaarter;Pnt\n" + "".join(
    f"2026-03-14;a;{name};{points}\n"
    for name, points in (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))
)
MAP_AS_KEPT = {"kaarter": "player", "pnt": "points", "wedstrijd": "game"}
MAP = {"Wedstrijd": "game", "Kaarter": "player", "Pnt": "points"}


def kept(club):
    return {own.heading: own.meaning for own in list_headings(club.store)}


def test_what_is_mapped_is_forgotten_unless_it_is_saved(club):
    assert len(club.import_results(OWN, mapping=MAP).stored) == 1
    assert kept(club) == {}
    with pytest.raises(FileFault):
        club.import_results(OWN)


def test_saved_headings_are_used_by_later_imports_and_named(club):
    first = club.import_results(OWN, mapping=MAP, save_mapping=True)
    assert kept(club) == {"kaarter": "player", "pnt": "points", "wedstrijd": "game"}
    assert first.headings == ()  # they were given
    later = club.import_results(OWN.replace(";a;", ";b;"))
    assert len(later.stored) == 1
    assert {own.heading: own.meaning for own in later.headings} == kept(club)
    plain = club.import_results(OWN.replace("Kaarter", "Naam").replace(";a;", ";c;"))
    assert "kaarter" not in {own.heading for own in plain.headings}


def test_a_saved_heading_comes_before_a_synonym_and_a_given_one_before_both(club):
    text = "Datum;Spel;Naam;Punten;Bonus\n" + "".join(
        f"2026-03-14;a;{name};{points};{points + 1}\n"
        for name, points in (("Anna", 26), ("Bram", 52), ("Cor", 78), ("Dina", 104))
    )
    saved = {"Bonus": "points", "Punten": "place"}
    set_headings(club.store, club.act(), saved)
    by_saved = club.import_results(text, dry_run=True).stored[0]
    assert [seat.points for seat in by_saved.seats] == [27, 53, 79, 105]
    given = {"Punten": "points", "Bonus": "place"}
    by_given = club.import_results(text, mapping=given, dry_run=True)
    assert [seat.points for seat in by_given.stored[0].seats] == [26, 52, 78, 104]
    assert by_given.headings == ()
    assert kept(club) == {"bonus": "points", "punten": "place"}


def test_a_file_that_is_refused_saves_nothing(club):
    with pytest.raises(Refused):
        club.import_results(OWN.replace("Dina", "Zoë"), mapping=MAP, save_mapping=True)
    assert kept(club) == {}


def test_a_dry_run_saves_nothing(club):
    club.import_results(OWN, mapping=MAP, save_mapping=True, dry_run=True)
    assert kept(club) == {}


def test_changed_removed_and_undone(club):
    set_headings(club.store, club.act(), MAP)
    set_headings(club.store, club.act(), {"KAARTER": "place"})
    assert kept(club)["kaarter"] == "place"
    assert set_headings(club.store, club.act(), {"kaarter": "place"}).change is None
    gone = set_headings(club.store, club.act(), {}, ["Pnt", "kaarter"])
    assert [own.heading for own in gone.headings] == ["wedstrijd"]
    club.undo()
    assert kept(club) == {"kaarter": "place", "pnt": "points", "wedstrijd": "game"}
    club.undo()  # the change before: what the heading meant
    assert kept(club) == MAP_AS_KEPT
    assert check_database(club.store).clean


def test_one_that_is_unknown_cannot_be_removed(club):
    with pytest.raises(Refused) as caught:
        set_headings(club.store, club.act(), {}, ["Pnt"])
    assert caught.value.code == "heading.unknown"
