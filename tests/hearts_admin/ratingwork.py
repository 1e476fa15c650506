"""Short words for policies, pools, adjustments and exemptions."""

import datetime as dt

from hearts_admin.services.adjustments import AdjustmentWanted, adjust_rating
from hearts_admin.services.drafting import read_switches
from hearts_admin.services.exemptions import exempt
from hearts_admin.services.feeds import FeedsWanted, list_pools, set_feeds
from hearts_admin.services.housekeeping import change_club
from hearts_admin.services.policies import set_policy

WHY = "so decided"


def day(text):
    return None if text is None else dt.date.fromisoformat(text)


def policy(club, *typed, base=None, pool=None, dry_run=False, reason=""):
    """`policy(club, "k=24", "decay=off")`."""
    actor = club.act("rating policy set", dry_run=dry_run, reason=reason)
    switches = read_switches([tuple(word.split("=")) for word in typed])
    return set_policy(club.store, actor, switches, base=base, pool=pool)


def adjust(club, player, points=None, *, reason=WHY, dry_run=False, yes=False, **wanted):
    wanted["date"] = day(wanted.get("date"))
    wanted["evidence"] = tuple(wanted.get("evidence", ()))
    actor = club.act("rating adjust", reason=reason, dry_run=dry_run, yes=yes)
    return adjust_rating(club.store, actor, AdjustmentWanted(player, points, **wanted))


def refund(club, player, result, points=None, evidence=("stuck in deal 7", "stood at 41"), **how):
    return adjust(club, player, points, refund=result, evidence=evidence, **how)


def free(club, player, first, last, *, reason=WHY, **how):
    """Exempt days; of the whole club where the player is None."""
    return exempt(
        club.store, club.act("exempt", reason=reason, **how), player, day(first), day(last)
    )


def feed(club, *feeds, dry_run=False, reason="", **wanted):
    """`feed(club, "dutch=hollands", new=("hollands",), move=True)`."""
    actor = club.act("club pools", dry_run=dry_run, reason=reason)
    pairs = tuple(tuple(word.split("=")) for word in feeds)
    return set_feeds(club.store, actor, FeedsWanted(pairs, **wanted))


def pools(club):
    """Pool -> what feeds it and how many results it has."""
    return {pool.name: (pool.fed_by, pool.results) for pool in list_pools(club.store)}


def settle(club, dry_run=False, **settings):
    return change_club(club.store, club.act("club set", dry_run=dry_run), **settings)
