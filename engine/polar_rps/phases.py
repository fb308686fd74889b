"""Which phase is open, for how long, and whose entry it awaits."""

from functools import lru_cache

from engine.game import Phase
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.ending import awaited
from engine.polar_rps.entries import ChoiceEntry, PregameEntry, RoundEntry
from engine.polar_rps.reveals import TITLES
from engine.polar_rps.state import SEATS, PolarState


@lru_cache(maxsize=256)
def scored_phase(number: int, seconds: int, seats: int) -> Phase:
    """The pregame (round 0) or a round. Kept, since it is asked for at every turn and never differs."""
    awaits = SEATS[:seats]
    if number == 0:
        return Phase(key="pregame", title="Pregame", seconds=seconds, awaits=awaits, entry=PregameEntry)
    key, title = f"round-{number}", f"Round {number}"
    return Phase(key=key, title=title, seconds=seconds, awaits=awaits, entry=RoundEntry)


def open_phase(state: PolarState, config: PolarConfig) -> Phase | None:
    """The phase that is open; None when the match is over.

    The steps after the last round close at once when everybody whom they wait for has answered (P73).
    """
    ending = state.ending
    if ending is None:
        seconds = config.round_seconds if state.round else config.pregame_seconds
        return scored_phase(state.round, seconds, len(state.scores))
    if ending.step == "over":
        return None
    return Phase(
        key=ending.step,
        title=TITLES[ending.step],
        seconds=config.choice_seconds,
        awaits=tuple(SEATS[index] for index in awaited(state.scores, ending)),
        entry=ChoiceEntry,
        closes_early=True,
    )
