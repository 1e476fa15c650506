"""Sentences about events and seasons: who is there, who sits where, what may be done when."""

from __future__ import annotations

from reports.language import msgid

_EVENTS = {
    "event.all_count": msgid(
        "Only the best rounds count ({best}), and fewer are planned ({rounds}): so all of "
        "them count."
    ),
    "event.choice": msgid("{option} is not “{word}”; there is {known}."),
    "event.exists": msgid("There is an event {name} already, on {date}."),
    "event.finished": msgid("The event {event} is finished."),
    "event.has_games": msgid("{event} has been played in (games: {games}); it is not removed."),
    "event.has_rounds": msgid("Round {drawn} is drawn; {rounds} is too few."),
    "event.later": msgid("{event} is on {date}, after {as_of}."),
    "event.mixed_terms": msgid(
        "Results of {event} were played on other terms; the standings add them to those that "
        "follow."
    ),
    "event.no_name": msgid("“{name}” is no name for an event."),
    "event.no_plan": msgid("There is no plan for these numbers."),
    "event.no_round": msgid("The last round of {event} is {rounds}; there is no round {round}."),
    "event.none_closed": msgid("No round of {event} is closed."),
    "event.none_until": msgid("In no event a round had been played on {date}."),
    "event.none_open": msgid("There is no open event."),
    "event.other_day": msgid(
        "Of another day are the results {results}; once all are of {date}, the event can be."
    ),
    "event.plan_helpers": msgid(
        "With {players} players each round needs {needed} more to make up the number, and a plan "
        "knows no helpers: plan for {total}, or with sit_out or three."
    ),
    "event.plan_size": msgid("A plan is for at most {players} players and {rounds} rounds."),
    "event.rounds": msgid("An event has 1 to {most} rounds, not {rounds}."),
    "event.scoring": msgid("The event cannot be scored so."),
    "event.target_and_deals": msgid(
        "A game ends at a target or after so many deals, not both; --target 0 or --deals 0 takes "
        "one away."
    ),
    "event.unknown": msgid("There is no event {name}; there is {known}."),
    "event.unknown?known": msgid("There is no event {name}."),
    "event.which": msgid("Several events are open: say which, {known}."),
}

_PEOPLE = {
    "event.gone": msgid("{name} was drawn for round {round} and is not there."),
    "event.no_substitute": msgid("Nobody plays for {name} in round {round}."),
    "event.not_apart": msgid("{name} and {other} are not kept apart."),
    "event.not_entered": msgid("{name} does not take part in {event}."),
    "event.role_fixed": msgid(
        "{name} takes part already; who is ranked is settled once a round is drawn."
    ),
    "event.round_begun": msgid(
        "Round {round} has begun and does not change; the next one is round {next}."
    ),
    "event.seated_elsewhere": msgid("{name} plays already in round {round}."),
    "event.stale": msgid("Round {round} was drawn for others; draw it again."),
    "event.substitute_until": msgid(
        "{name} plays for {other} before round {round}; from then on each plays for themselves."
    ),
    "event.unseated": msgid("{name} is there and was not drawn for round {round}."),
}

_ROUNDS = {
    "event.all_begun": msgid(
        "The last round of {event} ({rounds}) has begun, and none comes after it; `event change "
        "--rounds {more}` adds one, `event finish` ends the event."
    ),
    "event.all_drawn": msgid("All {rounds} rounds of {event} are drawn."),
    "event.all_played": msgid(
        "Every round of {event} has been played ({rounds}); `event change --rounds {more}` adds "
        "one, `event finish` ends the event."
    ),
    "event.drawn_already": msgid("Round {round} is drawn and has not been played."),
    "event.drawn_near": msgid(
        "People came or went, so this was drawn near the earlier draw (rounds: {rounds}); --seed "
        "draws afresh."
    ),
    "event.earlier_open": msgid("In round {round} results are missing, of tables: {tables}."),
    "event.guard": msgid("Round {round} is {stage}: to {deed}, it must be {stages}."),
    "event.has_results": msgid("Round {round} has results; it is not drawn again."),
    "event.helpers": msgid(
        "Round {round}: {players} players need helpers to fill the tables ({needed}), and too few "
        "are there ({there}); so players sit out."
    ),
    "event.not_complete": msgid("Of {event} {rounds} rounds are complete, not {round}."),
    "event.not_drawn": msgid("{name} is not drawn for round {round}."),
    "event.not_drawn_yet": msgid("Round {round} has not been drawn."),
    "event.nothing_again": msgid("In {event} nothing is drawn that has not been played."),
    "event.round_stale": msgid("Round {round} was drawn for others; it cannot start."),
    "event.seating": msgid("The seating cannot be so; nothing was stored."),
    "event.tables_missing": msgid("The event {event} is not complete."),
}

_RESULTS = {
    "event.no_open_table": msgid("Every table is in."),
    "event.no_such_table": msgid(
        "Result {id} names the event {event} and fits no table of it; its standings do not count "
        "it."
    ),
    "event.no_table_of": msgid("These players do not sit at one table in round {round}."),
    "event.numbers": msgid("{count} numbers for the players {players}."),
    "event.sits_at": msgid("{name} sits at table {table} in round {round}."),
    "event.sits_nowhere": msgid("{name} has no table in round {round}."),
    "event.table_done": msgid("Table {table} of round {round} is in, as result {result}."),
    "event.table_not_open": msgid("Table {table} is not open."),
    "event.table_taken": msgid(
        "Table {table} of round {round} of {event} has a result; result {id} does not count in "
        "its standings."
    ),
}

_STANDINGS = {
    "event.cut_done": msgid("{event} has its final already."),
    "event.cut_names": msgid("{named} are named for a final of {size}."),
    "event.cut_open": msgid("{event} can be cut when round {round} is complete."),
    "event.cut_size": msgid(
        "A final is for 4 players or more, fewer than all {players}; not {size}."
    ),
    "event.final_seeded": msgid(
        "The final of {event} was drawn for {seeded}; by today's results it would be {now}. It "
        "stays as it was drawn."
    ),
    "event.final_undrawn": msgid(
        "Round {rounds} of {event} was not drawn: the final, with {seeded}."
    ),
    "event.final_uneven": msgid(
        "A final of {size} has sit-outs in each round ({over}); with {possible} everybody plays."
    ),
    "event.no_paper": msgid("Of {event} there is nothing to print yet."),
    "event.no_part": msgid("There is no part {word} of the paper; there is {known}."),
    "event.no_penalty": msgid("{event} has no penalty {number}."),
    "event.not_ranked": msgid("The standings of {event} cannot be made."),
    "event.points": msgid("“{word}” is no number of points other than 0."),
}

_SEASONS = {
    "season.exists": msgid("There is a season {name} already."),
    "season.has_events": msgid("Events belong to the season {name} ({events}); it is not removed."),
    "season.no_name": msgid("“{name}” is no name for a season."),
    "season.none": msgid("There is no season yet."),
    "season.not_counted": msgid("The season {name} cannot be counted."),
    "season.nothing": msgid("In the season {name} nothing has been played yet."),
    "season.nothing_until": msgid("In the season {name} nothing had been played yet on {date}."),
    "season.unknown": msgid("There is no season {name}; there is {known}."),
}

PRESETS = {
    "best-5-of-7": msgid(
        "Best 5 of 7: monthly evenings; what counts is where one finished, not by how much."
    ),
    "best-6-of-8": msgid(
        "Best 6 of 8: a winter of eight afternoons, of which everybody's best six count."
    ),
    "league-3-1-0-0": msgid(
        "League 3-1-0-0: all evenings count, a win is worth far more than a second place."
    ),
    "place-sum": msgid("Place sum: the places themselves are added up, and the fewest win."),
    "points-table": msgid(
        "Points table: the points of all games added up; where few points are good, the fewest win."
    ),
}
"""What each preset of a season is, as the first line of its file says it."""

SENTENCES = _EVENTS | _PEOPLE | _ROUNDS | _RESULTS | _STANDINGS | _SEASONS
