"""The most memory a process has had: asked by a child of itself, at its end."""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path

HERE = str(Path(__file__).parent)


def peak_megabytes() -> float:
    """Megabytes of this process; on Linux without what its parent held when it was started."""
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search("VmHWM:[^0-9]*([0-9]+)", status.read_text())
        if found is not None:
            return int(found[1]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024) / 1e6
