"""A bot fills in whatever form it is shown, as a page would."""

import random
from dataclasses import asdict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.forms import Field, Form, Option
from infra.local.bots import filled

OPTIONS = tuple(Option(value=value, label=str(value)) for value in ("a", "b", "c"))
VALUES = ["a", "b", "c"]


def bodies(*fields: Field) -> list[dict[str, Any]]:
    form = asdict(Form(action="entry", title="A form", fields=fields))
    return [filled(form, random.Random(seed)) for seed in range(60)]


def field(kind: Any, **other: Any) -> Field:
    return Field(name="f", label="F", kind=kind, **{"options": OPTIONS, **other})


def test_a_required_field_is_always_filled_and_another_sometimes() -> None:
    assert all("f" in body for body in bodies(field("choice", required=True)))
    assert {"f" in body for body in bodies(field("choice"))} == {True, False}


def test_choices_and_flags_take_every_value() -> None:
    assert {body["f"] for body in bodies(field("choice", required=True))} == set(VALUES)
    assert {body["f"] for body in bodies(field("flag", required=True, options=()))} == {True, False}


def test_an_order_holds_every_option_once() -> None:
    orders = [body["f"] for body in bodies(field("order", required=True))]
    assert all(sorted(order) == VALUES for order in orders)
    assert len({tuple(order) for order in orders}) == 6


def test_a_group_is_an_object_of_the_fields_inside() -> None:
    inner = (Field(name="kind", label="Kind", kind="choice", required=True, options=OPTIONS),)
    assert all(set(body["f"]) == {"kind"} for body in bodies(field("group", required=True, options=(), fields=inner)))


@given(at_most=st.integers(1, 3), required=st.booleans(), repeats=st.booleans(), seed=st.integers(0, 2**32))
def test_a_list_keeps_to_its_length_and_repeats_only_where_it_may(
    at_most: int, seed: int, *, required: bool, repeats: bool
) -> None:
    one = field("list", at_most=at_most, required=required, repeats=repeats)
    form = asdict(Form(action="entry", title="A form", fields=(one,)))
    chosen = filled(form, random.Random(seed)).get("f", [])
    assert len(chosen) == at_most if required else len(chosen) <= at_most
    assert repeats or len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(VALUES)
