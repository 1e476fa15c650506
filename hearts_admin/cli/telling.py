"""`replay check --explain`: one deal as a person would follow it, trick by trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import hand_text, names
from engine.narrative import tell
from engine.seats import SEATS
from hearts_admin.messages import describe
from hearts_admin.messages.values import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card
    from engine.gamelog.record import LogDeal
    from engine.narrative import Story, ToldTrick
    from engine.problems import Problem
    from engine.replay import DealVerdict
    from hearts_admin.cli.invocation import Invocation
    from hearts_admin.services.judging import JudgedGame
    from reports.language import Language


def explain(run: Invocation, game: JudgedGame, number: int) -> bool:
    """Tell the deals of a game with this number; there are two where one was void.

    Returns:
        Whether there is any.
    """
    if game.verdict is None:
        return False
    told = False
    for deal, verdict in zip(game.log.deals, game.verdict.deals, strict=True):
        if deal.number == number:
            story = tell(deal, game.verdict.rules)
            if run.asked.json:
                run.out.json_line(_as_json(run.language, game, deal, verdict, story))
            else:
                for line in _lines(run.language, game, deal, verdict, story):
                    run.out.line(line)
            told = True
    return told


def _lines(
    language: Language, game: JudgedGame, deal: LogDeal, verdict: DealVerdict, story: Story
) -> Iterator[str]:
    text = language.text
    said = text(VERDICTS[verdict.verdict.value])
    rules = game.verdict.rules.name if game.verdict is not None else ""
    yield text(
        "{file}, game {number}, deal {deal}: {rules}, {verdict}",
        file=game.file,
        number=game.number,
        deal=deal.number,
        rules=rules,
        verdict=said,
    )
    left = list(verdict.problems)
    yield from _hands(language, deal, story)
    yield from _found(language, left, 0)
    for trick in story.tricks:
        yield ""
        yield from _trick(language, trick)
        yield from _found(language, left, trick.number)
    yield ""
    if verdict.points is not None:
        numbers = zip(SEATS, verdict.points, strict=True)
        shown = "  ".join(f"{seat.name} {points}" for seat, points in numbers)
        yield text("Points: {points}", points=shown)
    if verdict.shooter is not None:
        yield text("{seat} has shot the moon.", seat=verdict.shooter.name)
    for problem in left:  # of the deal as a whole, or of tricks that could not be followed
        yield f"  {describe(language, problem)}"
    for remark in verdict.remarks:
        yield "  " + text(
            "decided by default: {switch} = {value}", switch=remark.switch, value=remark.value
        )


def _hands(language: Language, deal: LogDeal, story: Story) -> Iterator[str]:
    """The hands as dealt, what was passed on, and the hands that were played."""
    text = language.text
    if deal.hands is not None and not deal.after_pass and deal.direction != "none":
        yield text("Dealt:")
        yield from _by_seat(deal.hands)
    if deal.passed is not None:
        directions = {
            "left": text("Passed to the left:"),
            "right": text("Passed to the right:"),
            "across": text("Passed across:"),
            "none": text("Passed:"),
        }
        yield directions[deal.direction]
        for seat, cards in zip(SEATS, deal.passed, strict=True):
            yield f"  {seat.name}  {' '.join(names(cards)) or '-'}"
    yield text("Hands at the first lead, as far as they are known:")
    yield from _by_seat(story.hands)


def _by_seat(hands: Sequence[tuple[Card, ...]]) -> Iterator[str]:
    for seat, cards in zip(SEATS, hands, strict=True):
        yield f"  {seat.name}  {hand_text(cards)}"


def _trick(language: Language, trick: ToldTrick) -> Iterator[str]:
    text = language.text
    yield text("Trick {number}", number=trick.number)
    for told in trick.cards:
        others = [card for card in told.legal if card != told.card]
        if told.card not in told.legal:
            legal = " ".join(names(told.legal)) or "-"
            yield f"  {told.seat.name}  {told.card}  ✗ " + text("legal: {legal}", legal=legal)
        elif others:
            legal = " ".join(names(others))
            yield f"  {told.seat.name}  {told.card}  " + text("or: {legal}", legal=legal)
        else:
            yield f"  {told.seat.name}  {told.card}"
    if trick.winner is not None:
        yield "  " + text(
            "{seat} takes it; points: {points}", seat=trick.winner.name, points=trick.points
        )


def _found(language: Language, left: list[Problem], trick: int) -> Iterator[str]:
    """What was found wrong in one trick; 0 stands for the hands and the pass."""
    for problem in [each for each in left if each.fields.get("trick") == trick]:
        left.remove(problem)
        yield f"  {describe(language, problem)}"


def _as_json(
    language: Language, game: JudgedGame, deal: LogDeal, verdict: DealVerdict, story: Story
) -> dict[str, object]:
    letters = [seat.name for seat in SEATS]
    hands, passed = deal.hands, deal.passed
    return {
        "file": game.file,
        "game": game.number,
        "deal": deal.number,
        "verdict": verdict.verdict.value,
        "direction": deal.direction,
        "passed": passed and dict(zip(letters, map(names, passed), strict=True)),
        "dealt": hands and dict(zip(letters, map(hand_text, hands), strict=True)),
        "hands": dict(zip(letters, map(hand_text, story.hands), strict=True)),
        "tricks": [
            {
                "trick": trick.number,
                "cards": [
                    {"seat": told.seat.name, "card": str(told.card), "legal": names(told.legal)}
                    for told in trick.cards
                ],
                "winner": None if trick.winner is None else trick.winner.name,
                "points": trick.points,
            }
            for trick in story.tricks
        ],
        "points": verdict.points and dict(zip(letters, verdict.points, strict=True)),
        "problems": [
            {**problem.as_dict(), "message": describe(language, problem)}
            for problem in verdict.problems
        ],
    }
