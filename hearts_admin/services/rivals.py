"""Other rating programs, made to foretell the same games: a registry of one, an optional extra."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import exp, sqrt
from types import MappingProxyType

from engine.rating.ledger import Fact
from engine.rating.prediction import Forecast, Probability, forecast
from hearts_admin.errors import Refused

Rival = Callable[[Iterable[Fact]], Iterator[Forecast]]
"""Given rated games, foretells each and then rates it."""


def rival(name: str) -> Rival:
    """The other program with this name.

    Raises:
        Refused: `evaluate.against` (none known by it), `evaluate.no_openskill` (not installed).
    """
    if name not in RIVALS:
        raise Refused("evaluate.against", name=name, known=tuple(RIVALS))
    return RIVALS[name]()


def _openskill() -> Rival:
    try:
        from openskill.models import PlackettLuce, PlackettLuceRating
    except ImportError as error:
        raise Refused(
            "evaluate.no_openskill", hint='pip install "hearts-admin[openskill]"'
        ) from error

    def forecasts(games: Iterable[Fact]) -> Iterator[Forecast]:
        """By the Plackett-Luce formula from which openskill computes its updates, too.

        Its `predict_win` is another one and far too sure of itself at tables of four (a log-loss of
        .84 where this gives .48): the better of the two is the fairer rival.
        """
        model = PlackettLuce()
        ratings: dict[int, PlackettLuceRating] = {}
        for _, _, _, _, players, places in games:
            seats = [seat for seat, player in enumerate(players) if player]
            # A rating of one's own for every newcomer: the same object twice is changed twice.
            table = [ratings.get(player) or model.rating() for player in players]
            spread = sqrt(sum(table[seat].sigma ** 2 + model.beta**2 for seat in seats))
            yield forecast(places, _logistic([each.mu / spread for each in table]), seats)
            ranks = [float(places[seat]) for seat in seats]
            rated = model.rate([[table[seat]] for seat in seats], ranks=ranks)
            for seat, (rating,) in zip(seats, rated, strict=True):
                ratings[players[seat]] = rating

    return forecasts


def _logistic(strengths: Sequence[float]) -> Probability:
    def probability(seat: int, other: int) -> float:
        return 1 / (1 + exp(strengths[other] - strengths[seat]))

    return probability


RIVALS: Mapping[str, Callable[[], Rival]] = MappingProxyType({"openskill": _openskill})
"""What `rating evaluate --against` takes; each is imported only then."""
