"""Entries of the right shape that no form would give: what somebody sends who writes JSON by hand."""

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

from engine.forms import Can, Field
from tests.engine.forms import read

WORDS = ("", " ", "s1", "s99", "nobody", "ROCK", "\u0000", "é" * 40)
NUMBERS = (-1, 0, 1, 2, 13, 10**12)


def wildly(shape: type[Any], can: Can, chance: Random) -> Any:
    """An entry or act of this shape, its words and numbers partly from the forms on offer, partly from nowhere.

    Raises:
        pydantic.ValidationError: the shape is stricter than its types; such a request never reaches the engine.
    """
    forms = (can.entry, *can.acts)
    offered = [value for form in forms if form for value in _values(form.fields)]
    return read(shape, _object(shape, [*offered, *WORDS, *NUMBERS], chance))


def _values(fields: Sequence[Field]) -> list[str | int]:
    own = [option.value for field in fields for option in field.options]
    return own + [value for field in fields for value in _values(field.fields)]


def _object(shape: type[Any], words: list[Any], chance: Random) -> dict[str, Any]:
    hints = typing.get_type_hints(shape)
    return {
        field.name: _value(hints[field.name], words, chance)
        for field in dataclasses.fields(shape)
        if _must_be_given(field) or chance.random() < 0.7
    }


def _must_be_given(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _value(hint: Any, words: list[Any], chance: Random) -> Any:
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _value(chance.choice(inside), words, chance)
    if origin is Literal:
        return chance.choice(inside)
    if origin is not None and issubclass(origin, Mapping):
        return {str(chance.choice(words)): _value(inside[1], words, chance) for _ in range(chance.randrange(3))}
    if origin is not None and issubclass(origin, Sequence):
        return [_value(inside[0], words, chance) for _ in range(chance.randrange(5))]
    return _single(hint, words, chance)


def _single(hint: Any, words: list[Any], chance: Random) -> Any:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _object(hint, words, chance)
    if hint in (str, int, bool):
        return chance.choice([word for word in (True, False, *words) if type(word) is hint])
    if hint is type(None):
        return None
    return chance.choice([None, True, [], {}, ["confetti", "double"], {"kind": "double"}, *words])
