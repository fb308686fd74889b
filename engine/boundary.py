"""The dataclasses that cross the engine's border: entries, acts, views, saved states."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")

PYDANTIC_CONFIG = {"extra": "forbid", "use_attribute_docstrings": True}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def boundary(cls: type[T]) -> type[T]:
    """Make `cls` a frozen, slotted, keyword-only dataclass whose shape is written once.

    Whoever reads such a shape from JSON (`functions/`, with pydantic, which the engine itself never imports) is told by
    `__pydantic_config__` to refuse fields that it does not name and to describe each field by the docstring under it.
    """
    cls.__pydantic_config__ = PYDANTIC_CONFIG  # type: ignore[attr-defined]  # read by pydantic, unknown to `type[T]`
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)
