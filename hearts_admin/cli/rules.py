"""`hearts-admin rules`: the published rule sets, house rules, and questions at the table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.switchwords import SWITCH_WORDS
from hearts_admin.cli.verbs import LISTING, SHOWING, noun, verb
from reports.language import msgid
from reports.table import Column, Table

if TYPE_CHECKING:
    from engine.rules import RuleSet
    from hearts_admin.services.houserules import ChosenRules
    from hearts_admin.services.legalplays import LegalPlays
    from reports.language import Language

app = noun()


@verb(app, "list", LISTING, help=msgid("List the published rule sets."))
def list_(run: Invocation) -> None:
    """List the rule sets."""
    from engine.rulesets import RULE_SETS
    from reports.rules_text import SOURCES

    text = run.language.text
    columns = (
        Column("name", text("Rules")),
        Column("text", text("Source")),
        Column("cards", text("Cards"), "number"),
        Column("moon", text("Moon"), "number"),
        Column("target", text("Target"), "number"),
    )
    sets = tuple(RULE_SETS.values())
    rows = [
        [each.name, text(SOURCES[each.text]), each.cards, each.moon_points, each.target]
        for each in sets
    ]
    described = [
        {"name": each.name, "text": each.text, "target": each.target, **each.switches()}
        for each in sets
    ]
    run.list(described, Table(columns, rows), "")


@verb(
    app,
    "show",
    SHOWING,
    help=msgid("Show a rule set in words, and where each rule comes from."),
    examples=(
        "hearts-admin rules show dutch-return",
        "hearts-admin rules show club.toml --lang nl",
    ),
)
def show(
    run: Invocation,
    name: Annotated[
        str,
        typer.Argument(help=msgid("A rule set, or a file of house rules."), metavar=msgid("RULES")),
    ],
) -> None:
    """Show one rule set."""
    from hearts_admin.services.houserules import choose_rules

    chosen = choose_rules(name)
    run.show(_as_json(run.language, chosen), lambda: _write(run, chosen))


@verb(
    app,
    "check",
    SHOWING,
    help=msgid("Check a file of house rules and show what is different in them."),
    examples=("hearts-admin rules check club.toml",),
)
def check(
    run: Invocation,
    file: Annotated[
        Path,
        typer.Argument(
            help=msgid("House rules: based_on, and perhaps name, target and [switches]."),
            metavar=msgid("FILE"),
        ),
    ],
) -> None:
    """Check house rules."""
    from hearts_admin.services.houserules import read_house_rules

    chosen = read_house_rules(file)
    run.show(_as_json(run.language, chosen), lambda: _write_changes(run, chosen))


@verb(
    app,
    "legal",
    SHOWING,
    help=msgid("Show which cards of a hand may be played, and why the others may not."),
    examples=(
        'hearts-admin rules legal --rules dutch --hand "AH KH QS 9S" --trick "8S"',
        'hearts-admin rules legal --rules klassiek --hand "AH KH QS" --trick "2C" --first',
    ),
)
def legal(
    run: Invocation,
    hand: Annotated[
        str,
        typer.Option(
            "--hand",
            help=msgid("The cards of the hand that are known, with blanks between them."),
            metavar=msgid("CARDS"),
        ),
    ],
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            help=msgid("A rule set, or a file of house rules (else american)."),
            metavar=msgid("RULES"),
        ),
    ] = "american",
    trick: Annotated[
        str,
        typer.Option(
            "--trick",
            help=msgid("The cards that lie in the trick, the one that was led first."),
            metavar=msgid("CARDS"),
        ),
    ] = "",
    broken: Annotated[
        bool, typer.Option("--broken", help=msgid("Hearts have been broken."))
    ] = False,
    first: Annotated[bool, typer.Option("--first", help=msgid("It is the first trick."))] = False,
    cards: Annotated[
        Literal["en", "nl", "symbols"],
        typer.Option(
            "--cards",
            help=msgid("How cards are written: en (QS), nl (VS) or symbols (Q♠)."),
            metavar=msgid("NOTATION"),
        ),
    ] = "en",
) -> None:
    """Answer a question at the table."""
    from engine.cards import names
    from hearts_admin.messages import describe
    from hearts_admin.services.houserules import choose_rules
    from hearts_admin.services.legalplays import legal_cards

    chosen = choose_rules(rules).rules
    answer = legal_cards(chosen, hand, trick, first=first, broken=broken, notation=cards)
    as_json = {
        "rules": chosen.name,
        "legal": names(answer.legal),
        "refused": {str(card): describe(run.language, why) for card, why in answer.refused},
    }
    run.show(as_json, lambda: _write_legal(run, answer))


def _write_legal(run: Invocation, answer: "LegalPlays") -> None:
    from engine.cards import names
    from hearts_admin.messages import describe

    said = " ".join(names(answer.legal))
    run.out.line(f"{run.language.text('May be played:')} {said or '-'}")
    for card, why in answer.refused:
        run.out.line(f"{card}  {describe(run.language, why)}")


def _as_json(language: "Language", chosen: "ChosenRules") -> dict[str, object]:
    """A rule set for programs: its switches, what each rests on, and the rules in words."""
    from reports.rules_text import rule_texts

    rules = chosen.rules
    return {
        "name": rules.name,
        "based_on": chosen.based_on,
        "text": rules.text,
        "target": rules.target,
        "fingerprint": rules.fingerprint(),
        "changed": dict(chosen.changed),
        "switches": {
            key: {
                "value": value,
                "basis": rules.basis_of(key).kind,
                "note": rules.basis_of(key).note,
            }
            for key, value in rules.switches().items()
        },
        "rules": rule_texts(rules, language),
    }


def _write(run: Invocation, chosen: "ChosenRules") -> None:
    """A rule set for people: in words first, then switch by switch."""
    from reports.rules_text import BASES, SOURCES, rule_texts

    text, rules = run.language.text, chosen.rules
    run.out.details(
        (text("Rules"), rules.name),
        (text("Based on"), chosen.based_on if chosen.changed else None),
        (text("Source"), text(SOURCES[rules.text])),
        (text("Target"), f"{rules.target} ({text(BASES[rules.basis_of('target').kind])})"),
    )
    run.out.line()
    for said in rule_texts(rules, run.language):
        run.out.line(f"{said.subject} ({said.basis})")
        run.out.line(f"  {said.rule}")
        if said.why:
            run.out.line(f"  {said.why}")
    run.out.line()
    run.out.table(_switch_table(run.language, rules, tuple(SWITCH_WORDS)))


def _write_changes(run: Invocation, chosen: "ChosenRules") -> None:
    text, rules = run.language.text, chosen.rules
    run.out.details(
        (text("Rules"), rules.name),
        (text("Based on"), chosen.based_on),
        (text("Target"), rules.target),
    )
    if chosen.changed:
        keys = tuple(key for key, _ in chosen.changed)
        run.out.table(_switch_table(run.language, rules, keys))
    else:
        run.out.line(text("No switch differs from the published rules."))


def _switch_table(language: "Language", rules: "RuleSet", keys: tuple[str, ...]) -> Table:
    """A row a switch: what it is about, its value, what else it may be, what it rests on."""
    from engine.rules import SWITCHES, switch_text
    from reports.rules_text import BASES, NOTES

    text = language.text
    columns = (
        Column("switch", text("Switch")),
        Column("value", text("Value")),
        Column("basis", text("Rests on")),
        Column("about", text("About")),
        Column("others", text("May also be")),
        Column("why", text("Note")),
    )
    rows = []
    for key in keys:
        value, basis = getattr(rules, key), rules.basis_of(key)
        allowed = SWITCHES[key]
        others = [switch_text(each) for each in allowed or () if each != value]
        note = NOTES.get(basis.note) if basis.note is not None else None
        why = text(note) if note else ""
        rows.append(
            (
                key,
                switch_text(value),
                text(BASES[basis.kind]),
                text(SWITCH_WORDS[key]),
                ", ".join(others) if allowed else text("any whole number"),
                why,
            )
        )
    return Table(columns, rows)
