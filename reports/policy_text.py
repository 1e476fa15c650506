"""A rating policy in words: every switch as a sentence a club member understands.

RATINGS.md, "The update" and "Inactivity decay"; the numbers are those of the policy.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.rating.expectation import SCALE, expectation

if TYPE_CHECKING:
    from engine.rating.policy import Policy
    from reports.language import Language

DIFFERENCES = (0, 25, 50, 100, 150, 200, 300, 400, 600)
"""Rating differences for the table of expected scores."""


def policy_sentences(policy: Policy, language: Language) -> tuple[str, ...]:
    """How ratings are computed under a policy, a sentence or two for each thing to know."""
    return (
        language.text(
            "A newcomer starts at {start}, unless the club gave an opening rating.",
            start=policy.start,
        ),
        *_update(policy, language),
        *_rounding(policy, language),
        *_who_counts(policy, language),
        *_decay(policy, language),
    )


def expected_scores() -> tuple[tuple[int, Decimal], ...]:
    """What a player may expect against one who is rated so much lower: 0.5 to almost 1."""
    return tuple((difference, _share(expectation(-difference))) for difference in DIFFERENCES)


def _share(expected: int) -> Decimal:
    """An expectation of the engine's table as a share, to three decimals, a half away from 0."""
    thousandths = (expected * 1000 + SCALE // 2) // SCALE
    return Decimal(thousandths).scaleb(-3)


def _update(policy: Policy, language: Language) -> tuple[str, ...]:
    each = Fraction(policy.k, 3)
    return (
        language.text(
            "Only the order of finishing counts, not the points. Every game is settled against each"
            " of the three opponents apart: above an opponent scores 1, the same place ½, below 0."
        ),
        language.text(
            "From each score the expected score is taken, which follows from the two ratings before"
            " the game: 1 / (1 + 10 ^ ((opponent's rating − own rating) / 400)). Against a higher"
            " rated opponent little is expected, so there is much to win and little to lose."
        ),
        language.text(
            "The difference is worth at most {each} points an opponent ({k} divided by 3), so that"
            " a game moves a rating by at most {most}.",
            each=language.decimal(Decimal(each.numerator) / each.denominator, 2),
            k=policy.k,
            most=_most(policy),
        ),
    )


def _most(policy: Policy) -> int:
    """The most a game of four can move a rating; three rounded transfers may pass K by a point."""
    if policy.rounding == "pair":
        return 3 * ((2 * policy.k + 3) // 6)
    return min(policy.k, policy.max_change)


def _rounding(policy: Policy, language: Language) -> tuple[str, ...]:
    if policy.rounding == "pair":
        return (
            language.text(
                "What passes between two players is rounded to whole points, so what one wins"
                " another loses; there is no minimum."
            ),
        )
    whole = language.text("The sum is rounded to whole points.")
    minimum = {
        "nonzero": language.text(
            "Whoever wins or loses anything at all wins or loses at least 1 point."
        ),
        "ends": language.text("The first and the last win or lose at least 1 point."),
        "off": language.text("There is no minimum: a change may be rounded to 0."),
    }
    return (f"{whole} {minimum[policy.min_rule]}",)


def _who_counts(policy: Policy, language: Language) -> tuple[str, ...]:
    text = language.text
    seats = {
        (False, False): text(
            "Guests and computer players sit at the table, but games against them do not count."
        ),
        (True, False): text(
            "Guests count as players do; computer players sit at the table, but games against"
            " them do not count."
        ),
        (False, True): text(
            "Computer players count as players do; guests sit at the table, but games against"
            " them do not count."
        ),
        (True, True): text("Guests and computer players count as players do."),
    }
    games = {
        (False, False): text("Friendly and training games are not rated."),
        (True, False): text("Friendly games are rated too; training games are not."),
        (False, True): text("Training games are rated too; friendly games are not."),
        (True, True): text("Friendly and training games are rated too."),
    }
    if policy.three_at_table:
        three = text("Games of three players count too.")
    else:
        three = text("Games of three players are not rated.")
    who = seats[policy.guests, policy.computers]
    return (f"{who} {three} {games[policy.friendly, policy.training]}",)


def _decay(policy: Policy, language: Language) -> tuple[str, ...]:
    decay = policy.decay
    if decay.mode == "off":
        return (language.text("A rating does not decay when its player stays away."),)
    days = language.plural("{n} day", "{n} days", decay.grace_days)
    loss = language.plural("{n} point", "{n} points", decay.points_per_day)
    fields = {"days": days, "loss": loss, "floor": decay.floor}
    if decay.activity == "any":
        sentence = language.text(
            "Decay: whoever has played no game, rated or not, for more than {days} loses {loss} for"
            " every further day, but never below {floor}; nobody below {floor} loses anything by"
            " it.",
            **fields,
        )
    else:
        sentence = language.text(
            "Decay: whoever has played no rated game for more than {days} loses {loss} for every"
            " further day, but never below {floor}; nobody below {floor} loses anything by it.",
            **fields,
        )
    if decay.mode == "display":
        shown = language.text("It is shown in the standings only and does not enter the next game.")
    else:
        shown = language.text(
            "It is booked just before the player's next game; until then it is"
            " computed for the day of the standings."
        )
    return (f"{sentence} {shown}",)
