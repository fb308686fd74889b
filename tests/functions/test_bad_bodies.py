"""What cannot be read at all, at every address that takes a body: a problem that helps, and nothing has changed."""

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from functions.shared.api import MOST_BYTES
from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import HOST_KEY, Hosted, good, problem

Send = Callable[..., Answer]

NINES = b"9" * 5000


@dataclass(frozen=True)
class Address:
    method: str
    path: str
    whose: str


ADDRESSES = (
    Address("POST", "/matches", "deployment"),
    Address("PUT", "/matches/{m}/seat/entry", "s1"),
    Address("DELETE", "/matches/{m}/seat/entry", "s1"),
    Address("POST", "/matches/{m}/seat/purchases", "s1"),
    Address("POST", "/matches/{m}/seat/join", "s1"),
    Address("POST", "/matches/{m}/host/start", "host"),
    Address("POST", "/matches/{m}/host/close", "host"),
    Address("PUT", "/matches/{m}/host/seats/s1/entry", "host"),
)
"""Every address that needs a body; a new key needs none."""

UNREADABLE = {
    "malformed": b'{"phase": 1',
    "trailing": b'{"phase": 1} and more',
    "nan": b'{"phase": NaN}',
    "infinity": b'{"phase": -Infinity}',
    "5000-deep": b"[" * 5000 + b"]" * 5000,
    "5000-digits": b'{"phase": ' + NINES + b"}",
    "minus-5000-digits": b'{"phase": -' + NINES + b"}",
    "not-utf-8": b'{"phase": 1, "room": "\xff"}',
    "utf-16": '{"phase": 1}'.encode("utf-16"),
    "byte-order-mark": b'\xef\xbb\xbf{"phase": 1}',
    "lone-surrogate": rb'{"phase": 1, "ticket": "\ud800"}',
    "surrogate-for-a-name": rb'{"phase": 1, "\ud800": "paper"}',
}
OTHER_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
)
MISSHAPEN = {
    "absent": b"",
    "list": b"[]",
    "text": b'"paper"',
    "number": b"7",
    "null": b"null",
    "unknown-field": b'{"phase": 1, "mine": true}',
}


@pytest.fixture(scope="module")
def standing(shared_cloud: Cloud) -> Hosted:
    """A match in round 1 in which seat s1 has entered something."""
    hosted = Hosted.create(shared_cloud)
    good(hosted.start())
    good(hosted.close(0, force=True, reason="to be in round 1"))
    good(hosted.enter("s1", 1, sign_swap=True))
    return hosted


@pytest.fixture
def send(standing: Hosted) -> Iterator[Send]:
    """Sends something that must change nothing."""
    before, items = standing.see("s1"), standing.items()

    def sent(address: Address, body: bytes, **headers: str) -> Answer:
        keys = {"deployment": HOST_KEY, "host": standing.host_key, **standing.keys}
        path, key = address.path.format(m=standing.id), keys[address.whose]
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return standing.cloud.request(address.method, path, key=key, body=body, headers=named)

    yield sent
    after = standing.see("s1")
    assert (after.body, after.headers["etag"]) == (before.body, before.headers["etag"])
    assert standing.items() == items


def named(address: Address) -> str:
    return f"{address.method}-{address.path}"


every_address = pytest.mark.parametrize("address", ADDRESSES, ids=named)


@every_address
def test_c5_what_is_not_json_is_refused_and_what_stood_stands(
    address: Address, send: Send, subtests: pytest.Subtests
) -> None:
    for name, body in UNREADABLE.items():
        with subtests.test(name):
            problem(send(address, body), 400, "body-not-json")


@every_address
def test_c5_what_has_another_shape_is_refused_and_what_stood_stands(
    address: Address, send: Send, subtests: pytest.Subtests
) -> None:
    for name, body in MISSHAPEN.items():
        with subtests.test(name):
            problem(send(address, body), 400, "body-shape")


@every_address
def test_a_body_that_is_too_large_is_refused(address: Address, send: Send) -> None:
    problem(send(address, b'{"phase": 1, "x": "' + b"x" * MOST_BYTES + b'"}'), 413, "body-too-large")


@every_address
def test_a_body_of_another_type_is_refused(address: Address, send: Send, subtests: pytest.Subtests) -> None:
    for content_type in OTHER_TYPES:
        with subtests.test(content_type):
            problem(send(address, b'{"phase": 1, "sign_swap": false}', content_type=content_type), 415, "content-type")


@pytest.mark.parametrize(
    "body",
    [
        {"phase": 1, "ticket": 7},
        {"phase": 1, "ticket": {"room": "paper"}},
        {"phase": 1, "sign_swap": "often"},
        {"phase": 1, "sign_swap": []},
        {"phase": 1, "bomb": "double"},
        {"phase": 1, "bomb": {"kind": 1}},
        {"phase": 1, "bomb": {"kind": "double", "force": True}},
        {"phase": 1, "bomb": {"kind": ["double"]}},
    ],
    ids=str,
)
def test_c5_an_entry_with_a_wrong_type_is_refused(body: dict[str, Any], send: Send) -> None:
    problem(send(ADDRESSES[1], json.dumps(body).encode()), 400, "body-shape")


@pytest.mark.parametrize("phase", [None, "1", 1.0, True, [1], {}], ids=repr)
def test_an_entry_must_say_its_phase_as_a_number(phase: object, send: Send) -> None:
    problem(send(ADDRESSES[1], json.dumps({"phase": phase, "sign_swap": False}).encode()), 400, "phase-missing")


@pytest.mark.parametrize("item", [7, None, ["ticket"], {"item": "ticket"}], ids=repr)
def test_a_purchase_with_a_wrong_type_is_refused(item: object, send: Send) -> None:
    problem(send(ADDRESSES[3], json.dumps({"item": item}).encode()), 400, "body-shape")


def test_an_entry_in_base64_is_read_like_any_other(standing: Hosted) -> None:
    """API Gateway encodes what it does not take for text; here a body without any content type."""
    body = json.dumps({"phase": 1, "sign_swap": True}).encode()
    headers = {"content-type": ""}
    path = f"{standing.path}/seat/entry"
    receipt = good(standing.cloud.request("PUT", path, key=standing.keys["s1"], body=body, headers=headers))
    assert receipt["entry"]["sign_swap"] is True


def test_what_only_claims_to_be_base64_is_refused(standing: Hosted) -> None:
    event = {
        "version": "2.0",
        "routeKey": "PUT /matches/{match}/seat/entry",
        "rawPath": f"{standing.path}/seat/entry",
        "rawQueryString": "",
        "headers": {"authorization": f"Bearer {standing.keys['s1']}", "content-type": "application/json"},
        "requestContext": {"http": {"method": "PUT", "path": f"{standing.path}/seat/entry"}, "stage": "$default"},
        "isBase64Encoded": True,
        "body": "{not base64}",
    }
    answered = standing.cloud.invoke("PlayersFunction", event)
    assert answered["statusCode"] == 400
    assert json.loads(answered["body"])["code"] == "body-not-json"
    event["body"] = base64.b64encode(b"[").decode()
    assert standing.cloud.invoke("PlayersFunction", event)["statusCode"] == 400
