"""Rule sets as results were played under them: kept with the club, immutable."""

from __future__ import annotations

import json

from sqlalchemy import Connection
from sqlmodel import col, select

from engine.rules import RuleSet
from engine.rulesets import from_switches
from hearts_admin.db import bulk
from hearts_admin.db.chain import canonical
from hearts_admin.db.models import RuleSetRow
from hearts_admin.db.writing import Writing


def keep_rules(work: Writing, rules: RuleSet) -> str:
    """Keeps a rule set with the club, once; gives its fingerprint, which results refer to."""
    fingerprint = rules.fingerprint()
    known = work.session.exec(
        select(RuleSetRow.row).where(
            RuleSetRow.fingerprint == fingerprint, col(RuleSetRow.closed).is_(None)
        )
    ).first()
    if known is None:
        switches = canonical(rules.switches())
        work.open(RuleSetRow(fingerprint=fingerprint, name=rules.name, switches=switches))
    return fingerprint


def kept_rules(connection: Connection, fingerprint: str) -> RuleSet:
    """The rules a result was played under, as they were kept: later changes re-judge nothing."""
    row = bulk.first(
        connection,
        "SELECT name, switches FROM rule_set WHERE fingerprint = ? AND closed IS NULL",
        (fingerprint,),
    )
    assert row is not None  # noqa: S101 - results refer to kept rule sets only
    return from_switches(row[0], json.loads(row[1]))


def rule_names(connection: Connection) -> dict[str | None, str | None]:
    """Names of the rule sets kept, by fingerprint; None for none."""
    rows = bulk.select(connection, "SELECT fingerprint, name FROM rule_set WHERE closed IS NULL")
    return {None: None, **dict(rows)}
