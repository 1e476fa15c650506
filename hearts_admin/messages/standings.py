"""Sentences about standings and seasons: how they are counted, and what cannot be counted so."""

from __future__ import annotations

from reports.language import msgid

_RECORD = {
    "standings.entrant": msgid(
        "Start number {number} is no number from 1, or it or its player is listed twice."
    ),
    "standings.no_points": msgid(
        "Table {table} of round {round} has places and no points, and points are counted."
    ),
    "standings.places": msgid(
        "Table {table} of round {round}: no game ends at the places {places}."
    ),
    "standings.seats": msgid(
        "Table {table} of round {round} has {seats} players; there are tables of three and four."
    ),
    "standings.twice": msgid("{player} is in two places in round {round}."),
}

_SETTINGS = {
    "standings.choice": msgid("{key} is {choices}, not “{value}”."),
    "standings.contradiction": msgid("{key} has no meaning beside {other}."),
    "standings.credit": msgid("{key} is a number, {choices}, not “{value}”."),
    "standings.criterion": msgid("There is no tie-break {criterion}; there is {known}."),
    "standings.criterion_twice": msgid("The tie-break {criterion} is named twice."),
    "standings.fixed": msgid("{key}: the rule {rule} and a number do not go together."),
    "standings.key": msgid("There is no key {key}; known are {known}."),
    "standings.ladder": msgid("{key} is {numbers} numbers, such as 4-3-2-1; “{value}” is not."),
    "standings.ladder?numbers": msgid("{key} is two numbers or more; “{value}” is not."),
    "standings.ladder_order": msgid("The numbers of {key} must rise or fall; {value} do neither."),
    "standings.missing": msgid("{key} is missing."),
    "standings.nothing_is_best": msgid(
        "{key} cannot be nothing where few points are good: it would be the best score of all."
    ),
    "standings.range": msgid("{key} is at least {low}; {value} is less."),
    "standings.type": msgid("“{value}” is no value for {key}."),
    "standings.type?key": msgid("“{value}” are no settings."),
}

_FINAL = {
    "standings.cut_stranger": msgid("{player} is to play the final and did not enter."),
    "standings.cut_tie": msgid(
        "{players} share place {place}, and only {size} go to the final: say who plays it."
    ),
}

_SEASON = {
    "season.better": msgid(
        "In {label} the points go the other way than in the first evening: few are good in the "
        "one, many in the other."
    ),
    "season.evenings": msgid("The season has {of} evenings; here are {evenings}."),
    "season.file": msgid("These rules of a season cannot be used."),
    "season.member": msgid("{player} is listed twice."),
    "season.not_toml": msgid("This is not TOML: {detail}."),
    "season.penalty": msgid("There is no evening {evening}; {evenings} were held."),
    "season.preset": msgid("There are no rules of a season called {name}; there are {known}."),
    "season.stranger": msgid("{player} does not take part in this season."),
    "season.too_large": msgid("{key} is {value}, more than the {of} evenings of the season."),
}

SENTENCES = _RECORD | _SETTINGS | _FINAL | _SEASON
