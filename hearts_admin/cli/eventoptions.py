"""The options that the event and season commands share."""

import datetime as dt
from typing import Annotated, Any

import typer

from hearts_admin.cli import words
from hearts_admin.cli.gameoptions import Pool, Rules
from reports.language import msgid

Event = Annotated[
    str | None,
    typer.Option(
        "--event",
        help=msgid("Which event, by name or number (else the one that is open)."),
        metavar=msgid("EVENT"),
    ),
]
EventName = Annotated[
    str | None,
    typer.Argument(
        help=msgid("Which event, by name or number (else the one that is open)."),
        metavar=msgid("EVENT"),
    ),
]
Round = Annotated[
    int | None,
    typer.Option(
        "--round",
        parser=words.above_zero,
        help=msgid("Which round (else the one that is played, or comes)."),
        metavar=msgid("NUMBER"),
    ),
]
FromRound = Annotated[
    int | None,
    typer.Option(
        "--round",
        parser=words.above_zero,
        help=msgid("From which round on (else the first that has not started)."),
        metavar=msgid("NUMBER"),
    ),
]
Names = Annotated[
    list[str],
    typer.Argument(help=msgid("Who; several are fine."), metavar=msgid("NAME...")),
]
Date = Annotated[
    dt.date | None,
    typer.Option(
        "--date",
        parser=words.day,
        help=msgid("The club day, written 2026-03-14 (else today)."),
        metavar=msgid("DATE"),
    ),
]
Kind = Annotated[
    str | None,
    typer.Option("--kind", help=msgid("evening or tournament."), metavar=msgid("KIND")),
]
Target = Annotated[
    int | None,
    typer.Option(
        "--target",
        parser=words.any_number,
        help=msgid("The points at which a game ends (0: the rule set's)."),
        metavar=msgid("POINTS"),
    ),
]
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals",
        parser=words.any_number,
        help=msgid("A fixed number of deals a game (0: none; it ends at the target)."),
        metavar=msgid("COUNT"),
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        parser=words.above_zero,
        help=msgid("How many rounds are planned."),
        metavar=msgid("COUNT"),
    ),
]
Season = Annotated[
    str | None,
    typer.Option(
        "--season", help=msgid('The season it counts in ("": none).'), metavar=msgid("SEASON")
    ),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        help=msgid(
            "How players are put together: meetings (new opponents first), random, standings, "
            "similar or balanced (by rating)."
        ),
        metavar=msgid("METHOD"),
    ),
]
Remainder = Annotated[
    str | None,
    typer.Option(
        "--remainder",
        help=msgid("When the number is no multiple of four: sit_out, three (at a table), fill_in."),
        metavar=msgid("WAY"),
    ),
]
RatingStep = Annotated[
    int | None,
    typer.Option(
        "--rating-step",
        parser=words.above_zero,
        help=msgid("With similar: ratings within so many points are alike."),
        metavar=msgid("POINTS"),
    ),
]
Scoring = Annotated[
    str | None,
    typer.Option(
        "--scoring",
        help=msgid("points, performance, or what the places are worth: 4-3-2-1, 3-1-0-0."),
        metavar=msgid("SCORING"),
    ),
]
BestOf = Annotated[
    int | None,
    typer.Option(
        "--best-of",
        parser=words.any_number,
        help=msgid("Only a player's best so many rounds count (0: all)."),
        metavar=msgid("COUNT"),
    ),
]
SitOut = Annotated[
    str | None,
    typer.Option(
        "--sit-out",
        help=msgid(
            "What a drawn sit-out is worth: own_average, round_average, round_median, worst, "
            "nothing, or a number."
        ),
        metavar=msgid("WORTH"),
    ),
]
Missed = Annotated[
    str | None,
    typer.Option(
        "--missed",
        help=msgid("What a round is worth to who was not there: worst, nothing or a number."),
        metavar=msgid("WORTH"),
    ),
]
TieBreaks = Annotated[
    str | None,
    typer.Option(
        "--tie-breaks",
        help=msgid(
            "What decides between equal scores, in order: points, average_points, firsts, "
            "seconds, thirds, head_to_head, last_round, opponents, preliminary (before the "
            "final), lot."
        ),
        metavar=msgid("LIST"),
    ),
]


def event_settings(
    date: Date = None,
    kind: Kind = None,
    rounds: Rounds = None,
    rules: Rules = None,
    target: Target = None,
    deals: Deals = None,
    pool: Pool = None,
    season: Season = None,
    method: Method = None,
    remainder: Remainder = None,
    rating_step: RatingStep = None,
    scoring: Scoring = None,
    best_of: BestOf = None,
    sit_out: SitOut = None,
    missed: Missed = None,
    tie_breaks: TieBreaks = None,
) -> dict[str, Any]:
    """What is to hold for an event: fields of an `EventWish`, by name."""
    from hearts_admin.services.houserules import with_house_rules

    agreed, aim = with_house_rules(rules, target)
    if deals and target is None:  # it ends after so many, whatever target the file has
        aim = None
    return {
        "date": date,
        "kind": kind,
        "rules": agreed,
        "target": aim,
        "deals": deals,
        "pool": pool,
        "rounds": rounds,
        "season": season,
        "method": method,
        "remainder": remainder,
        "rating_step": rating_step,
        "scheme": scheme_words(scoring, best_of, sit_out, missed, tie_breaks),
    }


def scheme_words(
    scoring: str | None,
    best_of: int | None,
    sit_out: str | None,
    missed: str | None,
    tie_breaks: str | None,
) -> dict[str, object]:
    """The settings of the scoring that were typed, by name."""
    given: dict[str, object] = {}
    if scoring is not None:
        given["scoring"] = scoring
    if best_of is not None:
        given["best_of"] = best_of or None
    if sit_out is not None:
        given["sit_out"] = sit_out
    if missed is not None:
        given["missed"] = missed
    if tie_breaks is not None:
        given["tie_breaks"] = list(words.several(tie_breaks))
    return given
