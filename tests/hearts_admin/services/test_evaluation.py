"""Judging systems on games they have not seen: what counts, intervals, what is concluded."""

import datetime as dt
from itertools import combinations
from math import exp, log
from random import Random

import pytest
from ratingwork import feed, policy

from hearts_admin.errors import Refused
from hearts_admin.services.evaluation import FEWEST_GAMES, evaluate
from hearts_admin.services.rivals import RIVALS

NAMES = [f"Speler {letter}" for letter in "ABCDEFGHIJKLMNOP"]


def history(games, seed=1, spread=300.0):
    """A file of games of players whose strength never changes; Plackett-Luce by lot."""
    rng = Random(seed)
    strength = {name: rng.gauss(0, spread) for name in NAMES}
    rows = ["date,game,player,place"]
    for number in range(games):
        four = rng.sample(NAMES, 4)
        drawn = {who: strength[who] / 173.7 - log(-log(rng.random())) for who in four}
        order = sorted(four, key=lambda who: -drawn[who])
        date = dt.date(2024, 1, 1) + dt.timedelta(days=number // 4)
        rows += [f"{date},{number},{who},{place}" for place, who in enumerate(order, 1)]
    return "\n".join(rows)


@pytest.fixture(scope="module")
def long(blank_club, tmp_path_factory):
    """600 games."""
    import shutil

    from clubhouse import Clubhouse

    path = tmp_path_factory.mktemp("long") / "club.db"
    shutil.copy(blank_club, path)
    club = Clubhouse(path)
    club.import_results(history(600), add_players=True)
    yield club
    club.close()


def by_name(found):
    return {system.name: system for system in found.systems}


def test_the_numbers_by_hand(club):
    # Two games; the second is judged. After 1516 1505 1495 1484 the order is upside down: every
    # pair had a favourite, and every favourite lost.
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-01")
    club.record("Anna=4 Bram=3 Cor=2 Dina=1", by_place=True, date="2026-01-02")
    found = evaluate(club.store)
    (present,) = found.systems
    ratings = (1516, 1505, 1495, 1484)
    losses = [log(1 + 10 ** ((a - b) / 400)) for a, b in combinations(ratings, 2)]
    assert present.log_loss == pytest.approx(sum(losses) / 6)
    assert present.accuracy == 0
    assert (found.games, found.judged, found.pairs, str(found.since)) == (2, 1, 6, "2026-01-02")
    assert not found.enough


def test_shared_places_are_no_predictions(club):
    for date in ("2026-01-01", "2026-01-02"):
        club.record("Anna=1 Bram=2 Cor=2 Dina=4", by_place=True, date=date)
    assert evaluate(club.store).pairs == 5


def test_a_system_that_knows_more_is_found_out(long):
    found = by_name(evaluate(long.store, [2, 100], against="openskill"))
    present = found["present"]
    assert present.verdict == "reference"
    assert (present.difference, present.difference_interval) == (0, (0, 0))
    assert present.log_loss < log(2) < present.log_loss + 0.5
    assert present.accuracy > 0.6
    # With K = 2 nobody gets anywhere in 300 games: nearly what knows nothing.
    assert found["K 2"].verdict == "worse"
    assert found["K 2"].log_loss > present.log_loss
    assert found["K 2"].difference == pytest.approx(found["K 2"].log_loss - present.log_loss)
    assert found["openskill"].log_loss < log(2)


def test_intervals_hold_the_value_and_shrink_with_the_games(long, found):
    wide = found()
    wide.import_results(history(150), add_players=True)
    (short,), (whole,) = evaluate(wide.store).systems, evaluate(long.store).systems
    for system in (short, whole):
        low, high = system.log_loss_interval
        assert low < system.log_loss < high
        low, high = system.accuracy_interval
        assert low < system.accuracy < high
    width = [system.log_loss_interval[1] - system.log_loss_interval[0] for system in (short, whole)]
    assert width[1] < width[0]


def test_the_interval_is_about_that_of_the_normal_distribution(long):
    # 300 judged games: the bootstrap of a mean is its standard error times 1.96, near enough.
    from engine.rating.fold import Fold
    from engine.rating.prediction import ledger_forecasts
    from hearts_admin.db.ledger import PoolLedger

    with long.store.read() as connection:
        ledger = PoolLedger(connection, 1)
        facts = list(ledger.facts())
        losses = [
            each.loss / 6 for each in ledger_forecasts(facts, Fold(ledger.policy).feed(facts))
        ]
    judged = losses[300:]
    mean = sum(judged) / 300
    error = (sum((loss - mean) ** 2 for loss in judged) / 299 / 300) ** 0.5
    (present,) = evaluate(long.store).systems
    low, high = present.log_loss_interval
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=0.1)


def test_too_short_a_history_concludes_nothing(found):
    club = found()
    club.import_results(history(2 * FEWEST_GAMES - 2), add_players=True)
    result = evaluate(club.store, [2])
    assert not result.enough
    assert by_name(result)["K 2"].verdict == "unclear"
    club.import_results(history(2 * FEWEST_GAMES), add_players=True)
    assert evaluate(club.store, [2]).enough


def test_the_same_question_has_the_same_answer(long):
    assert evaluate(long.store, [16, 24]) == evaluate(long.store, [16, 24])


def test_every_combination_once(long):
    found = evaluate(long.store, [16, 32, 24], ["club", "off"])
    assert [(system.name, system.k, system.decay) for system in found.systems] == [
        ("present", 32, "club"),
        ("K 16", 16, "club"),
        ("K 24", 24, "club"),
        ("decay off", 32, "off"),
        ("K 16, decay off", 16, "off"),
        ("K 24, decay off", 24, "off"),
    ]


def test_guests_and_unrated_games_are_not_foretold(club):
    club.become("guest", "Dina")
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-01")
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date="2026-01-02")
    club.record("Anna=1 Bram=2 Cor=3 Eva=4", by_place=True, date="2026-01-03", category="friendly")
    found = evaluate(club.store, against="openskill")
    assert (found.games, found.judged, found.pairs) == (2, 1, 3)
    policy(club, "activity=any")
    assert evaluate(club.store).games == 2


def test_openskill_foretells_by_the_formula_of_its_model(club):
    from openskill.models import PlackettLuce

    for date in ("2026-01-01", "2026-01-02"):
        club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True, date=date)
    model = PlackettLuce()
    rated = model.rate([[model.rating()] for _ in range(4)], ranks=[1.0, 2.0, 3.0, 4.0])
    table = [rating for (rating,) in rated]
    # Weng and Lin (2011), "A Bayesian Approximation Method for Online Ranking", Plackett-Luce:
    # P(i above j) = exp(mu_i / c) / (exp(mu_i / c) + exp(mu_j / c)), c**2 the sum over the table
    # of sigma**2 + beta**2.
    c = sum(each.sigma**2 + model.beta**2 for each in table) ** 0.5
    loss = sum(log(1 + exp((b.mu - a.mu) / c)) for a, b in combinations(table, 2))
    system = by_name(evaluate(club.store, against="openskill"))["openskill"]
    assert system.log_loss == pytest.approx(loss / 6)
    assert (system.k, system.decay, system.accuracy) == (None, None, 1)


def test_what_is_refused(club, monkeypatch):
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
    for how, code in (
        ({"ks": [31]}, "policy.k_even"),
        ({"decays": ["slow"]}, "evaluate.decay"),
        ({"against": "glicko"}, "evaluate.against"),
        ({"pool": "x"}, "pool.unknown"),
    ):
        with pytest.raises(Refused) as caught:
            evaluate(club.store, **how)
        assert caught.value.code == code
    feed(club, new=("leeg",))
    with pytest.raises(Refused) as caught:
        evaluate(club.store, pool="leeg")
    assert caught.value.code == "evaluate.nothing"
    import sys

    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(Refused) as caught:
        evaluate(club.store, against="openskill")
    assert caught.value.code == "evaluate.no_openskill"
    assert "openskill" in RIVALS


def test_progress_is_told_system_by_system(club):
    club.record("Anna=1 Bram=2 Cor=3 Dina=4", by_place=True)
    told = []
    evaluate(club.store, [16], progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_compiled_or_not_and_without_numba_the_answer_is_the_same(long, monkeypatch):
    from engine.rating import batch

    pytest.importorskip("numba")
    compiled, folded = [], batch.fold_columns
    plain = evaluate(long.store, [16, 24], ["off"])
    monkeypatch.setattr(
        batch, "fold_columns", lambda *asked: compiled.append(asked[1].k) or folded(*asked)
    )
    monkeypatch.setattr(batch, "WORTHWHILE", 1)
    assert evaluate(long.store, [16, 24], ["off"]) == plain
    assert compiled == [32, 16, 24, 32, 16, 24]
    monkeypatch.setattr(batch, "can_compile", lambda: False)
    assert evaluate(long.store, [16, 24], ["off"]) == plain
    assert len(compiled) == 6
