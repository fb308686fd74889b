"""Whose key opens what, and addresses where there is nothing."""

import json

import pytest

from infra.local.cloud import Cloud
from tests.functions.faults import watched
from tests.functions.story import HOST_KEY, Hosted, good, problem, wanted


@pytest.fixture(scope="module")
def open_match(shared_cloud: Cloud) -> Hosted:
    hosted = Hosted.create(shared_cloud)
    good(hosted.start())
    return hosted


@pytest.fixture(scope="module")
def other_match(shared_cloud: Cloud) -> Hosted:
    hosted = Hosted.create(shared_cloud)
    good(hosted.start())
    return hosted


SEATS_OWN = [
    ("GET", "/seat", None),
    ("POST", "/seat/join", {"entropy": ""}),
    ("PUT", "/seat/entry", {"phase": 0, "room": "rock"}),
    ("DELETE", "/seat/entry", {"phase": 0}),
    ("POST", "/seat/purchases", {"item": "ticket"}),
]
HOSTS_OWN = [
    ("GET", "/host", None),
    ("POST", "/host/start", {}),
    ("POST", "/host/close", {"phase": 0, "force": True, "reason": "mine"}),
    ("POST", "/host/seats/s1/key", None),
    ("PUT", "/host/seats/s1/entry", {"phase": 0, "room": "rock"}),
]
Own = tuple[str, str, object]


@pytest.mark.parametrize("own", [*SEATS_OWN, *HOSTS_OWN], ids=lambda own: f"{own[0]}-{own[1]}")
def test_only_the_right_key_opens_it(own: Own, open_match: Hosted, other_match: Hosted) -> None:
    """No key, a wrong scheme, an invented key, another match's key, the deployment's, and the other side's."""
    method, path, body = own
    stored = open_match.head()
    cloud, address = open_match.cloud, open_match.path + path
    problem(cloud.request(method, address, body=body), 401, "key-missing")
    basic = {"authorization": f"Basic {open_match.host_key}"}
    problem(cloud.request(method, address, body=body, headers=basic), 401, "key-missing")
    for key in ("", "invented", "é", HOST_KEY, other_match.host_key, other_match.keys["s1"]):
        answer = cloud.request(method, address, body=body, key=key)
        problem(answer, 401, "key-unknown" if key else "key-missing")
    foreign = open_match.host_key if own in SEATS_OWN else open_match.keys["s1"]
    problem(cloud.request(method, address, body=body, key=foreign), 403, "key-foreign")
    assert open_match.head() == stored


def test_a_match_is_created_with_the_deployments_key_only(shared_cloud: Cloud, open_match: Hosted) -> None:
    problem(shared_cloud.request("POST", "/matches", body=wanted()), 401, "key-missing")
    for key in ("invented", open_match.host_key, open_match.keys["s1"]):
        problem(shared_cloud.request("POST", "/matches", body=wanted(), key=key), 401, "key-unknown")


@pytest.mark.parametrize("own", [*SEATS_OWN, *HOSTS_OWN, ("GET", "", None), ("GET", "/reveals", None)], ids=str)
@pytest.mark.parametrize("match", ["aaaaaaaaaaaaaaaa", "%ff%00", "x%2F..%2Fy"])
def test_an_unknown_match_is_said_to_be_unknown(match: str, own: Own, open_match: Hosted) -> None:
    method, path, body = own
    address = f"/matches/{match}{path}"
    problem(open_match.cloud.request(method, address, body=body, key=open_match.host_key), 404, "match-unknown")


@pytest.mark.parametrize("seat", ["s0", "s7", "S1", "s01", "1", "%20s1", "s1%00"])
def test_an_unknown_seat_is_said_to_be_unknown(seat: str, open_match: Hosted) -> None:
    stored = open_match.head()
    entry = {"phase": 0, "room": "rock"}
    address = f"{open_match.path}/host/seats/{seat}"
    for answer in (
        open_match.cloud.request("POST", f"{address}/key", key=open_match.host_key),
        open_match.cloud.request("PUT", f"{address}/entry", body=entry, key=open_match.host_key),
    ):
        assert "s1 to s6" in problem(answer, 404, "seat-unknown")["detail"]
    assert open_match.head() == stored


def test_unknown_games_and_reveals_are_said_to_be_unknown(open_match: Hosted) -> None:
    cloud = open_match.cloud
    problem(cloud.request("GET", "/games/chess"), 404, "game-unknown")
    for phase in (0, 1, 99, -1):
        problem(cloud.request("GET", f"{open_match.path}/reveals/{phase}"), 404, "reveal-not-yet")
    for text in ("first", "1.5", "%D9%A3"):
        problem(cloud.request("GET", f"{open_match.path}/reveals/{text}"), 400, "body-shape")
    problem(cloud.request("POST", "/matches", key=HOST_KEY, body=wanted(game="chess")), 422, "game-unknown")


@pytest.mark.parametrize("what", ["match", "reveals", "phase of a reveal", "phase to close"])
def test_dynamodb_is_not_asked_for_a_key_that_it_cannot_have(what: str, open_match: Hosted) -> None:
    """2048 bytes for the first part and 1024 for the second; moto takes any."""
    cloud = open_match.cloud
    with watched() as aws:
        if what == "match":
            problem(cloud.request("GET", f"/matches/{'m' * 3000}"), 404, "match-unknown")
        elif what == "reveals":
            problem(cloud.request("GET", f"/matches/{'m' * 3000}/reveals"), 404, "match-unknown")
        elif what == "phase of a reveal":
            problem(cloud.request("GET", f"{open_match.path}/reveals/{'9' * 2000}"), 404, "reveal-not-yet")
        else:
            problem(open_match.close(-(10**2000)), 404, "phase-unknown")
    for parameters in aws.parameters:
        assert "Key" in parameters
        assert len(parameters["Key"]["pk"]["S"]) <= 2048
        assert len(parameters["Key"]["sk"]["S"]) <= 1024


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nothing"),
        ("GET", "/matches"),
        ("DELETE", "/matches/aaaaaaaaaaaaaaaa"),
        ("PATCH", "/matches/aaaaaaaaaaaaaaaa/seat/entry"),
        ("POST", "/matches/aaaaaaaaaaaaaaaa/seat/entry"),
        ("GET", "/matches/aaaaaaaaaaaaaaaa/host/close"),
        ("PUT", "/health"),
    ],
)
def test_where_there_is_nothing_there_is_nothing(method: str, path: str, shared_cloud: Cloud) -> None:
    """The gateway knows only the template's routes; should another reach a function, that says so in its own way."""
    assert shared_cloud.request(method, path).status == 404
    http = {"method": method, "path": path}
    event = {"version": "2.0", "rawPath": path, "rawQueryString": "", "headers": {}, "isBase64Encoded": False}
    event |= {"requestContext": {"http": http, "stage": "$default"}}
    for function in ("PlayersFunction", "HostFunction"):
        answered = shared_cloud.invoke(function, event)
        assert (answered["statusCode"], json.loads(answered["body"])["code"]) == (404, "address-unknown")
        assert answered["headers"]["Content-Type"] == "application/problem+json"


def test_keys_stand_behind_the_number_sign_of_a_link(shared_cloud: Cloud) -> None:
    """Browsers keep to themselves what stands behind it: it is in no log on the way."""
    made = Hosted.create(shared_cloud, headers={"host": "example.org", "x-forwarded-proto": "https"}).created
    links = {made["host_key"]: made["host_link"], **{seat["key"]: seat["link"] for seat in made["seats"]}}
    assert len(links) == 7
    for key, link in links.items():
        assert link == f"https://example.org/docs#match={made['match']}&key={key}"
        assert len(key) == 43


def test_keys_are_stored_as_hashes(shared_cloud: Cloud) -> None:
    hosted = Hosted.create(shared_cloud)
    stored = str(hosted.items())
    for key in (hosted.host_key, *hosted.keys.values()):
        assert key not in stored
