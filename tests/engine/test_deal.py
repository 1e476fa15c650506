import random

import pytest

from engine.cards import Card, cards_of, mask_of, parse_hand
from engine.deal import Deal, Stage
from engine.generate import generate_deal
from engine.problems import RulesError
from engine.rules import RuleSet
from engine.rulesets import AMERICAN, DUTCH, DUTCH_RETURN, RULE_SETS
from engine.seats import SEATS, Seat

# The 16th deal of a real evening (OpenSpiel's data, deal 2 of example.hjl): nothing is passed.
HANDS = ("KJ3.AKT63.A986.4", "Q7.J4.Q532.Q7632", "T94.Q8.KT4.AJT85", "A8652.9752.J7.K9")


def cards(text: str) -> list[Card]:
    return [Card.named(name) for name in text.split()]


def new_deal(direction: str = "none") -> Deal:
    return Deal(AMERICAN, [parse_hand(hand) for hand in HANDS], direction)


def turned(hands: tuple[str, ...], seats: int) -> list[tuple[Card, ...]]:
    return [parse_hand(hands[(seat - seats) % 4]) for seat in range(4)]


def test_three_tricks_of_the_tutorial() -> None:
    # RULES.md, "Golden examples"; S1 to S4 sit N E S W.
    known = ["2C AS 4S", "AC 6S 3S", "KD AH KH", "8C 5S QS"]
    hands = [mask_of(cards(hand)) for hand in known]
    deal = Deal.from_known(AMERICAN, hands, Seat.N)
    for trick, winner, points in (
        ("2C AC KD 8C", Seat.E, (0, 0, 0, 0)),
        ("6S AH 5S AS", Seat.N, (1, 0, 0, 0)),
        ("4S 3S KH QS", Seat.W, (1, 0, 0, 14)),
    ):
        for card in cards(trick):
            assert deal.put(card) is None
        assert deal.leader is winner
        assert deal.outcome().cards == points


@pytest.mark.parametrize("steps", range(4))
def test_the_winner_is_right_whoever_leads(steps: int) -> None:
    # East holds the two of clubs and South the ace; turning the table turns both.
    deal = Deal(AMERICAN, turned(HANDS, steps))
    assert deal.to_move is Seat.E.after(steps)
    for card in cards("2C AC 9C 4C"):
        deal.play(card)
    assert deal.to_move is deal.leader is Seat.S.after(steps)
    assert deal.taken[Seat.S.after(steps)].bit_count() == 4
    assert deal.tricks_won[Seat.S.after(steps)] == 1


def test_the_highest_card_of_another_suit_does_not_win() -> None:
    deal = new_deal()
    for card in cards("2C AC 9C 4C") + cards("4D 7D AD QD") + cards("9D 5D TD JD"):
        deal.play(card)
    assert deal.to_move is Seat.W
    for card in cards("6S 3S 7S TS"):
        deal.play(card)
    assert deal.to_move is Seat.S  # the ten is high, though the trick was led low


def test_stages_and_the_pass() -> None:
    deal = new_deal("left")
    assert deal.stage is Stage.PASS
    with pytest.raises(RulesError) as caught:
        deal.play(Card.named("2C"))
    assert caught.value.code == "deal.stage"
    deal.give(Seat.N, cards("KS JS 3S"))
    deal.give(Seat.E, cards("2C 3C 6C"))
    deal.give(Seat.S, cards("TS 9S 4S"))
    assert deal.stage is Stage.PASS
    deal.give(Seat.W, cards("AS 8S 6S"))
    assert deal.stage is Stage.PLAY
    assert deal.hands[Seat.E] >> Card.named("KS") & 1
    assert deal.hands[Seat.N] >> Card.named("AS") & 1
    assert not deal.hands[Seat.N] >> Card.named("KS") & 1
    # Whoever holds the two of clubs after the pass leads it.
    assert deal.to_move is Seat.S
    assert deal.legal() == tuple(cards("2C"))


def test_the_two_of_clubs_is_led_in_a_deal_without_a_pass_too() -> None:
    deal = new_deal()
    assert deal.stage is Stage.PLAY
    assert (deal.to_move, deal.legal()) == (Seat.E, tuple(cards("2C")))
    assert deal.refusal(Card.named("7C")).code == "play.opening"


@pytest.mark.parametrize(
    ("given", "code", "fields"),
    [
        ("KS JS", "pass.too_few", {"count": 2, "expected": 3}),
        ("KS JS 3S AH", "pass.too_many", {"count": 4, "expected": 3}),
        ("KS JS KS", "pass.repeated", {"card": "KS"}),
        ("KS JS 2C", "pass.not_held", {"card": "2C"}),
        ("KS JS 8S", "pass.received", {"card": "8S", "giver": "W"}),
    ],
)
def test_five_faults_of_passing(given: str, code: str, fields: dict[str, object]) -> None:
    deal = new_deal("left")
    deal.give(Seat.W, cards("AS 8S 6S"))
    with pytest.raises(RulesError) as caught:
        deal.give(Seat.N, cards(given))
    assert caught.value.code == code
    assert {"seat": "N", **fields}.items() <= caught.value.problem.fields.items()


@pytest.mark.parametrize(
    ("hands", "codes"),
    [
        ((*HANDS[:3], "A8652.9752.J7.K"), ["deal.hand_size", "deal.cards_missing"]),
        ((*HANDS[:3], "A8652.9752.J7.KJ"), ["deal.card_repeated", "deal.cards_missing"]),
        ((*HANDS[:3], "A8652.9752.J7.KK"), ["deal.card_repeated", "deal.cards_missing"]),
        (
            (*HANDS[:3], "A8652.9752.J7.K95"),
            ["deal.hand_size", "deal.card_repeated"],
        ),
    ],
)
def test_faults_of_hands(hands: tuple[str, ...], codes: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        Deal(AMERICAN, [parse_hand(hand) for hand in hands])
    assert caught.value.code == codes[0]


def test_low_cards_are_foreign_to_a_deck_of_32() -> None:
    hands = ["AKQJT987.-.-.-", "-.AKQJT987.-.-", "-.-.AKQJT987.-", "-.-.-.AKQJT986"]
    with pytest.raises(RulesError) as caught:
        Deal(DUTCH, [parse_hand(hand) for hand in hands])
    assert (caught.value.code, caught.value.problem.fields["card"]) == ("deal.card_foreign", "6C")


def test_the_dealer_leads_any_card() -> None:
    hands = ["AKQJT987.-.-.-", "-.AKQJT987.-.-", "-.-.AKQJT987.-", "-.-.-.AKQJT987"]
    parsed = [parse_hand(hand) for hand in hands]
    with pytest.raises(RulesError) as caught:
        Deal(DUTCH_RETURN, parsed)
    assert caught.value.code == "unknown.first_lead"
    deal = Deal(DUTCH_RETURN, parsed, dealer=Seat.E)
    assert deal.to_move is Seat.E
    assert deal.legal() == parsed[1]
    for seat in (Seat.E, Seat.S, Seat.W, Seat.N):
        deal.play(parsed[seat][0])
    assert deal.outcome().cards == (0, 1, 0, 0)


def test_refusals_leave_the_deal_alone_and_put_does_not() -> None:
    deal = new_deal()
    deal.play(Card.named("2C"))
    with pytest.raises(RulesError) as caught:
        deal.play(Card.named("QH"))
    assert caught.value.code == "play.revoke"
    assert deal.table() == tuple(cards("2C"))
    refused = {card for card in cards_of(deal.hands[deal.to_move]) if deal.refusal(card)}
    assert refused == set(cards("TS 9S 4S QH 8H KD TD 4D"))
    assert deal.put(Card.named("QH")).code == "play.revoke"
    assert deal.table() == tuple(cards("2C QH"))
    with pytest.raises(RulesError) as caught:
        deal.put(Card.named("QH"))
    assert caught.value.code == "play.already_played"
    assert caught.value.problem.fields["earlier"] == 1
    with pytest.raises(RulesError) as caught:
        deal.put(Card.named("4C"))
    assert (caught.value.code, caught.value.problem.fields["holder"]) == ("play.not_held", "N")


def test_hearts_are_broken_by_a_discard_not_only_by_a_lead() -> None:
    deal = new_deal()
    for card in cards("2C AC 9C 4C") + cards("8C KC 6H"):
        deal.play(card)
    assert deal.broken
    assert deal.to_move is Seat.E


def test_the_queen_of_spades_alone_on_the_last_trick_is_legal() -> None:
    hands = ["-.-.-.AKQJT987", "Q.AKQJT98.-.-", "AKJT987.7.-.-", "-.-.AKQJT987.-"]
    deal = Deal(DUTCH, [parse_hand(hand) for hand in hands])
    order = ["7C", "AH", "7H", "AD"], ["8C", "KH", "AS", "KD"], ["9C", "QH", "KS", "QD"]
    order += ["TC", "JH", "JS", "JD"], ["JC", "TH", "TS", "TD"], ["QC", "9H", "9S", "9D"]
    order += ["KC", "8H", "8S", "8D"], ["AC", "QS", "7S", "7D"]
    for trick in order:
        for name in trick:
            assert deal.refusal(Card.named(name)) is None
            deal.play(Card.named(name))
    assert deal.stage is Stage.DONE
    outcome = deal.outcome()
    assert (outcome.cards, outcome.shooter, outcome.all_tricks) == ((15, 0, 0, 0), Seat.N, True)


def test_conceding_the_rest_gives_every_card_still_out() -> None:
    deal = new_deal()
    for card in cards("2C AC 9C 4C 8C"):
        deal.play(card)
    deal.concede_rest(Seat.W)
    assert deal.stage is Stage.DONE
    outcome = deal.outcome()
    assert (outcome.cards, outcome.shooter) == ((0, 0, 0, 26), Seat.W)
    assert not outcome.all_tricks
    assert [deal.taken[seat].bit_count() for seat in SEATS] == [0, 0, 4, 48]
    assert deal.tricks_won == [0, 0, 1, 12]


def test_what_rests_on_a_choice_is_remembered() -> None:
    # North holds hearts only and leads one: not broken by a discard, but by any heart (note 6).
    known = ["2C 3H 4H", "AC 5H 9D", "3C 6H 8D", "4C 2H 7D"]
    hands = [mask_of(cards(hand)) for hand in known]
    deal = Deal.from_known(AMERICAN, hands, Seat.N)
    for card in cards("2C AC 3C 4C"):
        assert deal.put(card) is None
    deal.lead_from(Seat.N)
    for card in cards("3H 5H 6H 2H"):
        assert deal.put(card) is None
    assert deal.excused == []
    deal.hands[Seat.S] |= 1 << Card.named("KH")
    assert deal.put(Card.named("KH")) is None
    assert [remark.switch for remark in deal.excused] == ["hearts_broken_by"]
    strict = AMERICAN.with_switch("hearts_broken_by", "discard")
    deal = Deal.from_known(strict, hands, Seat.N)
    for card in cards("2C AC 3C 4C"):
        deal.put(card)
    deal.lead_from(Seat.N)
    for card in cards("3H 5H 6H 2H"):
        deal.put(card)
    deal.hands[Seat.S] |= 1 << Card.named("KH")
    assert deal.put(Card.named("KH")).code == "play.hearts_unbroken"


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_whole_tricks_and_single_cards_come_to_the_same(rules: RuleSet) -> None:
    # Cards of random tricks are exchanged within a trick, so that some plays are not held.
    rng = random.Random(rules.name)
    shortcuts = refused = 0
    for number in range(60):
        log = generate_deal(rules, rng, direction=rules.pass_cycle[0]).log
        fast = Deal(rules, log.hands, log.direction, log.dealer)
        slow = Deal(rules, log.hands, log.direction, log.dealer)
        for seat in SEATS if log.passed else ():
            fast.give(seat, log.passed[seat])
            slow.give(seat, log.passed[seat])
        spoilt = number % rules.hand_size if number % 2 else None
        for index, trick in enumerate(log.tricks):
            played = trick.cards[::-1] if index == spoilt else trick.cards
            before = [list(fast.hands), fast.broken, len(fast.history)]
            if fast.put_trick(played):
                shortcuts += 1
                assert all(slow.put(card) is None for card in played)
            else:
                refused += 1
                assert [list(fast.hands), fast.broken, len(fast.history)] == before
                if index == spoilt:
                    break
                for deal in (fast, slow):
                    assert all(deal.put(card) is None for card in played)
            for name in ("hands", "broken", "taken", "tricks_won", "history", "excused"):
                assert getattr(fast, name) == getattr(slow, name), name
            assert (fast.stage, fast.to_move, fast.trick) == (slow.stage, slow.to_move, slow.trick)
    assert shortcuts > 200
    assert refused > 60
