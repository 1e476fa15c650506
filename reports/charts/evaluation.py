"""How other rating systems would have foretold the games, beside the present one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from reports.charts.page import HEAD, SIDE, WIDTH, Page, fitted, new_page
from reports.charts.theme import GAIN, INK, LOSS, RULE, SOFT, save, theme
from reports.clubstyle import PLAIN

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from reports.clubstyle import ClubStyle
    from reports.language import Language

Verdict = Literal["reference", "better", "worse", "unclear"]

_LOOKS: dict[Verdict, tuple[str, str]] = {
    "reference": (INK, "D"),
    "better": (GAIN, "o"),
    "worse": (LOSS, "s"),
    "unclear": (SOFT, "o"),
}
_LINE = 0.42  # inches a system
_TITLES, _TICKS = 0.3, 0.25  # inches above and below the axes
_NAMES, _VALUES = 3.0, 2.5  # inches left and right of the axes
_POINTS = 9.5


@dataclass(frozen=True, slots=True)
class EvaluatedSystem:
    """One system as the chart shows it.

    Attributes:
        name: already in the reader's language.
        log_loss: a pair; lower is better.
        difference: of the log-loss, from that of the present system.
        interval: the 95 % interval of the difference.
        verdict: `reference` for the present system itself; `unclear` is drawn hollow.
    """

    name: str
    log_loss: float
    difference: float
    interval: tuple[float, float]
    verdict: Verdict


def write_evaluation(
    systems: Sequence[EvaluatedSystem],
    subtitle: Sequence[str],
    path: Path,
    language: Language,
    style: ClubStyle = PLAIN,
) -> None:
    """Draw the systems and write the picture as PNG or SVG, by the suffix of `path`.

    Args:
        systems: in the order in which they are to stand, from the top.
        subtitle: what was judged, in parts.
        path: where to.
        language: the reader's.
        style: the club's looks.

    Raises:
        ValueError: the suffix is neither `.png` nor `.svg`.
        OutputError: the file cannot be written; an old one is untouched.
    """
    with theme():
        save(draw_evaluation(systems, subtitle, language, style), path)


def draw_evaluation(
    systems: Sequence[EvaluatedSystem],
    subtitle: Sequence[str],
    language: Language,
    style: ClubStyle = PLAIN,
) -> Figure:
    """Draw every system's difference with its interval; call it inside `theme()`."""
    high = _LINE * len(systems)
    title = language.text("How well ratings foretell games")
    page = new_page(_TITLES + high + _TICKS, title, subtitle, style)
    wide = WIDTH - 2 * SIDE - _NAMES - _VALUES
    axes = page.axes(SIDE + _NAMES, HEAD + _TITLES, wide, high)
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.set_yticks([])
    reach = 1.08 * max((abs(end) for each in systems for end in each.interval), default=0) or 0.01
    axes.set_xlim(-reach, reach)
    axes.grid(axis="x", color=RULE, linewidth=0.7)
    axes.xaxis.set_major_formatter(lambda value, _: language.signed(value, 3))
    axes.locator_params(axis="x", nbins=7)
    axes.axvline(0, color=INK, linewidth=1)
    _head(page, language)
    for line, system in enumerate(systems):
        _draw(axes, line, system)
        _write(page, line, system, language)
    page.note(
        language.text(
            "Log-loss a pair, less that of the present policy, with its 95 % interval; a line that "
            "crosses 0 tells nothing."
        )
    )
    return page.figure


def _head(page: Page, language: Language) -> None:
    """What left and right of the line mean, and the heading of the values."""
    top, right = HEAD + 0.1, WIDTH - SIDE
    left_end, right_end = SIDE + _NAMES, WIDTH - SIDE - _VALUES
    page.write(left_end, top, language.text("foretells better"), fontsize=8.5, color=SOFT)
    worse = language.text("foretells worse")
    page.write(right_end, top, worse, ha="right", fontsize=8.5, color=SOFT)
    page.write(right, top, language.text("Log-loss"), ha="right", fontsize=8.5, color=SOFT)


def _draw(axes: Axes, line: int, system: EvaluatedSystem) -> None:
    colour, marker = _LOOKS[system.verdict]
    low, high = system.interval
    axes.hlines(line, low, high, color=colour, linewidth=2)
    hollow = system.verdict == "unclear"
    axes.plot(
        system.difference,
        line,
        marker,
        markersize=7,
        markeredgewidth=1.6,
        markeredgecolor=colour,
        markerfacecolor="white" if hollow else colour,
    )


def _write(page: Page, line: int, system: EvaluatedSystem, language: Language) -> None:
    """The name at the left, log-loss and difference at the right."""
    top = HEAD + _TITLES + _LINE * (line + 0.5) + 0.05
    bold = "bold" if system.verdict == "reference" else "normal"
    name = fitted(system.name, _NAMES - 0.15, _POINTS, bold=bold == "bold")
    page.write(SIDE, top, name, fontsize=_POINTS, fontweight=bold)
    right = WIDTH - SIDE
    value = language.decimal(system.log_loss, 4)
    page.write(right, top, value, ha="right", fontsize=_POINTS, fontweight=bold)
    if system.verdict != "reference":
        change = language.signed(system.difference, 4)
        page.write(right - 0.85, top, change, ha="right", fontsize=_POINTS, color=SOFT)
