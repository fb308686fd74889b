"""Team War as a `Game`: which rule answers for which phase."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from engine.draws import Draws
from engine.forms import Can
from engine.game import Acted, Ignored, Phase, Player, Resolved, Table
from engine.team_war import config as configuration
from engine.team_war import duels, ending, forms, matchups, packs, phases, reveals, rules_text, setup, trades, views
from engine.team_war.config import TeamWarConfig
from engine.team_war.state import INDEX, PLAYERS, ROUNDS, SEATS, TeamWarState

TeamWarTable = Table[TeamWarConfig, TeamWarState]
Act = packs.PackPurchase | trades.MakeOffer | trades.Answer
OUTCOMES: Mapping[type[Any], Literal["offered", "accepted", "declined", "withdrawn"]] = {
    trades.MakeOffer: "offered",
    trades.AcceptOffer: "accepted",
    trades.DeclineOffer: "declined",
    trades.WithdrawOffer: "withdrawn",
}


class TeamWar:
    """The rules, in the form in which the engine asks for them."""

    key = "team-war"
    title = "Team War"
    summary = "Two teams of four, three cards each: trade, buy better ones, and meet in three rounds of hidden duels."
    rules: Sequence[str] = rules_text.PARAGRAPHS
    seats = range(PLAYERS, PLAYERS + 1)
    config = TeamWarConfig
    state = TeamWarState
    entries: Sequence[type[Any]] = (matchups.OrderEntry, duels.CardEntry, ending.SeatChoice)
    acts: Mapping[str, type[Any]] = {
        "purchases": packs.PackPurchase,
        "offers": trades.MakeOffer,
        "offers/accept": trades.AcceptOffer,
        "offers/decline": trades.DeclineOffer,
        "offers/withdraw": trades.WithdrawOffer,
    }
    numbered: Collection[str] = ("offers",)
    shapes: Mapping[str, Sequence[type[Any]]] = {
        "public": (views.TeamWarPublic,),
        "holdings": (views.TeamWarHoldings,),
        "offer": (views.OfferView,),
        "outcome": (views.PackBought, views.OfferAnswered),
        "reveal": (
            reveals.OrdersReveal,
            reveals.CardsReveal,
            reveals.SpareTokenReveal,
            reveals.EliminationChoiceReveal,
        ),
        "result": (views.TeamWarResult,),
    }

    def check(self, config: TeamWarConfig, _players: Sequence[Player]) -> None:
        """See `engine.team_war.config.check`."""
        configuration.check(config)

    def begin(self, players: tuple[Player, ...], config: TeamWarConfig, draws: Draws) -> TeamWarState:
        """Teams drawn, cards dealt, the first Order Selection open."""
        return setup.begin(players, config, draws)

    def phase(self, table: TeamWarTable) -> Phase | None:
        """The phase that is open."""
        return phases.open_phase(table.state, table.config)

    def judge(self, table: TeamWarTable, seat: str, entry: Any) -> tuple[Ignored, ...]:
        """Let pass an entry that counts. None is ever accepted in part: a bad one is refused (T21, T23)."""
        state, index = table.state, INDEX[seat]
        if state.ending is not None:
            ending.judge_choice(state, state.ending, entry)
        elif state.pairs:
            duels.judge_card(state, index, entry)
        else:
            matchups.judge_order(state, index, entry)
        return ()

    def can(self, table: TeamWarTable, seat: str) -> Can:
        """What the seat may enter, buy, offer and answer now."""
        return forms.Screen(table, INDEX[seat]).can()

    def act(self, table: TeamWarTable, seat: str, act: Act, draws: Draws) -> Acted[TeamWarState]:
        """A purchase (T12), an offer or an answer to one (T9)."""
        state, index = table.state, INDEX[seat]
        if isinstance(act, packs.PackPurchase):
            bought = packs.buy(state, table.config, index, act, draws)
            return Acted(bought.state, views.pack_bought(bought, act.pack, index), (seat,), act)
        if isinstance(act, trades.MakeOffer):
            dealt = trades.make(state, table.entries, index, act)
        else:
            dealt = trades.answered(state, table.number, table.entries, index, act)
        outcome = views.OfferAnswered(
            outcome=OUTCOMES[type(act)],
            offer=views.offer_view(table.number, dealt.offer),
            holdings=views.holdings(dealt.state, index),
        )
        return Acted(dealt.state, outcome, (SEATS[dealt.offer.proposer], SEATS[dealt.offer.to]), act)

    def close(self, table: TeamWarTable, draws: Draws) -> Resolved[TeamWarState]:
        """Resolve the open phase."""
        state = table.state
        if state.ending is not None:
            chosen = ending.chosen(state, state.ending, table.entries, draws)
            return Resolved(replace(state, ending=chosen), reveals.choice_reveal(table.number, state, chosen))
        if not state.pairs:
            after = matchups.close_orders(state, table.entries, table.config.agreement, draws)
            return Resolved(after, reveals.orders_reveal(table.number, state, after))
        round_played = duels.close_cards(state, table.entries, draws)
        after = round_played.state
        if state.round == ROUNDS:
            after = ending.finished(after, table.config, draws)
        return Resolved(after, reveals.cards_reveal(table.number, state, round_played.points, after))

    def public(self, table: TeamWarTable) -> views.TeamWarPublic:
        """What everybody may know."""
        return views.public(table.state, table.config)

    def holdings(self, table: TeamWarTable, seat: str) -> views.TeamWarHoldings:
        """What the seat holds."""
        return views.holdings(table.state, INDEX[seat])

    def offers(self, table: TeamWarTable, seat: str) -> Sequence[views.OfferView]:
        """The offers that the seat has made or been made."""
        return views.offers(table.state, table.number, INDEX[seat])

    def result(self, table: TeamWarTable) -> views.TeamWarResult | None:
        """How the match ended."""
        return views.result(table.state, table.config)
