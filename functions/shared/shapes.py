"""JSON to and from the engine's dataclasses, by pydantic. The shapes themselves are written once, in the engine."""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any, TypeVar, Union, cast

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter, ValidationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from functions.shared.problems import Unreadable

T = TypeVar("T")

MOST_PLACES = 5


@cache
def adapter(shape: Hashable) -> TypeAdapter[Any]:
    """The reader and writer of a shape (a dataclass or any other annotation), built once."""
    return TypeAdapter(shape)


def dump(value: Any) -> str:
    """The value as compact JSON, its fields in the order in which they are declared."""
    text: bytes = adapter(Any).dump_json(value)
    return text.decode()


def load(shape: type[T], text: str | bytes) -> T:
    """The value that `dump` wrote.

    Raises:
        ValidationError: the text is not of this shape; what we stored ourselves is broken.
    """
    value: T = adapter(cast("Any", shape)).validate_json(text)
    return value


def read(shape: type[T], body: Any) -> T:
    """The value that somebody sent, already parsed from JSON.

    Raises:
        Unreadable: it is not of this shape.
    """
    try:
        value: T = adapter(cast("Any", shape)).validate_python(body)
    except ValidationError as error:
        raise misread([(problem["loc"], problem["msg"]) for problem in error.errors(include_url=False)]) from error
    return value


def schema(shape: type[Any]) -> dict[str, Any]:
    """The shape as JSON Schema, with its descriptions and defaults."""
    return adapter(cast("Any", shape)).json_schema()


def misread(places: list[tuple[tuple[int | str, ...], str]]) -> Unreadable:
    """The refusal that tells where a body is not of its shape, in one sentence."""
    told = [f"{'.'.join(map(str, place)) or 'the body'}: {what.lower()}" for place, what in places[:MOST_PLACES]]
    more = len(places) - len(told)
    return Unreadable(
        "body-shape", f"Correct this and send it again: {'; '.join(told)}{f'; and {more} more' * (more > 0)}."
    )


class DocumentedAs:
    """Marks a value that stays as it is here and is documented as one of the given shapes.

    An entry's shape depends on the phase that is open; so it passes the border as a plain object and is read by its
    own shape as soon as the match is known. The shapes are asked for when documentation is written, never before.
    """

    def __init__(self, shapes: Callable[[], Sequence[Any]]) -> None:
        self._shapes = shapes

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Take the marked type as it is."""
        return handler(source)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Describe the shapes instead."""
        return handler(adapter(Union[tuple(self._shapes())]).core_schema)  # noqa: UP007  # the members are known at run time only
