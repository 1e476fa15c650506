"""What is written in a chart, and whether any of it covers anything else."""

from __future__ import annotations

from itertools import combinations

from matplotlib.transforms import Affine2D

ODD = ["Ca$h $mir$", "=1+1", "x" * 90, "Bell\x07", "名前", "two\nlines", " ", "\ud800"]
"""Names that a chart has to draw as they are, or cleaned."""


def texts(figure) -> list[str]:
    found = [text for axes in figure.axes for text in axes.texts] + figure.texts
    return [text.get_text() for text in found if text.get_text()]


def overlapping(figure) -> list[tuple[str, str]]:
    """The pairs of texts that cover each other in the drawn figure, and what leaves the page."""
    figure.canvas.draw()
    artists = [*figure.texts]
    for axes in figure.axes:
        artists += axes.texts
        if axes.axison:
            artists += [*axes.get_xticklabels(), *axes.get_yticklabels()]
    shown = [artist for artist in artists if artist.get_text().strip()]
    boxes = [(artist.get_text(), artist.get_window_extent()) for artist in shown]
    page = figure.bbox.padded(1)
    outside = [(text, "the page") for text, box in boxes if not page.contains(box.x0, box.y0)]
    outside += [(text, "the page") for text, box in boxes if not page.contains(box.x1, box.y1)]
    slanted = [artist.get_rotation() != 0 for artist in shown]
    turned = [along(artist) for artist in shown if artist.get_rotation() != 0]
    level = [box for box, slant in zip(boxes, slanted, strict=True) if not slant]
    names = [artist.get_text() for artist in shown if artist.get_rotation() != 0]
    slants = [box for box, slant in zip(boxes, slanted, strict=True) if slant]
    covered = [(one, two) for (one, a), (two, b) in combinations(level, 2) if touch(a, b)]
    covered += [(one, two) for one, a in level for two, b in slants if touch(a, b)]
    along_them = combinations(zip(names, turned, strict=True), 2)
    return outside + covered + [(one, two) for (one, a), (two, b) in along_them if touch(a, b)]


def touch(one, two) -> bool:
    return one.padded(-1).overlaps(two)


def along(text):
    """The box of a slanted text in a frame that is turned with it: where it really is."""
    slant = text.get_rotation()
    anchor = text.get_transform().transform(text.get_position())
    text.set_rotation(0)
    level = text.get_window_extent()
    text.set_rotation(slant)
    turned = Affine2D().rotate_deg(-slant).transform(anchor)
    return level.translated(*(turned - anchor))
