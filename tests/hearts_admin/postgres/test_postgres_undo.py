"""The tests of services/test_undo.py once more, word for word, on PostgreSQL."""

from test_undo import *  # noqa: F403
