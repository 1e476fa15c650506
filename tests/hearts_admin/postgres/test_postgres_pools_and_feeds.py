"""The tests of services/test_pools_and_feeds.py once more, word for word, on PostgreSQL."""

from test_pools_and_feeds import *  # noqa: F403
