"""How fast the engine plays. Run with `python -m tests.benchmarks.engine`.

Whole ten-seat matches of Polar RPS Party, the pregame and nine rounds of random entries that are all legal when they
are made. They are made up beforehand; timed is what the engine does with them: judging each entry as it comes and
resolving each phase. Machines differ, so the rate is also told per import of boto3 in a fresh process: the budget is
1000 matches in the time of one (2000 a second where it takes half a second). All seconds are the processor's, so that
it does not matter what else a machine is doing.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine import closing, inputs, match
from engine.draws import Draws
from engine.game import Player, Table, game
from engine.polar_rps.entries import BombUse, PregameEntry, RoundEntry
from engine.polar_rps.state import BOMBS, ROOMS, SEATS, SIGNS, PolarState, bombs_of

RULES = game("polar-rps-party")
CONFIG = RULES.config()
PLAYERS = tuple(Player(seat=seat, name=f"Player {seat[1:]}") for seat in SEATS[:10])
SEED = bytes(range(32))
START = datetime(2026, 1, 1, tzinfo=UTC)
BUDGET = 1000
Phases = list[Mapping[str, Any]]


@dataclass(frozen=True)
class Measured:
    """Seconds for one match, by what was called."""

    rules: float
    """`judge` and `close` of the game itself."""
    matches: float
    """The same through `engine.inputs.enter` and `engine.closing.close`."""


def made_up(state: PolarState, index: int, chance: random.Random) -> RoundEntry:
    """A random entry, each part used about every third time, legal as things stand."""
    ticket = swap = bomb = None
    if state.tickets[index] and chance.random() < 1 / 3:
        ticket = chance.choice([room for at, room in enumerate(ROOMS) if at != state.spots[index] // 2])
    if state.sign_swaps[index] and chance.random() < 1 / 3:
        swap = True
    owned = [name for name, count in zip(BOMBS, bombs_of(state.bombs, index), strict=True) if count]
    if owned and chance.random() < 1 / 3:
        bomb = BombUse(kind=chance.choice(owned), room=chance.choice([None, *ROOMS]))
    return RoundEntry(ticket=ticket, sign_swap=swap, bomb=bomb)


def made_up_match(chance: random.Random) -> Phases:
    """The entries of a whole match, phase by phase, found by playing it."""
    phases: Phases = []
    state, draws = RULES.begin(PLAYERS, CONFIG, Draws("bench", SEED, "")), Draws("bench", SEED, "")
    for number in range(CONFIG.rounds + 1):
        entries: dict[str, Any] = {}
        for index, player in enumerate(PLAYERS):
            entries[player.seat] = (
                made_up(state, index, chance)
                if number
                else PregameEntry(
                    room=chance.choice(ROOMS),
                    sign=chance.choice(SIGNS),
                    bombs=(chance.choice(BOMBS), chance.choice(BOMBS)),
                )
            )
        phases.append(entries)
        state = RULES.close(Table(PLAYERS, CONFIG, state, number, entries), draws).state
    return phases


def play_by_rules(phases: Phases) -> PolarState:
    """A match played by the game's own methods."""
    draws = Draws("bench", SEED, "")
    state: PolarState = RULES.begin(PLAYERS, CONFIG, draws)
    for number, entries in enumerate(phases):
        table = Table(PLAYERS, CONFIG, state, number, entries)
        for seat, entry in entries.items():
            RULES.judge(table, seat, entry)
        state = RULES.close(table, draws).state
    return state


def play_by_match(phases: Phases) -> PolarState:
    """The same match played by the engine's functions, as the handlers do it, without storing anything."""
    playing = match.start(
        match.create(game_key=RULES.key, match_id="bench", players=PLAYERS, config=CONFIG, seed=SEED, now=START),
        START,
    )
    for number, entries in enumerate(phases):
        opened = playing.phase
        if opened is None:
            raise AssertionError("the match ended early")
        for seat, entry in entries.items():
            playing = inputs.enter(playing, seat, number, entry, opened.opened_at).match
        playing = closing.close(playing, number, opened.deadline, by="deadline").match
    state: PolarState = playing.state
    return state


def typical(goes: int, played: Callable[[Phases], PolarState], matches: list[Phases]) -> float:
    """Seconds for one match."""

    def seconds() -> Iterator[float]:
        for _ in range(goes):
            began = time.process_time()
            for phases in matches:
                played(phases)
            yield time.process_time() - began

    return statistics.median(seconds()) / len(matches)


def measure(goes: int, count: int) -> Measured:
    """Time `count` different matches, `goes` times over."""
    chance = random.Random(0)  # a benchmark, not a draw
    matches = [made_up_match(chance) for _ in range(count)]
    return Measured(typical(goes, play_by_rules, matches), typical(goes, play_by_match, matches))


def import_seconds(goes: int = 5) -> float:
    """How long a fresh Python takes to import boto3."""

    def seconds() -> Iterator[float]:
        for _ in range(goes):
            before = os.times()
            subprocess.run([sys.executable, "-c", "import boto3"], check=True)
            after = os.times()
            yield after.children_user + after.children_system - before.children_user - before.children_system

    return statistics.median(seconds())


def report(goes: int, count: int) -> str:
    """What was measured, in words."""
    boto3, measured = import_seconds(), measure(goes, count)
    told = [f"importing boto3 in a fresh process: {boto3:.3f} s; budget: {BUDGET} matches in that time"]
    for name, seconds in (("by the game's own methods", measured.rules), ("by engine.match", measured.matches)):
        told.append(f"{name}: {1 / seconds:.0f} matches a second, {boto3 / seconds:.0f} per import of boto3")
    return "\n".join(told) + "\n"


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goes", type=int, default=7)
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    sys.stdout.write(report(asked.goes, asked.matches))


if __name__ == "__main__":
    main()
