"""Foreign log formats, one module each; `engine.gamelog.formats` finds them by themselves.

A module defines ``FORMAT``, an `engine.gamelog.formats.Format`. Nothing else is needed.
"""
