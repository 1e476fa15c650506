"""How long `hearts-admin --help` takes beside the bare import of its command-line library."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 15
PAIRS = (
    ("hearts-admin --help", [str(Path(sys.executable).with_name("hearts-admin")), "--help"]),
    ('python -c "import typer"', [sys.executable, "-c", "import typer"]),
)


def run() -> list[tuple[str, str, str]]:
    """Rows of name, figure and remark; the two commands take turns, so that drift hits both."""
    times: dict[str, list[float]] = {name: [] for name, _ in PAIRS}
    for _ in range(RUNS + 1):
        for name, command in PAIRS:
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times[name].append(time.perf_counter() - start)
    medians = [statistics.median(times[name][1:]) for name, _ in PAIRS]
    ratio = medians[0] / medians[1]
    return [
        (PAIRS[0][0], f"{medians[0] * 1000:.0f} ms", f"{ratio:.2f}x of the import, at most 2x"),
        (PAIRS[1][0], f"{medians[1] * 1000:.0f} ms", ""),
    ]
