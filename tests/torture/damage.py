"""A season to be hurt, and the commands that are killed while they change it."""

from __future__ import annotations

import datetime as dt
import random
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from clubhouse import Clubhouse
from records import alias, merge, void

PEOPLE = tuple(f"{name} {number}" for name in ("Anna", "Bram", "Cor", "Dina") for number in "01234")
FIRST_DAY = dt.date(2025, 9, 5)
EVENING = "".join(
    f'"Anna {table}" 26 "Bram {table}" 52 "Cor {table}" 78 "Dina {table}" 104\n' for table in "0123"
)


def games(number: int, seed: int, first: dt.date = FIRST_DAY) -> str:
    """Rows of date, game, player, place: so many games, ten an evening, an evening a week."""
    rng = random.Random(seed)
    rows = ["date,game,player,place"]
    for game in range(number):
        day = first + dt.timedelta(days=7 * (game // 10))
        for place, name in enumerate(rng.sample(PEOPLE, 4), start=1):
            rows.append(f"{day},{game % 10},{name},{place}")
    return "\n".join(rows) + "\n"


def season(club: Clubhouse) -> None:
    """A hundred and fifty games, and what an organiser does to them."""
    club.add(*PEOPLE)
    club.import_results(games(150, seed=1))
    club.add("Ana 0", "Corrie")
    merge(club, "Anna 0", "Ana 0")
    alias(club, "Bram 1", "Braam")
    for day in ("2025-10-01", "2025-11-01", "2025-12-01"):
        club.record("Corrie=1 Anna_1=2 Bram_2=3 Dina_3=4", by_place=True, date=day)
    void(club, 17, reason="played by nobody")


@dataclass(frozen=True)
class Command:
    """A command to be killed.

    Attributes:
        argv: as typed.
        prepare: makes the folder ready for it; the club is there as `hearts.db`.
        stdin: what is piped into it.
        quirks: of the process, see `nursery.QUIRKS`.
        clean: whether the club's records are right before it.
    """

    argv: tuple[str, ...]
    prepare: Callable[[Path], None] = lambda folder: None
    stdin: str = ""
    quirks: tuple[str, ...] = ()
    clean: bool = True


def write_file(folder: Path) -> None:
    (folder / "new.csv").write_text(games(60, seed=2, first=dt.date(2026, 1, 10)))


def import_file(folder: Path) -> None:
    write_file(folder)
    club = Clubhouse(folder / "hearts.db")
    club.import_results((folder / "new.csv").read_text())
    club.close()
    (folder / "new.csv").unlink()
    (folder / "file.csv").unlink()


def wreck_ledger(folder: Path) -> None:
    """Every row is off by one, so that all of them have to be written again."""
    connection = sqlite3.connect(folder / "hearts.db")
    connection.execute("UPDATE ledger SET change = change + 1")
    connection.commit()
    connection.close()


def back_up_then_go_on(folder: Path) -> None:
    shutil.copy(folder / "hearts.db", folder / "backup.db")
    import_file(folder)


def lose_it(folder: Path) -> None:
    (folder / "hearts.db").rename(folder / "backup.db")


COMMANDS = {
    "import": Command(("result", "import", "new.csv"), write_file),
    "enter": Command(("result", "enter", "--date", "2026-03-13"), stdin=EVENING),
    "recompute": Command(("rating", "recompute"), wreck_ledger, clean=False),
    "correct": Command(
        ("result", "correct", "5", "--date", "2025-12-24", "--reason", "read again")
    ),
    "merge": Command(("player", "merge", "Cor 0", "--other", "Corrie")),
    "undo": Command(("change", "undo"), import_file),
    "restore": Command(("db", "restore", "backup.db"), back_up_then_go_on),
    "restore what was lost": Command(("db", "restore", "backup.db"), lose_it),
    "upgrade": Command(("db", "upgrade"), quirks=("next_release",)),
    "forget": Command(("player", "forget", "Dina 3")),
}
