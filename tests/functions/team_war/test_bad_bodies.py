"""What comes to the offers' addresses and is no offer and no answer: a problem, and nothing has changed (C5)."""

from collections.abc import Callable, Iterator

import pytest

from functions.shared.api import MOST_BYTES
from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import Hosted, good, problem
from tests.functions.team_war.war import WAYS, X1, Y4, War, Way
from tests.functions.test_bad_bodies import MISSHAPEN, OTHER_TYPES, UNREADABLE


@pytest.fixture(scope="module")
def ordering(shared_cloud: Cloud) -> War:
    """Order Selection 1. x1 has made y4 an offer."""
    war = War.begun(shared_cloud)
    war.offered(X1, Y4, 8, 9)
    return war


PATHS = ("offers", *(f"offers/0-s1-s8-8-for-9/{way}" for way in WAYS))


@pytest.fixture
def send(ordering: War) -> Iterator[Callable[..., Answer]]:
    """Sends something to x1's offers or y4's that must change nothing."""
    before = ordering.items()

    def sent(path: str, raw: bytes, content_type: str = "application/json") -> Answer:
        seat = X1 if path.endswith(("offers", "withdraw")) else Y4
        headers = {"content-type": content_type}
        path = f"{ordering.path}/seat/{path}"
        return ordering.cloud.request("POST", path, key=ordering.keys[seat], body=raw, headers=headers)

    yield sent
    assert ordering.items() == before


@pytest.mark.parametrize("path", PATHS)
def test_c5_a_body_that_cannot_be_read_is_refused(path: str, send: Callable[..., Answer]) -> None:
    for raw in UNREADABLE.values():
        problem(send(path, raw), 400, "body-not-json")
    for raw in MISSHAPEN.values():
        problem(send(path, raw), 400, "body-shape")
    for content_type in OTHER_TYPES:
        problem(send(path, b"{}", content_type), 415, "content-type")
    problem(send(path, b'{"x": "' + b"x" * MOST_BYTES + b'"}'), 413, "body-too-large")


def test_an_answer_takes_no_terms_of_its_own(send: Callable[..., Answer]) -> None:
    """Whoever accepts accepts what was offered."""
    for way in WAYS:
        problem(send(f"offers/0-s1-s8-8-for-9/{way}", b'{"give": [9], "want": [12]}'), 400, "body-shape")


@pytest.mark.parametrize("way", WAYS)
def test_only_a_seats_key_answers_offers(way: Way, ordering: War) -> None:
    path = f"{ordering.path}/seat/offers/0-s1-s8-8-for-9/{way}"
    before = ordering.items()
    problem(ordering.cloud.request("POST", path, body={}), 401, "key-missing")
    problem(ordering.cloud.request("POST", path, key="another's", body={}), 401, "key-unknown")
    problem(ordering.cloud.request("POST", path, key=ordering.host_key, body={}), 403, "key-foreign")
    elsewhere = path.replace(ordering.id, "aaaaaaaaaaaaaaaa")
    problem(ordering.cloud.request("POST", elsewhere, key=ordering.keys[Y4], body={}), 404, "match-unknown")
    assert ordering.items() == before


def test_a_game_without_trade_says_so(shared_cloud: Cloud) -> None:
    """Polar RPS Party has no offers: a sentence that helps, at each of the four addresses."""
    party = Hosted.create(shared_cloud)
    good(party.start())
    before = party.items()
    for path, sent in (("offers", {"to": "s2", "give": [8], "want": [9]}), *((path, {}) for path in PATHS[1:])):
        answer = shared_cloud.request("POST", f"{party.path}/seat/{path}", key=party.keys["s1"], body=sent)
        told = problem(answer, 404, "act-unknown")
        assert told["detail"] == "Polar RPS Party has no offers. What you can do is in your seat's view."
    assert party.items() == before
    assert party.seat("s1")["offers"] == []
