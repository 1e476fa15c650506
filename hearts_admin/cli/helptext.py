"""Commands and groups whose help is in the reader's language.

Typer writes help in English from texts fixed at import. These classes keep its parsing and write
the page themselves; the language is that of the running `Invocation` (`ctx.obj`).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer.main
from typer._click.exceptions import NoSuchOption
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from hearts_admin.cli import everywhere
from hearts_admin.errors import UsageFault
from reports.language import Language, msgid

if TYPE_CHECKING:
    from typer._click.core import Command, Context, Parameter
    from typer._click.formatting import HelpFormatter

msgid("Show this page.")


@dataclass(frozen=True, slots=True)
class Noun:
    """A group of commands, imported when one of them is needed.

    Attributes:
        help: its line in the list of nouns, a message id.
        modules: where its commands are; each has an `app`.
    """

    help: str
    modules: tuple[str, ...]


def language_of(ctx: Context) -> Language:
    """The language of the person who is reading."""
    language: Language = ctx.obj.language
    return language


class _Help:
    """What commands and groups have in common: the writing of the page."""

    params: list[Parameter]
    help: str | None
    epilog: str | None

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        language = language_of(ctx)
        pieces = [language.text("[OPTIONS]")]
        for param in self.params:
            if isinstance(param, TyperArgument):
                name = _value(param, language)
                pieces.append(name if param.required else f"[{name}]")
        return pieces

    def format_usage(self, ctx: Context, formatter: HelpFormatter) -> None:
        prefix = language_of(ctx).text("Usage:") + " "
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix)

    def format_help_text(self, ctx: Context, formatter: HelpFormatter) -> None:
        if self.help:
            formatter.write_paragraph()
            formatter.write_text(language_of(ctx).text(self.help))

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        language = language_of(ctx)
        arguments = [p for p in self.params if isinstance(p, TyperArgument) and p.help]
        options = [p for p in self.params if isinstance(p, TyperOption) and not p.hidden]
        shared = [
            (f"{option} {language.text(value)}" if value else option, language.text(text))
            for option, value, text in everywhere.HELP
        ]
        sections = (
            (language.text("Arguments"), [_record(p, language) for p in arguments]),
            (language.text("Options"), [_record(p, language) for p in options]),
            (
                language.text("Understood everywhere"),
                [*shared, ("--help", language.text("Show this page."))],
            ),
        )
        for title, records in sections:
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        if self.epilog:
            with formatter.section(language_of(ctx).text("Examples")):
                for example in self.epilog.splitlines():
                    formatter.write(f"  {example}\n")


class VerbCommand(_Help, TyperCommand):
    """A command with help in two languages and usage errors that have a code."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse; refuse words that are left over, and unknown options, by naming them."""
        ctx.allow_extra_args = True
        try:
            super().parse_args(ctx, args)
        except NoSuchOption as error:
            known = [name for param in self.get_params(ctx) for name in param.opts]
            near = _nearest(error.option_name, [*known, *(name for name, *_ in everywhere.HELP)])
            code = "cli.no_such_option_near" if near else "cli.no_such_option"
            raise UsageFault(code, option=error.option_name, near=near) from error
        if ctx.args and not ctx.resilient_parsing:
            raise UsageFault("cli.extra_arguments", words=tuple(ctx.args))
        return ctx.args


class VerbGroup(_Help, TyperGroup):
    """The verbs of a noun."""

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """The pieces of the usage line, which ends in a verb."""
        return [language_of(ctx).text("VERB"), "..."]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the list of commands, then the options."""
        language = language_of(ctx)
        records = self.command_records(ctx, language)
        with formatter.section(language.text("Commands")):
            formatter.write_dl(records)
        super().format_options(ctx, formatter)

    def command_records(self, ctx: Context, language: Language) -> list[tuple[str, str]]:
        """Each command's name with the first sentence of its help."""
        records = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and command.help:
                text = language.text(command.help)
                records.append((name, text.partition("\n")[0]))
        return records

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, Command | None, list[str]]:
        """Find the command that was typed; an unknown one is refused with the nearest."""
        word = args[0]
        command = self.get_command(ctx, word)
        if command is None:
            known = self.list_commands(ctx)
            near = _nearest(word, known)
            code = "cli.no_such_command_near" if near else "cli.no_such_command"
            hint = f"{ctx.command_path} --help"
            raise UsageFault(code, hint=hint, word=word, known=tuple(known), near=near)
        return word, command, args[1:]

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse; nothing at all is a question for help."""
        return super().parse_args(ctx, args or ["--help"])


class NounGroup(VerbGroup):
    """The program: nouns from a table, each imported when one of its verbs is asked for."""

    nouns: Mapping[str, Noun] = {}

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """The pieces of the usage line: a noun and a verb."""
        language = language_of(ctx)
        return [language.text("NOUN"), language.text("VERB"), "..."]

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002  (Typer's signature)
        """The nouns, in the order of the table."""
        return list(self.nouns)

    def command_records(self, ctx: Context, language: Language) -> list[tuple[str, str]]:  # noqa: ARG002
        """Each noun with its static line: no noun is imported to be listed."""
        return [(name, language.text(noun.help)) for name, noun in self.nouns.items()]

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:  # noqa: ARG002
        """Import a noun's modules and give its group of verbs."""
        noun = self.nouns.get(cmd_name)
        if noun is None:
            return None
        first, *others = (
            typer.main.get_group(importlib.import_module(module).app) for module in noun.modules
        )
        for group in others:
            first.commands.update(group.commands)
        first.help = noun.help
        first.name = cmd_name
        return first


def _record(param: Parameter, language: Language) -> tuple[str, str]:
    """A parameter's name and its explanation."""
    text = language.text(getattr(param, "help", None) or "")
    if isinstance(param, TyperArgument):
        return _value(param, language), text
    names = "/".join([", ".join(sorted(param.opts, key=len)), *param.secondary_opts])
    value = _value(param, language)
    return (f"{names} {value}" if value else names), text


def _value(param: Parameter, language: Language) -> str:
    """How a value is written in the help: NAME, or NAME... where several may follow."""
    if getattr(param, "is_flag", False):
        return ""
    name = language.text(param.metavar) if param.metavar else param.name.upper()
    return f"{name}..." if param.nargs == -1 else name


def _nearest(word: str, known: list[str]) -> tuple[str, ...]:
    from difflib import get_close_matches

    return tuple(get_close_matches(word, known, n=3))
