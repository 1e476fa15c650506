"""The tests of services/test_recording.py once more, word for word, on PostgreSQL."""

from test_recording import *  # noqa: F403
