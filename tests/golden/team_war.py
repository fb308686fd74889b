"""Two whole matches of Team War, each from one seed, told line by line: a change of any rule shows as a changed line.

Write it anew with `python -m tests.golden.team_war`, then read the difference before keeping it.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from engine.closing import close
from engine.forms import Form
from engine.game import Player, game
from engine.inputs import act, enter
from engine.match import Match, create, join, start
from engine.refusals import Refused
from engine.views import seat_view
from tests.engine.forms import filled, read
from tests.golden.polar_rps import line

GOLDEN = Path(__file__).with_name("team-war.txt")
COMMAND = "python -m tests.golden.team_war"
SEEDS = (18, 13)
"""The first match ends with a team win, the second with a tie and three Elimination Candidates."""
ACTS_IN_A_ROUND = 3
HOUR = timedelta(hours=1)


def told(seed: int) -> Iterator[str]:
    """A match, phase by phase."""
    chance = Random(seed)

    def below(n: int) -> int:
        return int(chance.random() * n)  # the one method that is the same on every Python

    began = datetime(2026, 1, 1, tzinfo=UTC)
    rules = game("team-war")
    players = [Player(seat=f"s{n}", name=f"Player {n}", garnets=below(8)) for n in range(1, 9)]
    match = create(
        game_key=rules.key, match_id="golden", players=players, config=rules.config(), seed=bytes(32), now=began
    )
    match = start(join(match, "s1", "00112233445566778899aabbccddeeff"), began)
    yield from drawn(match.draws)
    while match.phase:
        phase = match.phase
        yield f"== {phase.number} {phase.key}"
        yield line("public", rules.public(match.table))
        yield from (line(f"holds {player.seat}", rules.holdings(match.table, player.seat)) for player in players)
        for _ in range(ACTS_IN_A_ROUND):
            for player in players:
                match, lines = acting(match, player.seat, below)
                yield from lines
        for player in players:
            match, lines = entering(match, player.seat, below)
            yield from lines
        closing = close(match, phase.number, phase.deadline, by="deadline")
        match = closing.match
        yield from drawn(closing.record.draws)
        yield line("reveal", closing.record.reveal)
    yield from (line(f"holds {player.seat}", rules.holdings(match.table, player.seat)) for player in players)
    yield line("result", rules.result(match.table))


def drawn(draws: Any) -> Iterator[str]:
    """A line for each draw."""
    return (f"drawn {draw.label} of {draw.n}: {', '.join(map(str, draw.outcome))}" for draw in draws)


def acting(match: Match, seat: str, below: Callable[[int], int]) -> tuple[Match, list[str]]:
    """What a seat does: an answer to an offer if there is one, else perhaps a pack or an offer that could be met."""
    assert match.phase is not None
    forms = seat_view(match, seat).can.acts
    form = first(forms, "offers/accept") or first(forms, "offers/decline")
    if form is None or below(3) == 0:
        form = first(forms, "purchases" if below(4) == 0 else "offers")
    if form is None or below(3) == 0:
        return match, []
    values = filled(form, below)
    if form.action == "offers":
        values["want"] = list(match.rules.holdings(match.table, values["to"]).cards[: len(values["give"])])
    body = read(match.rules.acts[form.action], values)
    try:
        done = act(match, seat, form.action, body, match.phase.opened_at + HOUR)
    except Refused as refusal:
        return match, [line(f"refused {seat} {form.action}", values, {"code": refusal.code, "ruling": refusal.ruling})]
    return done.match, [line(f"done {seat} {form.action}", values, done.outcome)]


def first(forms: tuple[Form, ...], action: str) -> Form | None:
    """The first form for this act."""
    return next((form for form in forms if form.action == action), None)


def entering(match: Match, seat: str, below: Callable[[int], int]) -> tuple[Match, list[str]]:
    """What a seat enters: the order of a team-mate, something by the form, or nothing."""
    phase, view = match.rules.phase(match.table), seat_view(match, seat)
    if match.phase is None or phase is None or view.can.entry is None or below(8) == 0:
        return match, []
    values = filled(view.can.entry, below)
    entry = read(phase.entry, values)
    if view.shared and below(10):
        entry = next(iter(view.shared.values()))
    entered = enter(match, seat, match.phase.number, entry, match.phase.opened_at + 2 * HOUR)
    return entered.match, [line(f"entered {seat}", entry)]


def transcript() -> str:
    """The golden file as it would be written now."""
    return "\n".join(text for seed in SEEDS for text in (f"==== match {seed}", *told(seed))) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(transcript(), encoding="utf-8")
