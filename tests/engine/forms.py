"""Filling in the forms that a game offers: by a bot, by chance, or by hypothesis. Any test may use it."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.forms import Field, Form

Below = Callable[[int], int]
"""Where choices come from: a number from 0 to n - 1."""

LEFT_OUT = object()


def filled(form: Form, below: Below) -> dict[str, Any]:
    """What a player could send who was shown `form` and chose by `below`; JSON's own types."""
    return _group(form.fields, below)


def filled_by(form: Form, chance: Random) -> dict[str, Any]:
    """The form filled in by chance."""
    return filled(form, chance.randrange)


@st.composite
def fillings(draw: st.DrawFn, form: Form) -> dict[str, Any]:
    """Everything that can be sent by this form; shrinks to what leaves most out and takes the first options."""
    return filled(form, lambda n: draw(st.integers(0, n - 1)))


def adapter(shape: Any) -> TypeAdapter[Any]:
    """Pydantic's reading and writing of a shape, made once."""
    return _made(shape)


@cache
def _made(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def read(shape: Any, values: dict[str, Any]) -> Any:
    """The entry or act that arrives when `values` are sent as JSON.

    Raises:
        pydantic.ValidationError: they are not of that shape; such a request never reaches the engine.
    """
    return adapter(shape).validate_json(json.dumps(values))


def _group(fields: Sequence[Field], below: Below) -> dict[str, Any]:
    values = {field.name: _value(field, below) for field in fields}
    return {name: value for name, value in values.items() if value is not LEFT_OUT}


def _value(field: Field, below: Below) -> Any:
    if not field.required and below(3) == 0:
        return LEFT_OUT
    options = [option.value for option in field.options]
    match field.kind:
        case "choice":
            return options[below(len(options))]
        case "flag":
            return bool(below(2))
        case "list":
            return _some(options, field, below)
        case "order":
            return _taken(options, len(options), below)
        case "group":
            return _group(field.fields, below)


def _some(options: list[str | int], field: Field, below: Below) -> list[str | int]:
    most = len(options) if field.at_most is None else field.at_most
    if not field.repeats:
        most = min(most, len(options))
    count = most if field.required else below(most + 1)
    if field.repeats:
        return [options[below(len(options))] for _ in range(count)]
    return _taken(options, count, below)


def _taken(options: list[str | int], count: int, below: Below) -> list[str | int]:
    left = list(options)
    return [left.pop(below(len(left))) for _ in range(count)]
