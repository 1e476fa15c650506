"""One look for all charts: colours, lines, fonts, and how a figure becomes a file.

Readable in grey and by the colour-blind: series differ in colour (Okabe and Ito, "Color Universal
Design", 2008, without its yellow), in marker and in line, and every one is labelled where it ends.
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from reports.output import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.figure import Figure

INK = "#22252b"
SOFT = "#6b7078"
RULE = "#d9dce1"
PAPER = "#ffffff"
GAIN = "#1f6f8b"
LOSS = "#b4552d"

DECAY_DASHES = (0, (0.9, 1.5))
FONT = "DejaVu Sans"  # comes with matplotlib: the same picture on every computer


@dataclass(frozen=True, slots=True)
class SeriesStyle:
    """How one of several series is told from the others.

    Attributes:
        colour: `#rrggbb`.
        marker: matplotlib's sign.
        excel_marker: the nearest one in spreadsheets.
        dashed: a line with long dashes instead of a solid one.
    """

    colour: str
    marker: str
    excel_marker: Literal["circle", "square", "triangle", "diamond"]
    dashed: bool = False


SERIES = (
    SeriesStyle("#0072b2", "o", "circle"),
    SeriesStyle("#d55e00", "s", "square"),
    SeriesStyle("#009e73", "^", "triangle"),
    SeriesStyle("#22252b", "D", "diamond"),
    SeriesStyle("#b0578d", "v", "circle", dashed=True),
    SeriesStyle("#e69f00", "P", "square", dashed=True),
    SeriesStyle("#56b4e9", "X", "triangle", dashed=True),
    SeriesStyle("#7a5c3e", "p", "diamond", dashed=True),
)
"""The styles of a chart's series, in order; there are as many as a chart may show."""

_RC: dict[Any, Any] = {
    "font.family": [FONT],
    "font.size": 9.5,
    "text.color": INK,
    "text.parse_math": False,  # a name with dollar signs is a name
    "axes.edgecolor": RULE,
    "axes.labelcolor": SOFT,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.unicode_minus": False,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.hashsalt": "hearts-admin",
    "svg.fonttype": "path",
}

_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
}


@contextmanager
def theme() -> Iterator[None]:
    """Draw and save inside this: our looks instead of those of the user's matplotlib.

    A name in a script that the font lacks is drawn as boxes, without a warning.
    """
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(_RC)
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure, in inches, with a canvas of its own and outside pyplot."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def save(figure: Figure, path: Path, *, dpi: int = 160) -> None:
    """Write a figure as PNG or SVG by its suffix, the same bytes for the same figure.

    Raises:
        ValueError: the suffix is neither `.png` nor `.svg`.
        OutputError: the file cannot be written; an old one is untouched.
    """
    suffix = path.suffix.lower()
    if suffix not in _METADATA:
        raise ValueError(f"a chart is written to {' or '.join(_METADATA)}, not {suffix!r}")
    with replacing(path) as temporary:
        figure.savefig(temporary, format=suffix[1:], dpi=dpi, metadata=_METADATA[suffix])


def png(figure: Figure, *, dpi: int = 160) -> BytesIO:
    """A figure as the bytes of a PNG, to be put into another file."""
    stream = BytesIO()
    figure.savefig(stream, format="png", dpi=dpi, metadata=_METADATA[".png"])
    stream.seek(0)
    return stream


def text_width(text: str, points: float, *, bold: bool = False) -> float:
    """How wide a text is in the theme's font, in inches, as it is drawn at a low resolution.

    There the letters are fitted to whole pixels, which makes them up to a twentieth wider.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=FONT, weight="bold" if bold else "normal", size=points)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return 1.05 * float(width) / 72
