"""What can be wrong, as values: a code with fields, never a sentence.

The engine collects problems instead of raising where a whole file or game is judged, and raises an
`EngineError` that carries one problem where a single call cannot do what it was asked. Sentences in
Dutch and English are made elsewhere from the code and the fields; `CODES` lists every code with
exactly the fields that it carries.

Fields hold plain values only. Seats are letters (``"N"``), cards canonical English names
(``"QS"``), `legal` the tuple of cards that might have been played instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """The three kinds of problem: cannot be read, may not be played, does not add up."""

    SYNTAX = "syntax"
    RULES = "rules"
    ARITHMETIC = "arithmetic"


Value = str | int | None | tuple[str, ...] | tuple[int, ...] | tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        kind: syntax, rules or arithmetic.
        code: a key of `CODES`, for example ``"play.revoke"``.
        fields: exactly the fields that `CODES` lists for the code.
        line: line of the file, from 1, where it is known.
        column: column of that line, from 1, where it is known.
    """

    kind: Kind
    code: str
    fields: Mapping[str, Value]
    line: int | None = None
    column: int | None = None

    def at(self, line: int | None, column: int | None = None) -> Problem:
        """The same problem with its place in a file; what is None here stays as it was."""
        return Problem(
            self.kind,
            self.code,
            self.fields,
            self.line if line is None else line,
            self.column if column is None else column,
        )

    def as_dict(self) -> dict[str, object]:
        """A plain JSON-able dictionary: kind, code, line, column, fields."""
        return {
            "kind": self.kind.value,
            "code": self.code,
            "line": self.line,
            "column": self.column,
            "fields": dict(self.fields),
        }


@dataclass(frozen=True, slots=True)
class Code:
    """What `CODES` says of one code: its kind and the names of its fields."""

    kind: Kind
    fields: tuple[str, ...]


class EngineError(ValueError):
    """A call that cannot be answered; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code} {dict(problem.fields)}")
        self.problem = problem

    @property
    def code(self) -> str:
        """The problem's code."""
        return self.problem.code


class NotationError(EngineError):
    """Text that cannot be read."""


class RulesError(EngineError):
    """Something that may not be played, or rules that do not exist."""


def problem(code: str, /, **fields: Value) -> Problem:
    """Make a problem of a known code; `Problem.at` adds its place in a file.

    Raises:
        KeyError: the code is not in `CODES`, or the fields are not the ones it lists.

    >>> problem("play.revoke", trick=2, seat="E", card="4H", legal=("9C",), suit="C").kind
    <Kind.RULES: 'rules'>
    """
    known = CODES[code]
    if len(fields) != len(known.fields) or not all(name in fields for name in known.fields):
        raise KeyError(f"{code} carries {known.fields}, not {tuple(fields)}")
    return Problem(known.kind, code, fields)


def _codes(kind: Kind, table: str) -> dict[str, Code]:
    """One code a line, then its fields; what follows ``#`` is for the reader of this file."""
    codes = {}
    for row in table.strip().splitlines():
        code, *fields = row.partition("#")[0].split()
        codes[code] = Code(kind, tuple(fields))
    return codes


CODES: Final[Mapping[str, Code]] = {
    **_codes(
        Kind.SYNTAX,
        """
        file.empty                                   # nothing in it
        file.header         found                    # line 1 is not `% hjl 1`
        file.format         known                    # no reader recognises the file
        line.unknown        found known              # a line that starts with none of the letters
        line.order          found after              # D after X, a second S, cards before H ...
        line.form           found expected           # the right letter, but not of the right form
        line.quote                                   # a quotation that does not end
        tag.unknown         tag known
        tag.repeated        tag
        tag.value           tag value expected
        card.unknown        text notation
        card.swapped        text notation write card # suit first, or K H D of the other language
        card.notation       text notation other card write # a card of another notation
        hand.suits          text count               # not four suits with dots between
        hand.rank           text rank notation
        seat.unknown        text
        seat.repeated       seat
        seat.missing        seats
        number.unknown      text
        text.line_break     text                     # cannot be written in a log
        trick.size          trick count              # under four cards only as the last trick
        json.syntax         detail                   # not JSON
        json.field          field expected
        json.unknown        field known
        openspiel.action    text                     # not a number from 0 to 51 (or 0 to 3)
        openspiel.length    count                    # too many actions for one deal, or too few
        openspiel.deal      card                     # one card dealt twice
        array.value         array value low high     # deals in arrays: no card, no seat ...
        array.gap           array                    # play stops and goes on again
        array.kind          array kind               # not whole numbers
        array.shape         array shape expected
        """,
    ),
    **_codes(
        Kind.RULES,
        """
        rules.unknown       name known
        switch.unknown      switch known
        switch.value        switch value known
        switch.contradiction  switch value other other_value
        game.endless        deals target totals      # a generated game that did not end
        target.value        target                   # not a whole number above 0
        deal.hand_size      trick seat count expected # faults of the hands and the pass: trick 0
        deal.card_repeated  trick card seats
        deal.card_foreign   trick seat card deck     # a 2 among 32 cards
        deal.cards_missing  trick cards
        deal.stage          stage expected           # playing before passing is done ...
        pass.too_few        trick seat count expected
        pass.too_many       trick seat count expected
        pass.repeated       trick seat card
        pass.not_held       trick seat card
        pass.received       trick seat card giver    # passes on what it is only now given
        pass.not_due        trick direction          # X in a deal without passing
        pass.not_arrived    trick seat card receiver # passed on, but not in the hand after it
        pass.contradicts    trick seat cards         # hands before and plays fit no such pass
        play.revoke         trick seat card legal suit
        play.opening        trick seat card legal    # the forced first card
        play.first_trick    trick seat card legal    # forbidden on trick 1
        play.hearts_unbroken trick seat card legal
        play.not_held       trick seat card holder field # field: the part of the log that is wrong
        play.already_played trick seat card earlier
        play.card_foreign   trick seat card deck
        play.out_of_turn    trick seat expected      # not led by the winner of the last trick
        play.first_leader   trick seat expected card # trick 1 not led by who holds the card
        play.dealer_leads   trick seat expected      # trick 1 not led by the dealer
        play.too_many       trick tricks             # more tricks than cards in a hand
        cut.nothing_left    tricks                   # K after the last card
        cut.points_left     cards                    # `K - out`, but these are not out
        cut.tricks_open     seat tricks              # all points out, but all tricks pay extra
        cut.short           tricks cards             # play stops before the end without a claim
        moon.no_choice      seat                     # M in a rule set without a choice
        moon.not_shot       seat
        moon.other_seat     seat shooter
        moon.undecided      seat want                # a moon, two choices, and no M
        unknown.first_lead  want                     # cannot be checked, for want of a field
        unknown.legality    want
        unknown.order       want
        unknown.play        want
        game.direction      direction expected       # remarks on the game: the verdict stands
        game.number         number expected
        game.after_end      ended                    # number of the deal that ended the game
        game.unfinished     target totals            # obstacles to recording a result
        game.abandoned
        game.loose
        game.no_deals
        game.no_totals      number                   # totals unknown from this deal on
        game.deal           number verdict
        """,
    ),
    **_codes(
        Kind.ARITHMETIC,
        """
        score.differs       stated computed
        score.differs_moon  stated others self       # fits neither choice of the shooter
        game.totals         stated computed          # R against the running totals
        sheet.sum           row sum possible         # possible: the sums that a deal can have
        sheet.row           row nearest              # right sum, but no cards give these four
        sheet.totals        stated computed          # the sheet's own totals against its rows
        sheet.deals         found deals              # fewer deals than the game has
        sheet.extra_deal    totals                   # note 10: another deal is to be played
        sheet.moon          seat proposal            # likely slips: a moon by the wrong book
        sheet.signs         proposal                 # every sign the other way
        sheet.sign          seat value meant
        sheet.transposed    seat value meant         # 31 for 13
        sheet.columns       seat other proposal      # two columns swapped in this row
        sheet.swapped       deal seat other          # the same, in a row that is possible both ways
        sheet.misread       seat value meant         # one digit wrong, missing or too many
        sheet.by_totals     proposal                 # what the totals changed by
        totals.sum          totals sum unit below above # sums are multiples of unit
        totals.none_at_target totals target highest
        totals.past_target  totals target seat most  # most: the highest possible total
        totals.deals        totals sum deals below above # not of so many deals
        totals.deals_highest totals deals seat most
        totals.none_at_zero totals lowest            # return leg: nobody has come home
        totals.below_zero   totals seat least
        totals.tied_lowest  totals lowest            # Speciaal plays another deal
        totals.division     totals nearest           # no number of deals gives these four
        totals.last_deal    totals target nearest    # not without the game being over before
        """,
    ),
}
