"""Sentences about the command line itself: what was typed cannot be read."""

from __future__ import annotations

from reports.language import msgid

_OPTIONS = {
    "cli.exclusive": msgid("{option} and {other} do not go together."),
    "cli.extra_arguments": msgid("This is too much: {words}."),
    "cli.language_unknown": msgid("There is no language {language}; choose {known}."),
    "cli.missing": msgid("{name} is missing."),
    "cli.no_such_command": msgid("There is no command {word}; there are {known}."),
    "cli.no_such_command_near": msgid("There is no command {word}; do you mean {near}?"),
    "cli.no_such_option": msgid("There is no option {option}."),
    "cli.no_such_option_near": msgid("There is no option {option}; do you mean {near}?"),
    "cli.option_needs_value": msgid("{option} needs a value behind it."),
    "cli.option_without_value": msgid("{option} takes no value."),
    "cli.output": msgid("The output cannot be written: {detail}."),
    "cli.output_full": msgid("The output cannot be written: there is no room left on the disk."),
    "cli.unreadable": msgid("The command line cannot be read: {detail}"),
}

_VALUES = {
    "cli.after_empty_line": msgid(
        "An empty line ends the evening; what stands below it was not read."
    ),
    "cli.ambiguous": msgid("“{name}” may be {possible}."),
    "cli.name_without_number": msgid("There is no number behind “{name}”."),
    "cli.no_such_date": msgid("The day {word} does not exist."),
    "cli.no_such_chart": msgid("There is no chart {kind}; there is {known}."),
    "cli.not_a_date": msgid("“{word}” is no date; write it as 2026-03-14."),
    "cli.not_a_mapping": msgid(
        "“{word}” maps no heading; write it as Naam=player, with one of {known} behind the =."
    ),
    "cli.needs_map": msgid("--save-map keeps what --map says; say it with --map Naam=player."),
    "cli.not_a_number": msgid("“{value}” in “{word}” is no whole number."),
    "cli.not_a_seat": msgid("“{word}” is no player with a number; write it as Anna=23."),
    "cli.not_a_time": msgid("“{word}” is no time; write it as 22:30."),
    "cli.not_a_feed": msgid("“{word}” names no rule set and list; write it as dutch=main."),
    "cli.not_a_policy_switch": msgid("“{word}” is no switch; write it as k=24."),
    "cli.not_a_rating": msgid("“{word}” is no rating with a place; write it as 1452:1."),
    "cli.not_an_integer": msgid("“{word}” is no whole number."),
    "cli.not_a_whole": msgid("“{word}” is no whole number above 0."),
    "cli.number_without_name": msgid("There is no name before “{word}”."),
    "cli.seat_count": msgid("A game has 4 players; here are {count}: {names}."),
    "cli.not_a_switch": msgid("“{word}” is no switch; write it as hearts_broken_by=discard."),
    "cli.sheet_open": msgid("A score sheet was not finished; it is not stored. It ends with =."),
    "cli.sheet_row": msgid("A deal is four whole numbers, not “{found}”."),
    "cli.too_large": msgid("“{word}” is too large: numbers go up to {most}."),
    "cli.twice": msgid("{name} is named twice."),
    "cli.undo_nothing": msgid("Nothing that was entered here is left to undo."),
}

SENTENCES = _OPTIONS | _VALUES
