"""How a command is declared: `app = noun()`, then `@verb(app, "list", LISTING, help=...)`.

A command is a function whose first parameter is the `Invocation`; its other parameters are Typer
arguments and options. Options that several commands share are written here once and asked for by
the name of their set; their values arrive in `Invocation.asked`.

What a command returns is the exit code; None is 0.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from hearts_admin.cli.helptext import VerbCommand, VerbGroup
from hearts_admin.cli.invocation import Asked, Invocation
from reports.language import msgid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

P = ParamSpec("P")
CommandFunction = Callable[Concatenate[Invocation, P], int | None]


@dataclass(frozen=True, slots=True)
class SharedOption:
    """An option of several commands: a field of `Asked`, its type and default, its declaration."""

    field: str
    type: Any
    default: Any
    flag: str
    help: str
    metavar: str | None = None

    def parameter(self) -> inspect.Parameter:
        """The option as a parameter of a function that Typer can read."""
        option = typer.Option(self.flag, help=self.help, metavar=self.metavar)
        return inspect.Parameter(
            self.field,
            inspect.Parameter.KEYWORD_ONLY,
            default=self.default,
            annotation=Annotated[self.type, option],
        )


_BY = SharedOption(
    "by", str | None, None, "--by",
    msgid("Who is typing (else HEARTS_ADMIN_USER, else the user of this computer)."),
    msgid("NAME"),
)  # fmt: skip
_REASON = SharedOption(
    "reason", str | None, None, "--reason", msgid("Why; it is kept with the change."),
    msgid("REASON"),
)  # fmt: skip
_DRY_RUN = SharedOption(
    "dry_run", bool, False, "--dry-run", msgid("Show what would change, and change nothing.")
)  # fmt: skip
_YES = SharedOption(
    "yes", bool, False, "--yes", msgid("Go on where an unlikely value would be refused.")
)  # fmt: skip
_JSON = SharedOption("json", bool, False, "--json", msgid("Write JSON, for programs."))
_CSV = SharedOption("csv", bool, False, "--csv", msgid("Write CSV, for programs."))

SHOWING = (_JSON,)
"""For a command that shows one thing."""

LISTING = (_JSON, _CSV)
"""For a command that lists things."""

CHANGING = (_BY, _DRY_RUN, _YES, _JSON)
"""For a command that changes something."""

CORRECTING = (_REASON, *CHANGING)
"""For a command that changes what was there; some of them require the reason."""


def noun() -> typer.Typer:
    """The group of commands of one noun."""
    return typer.Typer(
        cls=VerbGroup,
        callback=_nothing,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def verb(
    app: typer.Typer,
    name: str,
    shared: tuple[SharedOption, ...] = (),
    *,
    help: str,  # noqa: A002  (Typer's own word for it)
    examples: tuple[str, ...] = (),
    gather: Callable[..., object] | None = None,
) -> Callable[[CommandFunction[P]], CommandFunction[P]]:
    """Make a command of the decorated function.

    Args:
        app: the noun's group.
        name: the verb.
        shared: options that are shared with other commands.
        help: the first line of the help page, a message id.
        examples: command lines shown below the options.
        gather: a function of options that several commands have in common, which makes one value
            of them; its last parameter is for that value.
    """

    def register(function: CommandFunction[P]) -> CommandFunction[P]:
        command = _with_options(function, shared, gather)
        app.command(name, cls=VerbCommand, help=help, epilog="\n".join(examples))(command)
        return function

    return register


def _with_options(
    function: Callable[..., int | None],
    shared: tuple[SharedOption, ...],
    gather: Callable[..., object] | None,
) -> Callable[..., int | None]:
    """A function with the command's own parameters and the shared ones, as Typer wants it."""

    def command(context: typer.Context, **values: Any) -> int | None:
        invocation: Invocation = context.obj
        asked = Asked(**{option.field: values.pop(option.field) for option in shared})
        invocation.begin(context.command_path.partition(" ")[2], asked)
        if gather is None:
            return function(invocation, **values)
        given = {name: values.pop(name) for name in inspect.signature(gather).parameters}
        return function(invocation, **values, **{gathered: gather(**given)})

    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    gathered = own[-1].name if own else ""
    if gather is not None:
        own[-1:] = inspect.signature(gather, eval_str=True).parameters.values()
    parameters = list(_parameters(own, shared))
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _parameters(
    own: Iterable[inspect.Parameter], shared: tuple[SharedOption, ...]
) -> Iterator[inspect.Parameter]:
    yield inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    for parameter in own:
        yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
    for option in shared:
        yield option.parameter()


def _nothing() -> None:
    """A group does nothing by itself."""
