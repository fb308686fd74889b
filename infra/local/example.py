"""The example match that a newcomer watches and plays in: minutes instead of days, bots on every seat but the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from infra.local.bots import Bot
from infra.local.keeping import DataFile
from infra.local.web import ApiError, Web

_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MINUTE = 60


def _wanted(game: str, seats: int, *phases: str) -> dict[str, Any]:
    roster = [{"name": f"Player {name}", "garnets": 5} for name in _NAMES[:seats]]
    return {"game": game, "seats": roster, "config": {f"{phase}_seconds": _MINUTE for phase in phases}}


EXAMPLES = {
    "polar-rps-party": _wanted("polar-rps-party", 10, "pregame", "round", "choice"),
    "team-war": _wanted("team-war", 8, "first_orders", "orders", "cards", "choice"),
}
"""By game: what is asked for."""


def example(web: Web, data: DataFile, host_key: str, game: str) -> Mapping[str, Any]:
    """This game's example match, as its creation answered: the one in the data file, or a new one if that is over.

    Raises:
        ApiError: the API would not have it.
    """
    note = f"example {game}"
    kept: Mapping[str, Any] | None = data.note(note)
    if kept is not None and _goes_on(web, kept["match"]):
        return kept
    created: Mapping[str, Any] = web.call("POST", "/matches", key=host_key, body=EXAMPLES[game])
    data.set_note(note, created)
    return created


def begin(web: Web, created: Mapping[str, Any], bots: Sequence[Bot]) -> None:
    """Has the bots join the example, and starts it, if that has not been done."""
    if web.call("GET", f"/matches/{created['match']}")["status"] != "joining":
        return
    for bot in bots:
        bot.join()
    web.call("POST", f"/matches/{created['match']}/host/start", key=created["host_key"], body={})


def _goes_on(web: Web, match: str) -> bool:
    try:
        return bool(web.call("GET", f"/matches/{match}")["status"] != "over")
    except ApiError:
        return False
