"""Who asks for a change, when, and how."""

from __future__ import annotations

from dataclasses import dataclass

from hearts_admin.clock import Clock


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a command and the manner in which it is run.

    Attributes:
        who: a name for the audit.
        command: what was asked, as typed, for example `result record`.
        clock: where the present instant comes from.
        dry_run: do everything, show everything, keep nothing.
        yes: go on where an unlikely value would otherwise be refused.
        reason: why, where a reason is asked for.
    """

    who: str
    command: str
    clock: Clock
    dry_run: bool = False
    yes: bool = False
    reason: str = ""
