"""What a seat can enter or do now, told from what that seat may know.

What is offered is never refused, except an acceptance: whether the proposer still holds the cards no form may tell
(T10), so that form says that it is not certain.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.forms import Can, Field, Form, Option
from engine.game import Table
from engine.team_war.config import TIERS, TeamWarConfig
from engine.team_war.duels import free, told
from engine.team_war.ending import awaited, choices
from engine.team_war.packs import prices, tiers
from engine.team_war.phases import key_and_title
from engine.team_war.state import CARDS, SEATS, Ending, Hand, Offer, TeamWarState, less, side_of
from engine.team_war.trades import MOST_OPEN, made, offer_id

TeamWarTable = Table[TeamWarConfig, TeamWarState]


def card_options(cards: Iterable[int]) -> tuple[Option, ...]:
    """Cards to choose from, a number that is there twice twice."""
    return tuple(Option(value=card, label=str(card)) for card in cards)


ANY_CARD = card_options(CARDS)


@dataclass(frozen=True, slots=True)
class Screen:
    """One player's forms."""

    table: TeamWarTable
    index: int

    @property
    def state(self) -> TeamWarState:
        """The match's state."""
        return self.table.state

    def can(self) -> Can:
        """All that this player can do at this moment."""
        return Can(entry=self.entry(), acts=(*self.packs(), *self.new_offers(), *self.answers()))

    def names(self, indices: Iterable[int]) -> tuple[Option, ...]:
        """Players to choose from."""
        return tuple(Option(value=SEATS[index], label=self.table.players[index].name) for index in indices)

    def entry(self) -> Form | None:
        """The open phase's entry."""
        state, (_, title) = self.state, key_and_title(self.state)
        if state.ending is not None:
            field = self.choice(state.ending)
        elif state.pairs:
            cards = card_options(dict.fromkeys(state.hands[self.index]))
            field = Field(name="card", label="Card to play", kind="choice", required=True, options=cards)
        else:
            team = self.names(state.teams[side_of(state, self.index)])
            field = Field(name="order", label="Your team's order", kind="order", required=True, options=team)
        return None if field is None else Form(action="entry", title=title, fields=(field,))

    def choice(self, ending: Ending) -> Field | None:
        """Whom this player may choose in the open step."""
        if ending.step == "over" or self.index not in awaited(self.state, ending):
            return None
        label = "Who gets the extra token" if ending.step == "spare-token" else "Elimination Candidate"
        possible = self.names(choices(self.state, ending))
        return Field(name="choice", label=label, kind="choice", required=True, options=possible)

    def packs(self) -> tuple[Form, ...]:
        """The packs that the player's garnets reach for, if there is one left to buy (T12 to T14)."""
        state, config = self.state, self.table.config
        if state.packs[self.index] >= config.packs_a_round:
            return ()
        costs = dict(zip(TIERS, prices(state), strict=False))
        options = tuple(
            Option(value=pack, label=f"{pack} ({tier.lowest} to {tier.highest}) for {cost} garnet{'s' * (cost != 1)}")
            for pack, cost in costs.items()
            if cost <= state.garnets[self.index]
            for tier in (getattr(tiers(state, config), pack),)
        )
        if not options:
            return ()
        field = Field(name="pack", label="Pack", kind="choice", required=True, options=options)
        return (Form(action="purchases", title=f"Sell {told(state.hands[self.index])} for a pack", fields=(field,)),)

    def new_offers(self) -> tuple[Form, ...]:
        """A form for as many cards for as many, as far as the player's free cards and open offers go (T5, T8)."""
        cards = free(self.state, self.table.entries, self.index)
        if not cards or made(self.state, self.index) >= MOST_OPEN:
            return ()
        others = self.names(index for index in range(len(SEATS)) if index != self.index)
        return tuple(offer_form(cards, count, others) for count in range(1, len(cards) + 1))

    def answers(self) -> tuple[Form, ...]:
        """What can be said to the open offers, a form for each."""
        cards = free(self.state, self.table.entries, self.index)
        forms: list[Form] = []
        for offer in self.state.offers:
            if offer.proposer == self.index:
                forms.append(self.answer("withdraw", "Take back", offer))
            elif offer.to == self.index:
                if less(cards, offer.want) is not None:
                    forms.append(self.answer("accept", "Accept", offer, certain=False))
                forms.append(self.answer("decline", "Decline", offer))
        return tuple(forms)

    def answer(self, action: str, verb: str, offer: Offer, *, certain: bool = True) -> Form:
        """The form for one answer to one offer."""
        proposer, to = (self.table.players[index].name for index in (offer.proposer, offer.to))
        terms = f"{told(offer.give)} from {proposer} for {told(offer.want)} from {to}"
        only = Option(value=offer_id(self.table.number, offer), label=terms)
        field = Field(name="id", label="Offer", kind="choice", required=True, options=(only,))
        return Form(action=f"offers/{action}", title=f"{verb}: {terms}", fields=(field,), certain=certain)


def offer_form(cards: Hand, count: int, others: tuple[Option, ...]) -> Form:
    """The form for an offer of so many cards."""
    fields = (
        Field(name="to", label="To", kind="choice", required=True, options=others),
        Field(name="give", label="You give", kind="list", required=True, options=card_options(cards), at_most=count),
        Field(name="want", label="You want", kind="list", required=True, options=ANY_CARD, at_most=count, repeats=True),
    )
    return Form(action="offers", title=f"Offer {count} card{'s' * (count != 1)} for {count}", fields=fields)
