"""The smallest game that has everything a game can have: read it to see what a new one must give.

Lone Number: in each round everybody secretly names 1, 2 or 3 (a number is drawn for whoever names none); who is alone
on a number scores it, twice if a charm was played with it. A charm costs a garnet, in secret. In the end a sole leader
names somebody to toast.
"""
# ruff: noqa: ARG002  # a game is told more than it may need

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from engine.boundary import boundary
from engine.draws import Draws
from engine.forms import Can, Field, Form, Option
from engine.game import Acted, Ignored, MatchConfig, Phase, Player, Resolved, Reveal, Table
from engine.refusals import Refused

NUMBERS = (1, 2, 3)


@boundary
class ToyConfig(MatchConfig):
    rounds: int = 2
    round_seconds: int = 24 * 3600
    toast_seconds: int = 3600


@boundary
class Bid:
    number: int
    charm: bool = False


@boundary
class Toast:
    choice: str


@boundary
class Buy:
    count: int = 1


@boundary
class ToyState:
    round: int
    lucky: int
    """Alone on this number, drawn at the start and kept secret to the end, scores one more."""
    scores: Mapping[str, int]
    garnets: Mapping[str, int]
    charms: Mapping[str, int]
    toasted: str | None = None


@boundary
class ToyPublic:
    scores: Mapping[str, int]


@boundary
class ToyHoldings:
    garnets: int
    charms: int


@boundary
class ToyReveal(Reveal):
    scores: Mapping[str, int]
    toasted: str | None = None


@boundary
class ToyResult:
    lucky: int
    toasted: str | None


ToyTable = Table[ToyConfig, ToyState]


def others(table: ToyTable, seat: str) -> tuple[str, ...]:
    return tuple(player.seat for player in table.players if player.seat != seat)


def points(table: ToyTable, bids: Mapping[str, Bid], seat: str) -> int:
    number = bids[seat].number
    if sum(bid.number == number for bid in bids.values()) > 1:
        return 0
    return number * (2 if charmed(table, bids, seat) else 1) + (number == table.state.lucky)


def charmed(table: ToyTable, bids: Mapping[str, Bid], seat: str) -> bool:
    return bids[seat].charm and table.state.charms[seat] > 0


def leader(state: ToyState) -> str | None:
    best = [seat for seat, score in state.scores.items() if score == max(state.scores.values())]
    return best[0] if len(best) == 1 else None


class LoneNumber:
    key = "toy"
    title = "Lone Number"
    summary = "Be alone on a high number."
    rules = ("Name 1, 2 or 3. Whoever is alone on a number scores it.",)
    seats = range(2, 7)
    config = ToyConfig
    state = ToyState
    entries = (Bid, Toast)
    acts: ClassVar[Mapping[str, type[Any]]] = {"charms": Buy}
    numbered: ClassVar[Collection[str]] = ("charms",)
    shapes: ClassVar[Mapping[str, Sequence[type[Any]]]] = {
        "public": (ToyPublic,),
        "holdings": (ToyHoldings,),
        "outcome": (ToyHoldings,),
        "reveal": (ToyReveal,),
        "result": (ToyResult,),
    }

    def check(self, config: ToyConfig, players: Sequence[Player]) -> None:
        if config.rounds < 1:
            raise Refused("config-rounds", "A match needs at least one round.")

    def begin(self, players: tuple[Player, ...], config: ToyConfig, draws: Draws) -> ToyState:
        nothing = {player.seat: 0 for player in players}
        garnets = {player.seat: player.garnets for player in players}
        lucky = draws.choice(NUMBERS, "start", "lucky")
        return ToyState(round=1, lucky=lucky, scores=nothing, garnets=garnets, charms=nothing)

    def phase(self, table: ToyTable) -> Phase | None:
        state, config, first = table.state, table.config, leader(table.state)
        if state.round <= config.rounds:
            everybody = tuple(player.seat for player in table.players)
            key, title = f"round-{state.round}", f"Round {state.round}"
            return Phase(key=key, title=title, seconds=config.round_seconds, awaits=everybody, entry=Bid)
        if first is None or state.toasted:
            return None
        seconds = config.toast_seconds
        return Phase(key="toast", title="Toast", seconds=seconds, awaits=(first,), entry=Toast, closes_early=True)

    def judge(self, table: ToyTable, seat: str, entry: Bid | Toast) -> tuple[Ignored, ...]:
        if isinstance(entry, Toast):
            if entry.choice not in others(table, seat):
                raise Refused("choice-unknown", "Choose one of the other players.")
        elif entry.number not in NUMBERS:
            raise Refused("number-unknown", "Choose 1, 2 or 3.")
        elif entry.charm and not table.state.charms[seat]:
            return (Ignored(part="charm", code="charm-not-owned", reason="You have no charm. Buy one first."),)
        return ()

    def can(self, table: ToyTable, seat: str) -> Can:
        phase = self.phase(table)
        if phase is None:
            return Can()
        buy = Form(action="charms", title="Buy a charm")
        acts = (buy,) if phase.entry is Bid and table.state.garnets[seat] else ()
        if seat not in phase.awaits:
            return Can(acts=acts)
        if phase.entry is Toast:
            seats = tuple(Option(value=other, label=other) for other in others(table, seat))
            fields: tuple[Field, ...] = (
                Field(name="choice", label="Toast to", kind="choice", required=True, options=seats),
            )
        else:
            numbers = tuple(Option(value=number, label=str(number)) for number in NUMBERS)
            fields = (Field(name="number", label="Number", kind="choice", required=True, options=numbers),)
            if table.state.charms[seat]:
                fields = (*fields, Field(name="charm", label="With a charm", kind="flag"))
        return Can(entry=Form(action="entry", title=phase.title, fields=fields), acts=acts)

    def act(self, table: ToyTable, seat: str, act: Buy, draws: Draws) -> Acted[ToyState]:
        state, phase = table.state, self.phase(table)
        if phase is None or phase.entry is not Bid:
            raise Refused("shop-closed", "The shop has closed.")
        if not 1 <= act.count <= state.garnets[seat]:
            raise Refused("garnets-too-few", "You cannot pay for that. Buy fewer.")
        garnets = {**state.garnets, seat: state.garnets[seat] - act.count}
        charms = {**state.charms, seat: state.charms[seat] + act.count}
        after = replace(state, garnets=garnets, charms=charms)
        return Acted(after, ToyHoldings(garnets=garnets[seat], charms=charms[seat]), (seat,), act)

    def close(self, table: ToyTable, draws: Draws) -> Resolved[ToyState]:
        state, phase = table.state, self.phase(table)
        if phase is None:
            raise AssertionError("nothing is open")
        told: dict[str, Any] = {"phase": table.number, "key": phase.key, "title": phase.title}
        if phase.entry is Toast:
            first = phase.awaits[0]
            entry = table.entries.get(first)
            toasted = entry.choice if entry else draws.choice(others(table, first), phase.key, "choice")
            return Resolved(replace(state, toasted=toasted), ToyReveal(scores=state.scores, toasted=toasted, **told))
        bids = {
            seat: table.entries.get(seat) or Bid(number=draws.choice(NUMBERS, phase.key, "number", seat))
            for seat in phase.awaits
        }
        scores = {seat: score + points(table, bids, seat) for seat, score in state.scores.items()}
        charms = {seat: held - charmed(table, bids, seat) for seat, held in state.charms.items()}
        after = replace(state, round=state.round + 1, scores=scores, charms=charms)
        return Resolved(after, ToyReveal(scores=scores, **told))

    def public(self, table: ToyTable) -> ToyPublic:
        return ToyPublic(scores=table.state.scores)

    def holdings(self, table: ToyTable, seat: str) -> ToyHoldings:
        return ToyHoldings(garnets=table.state.garnets[seat], charms=table.state.charms[seat])

    def offers(self, table: ToyTable, seat: str) -> Sequence[Any]:
        return ()

    def result(self, table: ToyTable) -> ToyResult | None:
        return None if self.phase(table) else ToyResult(lucky=table.state.lucky, toasted=table.state.toasted)


GAME = LoneNumber()
