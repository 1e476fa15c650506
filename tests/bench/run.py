"""`make bench`: every figure the project promises, measured in one run; medians and ratios.

Name one or more areas to run only those: `make bench ARGS="rating recording"`.
"""

from __future__ import annotations

import importlib
import platform
import sys
from pathlib import Path

AREAS = (
    "startup",
    "rating",
    "recording",
    "correcting",
    "questions",
    "refereeing",
    "batchreferee",
    "importing",
    "publishing",
    "seating",
    "events",
)


def main(chosen: list[str]) -> None:
    """Runs the areas one after the other and prints a table of each."""
    sys.path.insert(0, str(Path(__file__).parent))
    print(f"Python {platform.python_version()} on {platform.machine()}")
    for area in chosen or AREAS:
        print(f"\n{area}")
        for name, figure, remark in importlib.import_module(area).run():
            print(f"  {name:<48} {figure:>14}  {remark}")


if __name__ == "__main__":
    main(sys.argv[1:])
