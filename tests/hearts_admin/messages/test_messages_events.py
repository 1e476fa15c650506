"""Sentences about seating, standings and seasons as an organiser reads them."""

import pytest

from hearts_admin.messages import load_language, sentence

ENGLISH, DUTCH = load_language("en"), load_language("nl")


@pytest.mark.parametrize(
    ("code", "fields", "english", "dutch"),
    [
        (
            "seating.apart_met",
            {"round": 1, "table": 3, "pair": ("Anna", "Bram")},
            "Table 3: Anna and Bram are to be kept apart.",
            "Tafel 3: Anna en Bram moeten uit elkaar blijven.",
        ),
        (
            "seating.empty",
            {"round": 1, "table": 3, "players": ()},
            "Table 3 has nobody.",
            "Aan tafel 3 zit niemand.",
        ),
        (
            "standings.cut_tie",
            {"size": 4, "place": 4, "players": ("Anna", "Bram")},
            "Anna and Bram share place 4, and only 4 go to the final: say who plays it.",
            "Anna en Bram delen plaats 4, en er gaan er maar 4 naar de finale: zeg wie hem speelt.",
        ),
        (
            "standings.places",
            {"round": 1, "table": 2, "places": (1, 3, 3, 4)},
            "Table 2 of round 1: no game ends at the places 1 3 3 4.",
            "Tafel 2 van ronde 1: geen spel eindigt op de plaatsen 1 3 3 4.",
        ),
        (
            "standings.ladder",
            {"key": "ladder", "value": "4", "numbers": None},
            "ladder is two numbers or more; “4” is not.",
            "ladder bestaat uit twee of meer getallen; “4” niet.",
        ),
        (
            "standings.type",
            {"key": None, "value": "[]", "expected": "settings"},
            "“[]” are no settings.",
            "“[]” zijn geen instellingen.",
        ),
        (
            "season.too_large",
            {"key": "best", "value": 9, "of": 8},
            "best is 9, more than the 8 evenings of the season.",
            "best is 9, meer dan de 8 avonden van de competitie.",
        ),
    ],
)
def test_a_sentence(code: str, fields: dict[str, object], english: str, dutch: str) -> None:
    assert sentence(ENGLISH, code, fields) == english
    assert sentence(DUTCH, code, fields) == dutch
