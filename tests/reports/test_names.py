"""Names in the order in which Dutch readers look for them."""

from __future__ import annotations

import pytest

from reports.names import dutch_order


def in_order(*names: str) -> list[str]:
    backwards = list(names[::-1])
    backwards.sort(key=dutch_order)
    return backwards


@pytest.mark.parametrize(
    "names",
    [
        # The prefix is skipped, however it is written; it decides between equal names.
        ("Anna Visser", "Van der Vries", "Jan de Vries", "Bram Vrolijk"),
        ("Jan Berg", "Jan van den Berg", "Jan van der Berg"),
        ("Anna van der Berg", "Bram Berg"),
        ("Kees in 't Hout", "Anna Hulst"),
        ("Eva d’Anjou", "Cor Ansems"),
        # A double name begins at its first half.
        ("Anna Bakker-de Wit", "Anna Bakker - van Zanten", "Cor Bakkers", "Piet de Wit"),
        # ij is i, j; the ligature too; without case and accents.
        ("Bien", "Bijl", "BĲLSMA", "bijlstra", "Bik"),
        ("Andre", "André", "ANDREA"),
        ("Zoe", "Zoë", "Zoef"),
        # First names alone are names.
        ("Anna", "Jan Bakker", "Cor"),
        # A note in brackets comes last.
        ("Jan de Vries", "Jan de Vries (Utrecht)", "Kees de Vries"),
    ],
)
def test_order(names):
    assert in_order(*names) == list(names)


@pytest.mark.parametrize("name", ["", " ", "de", "van der", "(", "(x)", "-", "de (x)"])
def test_any_text_has_a_place(name):
    assert len(dutch_order(name)) == 3
