"""A score sheet deal by deal: each row checked, totals kept, the end of the game, likely slips.

`engine.scoresheet` says whether four points are possible; here they are followed through a game,
and what was probably meant is proposed where they are not. Source: RULES.md, "What a deal's scores
must add up to" and notes 9 and 10.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from types import MappingProxyType
from typing import Final

from engine.game import NO_POINTS, Game, Leg, change_of
from engine.problems import Problem, problem
from engine.rows import rows_of
from engine.rules import RuleSet
from engine.rulesets import RULE_SETS
from engine.scoresheet import check_row, possible_rows
from engine.scoring import MoonChoice, Outcome, four, moon_choices, points_of
from engine.seats import SEATS, FourInts

_PROPOSALS: Final = 3

_FEWEST_TOTALS: Final = 3
"""So many rows are needed to see that they are running totals."""

_FEWEST_DEALS: Final = 2
"""So many deals are needed to see that they were played by other rules."""


@lru_cache(maxsize=16)
def _outcomes(rules: RuleSet, leg: Leg) -> Mapping[FourInts, tuple[Outcome, MoonChoice]]:
    """What the cards came to, by the row that stands on the sheet."""
    as_taken = leg == "out" or rules.return_to_zero == "exactly"
    found: dict[FourInts, tuple[Outcome, MoonChoice]] = {}

    def note(outcome: Outcome, choice: MoonChoice) -> None:
        if as_taken:
            row = points_of(rules, outcome, choice)
        else:
            row = change_of(rules, leg, outcome, choice)
        found.setdefault(row, (outcome, choice))

    jack = rules.jack_of_diamonds
    for shooter, choice, every, holder in product(SEATS, moon_choices(rules), (False, True), SEATS):
        jacks = four([jack if seat == holder else 0 for seat in SEATS])
        note(Outcome(NO_POINTS, shooter, jacks, every), choice)
    for row, kind in rows_of(rules).items():
        if kind == "plain":
            note(Outcome(row, None, NO_POINTS, False), "others")
    return MappingProxyType(found)


_OUT_OF_REACH: Final = 10**9
"""A target for games that end with a deal, whatever the points."""


class GameSheet:
    """The rows of one game, as they are read or typed.

    Attributes:
        game: the game so far.
        rows: the rows so far, possible or not.
        clean: whether nothing was wrong with any of them.
        deals: how many there are to be, where that is fixed; else the game ends at the target.

    >>> from engine.rulesets import AMERICAN
    >>> sheet = GameSheet(AMERICAN, target=30)
    >>> [found.code for found in sheet.add((7, 7, 6, 6))]
    ['sheet.row']
    >>> sheet = GameSheet(AMERICAN, target=30)
    >>> sheet.add((13, 7, 6, 0)), sheet.add((26, 0, 0, 0))[1].fields["proposal"]
    ((), (0, 26, 26, 26))
    """

    def __init__(self, rules: RuleSet, target: int | None = None, deals: int | None = None) -> None:
        self.rules = rules
        self.deals = deals
        self.game = Game(rules, target if deals is None else _OUT_OF_REACH)
        self.rows: list[FourInts] = []
        self.clean = True
        self._known = True  # whether the totals are known: not after a deal that cannot be
        self._ended = False  # whether it has been said that the game was over

    @property
    def over(self) -> bool:
        """Whether the game has ended: by its rules, or with the last of its deals."""
        return self.game.over if self.deals is None else len(self.rows) >= self.deals

    def add(self, row: FourInts, stated: FourInts | None = None) -> tuple[Problem, ...]:
        """Take in the next deal.

        Args:
            row: its points; on a return leg the changes of the totals, under ``exactly`` the
                points taken.
            stated: the totals after it, where the sheet has them.

        Returns:
            What is wrong, then what was probably meant. The totals go on from those that are
            stated, else from the row as it stands. After the first deal that is not right nothing
            is said of the end of the game: each later deal is looked at by itself.
        """
        game = self.game
        before, known, leg = game.totals, self._known, self._leg_of(row)
        problems = list(self._after_end())
        self.rows.append(row)
        found = check_row(self.rules, row, leg)
        if found is not None:
            problems.append(found)
        if found is None and not game.over:
            game.resume(before, leg)
            game.book(*_outcomes(self.rules, leg)[row])
        else:
            game.resume(_added(before, row), leg)
            game.count_to(game.deals + 1)
        self._known = stated is not None or (known and found is None)
        change = None
        if stated is not None and stated != game.totals:
            if known:
                change = four([new - old for new, old in zip(stated, before, strict=True)])
                problems.append(problem("sheet.totals", stated=stated, computed=game.totals))
            game.resume(stated, leg)
        if problems:
            self.clean = False
        if found is not None or change is not None:
            problems += likely_slips(self.rules, row, leg, change)
        return tuple(problems)

    def _leg_of(self, row: FourInts) -> Leg:
        """The leg of the next deal; the other one if the totals are not sure and only it fits."""
        leg = self.game.leg
        if self.clean or self.rules.game_ends == "target":
            return leg
        other: Leg = "return" if leg == "out" else "out"
        fits = row in possible_rows(self.rules, other) and row not in possible_rows(self.rules, leg)
        return other if fits else leg

    def _after_end(self) -> Iterator[Problem]:
        """That the next deal comes after the end, once, and where the end is sure."""
        if self.over and not self._ended and (self.clean or self.deals is not None):
            self._ended = True
            yield problem("game.after_end", ended=self.deals or self.game.deals)

    def compare(self, stated: FourInts | None) -> tuple[Problem, ...]:
        """What is wrong with totals that the sheet states after the rows so far, and why."""
        computed = self.game.totals
        if stated is None or stated == computed:
            return ()
        if not self._known:
            self.game.resume(stated, self.game.leg)
            self._known = True
            return ()
        differ = problem("sheet.totals", stated=stated, computed=computed)
        return (differ, *self._swapped_somewhere(stated))

    def finish(self, stated: FourInts | None = None) -> tuple[Problem, ...]:
        """What is wrong with the sheet as a whole, once its last row is in.

        Args:
            stated: the final totals, where the sheet has them.
        """
        problems = list(self.compare(stated))
        if not self.rows:
            problems.append(problem("game.no_deals"))
        if self.rows and self.clean and not self.over:
            problems.append(self._unfinished())
        return tuple(problems)

    def _unfinished(self) -> Problem:
        game = self.game
        if self.deals is not None:
            return problem("sheet.deals", found=len(self.rows), deals=self.deals)
        if game.leg == "return":
            return problem("totals.none_at_zero", totals=game.totals, lowest=min(game.totals))
        if max(game.totals) >= game.target:
            return problem("sheet.extra_deal", totals=game.totals)
        return problem("game.unfinished", target=game.target, totals=game.totals)

    def _swapped_somewhere(self, stated: FourInts) -> Iterator[Problem]:
        """Deals of which two columns, put the other way round, give the totals that are stated."""
        differs = [seat for seat in SEATS if stated[seat] != self.game.totals[seat]]
        if len(differs) != 2:
            return
        one, other = differs
        off = stated[one] - self.game.totals[one]
        for number, row in enumerate(self.rows, start=1):
            if row[other] - row[one] == off:
                yield problem("sheet.swapped", deal=number, seat=one.name, other=other.name)


def looks_running(rules: RuleSet, rows: Sequence[FourInts]) -> bool:
    """Whether rows look like running totals, each with the points of all deals so far.

    >>> from engine.rulesets import AMERICAN
    >>> looks_running(AMERICAN, [(13, 7, 6, 0), (13, 33, 32, 26), (26, 33, 45, 26)])
    True
    """
    if len(rows) < _FEWEST_TOTALS:
        return False
    steps = [rows[0], *(_added(new, _negated(old)) for old, new in pairwise(rows))]
    # A slip in one row spoils the step to it and the one from it.
    return 2 * misfits(rules, rows) > len(rows) and 4 * misfits(rules, steps) <= len(rows)


def misfits(rules: RuleSet, rows: Iterable[FourInts]) -> int:
    """How many rows no deal can have under these rules, on whichever leg."""
    legs: tuple[Leg, ...] = ("out",) if rules.game_ends == "target" else ("out", "return")
    return sum(not any(row in possible_rows(rules, leg) for leg in legs) for row in rows)


def better_fitting(rules: RuleSet, rows: Sequence[FourInts]) -> tuple[str, ...]:
    """The published rule sets that nearly all rows fit, where most do not fit these rules.

    >>> from engine.rulesets import AMERICAN
    >>> "dutch" in better_fitting(AMERICAN, [(9, 6, 0, 0), (15, 0, 15, 15)])
    True
    """
    if len(rows) < _FEWEST_DEALS or 2 * misfits(rules, rows) <= len(rows):
        return ()
    found = {name: misfits(other, rows) for name, other in RULE_SETS.items()}
    fewest = min(found.values())
    return tuple(name for name, n in found.items() if n == fewest and 4 * n <= len(rows))


def likely_slips(
    rules: RuleSet, row: FourInts, leg: Leg = "out", change: FourInts | None = None
) -> tuple[Problem, ...]:
    """What was probably meant by a row that is not right; the likeliest first, three at most.

    Args:
        rules: the rule set.
        row: as it stands on the sheet.
        leg: outward or return.
        change: what the totals on the sheet changed by, where they say something else.

    >>> from engine.rulesets import AMERICAN
    >>> [(slip.code, slip.fields["meant"]) for slip in likely_slips(AMERICAN, (31, 7, 6, 0))]
    [('sheet.transposed', 13)]
    """
    possible = possible_rows(rules, leg)
    slips: list[Problem] = []
    met: set[FourInts] = {row}
    for meant, slip in _slips(rules, row, leg):
        if meant in possible and meant not in met and change in (None, meant):
            met.add(meant)
            slips.append(slip)
    if change is not None and change in possible and not slips:
        slips.append(problem("sheet.by_totals", proposal=change))
    return tuple(slips[:_PROPOSALS])


def _slips(rules: RuleSet, row: FourInts, leg: Leg) -> Iterator[tuple[FourInts, Problem]]:
    """Everything that a slip of one kind can have made of a row, with what it was."""
    yield from _moons(rules, row, leg)
    negated = _negated(row)
    yield negated, problem("sheet.signs", proposal=negated)
    for seat in SEATS:
        value = row[seat]
        meant = _with(row, seat, -value)
        yield meant, problem("sheet.sign", seat=seat.name, value=value, meant=-value)
    for seat in SEATS:
        value = row[seat]
        turned = _turned(value)
        slip = problem("sheet.transposed", seat=seat.name, value=value, meant=turned)
        yield _with(row, seat, turned), slip
    for one, other in combinations(SEATS, 2):
        swapped = _with(_with(row, one, row[other]), other, row[one])
        slip = problem("sheet.columns", seat=one.name, other=other.name, proposal=swapped)
        yield swapped, slip
    yield from _misread(row, possible_rows(rules, leg))


def _moons(rules: RuleSet, row: FourInts, leg: Leg) -> Iterator[tuple[FourInts, Problem]]:
    """A moon by the wrong book: one column that differs from three that are equal."""
    for shooter in SEATS:
        others = {own for seat, own in zip(SEATS, row, strict=True) if seat != shooter}
        if len(others) == 1 and row[shooter] not in others:
            for meant, (outcome, _) in _outcomes(rules, leg).items():
                if outcome.shooter == shooter:
                    slip = problem("sheet.moon", seat=shooter.name, proposal=meant)
                    yield meant, slip


def _misread(row: FourInts, possible: Collection[FourInts]) -> Iterator[tuple[FourInts, Problem]]:
    """One number with one digit too many, too few, or another one."""
    for total, seat in product(sorted({sum(each) for each in possible}), SEATS):
        value = row[seat]
        meant = value + total - sum(row)
        if _one_digit_apart(str(abs(value)), str(abs(meant))):
            slip = problem("sheet.misread", seat=seat.name, value=value, meant=meant)
            yield _with(row, seat, meant), slip


def _negated(row: FourInts) -> FourInts:
    return four([-own for own in row])


def _added(totals: FourInts, row: FourInts) -> FourInts:
    return four([old + own for old, own in zip(totals, row, strict=True)])


def _one_digit_apart(one: str, other: str) -> bool:
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    shorter, longer = sorted((one, other), key=len)
    dropped = (longer[:place] + longer[place + 1 :] for place in range(len(longer)))
    return shorter in dropped


def _turned(value: int) -> int:
    digits = int(str(abs(value))[::-1])
    return digits if value >= 0 else -digits


def _with(row: FourInts, seat: int, value: int) -> FourInts:
    return four([value if each == seat else own for each, own in zip(SEATS, row, strict=True)])
