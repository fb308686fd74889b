"""JSON to and from the engine's dataclasses, by pydantic. The shapes themselves are written once, in the engine."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
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
        value: T = adapter(cast("Any", shape)).validate_json(json.dumps(body), strict=True)
    except ValidationError as error:
        raise misread(error.errors(include_url=False)) from error
    return value


def schema(shape: type[Any]) -> dict[str, Any]:
    """The shape as JSON Schema, with its defaults and with what stands under each field, inherited ones too."""
    described = adapter(cast("Any", shape)).json_schema()
    for base in filter(is_dataclass, shape.__mro__[1:]):
        for name, told in adapter(cast("Any", base)).json_schema()["properties"].items():
            if "description" in told:
                described["properties"][name].setdefault("description", told["description"])
    return described


PLAIN_WORDS = {
    "unexpected_keyword_argument": "is not known here",
    "missing": "is missing",
    "string_type": "must be text",
    "string_unicode": "must be text that can be written down",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object in braces",
    "dataclass_type": "must be an object in braces",
}
"""What pydantic's types of errors mean to somebody who has never heard of it."""
FIELD = re.compile(r"[a-z_-]+")
NOT_A_FIELD = {"body", "bool", "int", "path", "query", "header", "str", "tuple"}
"""What pydantic puts into a place beside names of fields."""


def misread(problems: Iterable[Mapping[str, Any]]) -> Unreadable:
    """The refusal that tells where something that was sent is not of its shape, in a sentence.

    Args:
        problems: pydantic's list of errors.
    """
    wrong: dict[str, list[str]] = {}
    for problem in problems:
        message = problem["msg"].removeprefix("Value error, ")
        what = PLAIN_WORDS.get(problem["type"], message[:1].lower() + message[1:])
        said = wrong.setdefault(place(problem["loc"]), [])
        if what not in said:
            said.append(what)
    told = [f"{where} {' or '.join(said)}" for where, said in wrong.items()]
    more = f"; and {len(told) - MOST_PLACES} more" if len(told) > MOST_PLACES else ""
    return Unreadable("body-shape", f"Correct this and send it again: {'; '.join(told[:MOST_PLACES])}{more}.")


def place(location: Iterable[int | str]) -> str:
    """A place as its sender knows it: names of fields, and positions in lists counted from 1."""
    parts = [
        str(part + 1) if isinstance(part, int) else part
        for part in location
        if isinstance(part, int) or (FIELD.fullmatch(part) and part not in NOT_A_FIELD)
    ]
    return ".".join(parts) or "the body"


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
