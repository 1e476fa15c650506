"""The main job on the sample club, with the commands an organiser would type: `make demo`.

Leaves a database and a workbook in build/; runs as often as one likes.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
SAMPLE = Path("data") / "sample"
DATABASE = Path("build") / "demo.db"
WORKBOOK = Path("build") / "leaderboard.xlsx"
PAPER = Path("build") / "tournament.xlsx"


def run(*arguments: str, typed: Path | None = None) -> None:
    """Shows a command and runs it; stops the demo if it fails.

    Args:
        arguments: of the command.
        typed: a file that stands for the keyboard.
    """
    shown = " ".join(f'"{a}"' if " " in a else a for a in arguments)
    print(f"\n$ hearts-admin {shown}" + (f" < {typed}" if typed else ""), flush=True)
    command = [sys.executable, "-m", "hearts_admin", *arguments, "--db", str(DATABASE)]
    keyboard = None if typed is None else (ROOT / typed).read_bytes()
    done = subprocess.run(command, cwd=ROOT, check=False, input=keyboard)
    if done.returncode:
        sys.exit(f"demo: this command ended with exit code {done.returncode}")


def run_tournament() -> None:
    """A tournament of 21: five tables, four rounds, and one who sits out every round."""
    files = SAMPLE / "tournament"
    run("event", "add", "Spring tournament", "--kind", "tournament", "--date", "2026-03-27",
        "--rounds", "4")  # fmt: skip
    run("event", "arrive", "--names-from", str(files / "present.txt"))
    run("event", "draw", "--all", "--seed", "7")
    run("event", "paper", str(PAPER))
    run("event", "enter", typed=files / "results.txt")
    run("event", "standings")
    run("event", "finish")


def main() -> None:
    """Builds the club from its files and publishes the leaderboard."""
    BUILD.mkdir(exist_ok=True)
    (ROOT / DATABASE).unlink(missing_ok=True)
    logs = sorted(str(path.relative_to(ROOT)) for path in (ROOT / SAMPLE / "logs").glob("*.hjl"))
    run("club", "init", "--name", "HC De Zwarte Dame", "--rules", "american")
    run("player", "import", str(SAMPLE / "members.csv"))
    run("result", "import", str(SAMPLE / "season.csv"))
    run("replay", "check", *logs, "--record")
    run("rating", "recompute")
    run("rating", "verify")
    run("rating", "list")
    run_tournament()
    run("report", "workbook", str(WORKBOOK))
    print(
        f"""
The workbook is {WORKBOOK}, the tournament's paper {PAPER}; the club's database is {DATABASE}.
What to type next:

  source .venv/bin/activate
  hearts-admin rating explain 160 --db {DATABASE}
  hearts-admin player show "Renée Willemse" --db {DATABASE}
  hearts-admin result enter --db {DATABASE}
  hearts-admin report workbook build/stand.xlsx --lang nl --db {DATABASE}
"""
    )


if __name__ == "__main__":
    main()
