"""The tables of a leaderboard, once for text, CSV and workbooks; see `registry`."""
