"""Logs of games: value types, our text notation and its JSON twin, foreign formats. GAMELOG.md."""
