"""`hearts-admin rating audit`, `fingerprint`, `evaluate`: the books, the proof, the judgement."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hearts_admin.cli import words
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.ratingoptions import AsOf, From, Pool, To
from hearts_admin.cli.verbs import SHOWING, noun, verb
from reports.language import Language, msgid
from reports.table import Cell, Column, Table

if TYPE_CHECKING:
    from hearts_admin.services.auditing import AuditReport
    from hearts_admin.services.evaluation import Evaluation, Interval, SystemScore

app = noun()


@verb(
    app,
    "audit",
    SHOWING,
    help=msgid("Where the points came from and went, to the last one; and what looks odd."),
    examples=("hearts-admin rating audit", "hearts-admin rating audit --from 2026-01-01"),
)
def audit(run: Invocation, first: From = None, last: To = None, pool: Pool = None) -> None:
    """Audit a rating list."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.auditing import audit as ask

    with run.store() as store, progress(run, run.language.text("Auditing")) as told:
        report = ask(store, first, last, pool, told)
    if run.asked.json:
        run.out.json(_audit_json(run, report))
    else:
        _write_audit(run, report)


@verb(
    app,
    "fingerprint",
    SHOWING,
    help=msgid("The ledger in 64 digits, the same on every computer."),
    examples=("hearts-admin rating fingerprint --as-of 2026-03-14",),
)
def fingerprint(run: Invocation, as_of: AsOf = None, pool: Pool = None) -> None:
    """Print the fingerprint."""
    from hearts_admin.services.ratings import fingerprint_of

    with run.store() as store:
        found = fingerprint_of(store, as_of, pool)
    run.show(found, lambda: run.out.line(found.fingerprint))


@verb(
    app,
    "evaluate",
    SHOWING,
    help=msgid("How well the ratings foretell games; other K, other decay, another program."),
    examples=(
        "hearts-admin rating evaluate --k 16,24,32 --decay club,off",
        "hearts-admin rating evaluate --against openskill --chart evaluation.png",
    ),
)
def evaluate(
    run: Invocation,
    k: Annotated[
        str | None, typer.Option("--k", help=msgid("Other K to try."), metavar="16,24,32")
    ] = None,
    decay: Annotated[
        str | None,
        typer.Option(
            "--decay",
            help=msgid("Other decay to try: of a shipped policy, or off."),
            metavar="club,off",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            help=msgid("Another rating program to compare with: openskill."),
            metavar=msgid("PROGRAM"),
        ),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", help=msgid("Draw it, too: .png or .svg."), metavar="OUT.png"),
    ] = None,
    pool: Pool = None,
) -> None:
    """Judge rating systems."""
    from hearts_admin.cli.progress import progress
    from hearts_admin.services.evaluation import evaluate as ask

    if chart is not None:
        _require_suffix(chart)
    ks = words.numbers(k) if k else ()
    decays = words.several(decay) if decay else ()
    with run.store() as store, progress(run, run.language.text("Foretelling")) as told:
        found = ask(store, ks, decays, against, pool, told)
    run.show(found, lambda: _write_evaluation(run, found))
    if chart is not None:
        _draw(run, found, chart)


# -- audit -----------------------------------------------------------------------------------------


def _audit_json(run: Invocation, report: "AuditReport") -> dict[str, object]:
    """The report with its sums, and every alarm with its sentence."""
    import dataclasses

    from hearts_admin.messages import describe

    alarms = [
        {"code": alarm.code, **alarm.fields, "message": describe(run.language, alarm)}
        for alarm in report.alarms
    ]
    values = {field.name: getattr(report, field.name) for field in dataclasses.fields(report)}
    return {
        **values,
        "causes": {**dataclasses.asdict(report.causes), "total": report.causes.total},
        "balanced": report.balanced,
        "alarms": alarms,
    }


def _write_audit(run: Invocation, report: "AuditReport") -> None:
    from hearts_admin.messages import describe

    language, text = run.language, run.language.text
    period = text(
        "Rating list {pool} ({policy}), from {first} to {last}",
        pool=report.pool,
        policy=report.policy,
        first=report.first.isoformat() if report.first else text("the beginning"),
        last=report.last.isoformat() if report.last else text("now"),
    )
    games = language.plural("{n} game", "{n} games", report.games)
    players = language.plural("{n} player", "{n} players", report.players)
    run.out.line(f"{period}: {games}, {players}")
    run.out.line()
    run.out.table(_cause_table(run, report))
    if not report.balanced:
        run.out.line()
        run.out.line(text("The causes do not add up: the stored ledger was tampered with."))
    run.out.line()
    if not report.alarms:
        run.out.line(text("Nothing looks odd."))
    for alarm in report.alarms:
        run.out.line(text("Look at this: {said}", said=describe(language, alarm)))


def _cause_table(run: Invocation, report: "AuditReport") -> Table:
    text, causes = run.language.text, report.causes
    titles = {
        "newcomers": text("newcomers' first ratings"),
        "rounding": text("rounding to whole points"),
        "minimum": text("at least one point a game"),
        "maximum": text("the maximum of a game"),
        "decay": text("decay"),
        "adjustments": text("adjustments"),
        "refunds": text("refunds"),
    }
    columns = (
        Column("cause", text("Cause")),
        Column("change", text("Points"), "change"),
        Column("sum", text("Sum of all ratings"), "count"),
    )
    rows: list[tuple[Cell, ...]] = [(text("before"), None, report.before)]
    rows += [(title, getattr(causes, key), None) for key, title in titles.items()]
    rows.append((text("after"), causes.total, report.after))
    return Table(columns, rows)


# -- evaluate --------------------------------------------------------------------------------------


def system_name(language: Language, system: "SystemScore") -> str:
    """What a system is called: the present policy, or what differs from it."""
    if system.verdict == "reference":
        return language.text("present ({terms})", terms=_terms(language, system))
    if system.k is None:
        return system.name
    return _terms(language, system)


def _terms(language: "Language", system: "SystemScore") -> str:
    if system.decay == "off":
        return language.text("K {k}, no decay", k=system.k)
    decay = language.text("of its own") if system.decay == "own" else system.decay
    return language.text("K {k}, decay {decay}", k=system.k, decay=decay)


def _write_evaluation(run: Invocation, found: "Evaluation") -> None:
    language, text = run.language, run.language.text
    run.out.line(
        text(
            "Rating list {pool}: games foretold: {judged} of {games}, those since {since}; "
            "pairs: {pairs}",
            pool=found.pool,
            judged=language.number(found.judged),
            games=language.number(found.games),
            since=found.since.isoformat(),
            pairs=language.number(found.pairs),
        )
    )
    run.out.line()
    run.out.table(_system_table(run, found))
    run.out.line()
    run.out.line(
        text(
            "Log-loss: lower is better; {value} is that of who knows nothing.", value=_ln2(language)
        )
    )
    for sentence in conclusions(language, found):
        run.out.line(sentence)


def _ln2(language: Language) -> str:
    from hearts_admin.services.evaluation import KNOWS_NOTHING

    return language.decimal(KNOWS_NOTHING, 4)


def conclusions(language: Language, found: "Evaluation") -> list[str]:
    """What may be concluded, and plainly what may not."""
    text = language.text
    if not found.enough:
        return [
            text(
                "This history is too short to tell. Games to judge by: {judged}; needed: {needed}.",
                judged=language.number(found.judged),
                needed=_fewest(language),
            )
        ]
    others = found.systems[1:]
    better = [system_name(language, each) for each in others if each.verdict == "better"]
    worse = [system_name(language, each) for each in others if each.verdict == "worse"]
    unclear = [system_name(language, each) for each in others if each.verdict == "unclear"]
    said = []
    if better:
        said.append(
            text("Foretells better than the present policy: {names}.", names="; ".join(better))
        )
    if worse:
        said.append(text("Foretells worse: {names}.", names="; ".join(worse)))
    if unclear:
        said.append(
            text(
                "This history is too short to tell, or there is no difference: {names}.",
                names="; ".join(unclear),
            )
        )
    return said


def _fewest(language: Language) -> str:
    from hearts_admin.services.evaluation import FEWEST_GAMES

    return language.number(FEWEST_GAMES)


def _system_table(run: Invocation, found: "Evaluation") -> Table:
    language, text = run.language, run.language.text
    columns = (
        Column("system", text("System")),
        Column("log_loss", text("Log-loss"), "decimal", 4),
        Column("log_loss_interval", text("95 %")),
        Column("difference", text("Difference")),
        Column("difference_interval", text("95 %")),
        Column("accuracy", text("Right")),
        Column("accuracy_interval", text("95 %")),
    )
    rows: list[tuple[Cell, ...]] = []
    for each in found.systems:
        reference = each.verdict == "reference"
        rows.append(
            (
                system_name(language, each),
                each.log_loss,
                _interval(language, each.log_loss_interval),
                "" if reference else language.signed(each.difference, 4),
                "" if reference else _interval(language, each.difference_interval, signed=True),
                f"{language.decimal(100 * each.accuracy, 1)} %",
                _percent(language, each.accuracy_interval),
            )
        )
    return Table(columns, rows)


def _interval(language: Language, interval: "Interval", *, signed: bool = False) -> str:
    write = language.signed if signed else language.decimal
    return f"{write(interval[0], 4)} .. {write(interval[1], 4)}"


def _percent(language: Language, interval: "Interval") -> str:
    low, high = (language.decimal(100 * value, 1) for value in interval)
    return f"{low} .. {high} %"


def _require_suffix(chart: Path) -> None:
    """Refuse early what could only be written under a misleading name."""
    from hearts_admin.errors import FileFault
    from reports.charts.registry import SUFFIXES

    if chart.suffix.lower() not in SUFFIXES:
        raise FileFault("report.suffix", file=str(chart), known=SUFFIXES)


def _draw(run: Invocation, found: "Evaluation", out: Path) -> None:
    """Write the chart of the differences."""
    from reports.charts.evaluation import EvaluatedSystem, write_evaluation

    language = run.language
    systems = [
        EvaluatedSystem(
            system_name(language, each),
            each.log_loss,
            each.difference,
            each.difference_interval,
            each.verdict,
        )
        for each in found.systems
    ]
    judged = language.plural("{n} game", "{n} games", found.judged)
    since = language.text("since {date}", date=language.date(found.since, "long"))
    write_evaluation(systems, [found.pool, judged, since], out, language)
    run.out.note(language.text("Written: {file}", file=out))
