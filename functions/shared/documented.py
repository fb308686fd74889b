"""The shapes that depend on a match's game, as the API's documentation shows them. Nothing here is used to answer."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, field, fields
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, Union, get_type_hints

from pydantic import Field

from engine.boundary import boundary
from engine.game import REGISTRY, Game, game
from engine.match import Receipt
from engine.views import HostView, PublicView, SeatView
from functions.shared.shapes import DocumentedAs, schema

Shapes = Sequence[type[Any]]
PhaseNumber = Annotated[int, Field(description="The number of the phase that it is meant for.")]


def games() -> list[Game[Any, Any]]:
    """Every game there is."""
    return [game(key) for key in REGISTRY]


def one_of(shapes: Shapes) -> Any:
    """The annotation for any of these shapes, or none."""
    return Union[tuple(shapes)] | None if shapes else Any  # noqa: UP007  # the members are known at run time only


def narrowed(shape: type[Any], prefix: str, **narrower: Any) -> type[Any]:
    """`shape` with some of its `Any` fields as a game fills them, or with further fields.

    Every field is written down again with its description: pydantic finds those of inherited fields nowhere else.
    """
    told = {name: part["description"] for name, part in schema(shape)["properties"].items() if "description" in part}
    hints = get_type_hints(shape, include_extras=True)
    hints = {own.name: hints[own.name] for own in fields(shape)} | narrower
    body: dict[str, Any] = {own.name: field(default=own.default) for own in fields(shape) if own.default is not MISSING}
    body["__annotations__"] = {
        name: Annotated[hint, Field(description=told[name])] if name in told else hint for name, hint in hints.items()
    }
    return boundary(
        type(f"{prefix}{shape.__name__}", (shape,), {**body, "__doc__": shape.__doc__, "__module__": __name__})
    )


def name_of(rules: Game[Any, Any]) -> str:
    """The game's key as the first part of its shapes' names."""
    return rules.key.title().replace("-", "")


def views(shape: type[Any]) -> Callable[[], Shapes]:
    """A view as each game fills it."""

    @cache
    def filled() -> Shapes:
        filled_by = {"state": "public", "result": "result", "holdings": "holdings"}
        return [
            narrowed(
                shape,
                name_of(rules),
                config=rules.config,
                **{name: one_of(rules.shapes[kind]) for name, kind in filled_by.items() if hasattr(shape, name)},
                **(seat_fields(rules) if shape is SeatView else {}),
            )
            for rules in games()
        ]

    return filled


def seat_fields(rules: Game[Any, Any]) -> dict[str, Any]:
    """What only a seat sees, as a game fills it."""
    entry, offer = one_of(rules.entries), one_of(rules.shapes.get("offer", ()))
    return {"entry": entry, "shared": GenericAlias(dict, (str, entry)), "offers": GenericAlias(list, offer)}


@cache
def entries() -> Shapes:
    """Every entry, with the phase that it is meant for."""
    return [narrowed(entry, name_of(rules), phase=PhaseNumber) for rules in games() for entry in rules.entries]


@cache
def receipts() -> Shapes:
    """A receipt as each game fills it."""
    return [narrowed(Receipt, name_of(rules), entry=one_of(rules.entries)) for rules in games()]


def acts(name: str) -> Callable[[], Shapes]:
    """What each game takes as this act."""
    return lambda: [rules.acts[name] for rules in games() if name in rules.acts]


def outcomes() -> Shapes:
    """What each game answers to an act."""
    return [shape for rules in games() for shape in rules.shapes["outcome"]]


def reveals() -> Shapes:
    """Everything that each game reveals."""
    return [shape for rules in games() for shape in rules.shapes["reveal"]]


AnyPublicView = Annotated[PublicView, DocumentedAs(views(PublicView))]
AnySeatView = Annotated[SeatView, DocumentedAs(views(SeatView))]
AnyHostView = Annotated[HostView, DocumentedAs(views(HostView))]
AnyEntry = Annotated[dict[str, Any], DocumentedAs(entries)]
AnyOffer = Annotated[dict[str, Any], DocumentedAs(acts("offers"))]
AnyPurchase = Annotated[dict[str, Any], DocumentedAs(acts("purchases"))]
AnyReceipt = Annotated[Receipt, DocumentedAs(receipts)]
AnyOutcome = Annotated[Any, DocumentedAs(outcomes)]
AnyReveal = Annotated[dict[str, Any], DocumentedAs(reveals)]
