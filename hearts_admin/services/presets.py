"""Rules of a season out of a file, and the presets that a club can copy. Needs no database.

Every preset is a TOML file in `hearts_admin/presets/`, whose comments say what each setting does
(`engine.standings.season.SeasonRules`).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.standings.errors import StandingsError
from engine.standings.season import SeasonRules
from hearts_admin.errors import FileFault, Refused
from hearts_admin.importers.table import read_text

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset as it is listed.

    Attributes:
        name: what it is called.
        about: its first line, in English.
        rules: what it says.
    """

    name: str
    about: str
    rules: SeasonRules


def list_presets() -> tuple[Preset, ...]:
    """Every preset that comes with the program, by name.

    >>> "best-6-of-8" in [preset.name for preset in list_presets()]
    True
    """
    return tuple(
        Preset(name, text.partition("\n")[0].lstrip("# "), read_rules(text, name))
        for name, text in ((name, file.read_text("utf-8")) for name, file in _shipped().items())
    )


def preset_text(name: str) -> str:
    """The file of a preset, with its comments.

    Raises:
        Refused: `season.preset`: there is none of that name.

    >>> preset_text("league-3-1-0-0").splitlines()[0].startswith("# League")
    True
    """
    shipped = _shipped()
    if name not in shipped:
        raise Refused("season.preset", name=name, known=tuple(shipped))
    return shipped[name].read_text("utf-8")


def season_rules(word: str) -> SeasonRules:
    """The rules that a word names: a preset, or a file, whose name ends in ``.toml``.

    Raises:
        Refused: `season.preset`, `season.file`.
        FileFault: `season.not_toml`, or what `read_text` finds wrong with the file.

    >>> season_rules("best-6-of-8").best
    6
    """
    if word.lower().endswith(SUFFIX):
        return read_rules(read_text(Path(word)), word)
    return read_rules(preset_text(word), word)


def read_rules(text: str, name: str = "") -> SeasonRules:
    r"""The rules in the text of a file.

    Args:
        text: TOML.
        name: of the file, for messages.

    Raises:
        FileFault: `season.not_toml`.
        Refused: `season.file`, with everything that is wrong with it.

    >>> str(read_rules("evening = 'points'\nsit_out = 12.5").sit_out.score)
    '25/2'
    """
    try:
        # A decimal stays text: read as a float it would be another number.
        values: dict[str, Any] = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise FileFault("season.not_toml", file=name, detail=str(error)) from error
    try:
        return SeasonRules.from_mapping(values)
    except StandingsError as error:
        raise Refused("season.file", file=name, problems=error.problems) from error


def rules_text(rules: SeasonRules) -> str:
    """Rules as TOML, which `read_rules` reads as the same.

    >>> rules_text(SeasonRules(best=6, of=8)).splitlines()[:3]
    ['evening = "places"', 'ladder = [4, 3, 2, 1]', 'best = 6']
    """
    lines = (f"{key} = {_toml(value)}" for key, value in rules.as_mapping().items())
    return "\n".join(lines) + "\n"


def _toml(value: int | str | list[int | str]) -> str:
    """Numbers, words without quotes or backslashes, and lists of these: all that rules have."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _shipped() -> dict[str, Traversable]:
    folder = files("hearts_admin") / "presets"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(SUFFIX): file for file in found if file.name.endswith(SUFFIX)}
