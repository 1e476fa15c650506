"""`hearts-admin replay`: logged games, checked card by card; and random ones to try it on."""

import datetime as dt
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import faults, replaying, words
from hearts_admin.cli.faults import DONE, PROBLEMS_FOUND
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.verbs import CHANGING, noun, verb
from hearts_admin.errors import Refused, UsageFault
from reports.language import msgid

if TYPE_CHECKING:
    from hearts_admin.services.judging import JudgedGame
    from hearts_admin.services.refereeing import UnreadableFile

app = noun()


@verb(
    app,
    "check",
    CHANGING,
    help=msgid("Check logged games card by card; a verdict for every deal."),
    examples=(
        "hearts-admin replay check evening.hjl",
        "hearts-admin replay check deals.txt --switch hearts_broken_by=any_or_queen --json",
        "hearts-admin replay check final.hjl --record",
        "hearts-admin replay check final.hjl --explain 7",
        "hearts-admin replay check logs/ --rules club.toml",
        "hearts-admin replay check deals.npz --rules american --json",
    ),
)
def check(
    run: Invocation,
    files: Annotated[
        list[str],
        typer.Argument(
            help=msgid(
                "Logs: .hjl, .jsonl, OpenSpiel actions or arrays of numpy (.npz); folders and "
                "patterns too; - is standard input."
            ),
            metavar=msgid("FILE"),
        ),
    ],
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            help=msgid(
                "The rules to judge by, or a file of them (else the log's own, else american)."
            ),
            metavar=msgid("RULES"),
        ),
    ] = None,
    switch: Annotated[
        list[str] | None,
        typer.Option(
            "--switch",
            help=msgid(
                "A house rule, for example hearts_broken_by=discard; more than one is fine."
            ),
            metavar=msgid("KEY=VALUE"),
        ),
    ] = None,
    deals: Annotated[
        bool,
        typer.Option("--deals", help=msgid("Show every deal, however many games there are.")),
    ] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain",
            help=msgid("Tell one deal trick by trick; 3:7 is deal 7 of the third game."),
            metavar=msgid("DEAL"),
        ),
    ] = None,
    record: Annotated[
        bool,
        typer.Option("--record", help=msgid("Store complete, legal games as results.")),
    ] = False,
    date: Annotated[
        dt.date | None,
        typer.Option(
            "--date",
            parser=words.day,
            help=msgid("The club day of logs that name none, written 2026-03-14."),
            metavar=msgid("DATE"),
        ),
    ] = None,
    add_players: Annotated[
        bool, typer.Option("--add-players", help=msgid("Add players that are not known yet."))
    ] = False,
) -> int:
    """Check logs, and record the games in them if asked to."""
    switches = tuple(words.switch(word) for word in switch or ())
    wanted = None if explain is None else words.deal(explain)
    if wanted is not None and record:
        raise UsageFault("cli.exclusive", option="--explain", other="--record")

    from hearts_admin.services.houserules import choose_rules
    from hearts_admin.services.logfiles import find_logs
    from hearts_admin.services.refereeing import check_files

    logs = find_logs(files)
    _note_slow_arrays(run, logs)
    chosen = None if rules is None else choose_rules(rules).rules
    judged = check_files(logs, chosen, switches, cards=record or wanted is not None)
    if wanted is not None:
        return _explain(run, judged, wanted)
    if record:
        return _record(run, judged, date, add_players=add_players, every_deal=deals)
    return _check(run, judged, alone=len(logs) == 1, every_deal=deals)


def _note_slow_arrays(run: Invocation, logs: list[str]) -> None:
    """Say once how arrays would be judged fast, where they are not."""
    from hearts_admin.services.logfiles import ARRAYS

    if any(name.lower().endswith(ARRAYS) for name in logs):
        from engine.batch import can_compile

        if not can_compile():
            run.out.note(
                run.language.text(
                    "Arrays are judged some hundred times faster with numba: {command}",
                    command='pipx install "hearts-admin[batch]"',
                )
            )


def _check(
    run: Invocation,
    judged: "Iterator[JudgedGame | UnreadableFile]",
    *,
    alone: bool,
    every_deal: bool,
) -> int:
    """Show verdicts as they come; a file that cannot be read does not keep the others back."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.refereeing import UnreadableFile

    tally = replaying.Tally()
    writer = replaying.Writer(run, None, every_deal=every_deal)
    unread = 0
    with progress(run, run.language.text("Checking")) as told:
        for game in judged:
            if isinstance(game, UnreadableFile):
                if alone:
                    raise game.fault
                for line in faults.complaint(game.fault, run.language):
                    run.out.note(line)
                unread = game.fault.exit_code
                continue
            tally.count(game)
            if told is not None:
                told(tally.verdicts.total())
            if run.asked.json:
                replaying.write_json(run, game)
            else:
                writer.take(game)
    if not run.asked.json:
        writer.finish(tally)
    return unread or (DONE if tally.clean else PROBLEMS_FOUND)


def _readable(judged: "Iterator[JudgedGame | UnreadableFile]") -> "Iterator[JudgedGame]":
    """The games, as long as every file can be read."""
    from hearts_admin.services.refereeing import UnreadableFile

    for game in judged:
        if isinstance(game, UnreadableFile):
            raise game.fault
        yield game


def _record(
    run: Invocation,
    judged: "Iterator[JudgedGame | UnreadableFile]",
    date: dt.date | None,
    *,
    add_players: bool,
    every_deal: bool,
) -> int:
    """Check, and store what is complete and legal; nothing if there is a file in the way."""
    from hearts_admin.cli.progress import progress

    tally = replaying.Tally()
    games = []
    with ExitStack() as opened:
        store = opened.enter_context(run.store())
        told = opened.enter_context(progress(run, run.language.text("Checking")))
        for game in _readable(judged):
            tally.count(game)
            games.append(game)
            if told is not None:
                told(tally.verdicts.total())
            if run.asked.json:
                replaying.write_json(run, game)
        from hearts_admin.services.replays import record_games

        done = record_games(store, run.actor(), games, date=date, add_players=add_players)
    if not run.asked.json:
        writer = replaying.Writer(run, done, every_deal=every_deal)
        for game in games:
            writer.take(game)
        writer.finish(tally)
    replaying.write_recorded(run, done)
    return DONE if tally.clean and not done.refused else PROBLEMS_FOUND


def _explain(
    run: Invocation,
    judged: "Iterator[JudgedGame | UnreadableFile]",
    wanted: tuple[int | None, int],
) -> int:
    """Tell one deal of each game, or of the one that was named."""
    from hearts_admin.cli import telling

    number, deal = wanted
    found = False
    ok = True
    for game in _readable(judged):
        if number in (None, game.number) and telling.explain(run, game, deal):
            found = True
            ok = ok and game.ok
    if not found:
        raise Refused("replay.no_such_deal", deal=deal)
    return DONE if ok else PROBLEMS_FOUND


@verb(
    app,
    "generate",
    help=msgid("Write random legal games as a log, for trials and samples."),
    examples=(
        "hearts-admin replay generate --rules dutch --deals 100 --seed 1 > dutch.hjl",
        "hearts-admin replay generate --deals 50 --fault revoke | hearts-admin replay check -",
        "hearts-admin replay generate --deals 10000 --arrays deals.npz",
    ),
)
def generate(
    run: Invocation,
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            help=msgid("A rule set, or a file of house rules (else american)."),
            metavar=msgid("RULES"),
        ),
    ] = "american",
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            parser=words.above_zero,
            help=msgid("How many deals at least (else one game); games are played to their end."),
            metavar=msgid("COUNT"),
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            parser=words.any_number,
            help=msgid("Where chance begins: the same number gives the same games."),
            metavar=msgid("NUMBER"),
        ),
    ] = None,
    fault: Annotated[
        str | None,
        typer.Option(
            "--fault",
            help=msgid(
                "Put one fault into each game. By verdict: illegal, scores_differ, incomplete, "
                "claimable, order_unknown, uncheckable, unreadable, void. Illegal plays: revoke, "
                "opening, first_trick, hearts_unbroken, not_held, already_played, out_of_turn, "
                "first_leader. Hands and passes: hand_size, card_repeated, pass_too_few, "
                "pass_too_many, pass_repeated, pass_not_held, pass_received."
            ),
            metavar=msgid("KIND"),
        ),
    ] = None,
    arrays: Annotated[
        Path | None,
        typer.Option(
            "--arrays",
            help=msgid("Write the deals as arrays of numpy into this new file (.npz), no text."),
            metavar=msgid("FILE"),
        ),
    ] = None,
) -> None:
    """Write random games."""
    from hearts_admin.services.generating import generate_log
    from hearts_admin.services.houserules import choose_rules

    chosen = choose_rules(rules)
    if arrays is not None:
        from hearts_admin.cli.reporting import require_suffix
        from hearts_admin.services.batches import generate_arrays
        from hearts_admin.services.logfiles import ARRAYS

        require_suffix(arrays, (ARRAYS,))
        generate_arrays(
            arrays, chosen.rules, deals or 1, seed or 0, target=chosen.target, fault=fault
        )
        run.out.line(run.language.text("Written: {file}", file=arrays))
        return
    lines = generate_log(chosen.rules, deals or 1, seed or 0, target=chosen.target, fault=fault)
    for line in lines:
        run.out.line(line)
