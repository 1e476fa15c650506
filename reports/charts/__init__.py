"""Charts as PNG or SVG, drawn by matplotlib without its global state; see `registry`."""
