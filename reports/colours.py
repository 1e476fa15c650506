"""Arithmetic of colours written as `#rrggbb`: contrast, mixtures, what can be read on what."""

from __future__ import annotations

READABLE = 4.5
"""The contrast that text needs (WCAG 2.1, success criterion 1.4.3)."""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 (none) to 21 (black and white), as WCAG 2.1 defines it.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(colour: str, paper: str = "#ffffff") -> str:
    """The colour, darkened as far as it must be to be read as text on light paper.

    >>> readable("#9b1c31"), contrast(readable("#ffdd00"), "#ffffff") >= READABLE
    ('#9b1c31', True)
    """
    while contrast(colour, paper) < READABLE and colour != "#000000":
        colour = mixed(colour, "#000000", 0.08)
    return colour


def on(colour: str, ink: str, paper: str = "#ffffff") -> str:
    """Ink or paper, whichever is easier to read on a colour.

    >>> on("#9b1c31", "#22252b"), on("#ffdd00", "#22252b")
    ('#ffffff', '#22252b')
    """
    return paper if contrast(colour, paper) >= contrast(colour, ink) else ink


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: `share` 0 is the first, 1 the second.

    >>> mixed("#ffffff", "#000000", 0.5)
    '#808080'
    """
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
