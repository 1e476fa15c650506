"""Sentences about logs, rules, cards and score sheets: the codes of `engine.problems`."""

from __future__ import annotations

from reports.language import msgid

_FILES = {
    "file.empty": msgid("There is nothing in it."),
    "file.header": msgid("The first line must be “% hjl 1”, not “{found}”."),
    "file.format": msgid("This is no log that can be read; known are {known}."),
    "line.unknown": msgid("A line cannot start with “{found}”; known are {known}."),
    "line.order": msgid("“{found}” cannot come after “{after}”."),
    "line.form": msgid("“{found}” is not of the form {expected}."),
    "line.quote": msgid("A quotation mark is never closed."),
    "tag.unknown": msgid("There is no tag {tag}; known are {known}."),
    "tag.repeated": msgid("The tag {tag} stands here twice."),
    "tag.value": msgid("The tag {tag} cannot be “{value}”; expected is {expected}."),
    "card.unknown": msgid("“{text}” is no card in the notation “{notation}”."),
    "card.swapped": msgid(
        "“{text}” cannot be read in the notation “{notation}”: write {write} for {card}."
    ),
    "card.notation": msgid(
        "“{text}” is written in the notation “{other}”; in “{notation}” that card is {write}."
    ),
    "hand.suits": msgid("“{text}” is no hand: four suits with dots between, not {count}."),
    "hand.rank": msgid("“{rank}” in the hand “{text}” is no card in the notation “{notation}”."),
    "seat.unknown": msgid("“{text}” is no seat; seats are N, E, S and W."),
    "seat.repeated": msgid("Seat {seat} stands here twice."),
    "seat.missing": msgid("Missing here: seat {seats}."),
    "number.unknown": msgid("“{text}” is no whole number."),
    "text.line_break": msgid("“{text}” has a line break in it and cannot be written in a log."),
    "trick.size": msgid(
        "Trick {trick} has {count} cards; only the last one may have fewer than 4."
    ),
    "json.syntax": msgid("This is not JSON: {detail}."),
    "json.field": msgid("The field “{field}” must be {expected}."),
    "json.unknown": msgid("There is no field “{field}”; known are {known}."),
    "openspiel.action": msgid("“{text}” is no action of OpenSpiel."),
    "openspiel.length": msgid("A deal does not have {count} actions."),
    "openspiel.deal": msgid("{card} is dealt twice."),
    "array.value": msgid(
        "{value} in the array {array} means nothing; it goes from {low} to {high}."
    ),
    "array.gap": msgid("In the array {array} play stops and goes on again."),
    "array.missing": msgid("The array {array} is missing."),
    "array.unknown": msgid("There is no array {array}; known are {known}."),
    "array.kind": msgid(
        "The array {array} is of the kind {kind}; whole numbers, row by row, are needed."
    ),
    "array.shape": msgid("The array {array} has the shape {shape}; expected is {expected}."),
}

_RULES = {
    "rules.unknown": msgid("There is no rule set {name}; known are {known}."),
    "switch.unknown": msgid("There is no switch {switch}; known are {known}."),
    "switch.value": msgid("{switch} cannot be “{value}”; choose {known}."),
    "rules.endless": msgid(
        "Under {rules} no deal adds points to anybody, so that no game ever comes to the target."
    ),
    "switch.contradiction": msgid("{switch} = {value} contradicts {other} = {other_value}."),
    "target.value": msgid("{target} is no target; it is a whole number above 0."),
}

_HOUSE_RULES = {
    "rules.file": msgid("These house rules cannot be used."),
    "rules.not_toml": msgid("This is not TOML: {detail}."),
    "rules.key": msgid("There is no key {key}; known are {known}."),
    "rules.no_base": msgid("The key based_on is missing; it is {known}."),
    "rules.name": msgid(
        "“{name}” can be no name of house rules: a text of at most {longest} characters that no "
        "published rule set bears."
    ),
    "rules.target": msgid("{target} is no target; it is a whole number above 0."),
    "rules.known_as": msgid("These rules are kept as {known} already; {name} is the same play."),
    "rules.switches": msgid("The switches stand below [switches], each as key = value."),
}

_SHEETS = {
    "sheet.refused": msgid("This score sheet cannot be right."),
    "sheet.row_refused": msgid("This deal cannot be right; it was not taken."),
    "sheet.names": msgid("Its heading has to name four players; it names {count}: {names}."),
    "sheet.numbers": msgid("Four whole numbers are expected here, not “{found}”."),
    "sheet.running": msgid(
        "These {rows} rows look like running totals, not the points of each deal. Write down what "
        "each deal brought, or put “total” with the name above the columns of totals."
    ),
    "sheet.other_rules": msgid(
        "{count} of the {deals} deals cannot be under {rules}; they look like {known}. Give the "
        "rules the sheet was played under with --rules."
    ),
    "sheet.several": msgid(
        "There are {count} score sheets in it; one is expected here. All of them at once are read "
        "by hearts-admin result import."
    ),
    "sheet.no_rules": msgid("Name the rule set the sheet was played under."),
    "sheet.totals": msgid("The totals are written as {stated}; the deals give {computed}."),
    "sheet.deals": msgid("Here are {found} deals; the game has {deals}."),
    "sheet.extra_deal": msgid("{totals}: by these rules another deal is to be played."),
    "sheet.moon": msgid("Perhaps {seat} shot the moon: {proposal}."),
    "sheet.signs": msgid("Perhaps every sign is the other way: {proposal}."),
    "sheet.sign": msgid("Perhaps {seat} has {meant} instead of {value}."),
    "sheet.transposed": msgid("Perhaps the digits are turned: {seat} has {meant}, not {value}."),
    "sheet.columns": msgid("Perhaps {seat} and {other} are swapped: {proposal}."),
    "sheet.swapped": msgid("Perhaps {seat} and {other} are swapped in deal {deal}."),
    "sheet.misread": msgid("Perhaps {seat} has {meant} instead of {value}."),
    "sheet.by_totals": msgid("By the totals the deal was {proposal}."),
}

_TABLE_QUESTIONS = {
    "legal.refused": msgid("There are no such cards at the table."),
    "legal.no_hand": msgid("The hand has no card in it."),
    "legal.hand_size": msgid("The hand has {count} cards; at most {most} are possible."),
    "legal.trick_full": msgid("{count} cards lie in the trick; at most 3 are possible."),
    "legal.card_twice": msgid("{card} stands here twice."),
    "legal.card_foreign": msgid("{card} is not in the deck of {deck} cards."),
}

_LOGS = {
    "generate.no_such_fault": msgid("There is no fault {kind}; choose {known}."),
    "generate.endless": msgid("Under {rules} games do not come to an end."),
    "game.endless": msgid(
        "After {deals} deals a game still stood at {totals}; the target is {target}."
    ),
    "generate.impossible": msgid("The rules {rules} know no fault {kind}."),
    "input.no_logs": msgid("There is no log in this folder: no file that ends in {known}."),
    "replay.no_such_deal": msgid("There is no deal {deal}."),
}

_DEALING = {
    "deal.hand_size": msgid("{seat} is dealt {count} cards instead of {expected}."),
    "deal.card_repeated": msgid("{card} is in more than one place: {seats}."),
    "deal.card_foreign": msgid("{seat} holds {card}, which is not in the deck of {deck} cards."),
    "deal.cards_missing": msgid("Nobody is dealt {cards}."),
    "deal.stage": msgid("The deal is at “{stage}”; expected is “{expected}”."),
    "pass.too_few": msgid("{seat} passes on {count} cards instead of {expected}."),
    "pass.too_many": msgid("{seat} passes on {count} cards instead of {expected}."),
    "pass.repeated": msgid("{seat} passes on {card} twice."),
    "pass.not_held": msgid("{seat} passes on {card} without holding it."),
    "pass.received": msgid("{seat} passes on {card}, which is only now received from {giver}."),
    "pass.not_due": msgid("Cards are passed on in a deal with the direction “{direction}”."),
    "pass.not_arrived": msgid(
        "{seat} passes on {card} to {receiver}, who does not hold it afterwards."
    ),
    "pass.contradicts": msgid(
        "{seat} cannot have passed on {cards}: hands and play contradict it."
    ),
}

_PLAY = {
    "play.revoke": msgid(
        "Trick {trick}: {seat} plays {card} without following suit ({suit}); legal was {legal}."
    ),
    "play.revoke?trick": msgid(
        "The suit that was led ({suit}) must be followed; legal is {legal}."
    ),
    "play.opening?trick": msgid("The first lead must be {legal}."),
    "play.first_trick?trick": msgid("It may not be played on the first trick; legal is {legal}."),
    "play.hearts_unbroken?trick": msgid(
        "Hearts are not broken and cannot be led; legal is {legal}."
    ),
    "play.opening": msgid("Trick {trick}: {seat} opens with {card}; legal was {legal}."),
    "play.first_trick": msgid(
        "Trick {trick}: {seat} may not play {card} on the first trick; legal was {legal}."
    ),
    "play.hearts_unbroken": msgid(
        "Trick {trick}: {seat} leads {card} while hearts are not broken; legal was {legal}."
    ),
    "play.not_held": msgid(
        "Trick {trick}: {seat} plays {card}, which is with {holder}; wrong is line {field}."
    ),
    "play.already_played": msgid(
        "Trick {trick}: {seat} plays {card}, which was played on trick {earlier} already."
    ),
    "play.card_foreign": msgid(
        "Trick {trick}: {seat} plays {card}, which is not in the deck of {deck} cards."
    ),
    "play.out_of_turn": msgid("Trick {trick}: {seat} leads, but {expected} won the last trick."),
    "play.first_leader": msgid("Trick {trick}: {seat} leads, but {expected} holds {card}."),
    "play.dealer_leads": msgid("Trick {trick}: {seat} leads, but the dealer is {expected}."),
    "play.too_many": msgid("There is a trick {trick}; a deal has {tricks}."),
    "cut.nothing_left": msgid("All {tricks} tricks have been played; nothing is left to take."),
    "cut.points_left": msgid("Play stops although these are not out yet: {cards}."),
    "cut.tricks_open": msgid(
        "Play stops with all {tricks} tricks at {seat}: whether all tricks are taken is open."
    ),
    "cut.short": msgid("Play stops after {tricks} tricks without saying who takes the rest."),
}

_MOON_AND_DOUBT = {
    "moon.no_choice": msgid("{seat} chooses how a moon pays, which these rules do not leave open."),
    "moon.not_shot": msgid("{seat} chooses how a moon pays, but nobody has shot one."),
    "moon.other_seat": msgid("{seat} chooses how the moon pays, but {shooter} has shot it."),
    "moon.undecided": msgid(
        "{seat} has shot the moon; how it pays is not told: {want} is missing."
    ),
    "unknown.first_lead": msgid("The first lead cannot be checked: {want} is missing."),
    "unknown.legality": msgid("Whether the play is legal cannot be checked: {want} is missing."),
    "unknown.order": msgid("The order of play cannot be found: {want} is missing."),
    "unknown.play": msgid("The play cannot be checked: {want} is missing."),
}

_GAMES = {
    "game.direction": msgid("Cards go “{direction}”; by the cycle it is “{expected}”."),
    "game.number": msgid("This deal has number {number}; expected is {expected}."),
    "game.after_end": msgid("Played on after the game: deal {ended} ended it."),
    "game.unfinished": msgid("The game is not finished: nobody is at {target} yet ({totals})."),
    "game.abandoned": msgid("The game was abandoned."),
    "game.loose": msgid("These are loose deals, not a game."),
    "game.no_deals": msgid("There are no deals in it."),
    "game.no_totals": msgid("The totals are not known from deal {number} on."),
    "game.deal": msgid("Deal {number} is not in order: {verdict}."),
}

_SUMS = {
    "score.differs": msgid("The log states {stated}; the cards give {computed}."),
    "score.differs_moon": msgid(
        "The log states {stated}; the moon gives {others} or, if the shooter chose that, {self_}."
    ),
    "game.totals": msgid("The log states the totals {stated}; the deals give {computed}."),
    "sheet.sum": msgid("{row} add up to {sum}; a deal adds up to {possible}."),
    "sheet.row": msgid("No cards give {row}; the nearest that is possible is {nearest}."),
    "totals.sum": msgid(
        "{totals} add up to {sum}, which is no multiple of {unit}; the nearest are {below} and "
        "{above}."
    ),
    "totals.sum?below": msgid("{totals} add up to {sum}; the least that is possible is {above}."),
    "totals.none_at_target": msgid(
        "{totals}: nobody has reached {target}, so the game is not over (highest: {highest})."
    ),
    "totals.past_target": msgid(
        "{totals}: {seat} is further past {target} than one deal can bring; at most {most}."
    ),
    "totals.deals": msgid(
        "{totals} add up to {sum}, which {deals} deals cannot; possible next to it: {below} and "
        "{above}."
    ),
    "totals.deals?below": msgid(
        "{totals} add up to {sum}, less than {deals} deals; at least {above}."
    ),
    "totals.deals?above": msgid(
        "{totals} add up to {sum}, more than {deals} deals; at most {below}."
    ),
    "totals.deals_highest": msgid(
        "{totals}: {seat} has more than {deals} deals can bring; at most {most}."
    ),
    "totals.none_at_zero": msgid("{totals}: nobody has come back to 0 (lowest: {lowest})."),
    "totals.below_zero": msgid("{totals}: {seat} cannot be below {least}."),
    "totals.tied_lowest": msgid("{totals}: {lowest} is shared, so another deal is to be played."),
    "totals.division": msgid("No number of deals gives {totals}; the nearest are {nearest}."),
    "totals.division?nearest": msgid("No number of deals gives {totals}."),
    "totals.last_deal": msgid(
        "{totals}: the game would have been over before; with the target {target} the nearest "
        "are {nearest}."
    ),
    "totals.last_deal?nearest": msgid("{totals}: the game would have been over before."),
}

SENTENCES = (
    _FILES
    | _RULES
    | _HOUSE_RULES
    | _TABLE_QUESTIONS
    | _LOGS
    | _SHEETS
    | _DEALING
    | _PLAY
    | _MOON_AND_DOUBT
    | _GAMES
    | _SUMS
)
