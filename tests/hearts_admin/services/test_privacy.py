"""Private people appear by their initials in everything that leaves the club."""

import zipfile

import pytest
from clubhouse import CLOCK
from records import alias, describe, merge, unmerge

from hearts_admin.names import initials
from hearts_admin.services.people import Directory
from hearts_admin.services.privacy import PrintedNames, private_names
from hearts_admin.services.reporting import leaderboard
from reports.language import Language
from reports.xlsx.leaderboard import write_leaderboard


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jan de Vries", "J. d. V."),
        ("Anne-Marie van 't Hoff", "A.-M. v. t. H."),
        ("IJsbrand", "IJ."),
        ("Zoë", "Z."),
        ("Ümit  Visser", "Ü. V."),
        ("Jan de Vries (Utrecht)", "J. d. V. U."),
        ("♥♥", "♥."),
        ("N.N. 5", "N. 5."),
        ("-", "-."),
    ],
)
def test_initials(name, shown):
    assert initials(name) == shown


@pytest.fixture
def private(club):
    club.add("Zoë van 't Hoff")
    describe(club, "Zoë van 't Hoff", private=True)
    alias(club, "Zoë van 't Hoff", "Zoetje")
    club.record(
        "Zoetje=26 Bram=52 Cor=78 Dina=103",
        date="2026-03-07",
        label="bij zoetje thuis",
        unchecked="ZOE VAN 'T HOFF ging naar huis",
    )
    club.record("Zoetje=52 Bram=26 Cor=78 Dina=104", date="2026-03-08")
    return club


def test_the_leaderboard_knows_initials_only(private):
    board = leaderboard(private.store, CLOCK)
    assert "Hoff" not in repr(board)
    assert "oetje" not in repr(board)
    assert {line.player.name for line in board.standings} == {"Z. v. t. H.", "Bram", "Cor", "Dina"}
    assert board.results[0].label == "bij Z. v. t. H. thuis"
    assert board.results[0].remark == "Z. v. t. H. ging naar huis"
    assert board.results[0].seats[0].player.name == "Z. v. t. H."
    assert board.worked is not None
    assert board.worked.players[0].name == "Z. v. t. H."


def test_nothing_in_the_workbook_names_them(private, tmp_path):
    path = tmp_path / "board.xlsx"
    write_leaderboard(leaderboard(private.store, CLOCK), path, Language.load("nl"))
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name).decode("utf-8", "replace") for name in book.namelist()}
    assert any("Z. v. t. H." in part for part in parts.values())
    for part in parts.values():
        assert "Hoff" not in part
        assert "oetje" not in part.casefold()


def test_two_with_the_same_initials_are_still_two(private):
    private.add("Zeno van 't Hek")
    describe(private, "Zeno van 't Hek", private=True)
    private.record("Zeno_van_'t_Hek=26 Bram=52 Cor=78 Dina=104", date="2026-03-09")
    board = leaderboard(private.store, CLOCK)
    alike = [line.player for line in board.standings if line.player.name == "Z. v. t. H."]
    assert len({player.key for player in alike}) == len(alike) == 2


def test_a_merged_entry_follows_whom_they_are(private):
    private.add("Zoë")
    private.record("Zoë=26 Bram=52 Cor=78 Dina=104", date="2026-03-09")
    assert "Zoë" in repr(leaderboard(private.store, CLOCK))
    merge(private, "Zoë van 't Hoff", "Zoë")
    assert "Zoë" not in repr(leaderboard(private.store, CLOCK))
    unmerge(private, "Zoë")
    describe(private, "Zoë van 't Hoff", private=False)
    with private.store.read() as connection:
        printed = PrintedNames(Directory(connection))
        assert set(printed.names.values()) == set(Directory(connection).names.values())
        assert printed.text("Zoë van 't Hoff") == "Zoë van 't Hoff"


def test_the_names_that_may_not_leave_the_club(private):
    assert private_names(private.store) == {"Zoë van 't Hoff": "Z. v. t. H."}
