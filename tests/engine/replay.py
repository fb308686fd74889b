"""Prints the records of one random match, so that a test can have it played in a process of its own."""

import sys
from random import Random

from engine.game import REGISTRY
from tests.engine.play import begun, played
from tests.engine.saving import canonical


def records_of(key: str, seed: int) -> str:
    """All records of one random match, a line each."""
    chance = Random(seed)
    return "".join(f"{canonical(step.record)}\n" for step in played(begun(key, chance), chance) if step.record)


if __name__ == "__main__":
    _, game_key, module, number = sys.argv
    REGISTRY[game_key] = module
    sys.stdout.write(records_of(game_key, int(number)))
