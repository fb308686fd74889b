"""The example match that a newcomer watches and can play in: ten seats, minutes instead of days, nine bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from infra.local.bots import Bot
from infra.local.keeping import DataFile
from infra.local.web import ApiError, Web

_NOTE = "example"
_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WANTED = {
    "game": "polar-rps-party",
    "seats": [{"name": f"Player {name}", "garnets": 5} for name in _NAMES],
    "config": {"pregame_seconds": 60, "round_seconds": 60, "choice_seconds": 60},
}
FREE_SEAT = "s10"
"""The one seat that no bot sits on."""


def example(web: Web, data: DataFile, host_key: str) -> Mapping[str, Any]:
    """The example match, as its creation answered: the one in the data file, or a new one if that is over.

    Raises:
        ApiError: the API would not have it.
    """
    kept: Mapping[str, Any] | None = data.note(_NOTE)
    if kept is not None and _goes_on(web, kept["match"]):
        return kept
    created: Mapping[str, Any] = web.call("POST", "/matches", key=host_key, body=_WANTED)
    data.set_note(_NOTE, created)
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
