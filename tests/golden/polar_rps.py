"""A whole match of Polar RPS Party from one seed, told line by line: a change of any rule shows as a changed line.

Write it anew with `python -m tests.golden.polar_rps`, then read the difference before keeping it.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from engine.closing import close
from engine.game import Player, game
from engine.inputs import act, enter
from engine.match import Match, create, join, start
from engine.views import seat_view
from tests.engine.forms import filled, read
from tests.engine.saving import shown

GOLDEN = Path(__file__).with_name("polar-rps-party.txt")
COMMAND = "python -m tests.golden.polar_rps"
SEED = 12
INVALID: tuple[dict[str, Any], ...] = (
    {"ticket": "Rok", "sign_swap": True},
    {"bomb": {"kind": "confetti", "room": "lizard"}},
    {"bombs": ["confetti", "double"], "ticket": " PAPER "},
)


def line(what: str, *values: Any) -> str:
    """One line of the golden file."""
    return " ".join((what, *(json.dumps(json.loads(shown(value)), sort_keys=True) for value in values)))


def told(seed: int) -> Iterator[str]:
    """The match, phase by phase."""
    chance = Random(seed)

    def below(n: int) -> int:
        return int(chance.random() * n)  # the one method that is the same on every Python

    began = datetime(2026, 1, 1, tzinfo=UTC)
    rules = game("polar-rps-party")
    players = [Player(seat=f"s{n}", name=f"Player {n}", garnets=below(8)) for n in range(1, 11)]
    match = create(
        game_key=rules.key, match_id="golden", players=players, config=rules.config(), seed=bytes(32), now=began
    )
    match = start(join(match, "s1", "00112233445566778899aabbccddeeff"), began)
    while match.phase:
        phase = match.phase
        yield f"== {phase.number} {phase.key}"
        for player in players:
            match, lines = went(match, player.seat, below)
            yield from lines
        closing = close(match, phase.number, phase.deadline, by="deadline")
        match = closing.match
        for draw in closing.record.draws:
            yield f"drawn {draw.label} below {draw.n}: {draw.outcome[0]}"
        yield line("reveal", closing.record.reveal)
        yield from (line(f"holds {player.seat}", rules.holdings(match.table, player.seat)) for player in players)
    yield line("result", rules.result(match.table))


def went(match: Match, seat: str, below: Any) -> tuple[Match, list[str]]:
    """What a seat does in a phase: perhaps buys, then enters by the form, or something invalid, or nothing."""
    opened = match.phase
    assert opened is not None
    lines, now = [], opened.opened_at + timedelta(hours=1)
    acts = seat_view(match, seat).can.acts
    if acts and below(6) == 0:
        body = read(match.rules.acts["purchases"], filled(acts[below(len(acts))], below))
        done = act(match, seat, "purchases", body, now)
        match = done.match
        lines.append(line(f"bought {seat}", body, done.outcome))
    form = seat_view(match, seat).can.entry
    if form is None or below(8) == 0:
        return match, lines
    in_round = opened.key.startswith("round-")
    values = INVALID[below(len(INVALID))] if in_round and below(8) == 0 else filled(form, below)
    phase = match.rules.phase(match.table)
    assert phase is not None
    entered = enter(match, seat, opened.number, read(phase.entry, values), now)
    parts = [(part.part, part.ruling) for part in entered.receipt.ignored]
    lines.append(line(f"entered {seat}", values, *([parts] if parts else [])))
    return entered.match, lines


def transcript() -> str:
    """The golden file as it would be written now."""
    return "\n".join(told(SEED)) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(transcript(), encoding="utf-8")
