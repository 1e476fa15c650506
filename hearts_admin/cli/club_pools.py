"""`hearts-admin club`: its rating lists, its days without decay, its settings."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import effects, exempting, moves, words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CORRECTING, LISTING, noun, verb
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from engine.rules import RuleSet
    from hearts_admin.services.exemptions import ExemptionView
    from hearts_admin.services.feeds import FeedsChanged, PoolView
    from hearts_admin.services.housekeeping import ClubChanged

app = noun()


@verb(
    app,
    "pools",
    CORRECTING,
    help=msgid("The rating lists; which rule set's results feed which, from now on."),
    examples=(
        "hearts-admin club pools",
        "hearts-admin club pools dutch=hollands --new hollands --move --dry-run",
        "hearts-admin club pools --new 2027 --start-from main",
    ),
)
def pools(
    run: Invocation,
    feeds: Annotated[
        list[str] | None,
        typer.Argument(
            help=msgid(
                "A rule set, a file of house rules or none, and the list it feeds; nothing: show "
                "the lists."
            ),
            metavar=msgid("RULES=LIST"),
        ),
    ] = None,
    new: Annotated[
        list[str] | None,
        typer.Option("--new", help=msgid("Make this rating list."), metavar=msgid("LIST")),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            help=msgid("The shipped policy of a new list (else that of main)."),
            metavar=msgid("POLICY"),
        ),
    ] = None,
    start_from: Annotated[
        str | None,
        typer.Option(
            "--start-from",
            help=msgid("Everybody starts in a new list at the rating of this list."),
            metavar=msgid("LIST"),
        ),
    ] = None,
    move: Annotated[
        bool,
        typer.Option("--move", help=msgid("Stored results go to the list their rules feed, too.")),
    ] = False,
) -> None:
    """Show or change the rating lists."""
    from hearts_admin.services.feeds import FeedsWanted, list_pools, set_feeds

    wanted = FeedsWanted(
        feeds=_with_house_rules(words.feeds(feeds or ())),
        new=tuple(new or ()),
        policy=policy,
        start_from=start_from,
        move=move,
    )
    with run.store() as store:
        if wanted == FeedsWanted():
            found = list_pools(store)
            run.show(found, lambda: run.out.table(_pool_table(run, found)))
            return
        changed = set_feeds(store, run.actor(), wanted)
    run.show(changed, lambda: _write_feeds(run, changed))
    effects.warnings(run, changed.remarks)
    effects.conclude(run, changed.change)


@verb(
    app,
    "exempt",
    CORRECTING,
    help=msgid("Days on which nobody's rating decays, a summer break for example."),
    examples=(
        'hearts-admin club exempt --from 2026-07-01 --to 2026-08-31 --reason "summer break"',
    ),
)
def exempt(run: Invocation, first: exempting.From, last: exempting.To) -> None:
    """Exempt the club."""
    exempting.run_exempt(run, None, first, last)


@verb(
    app,
    "exemptions",
    LISTING,
    help=msgid("List the days without decay, of the club and of single players."),
)
def exemptions(run: Invocation) -> None:
    """List the exempt periods."""
    from hearts_admin.services.exemptions import list_exemptions
    from hearts_admin.services.privacy import private_names

    with run.store() as store:
        found = list_exemptions(store)
        initials = private_names(store) if run.asked.csv else {}
    nothing = run.language.text("Ratings decay on every day.")
    run.list(found, _exemption_table(run, found, initials), nothing)


@verb(
    app,
    "set",
    CORRECTING,
    help=msgid("Change the club's name, rules, time zone, or the hour at which its day starts."),
    examples=(
        "hearts-admin club set --rules dutch",
        "hearts-admin club set --rules house.toml",
        "hearts-admin club set --day-starts-at 05:00 --dry-run",
    ),
)
def set_(
    run: Invocation,
    name: Annotated[
        str | None, typer.Option("--name", help=msgid("The club's name."), metavar=msgid("NAME"))
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            help=msgid(
                "The rule set that is meant when none is given, a file of house rules, or none."
            ),
            metavar=msgid("RULES"),
        ),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            "--timezone",
            help=msgid("Where the club plays, for example Europe/Amsterdam."),
            metavar=msgid("ZONE"),
        ),
    ] = None,
    day_starts_at: Annotated[
        dt.time | None,
        typer.Option(
            "--day-starts-at",
            parser=words.clock_time,
            help=msgid("Games before this hour belong to the evening before, for example 06:00."),
            metavar=msgid("TIME"),
        ),
    ] = None,
) -> None:
    """Change the club's settings."""
    from hearts_admin.services.housekeeping import change_club
    from hearts_admin.services.houserules import named_or_house

    chosen = None if rules is None else named_or_house(rules)
    with run.store() as store:
        changed = change_club(
            store,
            run.actor(),
            name=name,
            rules=chosen,
            timezone=timezone,
            day_starts_at=day_starts_at,
        )
    run.show(changed, lambda: _write_club(run, changed))
    effects.warnings(run, changed.remarks)
    effects.conclude(run, changed.change)


def _with_house_rules(
    feeds: Sequence[tuple[str, str]],
) -> "tuple[tuple[str | RuleSet, str], ...]":
    """The feeds that were typed, once files of house rules have been read."""
    from hearts_admin.services.houserules import named_or_house

    read = [(named_or_house(rules), pool) for rules, pool in feeds]
    return tuple(
        (chosen if isinstance(chosen, str) else chosen.rules, pool) for chosen, pool in read
    )


def _pool_table(run: Invocation, found: Sequence["PoolView"]) -> Table:
    text = run.language.text
    columns = (
        Column("name", text("Rating list")),
        Column("fed_by", text("Fed by")),
        Column("policy", text("Policy")),
        Column("version", text("Version"), "number"),
        Column("results", text("Results"), "count"),
        Column("rated", text("Players"), "count"),
        Column("last_day", text("Last game"), "date"),
    )
    rows = []
    for number, each in enumerate(found):
        fed_by = [*each.fed_by, text("all others")] if number == 0 else each.fed_by
        rows.append(
            (each.name, ", ".join(fed_by), each.policy, each.version, each.results, each.rated,
             each.last_day)
        )  # fmt: skip
    return Table(columns, rows)


def _write_feeds(run: Invocation, changed: "FeedsChanged") -> None:
    language, text = run.language, run.language.text
    effects.names(run, text("Added:"), changed.added)
    if changed.openings:
        run.out.line(
            language.plural(
                "{n} player starts there at an old rating.",
                "{n} players start there at their old ratings.",
                changed.openings,
            )
        )
    for rules, before, after in changed.feeds:
        run.out.line(f"  {rules}: {before} -> {after}")
    if changed.moved:
        run.out.line(
            language.plural(
                "{n} stored result goes along.", "{n} stored results go along.", len(changed.moved)
            )
        )
        moves.write_effect(run, changed.movements, changed.unmoved)
    elif changed.feeds:
        run.out.line(text("Stored results stay where they are; --move takes them along."))
    run.out.line()
    run.out.table(_pool_table(run, changed.pools))


def _exemption_table(
    run: Invocation, found: Sequence["ExemptionView"], initials: Mapping[str, str]
) -> Table:
    text = run.language.text
    columns = (
        Column("id", text("Number"), "number"),
        Column("player", text("Player")),
        Column("first", text("From"), "date"),
        Column("last", text("To"), "date"),
        Column("reason", text("Reason")),
    )
    everybody = "" if run.asked.csv else text("the whole club")
    rows = [
        (
            each.id,
            initials.get(each.player, each.player) if each.player else everybody,
            each.first,
            each.last,
            each.reason,
        )
        for each in found
    ]
    return Table(columns, rows)


def _write_club(run: Invocation, changed: "ClubChanged") -> None:
    language, text = run.language, run.language.text
    titles = {
        "name": text("Club"),
        "rules": text("Rules"),
        "timezone": text("Time zone"),
        "day_starts_at": text("Day starts at"),
    }
    run.out.line(changed.club.name)
    for key, (before, after) in changed.differing.items():
        run.out.line(f"  {titles[key]}: {before or '-'} -> {after or '-'}")
    if not changed.differing:
        run.out.line(text("It was so already."))
    if changed.redated:
        run.out.line(
            language.plural(
                "{n} result falls on another club day now.",
                "{n} results fall on another club day now.",
                len(changed.redated),
            )
        )
        moves.write_effect(run, changed.movements, changed.unmoved)
