"""Simple players: each looks at what it can do, as a page would, and fills in the form at random."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from infra.local.deliveries import log
from infra.local.web import ApiError, Web

_LOOK_EVERY = 1.0
_SHOPS_ONE_TIME_IN = 8
_TOO_LATE = {"phase-not-open", "deadline-passed", "match-over"}


def filled(form: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """A body that this form, as the seat view shows it, allows. Optional fields are filled in half of the time."""
    return _group(form["fields"], chance)


def _group(fields: Sequence[Mapping[str, Any]], chance: random.Random) -> dict[str, Any]:
    chosen = (field for field in fields if field["required"] or chance.random() < 0.5)  # noqa: PLR2004 (a coin)
    return {field["name"]: _value(field, chance) for field in chosen}


def _value(field: Mapping[str, Any], chance: random.Random) -> Any:
    values = [option["value"] for option in field["options"]]
    match field["kind"]:
        case "choice":
            return chance.choice(values)
        case "flag":
            return chance.choice([True, False])
        case "order":
            return chance.sample(values, len(values))
        case "group":
            return _group(field["fields"], chance)
        case _:
            return _list(field, values, chance)


def _list(field: Mapping[str, Any], values: list[Any], chance: random.Random) -> list[Any]:
    most = field["at_most"] if field["at_most"] is not None else len(values)
    count = most if field["required"] else chance.randint(0, most)
    return chance.choices(values, k=count) if field["repeats"] else chance.sample(values, min(count, len(values)))


@dataclass(frozen=True, slots=True)
class Bot:
    """One seat that plays by itself.

    Attributes:
        web: where the API is.
        match: the match's id.
        key: the seat's key.
        chance: where its choices come from.
    """

    web: Web
    match: str
    key: str
    chance: random.Random

    def join(self) -> None:
        """Comes to the table, bringing its share of randomness."""
        entropy = self.chance.randbytes(16).hex()
        self.web.call("POST", f"/matches/{self.match}/seat/join", key=self.key, body={"entropy": entropy})

    def look(self) -> Any:
        """The public view of the match."""
        return self.web.call("GET", f"/matches/{self.match}")

    def seat(self) -> Any:
        """The seat's own view."""
        return self.web.call("GET", f"/matches/{self.match}/seat", key=self.key)

    def play(self) -> None:
        """Enters something for the open phase, if it is asked to; sometimes it goes shopping before."""
        seat = self.seat()
        if seat["can"]["acts"] and self.chance.randrange(_SHOPS_ONE_TIME_IN) == 0:
            self.act(self.chance.choice(seat["can"]["acts"]))
            seat = self.seat()
        entry = self.idea(seat)
        if entry is not None and seat["entry"] is None:
            self.web.call("PUT", f"/matches/{self.match}/seat/entry", key=self.key, body=entry)

    def act(self, form: Mapping[str, Any]) -> None:
        """Does what the form is for, such as buying. What is not certain may come to nothing."""
        body = filled(form, self.chance)
        action, _, answer = form["action"].partition("/")
        path = f"{action}/{body.pop('id')}/{answer}" if answer else action
        try:
            self.web.call("POST", f"/matches/{self.match}/seat/{path}", key=self.key, body=body)
        except ApiError:
            if form["certain"]:
                raise

    def idea(self, seat: Mapping[str, Any]) -> dict[str, Any] | None:
        """Something to enter where the seat's own view is this; None if it is asked for nothing."""
        form = seat["can"]["entry"]
        return None if form is None else {"phase": seat["phase"]["number"], **filled(form, self.chance)}


class Bots:
    """Several bots of one match, playing in a thread of their own until the match is over."""

    def __init__(self, bots: Sequence[Bot], tell: Callable[[str], None]) -> None:
        """Makes them ready.

        Args:
            bots: those that play, all of one match.
            tell: told in a line when all of them have entered something.
        """
        self._bots = bots
        self._tell = tell
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._play, name="bots")

    def start(self) -> None:
        """Begins to play."""
        self._thread.start()

    def stop(self) -> None:
        """Ends after the move that is being made."""
        self._stopping.set()
        self._thread.join()

    def _play(self) -> None:
        played: int | None = None
        while not self._stopping.is_set():
            try:
                view = self._bots[0].look()
                if view["status"] == "over":
                    return
                phase = view["phase"]["number"] if view["status"] == "open" else None
                if phase is not None and phase != played:
                    self._play_phase()
                    self._tell(f"The bots have entered what they want for {view['phase']['title']}.")
                    played = phase
            except (OSError, ApiError) as error:
                # The server is going down, or is very busy: the next look will tell.
                log.info("The bots got no answer: %s", error)
            self._stopping.wait(_LOOK_EVERY)

    def _play_phase(self) -> None:
        for bot in self._bots:
            if self._stopping.is_set():
                return
            try:
                bot.play()
            except ApiError as error:
                # The phase may close while they play; anything else is worth a line.
                (log.info if error.code in _TOO_LATE else log.error)("A bot was told: %s", error)
