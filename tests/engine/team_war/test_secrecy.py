"""What a viewer may not know changes nothing that he is shown or answered (T10, T31, T32, RULINGS section 4)."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.closing import Closing
from engine.inputs import act, enter
from engine.match import Match, Standing
from engine.refusals import Refused
from engine.team_war.config import TIERS
from engine.team_war.duels import CardEntry
from engine.team_war.ending import SeatChoice, winner
from engine.team_war.matchups import OrderEntry
from engine.team_war.packs import PackPurchase
from engine.team_war.state import SEATS, Offer, TeamWarState, less
from engine.team_war.trades import AcceptOffer, DeclineOffer, MakeOffer, WithdrawOffer, offer_id, place
from engine.views import public_view, seat_view, sharing
from tests.engine.saving import shown
from tests.engine.team_war.field import NOON, X1, Y1, Y4, at_deadline, begun, carded, hand, later, moment, view, war
from tests.engine.team_war.skirmish import Skirmish

some_seeds = st.integers(0, 2**32 - 1)
GONE = ("NotNow", "offer-gone")


@dataclass(frozen=True)
class Worlds:
    """Two matches that differ only in what the viewer may not know."""

    viewer: int
    one: Match
    other: Match

    @property
    def seat(self) -> str:
        """The viewer's."""
        return SEATS[self.viewer]


def as_match(skirmish: Skirmish) -> Match:
    """The random match as the engine keeps it, entries included."""
    match = moment(replace(begun(), config=skirmish.config), skirmish.state)
    entries = {seat: standing(entry) for seat, entry in skirmish.entries.items()}
    return replace(match, entries=entries) if match.phase else match


def standing(entry: Any) -> Standing:
    """An entry as it stands."""
    return Standing(entry=entry, revision=1, accepted_at=NOON)


def stopped(chance: Random) -> Skirmish:
    """A random match, stopped anywhere."""
    steps, skirmish = 0, Skirmish.begun(chance)
    stop = chance.randrange(130)

    class Stopped(Exception):  # it is no error
        pass

    def count(_: Skirmish) -> None:
        nonlocal steps
        steps += 1
        if steps > stop:
            raise Stopped

    with suppress(Stopped):
        skirmish.play(count)
    return skirmish


def shuffled(state: TeamWarState, viewer: int, chance: Random) -> TeamWarState:
    """Another state in which the viewer has seen all the same.

    The viewer keeps hand, cards played, balance and the offers that he is part of. Who has scored is hidden from him
    too, himself included (T32).
    """

    def other(column: tuple[Any, ...], new: Any) -> tuple[Any, ...]:
        return tuple(own if index == viewer else new(own) for index, own in enumerate(column))

    def cards(own: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(chance.randint(1, 12) for _ in own))

    hands = other(state.hands, cards)
    offers = [offer for offer in state.offers if viewer in (offer.proposer, offer.to)]
    for _ in range(chance.randrange(6)):
        proposer, to = chance.sample([index for index in range(8) if index != viewer], 2)
        if hands[proposer]:
            give, want = (chance.choice(hands[proposer]),), (chance.randint(1, 12),)
            offers.append(Offer(proposer=proposer, to=to, give=give, want=want))
    decided_by_sums = state.ending is not None and winner(state) is None
    return replace(
        state,
        hands=hands,
        played=state.played if decided_by_sums else other(state.played, cards),
        scored=tuple(chance.randint(0, 3) for _ in range(8)),
        garnets=other(state.garnets, lambda _: chance.randrange(20)),
        packs=other(state.packs, lambda _: chance.randrange(2)),
        offers=tuple(sorted(set(offers), key=place)),
    )


def hidden_entries(match: Match, viewer: int, chance: Random) -> dict[str, Standing]:
    """Entries as they might be that the viewer does not see; his own, and those shared with him, as they are."""
    phase, seat = match.rules.phase(match.table), SEATS[viewer]
    assert phase is not None
    seen = {seat, *sharing(match, seat)}
    entries = {name: kept for name, kept in match.entries.items() if name in seen}
    for index, name in enumerate(SEATS):
        if name in seen or name not in phase.awaits or chance.random() < 0.3:
            continue
        if phase.entry is CardEntry:
            entries[name] = standing(CardEntry(card=chance.choice(match.state.hands[index])))
        elif phase.entry is OrderEntry:
            team = [SEATS[member] for member in match.state.teams[0 if index in match.state.teams[0] else 1]]
            entries[name] = standing(OrderEntry(order=tuple(chance.sample(team, 4))))
        else:
            form = seat_view(match, name).can.entry
            assert form is not None
            entries[name] = standing(SeatChoice(choice=str(chance.choice(form.fields[0].options).value)))
    return entries


def worlds(seed: int) -> Worlds:
    """Some moment of some match, twice."""
    chance = Random(seed)
    one, viewer = as_match(stopped(chance)), chance.randrange(8)
    other = replace(one, state=shuffled(one.state, viewer, chance))
    if other.phase:
        other = replace(other, entries=hidden_entries(other, viewer, chance))
    return Worlds(viewer, one, other)


def everything(both: Worlds, chance: Random) -> Iterator[Any]:
    """Every kind of act, possible or not, that the viewer might try to learn something."""
    state, number = both.one.state, both.one.phase.number if both.one.phase else 0
    yield from (PackPurchase(pack=pack) for pack in (*TIERS, "best"))
    for to in (*SEATS, "s9"):
        for give in (*((card,) for card in range(1, 13)), state.hands[both.viewer]):
            yield MakeOffer(to=to, give=give, want=tuple(chance.randint(1, 12) for _ in give))
        yield MakeOffer(to=to, give=(5,), want=(1, 2))
    offers = (*state.offers, *both.other.state.offers)
    ids = [offer_id(number, offer) for offer in offers]
    ids += [offer_id(number - 1, offer) for offer in offers[:3]]
    for name in (*ids, "", "0-s1-s2-1-for-2", "x" * 200):
        yield from (answer(id=name) for answer in (AcceptOffer, DeclineOffer, WithdrawOffer))


NAMES = {
    PackPurchase: "purchases",
    MakeOffer: "offers",
    AcceptOffer: "offers/accept",
    DeclineOffer: "offers/decline",
    WithdrawOffer: "offers/withdraw",
}


def answer(match: Match, seat: str, attempt: Any) -> tuple[str, ...]:
    """All that the viewer is told of the attempt: the kind of refusal and its words, or the outcome."""
    try:
        done = act(match, seat, NAMES[type(attempt)], attempt, match.phase.opened_at if match.phase else NOON)
    except Refused as refusal:
        return type(refusal).__name__, refusal.code, refusal.message, refusal.ruling
    return ("done", shown(done.outcome), shown(view(done.match, seat)))


@given(seed=some_seeds)
@settings(max_examples=150)
def test_t31_a_view_depends_on_nothing_that_its_viewer_may_not_know(seed: int) -> None:
    both = worlds(seed)
    assert shown(view(both.one, both.seat)) == shown(view(both.other, both.seat))
    assert shown(public_view(both.one)) == shown(public_view(both.other))


@given(seed=some_seeds)
@settings(max_examples=60)
def test_t10_no_answer_to_an_act_tells_what_others_hold(seed: int) -> None:
    both = worlds(seed)
    for attempt in everything(both, Random(seed)):
        here, there = answer(both.one, both.seat, attempt), answer(both.other, both.seat, attempt)
        if isinstance(attempt, AcceptOffer) and here != there:
            # The one thing that may be told: that the trade does not come about, in the words for an unknown offer.
            unknown = answer(both.one, both.seat, AcceptOffer(id="unknown"))
            assert sorted((here[0] == "done", there[0] == "done")) == [False, True]
            assert unknown in (here, there)
        else:
            assert here == there


@given(seed=some_seeds)
@settings(max_examples=60)
def test_t23_no_answer_to_an_entry_tells_what_others_hold(seed: int) -> None:
    both = worlds(seed)
    phase, asked = both.one.phase, both.one.rules.phase(both.one.table)
    if phase is None or asked is None:
        return
    team = [SEATS[index] for index in both.one.state.teams[0]]
    entries: dict[Any, list[Any]] = {
        CardEntry: [CardEntry(card=card) for card in range(14)],
        OrderEntry: [OrderEntry(order=tuple(team)), OrderEntry(order=("s1",) * 4)],
        SeatChoice: [SeatChoice(choice=seat) for seat in (*SEATS, "s9")],
    }
    for entry in entries[asked.entry]:
        told = []
        for match in (both.one, both.other):
            try:
                entered = enter(match, both.seat, phase.number, entry, phase.opened_at)
                told.append(shown((entered.receipt, view(entered.match, both.seat))))
            except Refused as refusal:
                told.append(repr((type(refusal), refusal.code, refusal.message)))
        assert told[0] == told[1]


def test_the_two_worlds_do_differ() -> None:
    """The properties above look at something: hands, entries, balances, offers, phases of every kind."""
    pairs = [worlds(seed) for seed in range(200)]
    assert sum(both.one.state.hands != both.other.state.hands for both in pairs) > 100
    assert sum(both.one.entries != both.other.entries for both in pairs) > 100
    assert sum(both.one.state.offers != both.other.state.offers for both in pairs) > 60
    assert sum(bool(view(both.one, both.seat).offers) for both in pairs) > 30
    assert {both.one.phase.key[:5] if both.one.phase else "over" for both in pairs} >= {
        "order",
        "cards",
        "spare",
        "over",
    }


def accepted(match: Match, seat: str, offer: str) -> bool:
    return answer(match, seat, AcceptOffer(id=offer))[0] == "done"


def test_t10_a_foreign_offer_and_none_are_answered_alike() -> None:
    offer = Offer(proposer=0, to=7, give=(8,), want=(9,))
    there, none = war(offers=(offer,)), war()
    for seat in SEATS[1:7]:
        for kind in (AcceptOffer, DeclineOffer, WithdrawOffer):
            attempt = kind(id="0-s1-s8-8-for-9")
            assert answer(there, seat, attempt) == answer(none, seat, attempt)
            assert answer(there, seat, attempt)[:2] == GONE
    assert accepted(there, Y4, "0-s1-s8-8-for-9")


def test_t10_an_id_is_made_of_what_both_know_and_counts_nothing() -> None:
    alone = war(offers=(Offer(proposer=0, to=7, give=(1, 8), want=(4, 9)),))
    crowded = war(offers=(*(Offer(proposer=0, to=1, give=(8,), want=(n,)) for n in range(1, 7)), *alone.state.offers))
    assert [offer.id for offer in view(alone, Y4).offers] == ["0-s1-s8-1.8-for-4.9"]
    assert shown(view(crowded, Y4)) == shown(view(alone, Y4))


def test_t10_the_acceptors_own_missing_card_hides_whether_the_proposer_holds_his() -> None:
    offer = Offer(proposer=0, to=7, give=(8,), want=(10,))
    attempt = AcceptOffer(id="0-s1-s8-8-for-10")
    holds = war(offers=(offer,))
    lacks = war(offers=(offer,), hands=((1, 2, 12), *holds.state.hands[1:]))
    assert answer(holds, Y4, attempt) == answer(lacks, Y4, attempt)
    assert answer(holds, Y4, attempt)[1] == "card-not-held"


@pytest.mark.parametrize(("seat", "own", "mate", "opponent", "another"), [(X1, 0, 1, 4, 5), (Y1, 4, 5, 0, 1)])
def test_t32_nobody_is_told_the_own_result(seat: str, own: int, mate: int, opponent: int, another: int) -> None:
    """An 8 wins or loses; the next pair makes up for it, so that the two scores are the same."""

    def after(against: int, mates: int, its: int) -> Closing:
        hands = [(6, 6, 6)] * 8
        hands[own], hands[opponent] = (1, 8, 12), (against,) * 3
        hands[mate], hands[another] = (mates,) * 3, (its,) * 3
        return at_deadline(carded(war(cards=True, hands=tuple(hands)), {seat: 8}))

    won, lost = after(5, 2, 9), after(9, 9, 2)
    assert (won.match.state.scored[own], lost.match.state.scored[own]) == (1, 0)
    assert shown(won.record.reveal) == shown(lost.record.reveal)
    assert shown(view(won.match, seat)) == shown(view(lost.match, seat))


def test_t31_a_reveal_has_two_numbers_and_no_more() -> None:
    reveal = at_deadline(war(cards=True)).record.reveal
    named = {"phase", "key", "title", "version", "closed_at", "points", "scores"}
    assert set(type(reveal).__dataclass_fields__) == named


def test_c12_a_drawn_card_is_shown_as_any_other() -> None:
    drawn = later(war(cards=True))
    card = drawn.state.played[0][0]
    assert shown(view(later(carded(war(cards=True), {X1: card})), X1)) == shown(view(drawn, X1))
    assert card not in hand(drawn, X1)
    assert less(hand(drawn, X1), (card,)) is None
