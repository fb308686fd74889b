"""Random matches played on the bare rules, fast: players who trade, buy, submit, change their minds or do nothing.

They know each other's hands, so that many trades come about, and many fail.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.draws import Draws
from engine.game import Resolved, Table, game
from engine.refusals import Refused
from engine.team_war.config import TIERS, Agreement, Deal, TeamWarConfig
from engine.team_war.duels import CardEntry
from engine.team_war.ending import BONUS, SeatChoice
from engine.team_war.game import TeamWarTable
from engine.team_war.matchups import OrderEntry
from engine.team_war.packs import PackPurchase
from engine.team_war.state import SEATS, TeamWarState
from engine.team_war.trades import (
    MOST_OPEN,
    AcceptOffer,
    DeclineOffer,
    MakeOffer,
    WithdrawOffer,
    offer_id,
)
from tests.engine.team_war.field import roster

GAME = game("team-war")
ROSTER = roster()
DEALS: Sequence[Deal] = ("team-sets", "team-sets", "two-sets", "independent")
AGREEMENTS: Sequence[Agreement] = ("all-who-spoke", "all-four", "majority")


def settings(chance: Random) -> TeamWarConfig:
    """Any of the rules that a host may choose."""
    return TeamWarConfig(
        deal=chance.choice(DEALS),
        agreement=chance.choice(AGREEMENTS),
        early_reveal=chance.random() < 0.5,
        packs_a_round=chance.choice((1, 1, 3)),
        sum_ties=chance.choice(("all", "choose")),
    )


@dataclass
class Skirmish:
    """A match while it is played, with an account of every card and garnet kept beside it."""

    chance: Random
    state: TeamWarState
    config: TeamWarConfig
    draws: Draws
    balances: list[int]
    pool: list[int]
    """Every card that was dealt or bought."""
    number: int = 0
    entries: dict[str, Any] = field(default_factory=dict)
    sold: list[int] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)

    @classmethod
    def begun(cls, chance: Random) -> "Skirmish":
        """A match with random rules, seed and balances."""
        config, draws = settings(chance), Draws("match-1", chance.randbytes(32), "")
        state = GAME.begin(ROSTER, config, draws)
        balances = [chance.choice((0, 3, 12)) for _ in SEATS]
        pool = [card for hand in state.hands for card in hand]
        return cls(chance, replace(state, garnets=tuple(balances)), config, draws, balances, pool)

    @property
    def table(self) -> TeamWarTable:
        """What the rules look at."""
        return Table(ROSTER, self.config, self.state, self.number, self.entries)

    def act(self, index: int, act: Any) -> Any:
        """Do it, and give what it came to; None if it is refused."""
        before = self.state
        try:
            acted = GAME.act(self.table, SEATS[index], act, self.draws)
        except Refused as refusal:
            self.happened[refusal.code] += 1
            assert self.state is before
            return None
        self.state = acted.state
        self.happened[type(act).__name__] += 1
        return acted.outcome

    def offer(self, index: int) -> None:
        """Offer some cards for some of somebody's, mostly such as are there."""
        to = self.chance.choice([other for other in range(len(SEATS)) if other != index])
        mine, theirs = self.state.hands[index], self.state.hands[to]
        count = self.chance.randint(1, max(1, len(mine)))
        want = self._some(theirs if self.chance.random() < 0.8 else range(1, 13), count)
        count += self.chance.random() < 0.05
        give = self._some(mine if self.chance.random() < 0.95 else range(1, 13), count)
        self.act(index, MakeOffer(to=SEATS[to], give=give, want=want))

    def answer(self, index: int) -> None:
        """Answer any open offer, though it may be none of one's own."""
        if not self.state.offers:
            return
        own = [offer for offer in self.state.offers if offer.to == index]
        offer = self.chance.choice(own if own and self.chance.random() < 0.9 else self.state.offers)
        way = self.chance.choice((AcceptOffer, AcceptOffer, AcceptOffer, DeclineOffer, WithdrawOffer))
        self.act(index, way(id=offer_id(self.number, offer)))

    def buy(self, index: int) -> None:
        """Try to buy a pack."""
        if self.chance.random() < 0.6:
            return
        outcome = self.act(index, PackPurchase(pack=self.chance.choice(TIERS)))
        if outcome:
            self.balances[index] -= outcome.price
            self.sold += outcome.sold
            self.pool += outcome.cards

    def enter(self, index: int) -> None:
        """Enter something, mostly such as is accepted, or take back what was entered."""
        seat, phase = SEATS[index], GAME.phase(self.table)
        assert phase is not None
        if self.chance.random() < 0.1:
            self.entries.pop(seat, None)
            return
        entry: Any
        if phase.entry is OrderEntry:
            team = [SEATS[member] for member in self.state.teams[0 if index in self.state.teams[0] else 1]]
            entry = OrderEntry(order=tuple(team if self.chance.random() < 0.5 else self.chance.sample(team, 4)))
        elif phase.entry is CardEntry:
            entry = CardEntry(card=self.chance.choice((*self.state.hands[index], self.chance.randint(1, 12))))
        else:
            entry = SeatChoice(choice=self.chance.choice(SEATS))
        if seat not in phase.awaits:
            return
        try:
            GAME.judge(self.table, seat, entry)
        except Refused as refusal:
            self.happened[refusal.code] += 1
        else:
            self.entries = {**self.entries, seat: entry}

    def close(self) -> Resolved[TeamWarState]:
        """Close the open phase."""
        resolved = GAME.close(self.table, self.draws)
        self.state, self.entries, self.number = resolved.state, {}, self.number + 1
        return resolved

    def play(self, after_each: Callable[["Skirmish"], None], *, most_closings: int = 9) -> None:
        """Play to the end, or so far; `after_each` looks at every step."""
        after_each(self)
        for _ in range(most_closings):
            if GAME.phase(self.table) is None:
                return
            for _ in range(self.chance.randrange(40)):
                move = self.chance.choice((self.offer, self.offer, self.answer, self.answer, self.buy, self.enter))
                move(self.chance.randrange(len(SEATS)))
                after_each(self)
            before = self.state
            resolved = self.close()
            if before.round == 3 and before.pairs:
                for index, rounds in enumerate(self.state.scored):
                    self.balances[index] += BONUS * (rounds == 3)
            check_reveal(before, resolved)
            after_each(self)

    def _some(self, cards: Iterable[int], count: int) -> tuple[int, ...]:
        cards = list(cards)
        return tuple(self.chance.sample(cards, min(count, len(cards))))


def check_reveal(before: TeamWarState, resolved: Resolved[TeamWarState]) -> None:
    """What a round can come to (T30)."""
    if not before.pairs or before.ending:
        return
    points: dict[str, int] = resolved.reveal.points  # type: ignore[attr-defined]  # it is a round's
    assert all(0 <= gained <= 8 for gained in points.values())
    assert sum(points.values()) <= 8
    assert tuple(points.values()) == tuple(
        after - score for after, score in zip(resolved.state.scores, before.scores, strict=True)
    )
    assert sum(resolved.state.scores) <= 24


def check(skirmish: Skirmish) -> None:
    """What is true at every moment of every match (T5, T8, T14, T26)."""
    state = skirmish.state
    everywhere = [card for cards in (*state.hands, *state.played, skirmish.sold) for card in cards]
    assert sorted(everywhere) == sorted(skirmish.pool), "a card was lost or doubled"
    rounds = min(state.round, 4) - 1
    assert {len(hand) for hand in state.hands} == {3 - rounds}, "a hand is 3 less the rounds played"
    assert {len(cards) for cards in state.played} == {rounds}
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert list(state.garnets) == skirmish.balances, "a balance moved that nobody was told of"
    assert min(state.garnets) >= 0
    made = Counter(offer.proposer for offer in state.offers)
    assert max(made.values(), default=0) <= MOST_OPEN
    assert len(set(state.offers)) == len(state.offers)
    for seat, entry in skirmish.entries.items():
        if isinstance(entry, CardEntry):
            assert entry.card in state.hands[SEATS.index(seat)], "a submitted card was traded away"


def check_end(skirmish: Skirmish) -> None:
    """What is true of every result (T33, T35, T36, T39)."""
    result = GAME.result(skirmish.table)
    assert result is not None
    state, tokens = skirmish.state, set(result.tokens)
    assert len(set(result.candidates)) == len(result.candidates) >= 1
    assert not tokens & set(result.candidates)
    if result.winner:
        winners = {SEATS[index] for index in state.teams["AB".index(result.winner)]}
        assert winners < tokens
        assert (sum(result.tokens.values()), len(result.candidates)) == (5, 1)
        assert not winners & set(result.candidates)
    else:
        assert state.scores[0] == state.scores[1]
