"""Filling in a form, so that bots and other tests can rely on it."""

from random import Random
from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from engine.forms import Field, Form, Option
from tests.engine.forms import filled_by, fillings

ROOMS = tuple(Option(value=room, label=room) for room in ("rock", "paper", "scissors"))


def form(*fields: Field) -> Form:
    return Form(action="entry", title="Round 1", fields=fields)


def possible(field: Field) -> list[Any]:
    """Everything that hypothesis and chance can make of one field, without repeats."""
    chance = Random(1)
    found: list[Any] = []
    for _ in range(400):
        value = filled_by(form(field), chance).get("it", "left out")
        if value not in found:
            found.append(value)
    return found


def test_a_choice_is_one_of_the_options() -> None:
    field = Field(name="it", label="Room", kind="choice", options=ROOMS)
    assert sorted(possible(field)) == ["left out", "paper", "rock", "scissors"]


def test_a_required_field_is_never_left_out() -> None:
    field = Field(name="it", label="Room", kind="choice", options=ROOMS, required=True)
    assert sorted(possible(field)) == ["paper", "rock", "scissors"]


def test_a_flag_is_yes_or_no() -> None:
    field = Field(name="it", label="Swap", kind="flag", required=True)
    assert sorted(possible(field)) == [False, True]


@pytest.mark.parametrize(
    ("repeats", "required", "lists"),
    [(False, False, 1 + 3 + 6), (True, False, 1 + 3 + 9), (False, True, 6), (True, True, 9)],
)
def test_a_list_has_up_to_at_most_and_exactly_that_where_required(*, repeats: bool, required: bool, lists: int) -> None:
    field = Field(name="it", label="", kind="list", options=ROOMS, at_most=2, repeats=repeats, required=required)
    assert len([value for value in possible(field) if isinstance(value, list)]) == lists


def test_a_list_without_a_limit_takes_each_option_once_at_most() -> None:
    lists = possible(Field(name="it", label="", kind="list", options=ROOMS, required=True))
    assert len(lists) == 6
    assert all(len(value) == 3 for value in lists)


def test_an_order_has_all_options() -> None:
    orders = possible(Field(name="it", label="", kind="order", options=ROOMS, required=True))
    assert len(orders) == 6
    assert all(sorted(order) == ["paper", "rock", "scissors"] for order in orders)


def test_a_group_has_its_own_fields() -> None:
    kind = Field(name="kind", label="", kind="choice", options=ROOMS[:1], required=True)
    room = Field(name="room", label="", kind="choice", options=ROOMS[1:2])
    groups = possible(Field(name="it", label="", kind="group", fields=(kind, room)))
    assert len(groups) == 3
    assert {"kind": "rock"} in groups
    assert {"kind": "rock", "room": "paper"} in groups


def test_hypothesis_shrinks_to_what_leaves_most_out() -> None:
    field = Field(name="room", label="", kind="choice", options=ROOMS)
    assert find(fillings(form(field)), lambda _: True) == {}
    assert find(fillings(form(field)), bool) == {"room": "rock"}


@given(st.data(), st.integers(0, 2**32))
def test_hypothesis_and_chance_fill_in_the_same_way(data: st.DataObject, seed: int) -> None:
    field = Field(name="it", label="", kind="list", options=ROOMS, at_most=2)
    for values in (data.draw(fillings(form(field))), filled_by(form(field), Random(seed))):
        assert len(values.get("it", ())) <= 2
