"""Everything here is about the server: clubs are founded on it."""

import pytest


@pytest.fixture
def database():
    return "postgres"
