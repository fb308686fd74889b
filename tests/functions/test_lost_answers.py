"""A write that happened although its answer never came: boto3 sends it again, and its own doing makes it fail."""

from typing import Any

import pytest

from tests.functions.faults import Call, refused, watched
from tests.functions.story import Hosted, good


def sent_again(call: Call) -> Any:
    """AWS did it the first time; the second time the condition that was true then is not."""
    call()
    return refused("ConditionalCheckFailedException")(call)


def test_p46_a_purchase_is_made_once_although_its_write_was_sent_twice(started: Hosted) -> None:
    with watched() as aws:
        aws.once("UpdateItem", sent_again)
        bought = good(started.buy("s1", "ticket"))
    assert bought["holdings"]["tickets"] == 5
    assert started.seat("s1")["holdings"] == {"garnets": 4, "tickets": 5, "sign_swaps": 2, "bombs": {}}


def test_c4_an_entry_stands_although_its_write_was_sent_twice(started: Hosted) -> None:
    with watched() as aws:
        aws.once("UpdateItem", sent_again)
        good(started.enter("s1", 0, room="rock", sign="+"))
    assert started.seat("s1")["entry"] == {"room": "rock", "sign": "+", "bombs": None}


def test_c9_a_key_is_replaced_although_its_write_was_sent_twice(started: Hosted) -> None:
    with watched() as aws:
        aws.once("UpdateItem", sent_again)
        path = f"{started.path}/host/seats/s1/key"
        new = good(started.cloud.request("POST", path, key=started.host_key, body={}))["key"]
    started.keys["s1"] = new
    assert started.seat("s1")["seat"] == "s1"


@pytest.mark.parametrize("entropy", ["", "ab" * 16])
def test_a_player_has_come_although_the_write_was_sent_twice(hosted: Hosted, entropy: str) -> None:
    with watched() as aws:
        aws.once("UpdateItem", sent_again)
        good(hosted.join("s1", entropy))
    assert hosted.public()["fairness"]["entropy"]["s1"] == entropy


def test_a_match_starts_once_although_its_write_was_sent_twice(hosted: Hosted) -> None:
    with watched() as aws:
        aws.once("PutItem", sent_again)
        desk = good(hosted.start())
    assert (desk["status"], desk["phase"]["number"]) == ("open", 0)
