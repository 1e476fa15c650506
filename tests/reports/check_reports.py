"""`make check-reports`: every sheet and chart as a picture, in both languages, to be looked at.

Workbooks are converted by LibreOffice to PDF and by pdftoppm (poppler) to PNG; charts are there in
colour and in grey. `build/check-reports/index.html` shows them all. More clubs than the invented
ones: `make check-reports ARGS="--db club.db"`.
"""

from __future__ import annotations

import argparse
import html
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUPPORT = ROOT / "tests" / "support"
SAMPLE = ROOT / "data" / "sample"
OUT = ROOT / "build" / "check-reports"
LANGUAGES = ("nl", "en")
EVENTS = (4, 21, 72)  # a table in the club's style, a sit-out, many pages
PAGES_A_SHEET = 3
DPI = 70

STYLE = """\
name = "Hartenclub De Gele Boer"
logo = "logo.png"

[colours]
main = "#f2b705"
"""


@dataclass(frozen=True)
class Club:
    """A club to be looked at, and the words for its looks on the command line."""

    name: str
    database: Path
    style: tuple[str, ...] = ()


def main(arguments: list[str]) -> None:
    """Build the clubs, write everything, and say where to look."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--db", action="append", default=[], type=Path, help="another club")
    asked = parser.parse_args(arguments)
    for tool in ("soffice", "pdftoppm"):
        if shutil.which(tool) is None:
            sys.exit(f"check-reports needs {tool} (LibreOffice and poppler-utils)")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    pictures = [
        picture
        for club in clubs(asked.db)
        for language in LANGUAGES
        for picture in look_at(club, language)
    ]
    sys.path.insert(0, str(SUPPORT))
    for players in EVENTS:
        for language in LANGUAGES:
            pictures += look_at_event(players, language)
    write_index(pictures)
    print(f"{len(pictures)} pictures: open {OUT / 'index.html'}")


def clubs(others: list[Path]) -> list[Club]:
    """A table of four after one game, the sample club plain and in a style, and others."""
    four, sample = OUT / "four.db", OUT / "sample.db"
    run("club", "init", "--name", "De Keukentafel", "--rules", "american", "--db", four)
    seats = ("Anna de Wit=23", "Bram=45", "Cor van der Ploeg-Hendrikse=78", "Dina=114")
    run("result", "record", "--add-players", "--date", "2026-03-14", *seats, "--db", four)
    run("club", "init", "--name", "HC De Zwarte Dame", "--rules", "american", "--db", sample)
    run("player", "import", SAMPLE / "members.csv", "--db", sample)
    run("result", "import", SAMPLE / "season.csv", "--db", sample)
    logs = sorted((SAMPLE / "logs").glob("*.hjl"))
    run("replay", "check", *logs, "--record", "--db", sample)
    style = OUT / "club.toml"
    style.write_text(STYLE, "utf-8")
    draw_logo(OUT / "logo.png")
    return [
        Club("four", four),
        Club("sample", sample),
        Club("styled", sample, ("--club-style", str(style))),
        *(Club(path.stem, path) for path in others),
    ]


def draw_logo(path: Path) -> None:
    """A disc and a bar."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", (600, 300), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.ellipse((20, 20, 280, 280), fill="#1f2a44")
    pen.rectangle((320, 110, 580, 190), fill="#f2b705")
    picture.save(path)


def look_at(club: Club, language: str) -> Iterator[Path]:
    """Every sheet and chart of a club as a picture."""
    from reports.charts.registry import CHARTS

    folder = OUT / f"{club.name}-{language}"
    folder.mkdir()
    common = (*club.style, "--db", club.database, "--lang", language)
    workbook = folder / "workbook.xlsx"
    run("report", "workbook", workbook, *common)
    yield from pages_of(workbook)
    for key in (key for key, kind in CHARTS.items() if kind.shows == "board"):
        chart = folder / f"chart-{key}.png"
        run("report", "chart", key, chart, *common)
        yield chart
        yield in_grey(chart)


def look_at_event(players: int, language: str) -> Iterator[Path]:
    """What is printed for an invented event, its standings in the workbook, and the races."""
    from boards import invented_names, make_board
    from eventboards import make_paper, make_season, with_events

    from reports.charts.registry import CHARTS, write_chart
    from reports.clubstyle import PLAIN, read_club_style
    from reports.language import Language
    from reports.xlsx.leaderboard import write_leaderboard
    from reports.xlsx.paper import PARTS, write_paper

    folder = OUT / f"event-{players}-{language}"
    folder.mkdir()
    spoken = Language.load(language)
    style = read_club_style(OUT / "club.toml") if players == EVENTS[0] else PLAIN
    paper = make_paper(players, 6, after=4, best=3)
    parts = ("seating", "standings") if players == EVENTS[-1] else tuple(PARTS)
    write_paper(paper, folder / "paper.xlsx", spoken, style, parts, only_round=2)
    yield from pages_of(folder / "paper.xlsx")
    if players == EVENTS[0]:
        board = with_events(make_board(invented_names(players), players))
        write_leaderboard(board, folder / "board.xlsx", spoken, style=style)
        yield from pages_of(folder / "board.xlsx", first="page-board")
    shown = {"event-race": paper.standings, "season-race": make_season(players, 12)}
    for key, subject in shown.items():
        assert key in CHARTS
        chart = folder / f"chart-{key}.png"
        write_chart(key, subject, chart, spoken, style)
        yield chart
        yield in_grey(chart)


def pages_of(workbook: Path, first: str = "page") -> Iterator[Path]:
    """The first pages of every sheet, as they would be printed."""
    profile = f"-env:UserInstallation=file://{OUT}/libreoffice"
    convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir"]
    subprocess.run([*convert, workbook.parent, workbook], check=True, capture_output=True)
    pdf = workbook.with_suffix(".pdf")
    text = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True)
    after = PAGES_A_SHEET
    for number, page in enumerate(text.stdout.decode().split("\f")[:-1], start=1):
        after = 0 if page.lstrip().startswith("♥") else after + 1
        if after < PAGES_A_SHEET:
            picture = workbook.with_name(f"{first}-{number:03}")
            options = ["-png", "-singlefile", "-r", f"{DPI}", "-f", f"{number}", "-l", f"{number}"]
            subprocess.run(["pdftoppm", *options, pdf, picture], check=True)
            yield picture.with_suffix(".png")


def in_grey(chart: Path) -> Path:
    """A chart as a printer without colours shows it."""
    from PIL import Image

    grey = chart.with_name(f"{chart.stem}-grey.png")
    with Image.open(chart) as picture:
        picture.convert("L").save(grey)
    return grey


def write_index(pictures: list[Path]) -> None:
    """A page that shows them all."""
    figures = "\n".join(
        f'<figure><img src="{name}" loading="lazy"><figcaption>{name}</figcaption></figure>'
        for name in (html.escape(path.relative_to(OUT).as_posix()) for path in pictures)
    )
    looks = "figure{display:inline-block;margin:8px;width:47%}img{width:100%;border:1px solid #ccc}"
    head = f"<!doctype html><meta charset=utf-8><title>Reports</title><style>{looks}</style>"
    (OUT / "index.html").write_text(f"{head}\n{figures}\n", "utf-8")


def run(*words: str | Path) -> None:
    """Run the program; what it says is shown only if it fails."""
    command = [sys.executable, "-m", "hearts_admin", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"check-reports: {' '.join(command)}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main(sys.argv[1:])
