"""Makes the helper modules of these tests (no packages under tests/) importable by name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
