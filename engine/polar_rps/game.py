"""Polar RPS Party as a `Game`: which rule answers for which phase."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.draws import Draws
from engine.forms import Can
from engine.game import Acted, Ignored, Phase, Player, Resolved, Table
from engine.polar_rps import config as configuration
from engine.polar_rps import ending, forms, phases, reveals, rules_text, setup, shop, views
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.entries import ChoiceEntry, PregameEntry, RoundEntry, judge_pregame, judge_round
from engine.polar_rps.round import play
from engine.polar_rps.state import BOMBS, FEWEST_SEATS, INDEX, MOST_SEATS, Ending, PolarState

PolarTable = Table[PolarConfig, PolarState]


class PolarRpsParty:
    """The rules, in the form in which the engine asks for them."""

    key = "polar-rps-party"
    title = "Polar RPS Party"
    summary = "Rock, paper, scissors between three rooms full of people, with Tickets, Sign Swaps and Party Bombs."
    rules: Sequence[str] = rules_text.PARAGRAPHS
    seats = range(FEWEST_SEATS, MOST_SEATS + 1)
    config = PolarConfig
    state = PolarState
    entries: Sequence[type[Any]] = (PregameEntry, RoundEntry, ChoiceEntry)
    acts: Mapping[str, type[Any]] = {"purchases": shop.Purchase}
    numbered: Collection[str] = acts.keys()
    shapes: Mapping[str, Sequence[type[Any]]] = {
        "public": (views.PublicState,),
        "holdings": (views.Holdings,),
        "outcome": (views.Purchased,),
        "reveal": (
            reveals.PregameReveal,
            reveals.RoundReveal,
            reveals.SecondPlaceReveal,
            reveals.EliminationVoteReveal,
            reveals.GiftReveal,
        ),
        "result": (views.Result,),
    }

    def check(self, config: PolarConfig, _players: Sequence[Player]) -> None:
        """See `engine.polar_rps.config.check`."""
        configuration.check(config)

    def begin(self, players: tuple[Player, ...], _config: PolarConfig, _draws: Draws) -> PolarState:
        """Everybody with the starting stock, the pregame open."""
        return setup.begin(players)

    def phase(self, table: PolarTable) -> Phase | None:
        """The phase that is open."""
        return phases.open_phase(table.state, table.config)

    def judge(self, table: PolarTable, seat: str, entry: Any) -> tuple[Ignored, ...]:
        """Which parts of an entry would be treated as blank if the phase closed now (P42)."""
        state = table.state
        if state.ending is not None:
            ending.judge_choice(state.scores, state.ending, entry)
            return ()
        if not state.round:
            return judge_pregame(entry)
        return judge_round(state, INDEX[seat], entry)

    def can(self, table: PolarTable, seat: str) -> Can:
        """What the seat may enter and buy now."""
        return forms.can(table.state, INDEX[seat], table.players)

    def act(self, table: PolarTable, seat: str, act: shop.Purchase, _draws: Draws) -> Acted[PolarState]:
        """A purchase, the only thing that takes effect at once (P46)."""
        index = INDEX[seat]
        bought = shop.buy(table.state, index, act)
        plain = shop.Purchase(item=bought.item, bomb=None if bought.kind is None else BOMBS[bought.kind])
        holdings = views.holdings(bought.state, index)
        outcome = views.Purchased(item=plain.item, bomb=plain.bomb, price=bought.price, holdings=holdings)
        return Acted(bought.state, outcome, (seat,), plain)

    def close(self, table: PolarTable, draws: Draws) -> Resolved[PolarState]:
        """Resolve the open phase."""
        state = table.state
        if state.ending is not None:
            return closed_step(table, state.ending, draws)
        if not state.round:
            after = setup.close_pregame(state, table.players, table.entries, draws)
            return Resolved(after, reveals.pregame_reveal(table.number, after))
        played = play(state, table.entries)
        after = played.state if state.round < table.config.rounds else ending.rewarded(played.state, draws)
        return Resolved(after, reveals.round_reveal(table.number, state.round, played, after))

    def public(self, table: PolarTable) -> views.PublicState:
        """What everybody may know."""
        return views.public(table.state)

    def holdings(self, table: PolarTable, seat: str) -> views.Holdings:
        """What the seat holds."""
        return views.holdings(table.state, INDEX[seat])

    def offers(self, _table: PolarTable, _seat: str) -> Sequence[Any]:
        """None: nothing can be handed to another player."""
        return ()

    def result(self, table: PolarTable) -> views.Result | None:
        """How the match ended."""
        return views.result(table.state)


def closed_step(table: PolarTable, now: Ending, draws: Draws) -> Resolved[PolarState]:
    """Resolve one of the steps after the last round, which stands as `now` says."""
    state, scores = table.state, table.state.scores
    answer = next(iter(table.entries.values()), None)
    if now.step == "second-place":
        chosen = ending.second_chosen(scores, answer, draws)
        after = ending.settled(scores, chosen, draws)
        return Resolved(replace(state, ending=after), reveals.second_place_reveal(table.number, scores, chosen, after))
    if now.step == "elimination-vote":
        tied = ending.choices(scores, now)
        candidate, how = ending.voted(tied, table.entries, state.garnets, draws)
        after = ending.nominated(scores, now.chosen, candidate, how)
        ballots = table.entries if table.config.reveal_ballots else None
        return Resolved(replace(state, ending=after), reveals.vote_reveal(table.number, candidate, how, ballots))
    receiver = ending.answered(answer)
    after = replace(now, step="over", receiver=receiver)
    return Resolved(replace(state, ending=after), reveals.gift_reveal(table.number, receiver))
