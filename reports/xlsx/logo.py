"""The club's logo at the right end of a sheet's title band."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.clubstyle import Logo

_HIGH, _WIDE = 56, 220  # pixels; the band is 76 high
_TOP = 8
_SHARPNESS = 4  # times as many pixels in the file, for print
_PIXELS_A_CHARACTER = 7
_EMU_A_PIXEL = 9525


def placed_logo(logo: Logo, widths: Sequence[float]) -> Image:
    """The logo as a picture for a sheet with columns of these widths, in characters."""
    picture = Image(BytesIO(_reduced(logo)))
    share = min(_HIGH / logo.height, _WIDE / logo.width)
    wide, high = round(logo.width * share), round(logo.height * share)
    column, inside = _place(widths, wide)
    corner = AnchorMarker(
        col=column, colOff=_EMU_A_PIXEL * inside, row=0, rowOff=_EMU_A_PIXEL * _TOP
    )
    size = XDRPositiveSize2D(_EMU_A_PIXEL * wide, _EMU_A_PIXEL * high)
    anchor: Any = OneCellAnchor(_from=corner, ext=size)  # its type hint knows cell names only
    picture.anchor = anchor
    return picture


def _place(widths: Sequence[float], wide: int) -> tuple[int, int]:
    """The column in which a picture begins that ends with the last, and how far inside, in pixels.

    Tied to a column it stays near the right end where another font makes the columns wider.
    """
    pixels = [round(width * _PIXELS_A_CHARACTER) for width in widths]
    begin = max(0, sum(pixels) - wide)
    column = 0
    while begin >= pixels[column]:
        begin -= pixels[column]
        column += 1
    return column, begin


@lru_cache(maxsize=1)
def _reduced(logo: Logo) -> bytes:
    """The logo as a PNG that is no larger than it is shown, for it stands on every sheet."""
    from PIL import Image as Picture

    with Picture.open(BytesIO(logo.content)) as picture:
        small = picture.convert("RGBA")
        small.thumbnail((_WIDE * _SHARPNESS, _HIGH * _SHARPNESS))
        stream = BytesIO()
        small.save(stream, "PNG")
        return stream.getvalue()
