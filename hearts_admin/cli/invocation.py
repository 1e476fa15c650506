"""One run of the program: what was asked in general, and the way to the database and the screen."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hearts_admin import settings
from hearts_admin.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hearts_admin.cli.everywhere import Everywhere
    from hearts_admin.cli.output import Output
    from hearts_admin.clock import Clock
    from hearts_admin.db.store import Store
    from hearts_admin.services.actor import Actor
    from reports.language import Language
    from reports.table import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """The values of the options that several commands share (`hearts_admin.cli.verbs`)."""

    by: str | None = None
    reason: str | None = None
    dry_run: bool = False
    yes: bool = False
    json: bool = False
    csv: bool = False


@dataclass(slots=True)
class Invocation:
    """What every command gets as its first parameter.

    Attributes:
        language: the reader's.
        environ: the environment variables.
        everywhere: the options that are understood in every place.
        out: where results and remarks go.
        command: noun and verb, for the audit.
        asked: the shared options of this command.
    """

    language: Language
    environ: Mapping[str, str]
    everywhere: Everywhere
    out: Output
    command: str = ""
    asked: Asked = field(default_factory=Asked)

    @property
    def clock(self) -> Clock:
        """Where the present instant comes from."""
        from hearts_admin.clock import SystemClock

        return SystemClock()

    def begin(self, command: str, asked: Asked) -> None:
        """Set what is known once the command line has been parsed.

        Raises:
            UsageFault: `cli.exclusive`, for `--json` with `--csv`.
        """
        if asked.json and asked.csv:
            raise UsageFault("cli.exclusive", option="--json", other="--csv")
        self.command = command
        self.asked = asked

    @property
    def location(self) -> str:
        """Where the club's database is."""
        return settings.database_location(self.everywhere.db, self.environ)

    @property
    def new_location(self) -> str:
        """Where a new database is to be made."""
        return settings.new_database_location(self.everywhere.db, self.environ)

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The club's database, open as long as the block lasts.

        Raises:
            DatabaseFault: it is missing, too old, too new, or none of ours.
        """
        from hearts_admin.db.store import open_store

        with open_store(self.location) as store:
            yield store

    def show(self, thing: object, for_people: Callable[[], None]) -> None:
        """Show one thing: as JSON if that was asked, else as `for_people` writes it."""
        if self.asked.json:
            self.out.json(thing)
        else:
            for_people()

    def list(self, things: Sequence[object], table: Table, nothing: str) -> None:
        """Show a list: JSON, CSV, or a table; with nothing in it, a remark that says so."""
        if self.asked.json:
            self.out.json(things)
        elif self.asked.csv:
            self.out.csv(table)
        elif things:
            self.out.table(table)
        else:
            self.out.note(nothing)

    def actor(self) -> Actor:
        """Who asks for a change, and how."""
        from hearts_admin.services.actor import Actor

        return Actor(
            who=settings.responsible(self.asked.by, self.environ),
            command=self.command,
            clock=self.clock,
            dry_run=self.asked.dry_run,
            yes=self.asked.yes,
            reason=self.asked.reason or "",
        )
