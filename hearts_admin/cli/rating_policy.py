"""`hearts-admin rating policy`: how ratings are computed; list it, show it, change it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import comparison, effects, words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.ratingoptions import Pool
from hearts_admin.cli.verbs import CORRECTING, LISTING, SHOWING, noun, verb
from reports.language import msgid
from reports.table import Cell, Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.policies import PolicyChanged, PolicyDetail, PolicyView

policy = noun()

app = noun()
app.add_typer(policy, name="policy", help=msgid("How ratings are computed."))

SWITCHES = {
    "start": msgid("the rating of a newcomer without an opening rating"),
    "k": msgid("the most a game moves a rating before rounding; even"),
    "max_change": msgid("the most a game is booked for"),
    "min_rule": msgid("who moves at least 1 point: nonzero (all), ends (first and last), off"),
    "rounding": msgid("what is rounded: player (the whole change), pair (each of six transfers)"),
    "decay": msgid("what idleness does: rating (costs points), display (in standings only), off"),
    "grace_days": msgid("days without a game that are free"),
    "points_per_day": msgid("points lost on each day after those"),
    "floor": msgid("the rating at which decay stops"),
    "activity": msgid("what keeps a rating alive: rated (rated games), any (every stored game)"),
    "three_at_table": msgid("whether games of three are rated; k a multiple of 4 then"),
    "guests": msgid("whether guests count"),
    "computers": msgid("whether computer players count"),
    "friendly": msgid("whether friendly games are rated"),
    "training": msgid("whether training games are rated"),
}
"""What every switch of a policy says (RATINGS.md)."""


@verb(
    policy,
    "list",
    LISTING,
    help=msgid("The policies of the rating lists, and those that are shipped."),
)
def list_(run: Invocation) -> None:
    """List the policies."""
    from hearts_admin.services.policies import list_policies

    with run.store() as store:
        found = list_policies(store)
    run.list(found, _list_table(run, found), "")


@verb(
    policy,
    "show",
    SHOWING,
    help=msgid("One policy: every switch, what it means in words, the versions there were."),
    examples=("hearts-admin rating policy show", "hearts-admin rating policy show portal"),
)
def show(
    run: Invocation,
    name: Annotated[
        str | None,
        typer.Argument(
            help=msgid("A shipped policy: club, app, portal (else the list's own)."),
            metavar=msgid("POLICY"),
        ),
    ] = None,
    pool: Pool = None,
) -> None:
    """Show a policy."""
    from hearts_admin.services.drafting import shipped_policy
    from hearts_admin.services.policies import PolicyDetail, PolicyView, show_policy

    if name is not None:
        content = shipped_policy(name)
        detail = PolicyDetail(PolicyView(name, None, None, content.switches()), content)
    else:
        with run.store() as store:
            detail = show_policy(store, pool)
    if run.asked.json:
        run.out.json(_flat(detail))
    else:
        _write(run, detail)


@verb(
    policy,
    "set",
    CORRECTING,
    help=msgid("Give a rating list another policy; --dry-run shows the whole effect first."),
    examples=(
        "hearts-admin rating policy set k=24 grace_days=21 --dry-run",
        "hearts-admin rating policy set portal",
    ),
)
def set_(
    run: Invocation,
    switches: Annotated[
        list[str],
        typer.Argument(
            help=msgid("Switches, and first the shipped policy to begin with if you like."),
            metavar=msgid("SWITCH=VALUE"),
        ),
    ],
    pool: Pool = None,
) -> None:
    """Set a policy."""
    from hearts_admin.services.drafting import read_switches
    from hearts_admin.services.policies import set_policy

    base, typed = words.policy_words(switches)
    with run.store() as store:
        changed = set_policy(store, run.actor(), read_switches(typed), base=base, pool=pool)
    run.show(changed, lambda: _write_changed(run, changed))
    effects.conclude(run, changed.change)


def shown_value(run: Invocation, value: object) -> str:
    """A switch's value as it is typed."""
    if isinstance(value, bool):
        return run.language.text("yes") if value else run.language.text("no")
    return str(value)


def _list_table(run: Invocation, found: Sequence["PolicyView"]) -> Table:
    text = run.language.text
    columns = (
        Column("pool", text("Rating list")),
        Column("name", text("Policy")),
        Column("version", text("Version"), "number"),
        Column("k", "K", "number"),
        Column("start", text("Start"), "number"),
        Column("min_rule", text("Minimum")),
        Column("rounding", text("Rounding")),
        Column("decay", text("Decay")),
        Column("grace_days", text("Free days"), "number"),
        Column("points_per_day", text("Points a day"), "number"),
        Column("floor", text("Floor"), "number"),
    )
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        switches: Mapping[str, Cell] = each.switches
        plain = [switches[column.key] for column in columns[3:]]
        if each.switches["decay"] == "off":
            plain[-3:] = [None, None, None]
        rows.append((each.pool, each.name, each.version, *plain))
    return Table(columns, rows)


def _flat(detail: "PolicyDetail") -> dict[str, object]:
    """The JSON of a policy: what the list gives, and the versions beside it."""
    import dataclasses

    return {**dataclasses.asdict(detail.policy), "versions": detail.versions}


def _write(run: Invocation, detail: "PolicyDetail") -> None:
    from reports.policy_text import policy_sentences

    text = run.language.text
    view = detail.policy
    run.out.details(
        (text("Policy"), view.name),
        (text("Rating list"), view.pool),
        (text("Version"), view.version),
    )
    run.out.line()
    run.out.table(_switch_table(run, view))
    run.out.line()
    for sentence in policy_sentences(detail.content, run.language):
        run.out.line(sentence)
    if len(detail.versions) > 1:
        run.out.line()
        run.out.table(_version_table(run, detail))


def _switch_table(run: Invocation, view: "PolicyView") -> Table:
    text = run.language.text
    columns = (
        Column("switch", text("Switch")),
        Column("value", text("Value")),
        Column("meaning", text("Meaning")),
    )
    rows = [
        (switch, shown_value(run, value), text(SWITCHES[switch]))
        for switch, value in view.switches.items()
    ]
    return Table(columns, rows)


def _version_table(run: Invocation, detail: "PolicyDetail") -> Table:
    text = run.language.text
    columns = (
        Column("version", text("Version"), "number"),
        Column("policy", text("Policy")),
        Column("since", text("Since")),
        Column("who", text("Who")),
        Column("reason", text("Reason")),
    )
    rows = [
        (each.version, each.name, effects.moment(each.opened.at_utc), each.opened.who,
         each.opened.reason)
        for each in detail.versions
    ]  # fmt: skip
    return Table(columns, rows)


def _write_changed(run: Invocation, changed: "PolicyChanged") -> None:
    text = run.language.text
    run.out.details(
        (text("Rating list"), changed.after.pool),
        (text("Policy"), changed.after.name),
        (text("Version"), changed.after.version),
    )
    if not changed.differing:
        run.out.line(text("It was so already."))
        return
    for switch, (before, after) in changed.differing.items():
        run.out.line(f"  {switch}: {shown_value(run, before)} -> {shown_value(run, after)}")
    if changed.as_of is None:
        return
    run.out.line()
    run.out.line(text("The standing as of {date}:", date=changed.as_of.isoformat()))
    comparison.write(run, changed.standing, changed.movements, changed.unmoved)
