"""Sentences about reports: what cannot be shown, and club styles that cannot be used.

A sentence about a file (`style.`) says what is the matter with it; the file's name is written
before it.
"""

from __future__ import annotations

from reports.language import msgid

_STYLES = {
    "style.colour": msgid("“{value}” of {key} is no colour; write it as #9b1c31."),
    "style.logo": msgid("The logo {logo} is no PNG or JPEG picture below 5 MB."),
    "style.no_logo": msgid("There is no file {logo} for the logo beside it."),
    "style.not_table": msgid("What belongs to {key} stands below a line [{key}]."),
    "style.not_text": msgid("The value of {key} is written between quotation marks."),
    "style.not_toml": msgid("It is no TOML that can be read: {detail}."),
    "style.unknown": msgid("There is nothing called {key} in a club style; choose {known}."),
}

SENTENCES = _STYLES | {
    "cli.no_such_table": msgid("There is no table {table}; choose {known}."),
    "cli.too_many_players": msgid("This chart shows at most {most} players; here are {count}."),
}
