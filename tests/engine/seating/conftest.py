"""What the tests of seating share: the checker, which knows nothing of the engine."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
