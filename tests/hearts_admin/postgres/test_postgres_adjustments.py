"""The tests of services/test_adjustments.py once more, word for word, on PostgreSQL."""

from test_adjustments import *  # noqa: F403
