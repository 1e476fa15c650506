"""Logged deals that several tests judge, and short ways to judge them."""

from dataclasses import replace

from engine.gamelog.hjl_reader import read_games
from engine.gamelog.record import LogGame
from engine.replay import DealVerdict, GameVerdict, check
from engine.rules import RuleSet
from engine.rulesets import AMERICAN

# A real deal (deal 2 of example.hjl): nothing passed, 2 14 10 0.
DEAL = """\
H 1 none
D N:KJ3.AKT63.A986.4 E:Q7.J4.Q532.Q7632 S:T94.Q8.KT4.AJT85 W:A8652.9752.J7.K9
T E 2C AC 9C 4C
T S 4D 7D AD QD
T N 9D 5D TD JD
T W 6S 3S 7S TS
T S KD AS 8D 3D
T S 5C KC KS 7C
T W 8S JS QS 9S
T E 2D QH 5H 6D
T N 3H 4H 8H 2H
T S 4S 2S AH JH
T S JC 9H 6H 6C
T S TC 7H KH 3C
T S 8C 5S TH QC
S N:2 E:14 S:10 W:0
"""

# North holds all clubs, and every trick is North's: a moon.
ALL_TRICKS = """\
D N:-.-.-.AKQJT987 E:Q.AKQJT98.-.- S:AKJT987.7.-.- W:-.-.AKQJT987.-
T N 7C AH 7H AD
T N 8C KH AS KD
T N 9C QH KS QD
T N TC JH JS JD
T N JC TH TS TD
T N QC 9H 9S 9D
T N KC 8H 8S 8D
T N AC QS 7S 7D
"""

MOON = "H 1 none\n" + ALL_TRICKS

RETURN_DEAL = """\
D N:-.-.-.AKQJT987 E:Q.AKQJT98.-.- S:AKJT987.7.-.- W:-.-.AKQJT987.-
T W AD AC QS 7H
T W KD KC AH AS
T W QD QC KH KS
T W JD JC QH JS
T W TD TC JH TS
T W 9D 9C TH 9S
T W 8D 8C 9H 8S
T W 7D 7C 8H 7S"""


def judge(
    text: str,
    rules: RuleSet = AMERICAN,
    head: str = '[Deals "loose"]',
) -> GameVerdict:
    (game,) = read_games(f"% hjl 1\n{head}\n{text}".split("\n"))
    return check(game, rules)


def judge_deal(text: str, rules: RuleSet = AMERICAN, head: str = '[Deals "loose"]') -> DealVerdict:
    (deal,) = judge(text, rules, head).deals
    return deal


def codes(deal: DealVerdict) -> list[str]:
    return [found.code for found in deal.problems]


def without(text: str, *starts: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(starts))


def cut(tricks: int, ending: str = "") -> str:
    return "\n".join(DEAL.split("\n")[: 2 + tricks]) + f"\n{ending}\n"


def with_deal(game: LogGame, index: int, **changes: object) -> LogGame:
    deals = list(game.deals)
    deals[index] = replace(deals[index], **changes)
    return replace(game, deals=tuple(deals))
