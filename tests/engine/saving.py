"""A match to JSON and back, the way a store does it: by the shapes that its game names, everything else being plain."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from engine.draws import Draw
from engine.game import OpenPhase, Player, game
from engine.match import Done, Match, Standing, Trouble
from tests.engine.forms import adapter

PLAIN: Mapping[str, Any] = {
    "players": tuple[Player, ...],
    "created_at": datetime,
    "starts_at": datetime | None,
    "joined": dict[str, str],
    "phase": OpenPhase | None,
    "draws": tuple[Draw, ...],
    "trouble": Trouble | None,
}
"""The fields of a match whose shape is the same in every game."""
PARTS = ("id", "game", "status", "seed", "config", "opening", "state", "entries", "superseded", "acts", *PLAIN)


def shown(value: Any) -> str:
    """JSON with the fields in the order in which they stand, as a client would see them."""
    text: str = adapter(Any).dump_json(value).decode()
    return text


def canonical(value: Any) -> str:
    """JSON with sorted keys and no spaces: equal for equal values, byte for byte."""
    return json.dumps(json.loads(shown(value)), sort_keys=True, separators=(",", ":"))


def saved(match: Match) -> str:
    """Everything of a match as JSON text. Maps lose their order, as they do in a database."""
    parts = {name: getattr(match, name) for name in PARTS} | {"seed": match.seed.hex()}
    return canonical(parts)


def loaded(text: str) -> Match:
    """The match that was saved."""
    parts = json.loads(text)
    rules = game(parts["game"])
    plain = {name: _read(shape, parts[name]) for name, shape in PLAIN.items()}
    match = Match(
        id=parts["id"],
        game=parts["game"],
        status=parts["status"],
        seed=bytes.fromhex(parts["seed"]),
        config=_read(rules.config, parts["config"]),
        opening=_read(rules.state | None, parts["opening"]),
        state=_read(rules.state | None, parts["state"]),
        **plain,
    )
    phase = rules.phase(match.table) if match.phase else None

    def standing(values: dict[str, Any]) -> Standing:
        found: Standing = _read(Standing, values)
        return replace(found, entry=_read(phase.entry, values["entry"]) if phase else None)

    def done(values: dict[str, Any]) -> Done:
        found: Done = _read(Done, values)
        return replace(found, body=_read(rules.acts[found.act], values["body"]))

    return replace(
        match,
        entries={seat: standing(values) for seat, values in _reordered(parts["entries"])},
        superseded={seat: tuple(map(standing, kept)) for seat, kept in _reordered(parts["superseded"])},
        acts=tuple(map(done, parts["acts"])),
    )


def _read(shape: Any, values: Any) -> Any:
    return adapter(shape).validate_json(json.dumps(values))


def _reordered(values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(values.items(), reverse=True)
