"""Sentences about ratings: policies, adjustments, the accountant, the calculator."""

from __future__ import annotations

from reports.language import msgid

_POLICIES = {
    "game.seats": msgid("Ratings are computed for tables of three or four; here are {seats}."),
    "policy.choice": msgid("{switch} is {choices}, not “{value}”."),
    "policy.k_even": msgid("k must be even, so that no change ends in a half; {value} is odd."),
    "policy.k_three": msgid(
        "Where tables of three are rated k must be a multiple of 4; {value} is none."
    ),
    "policy.range": msgid("{switch} lies between {low} and {high}; {value} does not."),
    "policy.range?high": msgid("{switch} is at least {low}; {value} is less."),
    "policy.type": msgid("“{value}” is no value for {switch}."),
    "policy.unknown": msgid("There is no policy {name}; there is {known}."),
    "policy.unknown_switch": msgid("A policy has no switch {switch}; it has {known}."),
}

_ADJUSTMENTS = {
    "adjust.duplicate": msgid(
        "{name} has the same adjustment for the same reason that day already, as number {id}; if "
        "it is another one, say so in the reason."
    ),
    "adjust.no_files": msgid("Adjustment {id} has no file as evidence."),
    "adjust.nothing": msgid("0 points change nothing for {name}."),
    "adjust.unknown": msgid("There is no adjustment {id}."),
    "evidence.no_file": msgid("There is no file {name} here; it is kept as a sentence."),
    "evidence.too_large": msgid("It is larger than {limit} MB."),
    "exempt.long": msgid("From {first} to {last} are {days} days, more than a year."),
    "exempt.reversed": msgid("{last} is before {first}."),
    "period.reversed": msgid("{last} is before {first}."),
    "refund.evidence": msgid(
        "A refund needs two pieces of evidence: that {name} was stuck in result {id}, and the "
        "points after."
    ),
    "refund.exceeds": msgid(
        "{name} got {points} points back for result {id} (adjustment {adjustment}), which now "
        "stands at {change}."
    ),
    "refund.given": msgid(
        "{name} has been given the loss of result {id} back already, as adjustment {adjustment}."
    ),
    "refund.no_game": msgid(
        "{name} got points back for result {id} (adjustment {adjustment}), which does not count "
        "in this list any more."
    ),
    "refund.no_loss": msgid("{name} lost nothing in result {id} ({change})."),
    "refund.not_rated": msgid("Result {id} has moved no rating of {name}."),
    "refund.too_much": msgid(
        "{name} lost {loss} points in result {id}; {points} cannot be given back."
    ),
}

_QUESTIONS = {
    "audit.deflation": msgid(
        "Decay took {points} points, {each} a player a year ({faded} of {players} players faded); "
        "the mean rating is {mean}, newcomers start at {start}."
    ),
    "audit.farming": msgid(
        "{name} won {lifted} of {games} games by the one point of the minimum rule, {points} "
        "points net of {won} won, at tables rated {advantage} points lower on average."
    ),
    "audit.island": msgid(
        "These {players} players never met the others ({islands} groups): {names}; mean rating "
        "{mean}."
    ),
    "calc.places": msgid("No game of {seats} ends at the places {places}."),
    "evaluate.against": msgid("There is no comparison with {name}; there is {known}."),
    "evaluate.decay": msgid("There is no decay {name}; there is {known}."),
    "evaluate.no_openskill": msgid("The program openskill is not installed here."),
    "evaluate.nothing": msgid("There is no rated game to foretell."),
    "whatif.nobody": msgid("Fewer than two of these players count for the ratings."),
}

SENTENCES = _POLICIES | _ADJUSTMENTS | _QUESTIONS
