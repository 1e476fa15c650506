"""A club's own looks: its name, logo and colours, read from a small TOML file.

    name = "Hartenclub De Zwarte Dame"
    logo = "logo.png"            # PNG or JPEG, found beside this file

    [colours]                    # all may be left out
    main = "#9b1c31"             # titles and headings
    gain = "#1b6b4a"
    loss = "#a8322a"

A colour that could not be read where it is used is darkened there until it can be.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LARGEST_LOGO = 5_000_000
"""Bytes of a logo file."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_KINDS = {"PNG": "png", "JPEG": "jpeg"}


class StyleError(Exception):
    """A club style cannot be used.

    Attributes:
        code: `not_toml` (detail), `unknown` (key, known), `not_text` (key),
            `not_table` (key), `colour` (key, value),
            `no_logo` (logo), `logo` (logo): no picture that can be used.
        fields: what there is to say about it.
    """

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, fields)
        self.code = code
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Colours:
    """Colours, each as `#rrggbb`.

    Attributes:
        main: of titles and headings, and of charts in one colour.
        gain: of ratings that rose; always with a sign beside it.
        loss: of ratings that fell.
        gold: of the medal for the first place.
        silver: for the second.
        bronze: for the third.
    """

    main: str = "#9b1c31"
    gain: str = "#1b6b4a"
    loss: str = "#a8322a"
    gold: str = "#f2cf63"
    silver: str = "#d3d7dd"
    bronze: str = "#e0ae84"


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture: its file as it is, and its size in pixels."""

    content: bytes = field(repr=False)
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ClubStyle:
    """How a club wants its reports to look.

    Attributes:
        name: the name to be printed, or "" for the one the club is registered under.
        logo: or None.
        colours: see there.
    """

    name: str = ""
    logo: Logo | None = None
    colours: Colours = Colours()


PLAIN = ClubStyle()
"""The looks of a club that asks for none."""


def read_club_style(path: Path) -> ClubStyle:
    """The style in a TOML file.

    Raises:
        StyleError: it cannot be used, and why.
        OSError: the file cannot be read.
    """
    try:
        content = tomllib.loads(path.read_bytes().decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StyleError("not_toml", detail=str(error)) from error
    _refuse_unknown(content, ("name", "logo", "colours"), "")
    given = content.get("colours", {})
    if not isinstance(given, dict):
        raise StyleError("not_table", key="colours")
    _refuse_unknown(given, tuple(each.name for each in fields(Colours)), "colours.")
    logo = _text(content, "logo")
    return ClubStyle(
        name=_text(content, "name").strip(),
        logo=_logo(path.parent / logo, logo) if logo else None,
        colours=Colours(**{key: _colour(f"colours.{key}", value) for key, value in given.items()}),
    )


def _refuse_unknown(given: Mapping[str, object], known: tuple[str, ...], within: str) -> None:
    for key in given:
        if key not in known:
            raise StyleError("unknown", key=f"{within}{key}", known=known)


def _text(content: Mapping[str, Any], key: str) -> str:
    value = content.get(key, "")
    if not isinstance(value, str):
        raise StyleError("not_text", key=key)
    return value


def _colour(key: str, value: object) -> str:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise StyleError("colour", key=key, value=value)
    return value.lower()


def _logo(path: Path, shown: str) -> Logo:
    """The picture in a file; only its head is looked at here."""
    from PIL import Image, UnidentifiedImageError

    if not path.is_file():
        raise StyleError("no_logo", logo=shown)
    if path.stat().st_size > LARGEST_LOGO:
        raise StyleError("logo", logo=shown)
    content = path.read_bytes()
    try:
        with Image.open(BytesIO(content), formats=tuple(_KINDS)) as picture:
            picture.load()
            return Logo(content, *picture.size)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise StyleError("logo", logo=shown) from error
