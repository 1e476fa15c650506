"""What the tests of standings share: events by lot, and the second computation."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
