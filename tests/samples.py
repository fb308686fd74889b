"""The sample events in `events/`: which there are, of which moment of one match, and what they are answered with.

`python -m tests.samples` records them anew on the local stack.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from infra.local.clock import Clock
from infra.local.cloud import Cloud
from infra.local.gateway import Request
from infra.local.stack import Route, stack
from tests.functions.story import START, Hosted, everybody, good, wanted

EVENTS = Path(__file__).parents[1] / "events"
DEPLOYMENT_KEY = "not-a-real-host-key"
HEADERS = {"host": "main-match.example.org", "x-forwarded-proto": "https", "user-agent": "curl/8.5.0"}
REQUEST_ID = "00000000-0000-0000-0000-000000000000"


def patterned() -> Callable[[int], bytes]:
    """Chance that nobody takes for such: the first draw is all ones, the second all twos, and so on."""
    drawn = 0

    def next_bytes(count: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return bytes([drawn % 256]) * count

    return next_bytes


@contextmanager
def running() -> Iterator[Cloud]:
    """The stack that the samples are of; every key in it is of one letter or three."""
    with Cloud(host_key=DEPLOYMENT_KEY, clock=Clock(START), token_bytes=patterned()) as cloud:
        yield cloud


MOMENTS = ("nothing", "created", "started", "round-1", "answered", "offered")
"""How far the match is: it is not there, waits, has just started, has had its pregame, waits for nobody any more; or it
is another one, of Team War, in which s1 has made s2 the offer `OFFER`."""
OFFER = {"to": "s2", "give": [8], "want": [5]}
"""Of a card that s1 is dealt, for one that s2 is dealt."""
OFFERED = (("offer", "0-s1-s2-8-for-5"),)


@dataclass(frozen=True, slots=True)
class Sample:
    """One HTTP request of the match."""

    moment: str
    """One of `MOMENTS`: how far the match is when it comes."""
    whose: str = ""
    """Whose key it carries: `deployment`, `host`, a seat, or nobody's."""
    body: Any = None
    status: int = 200
    path: tuple[tuple[str, str], ...] = ()
    """What stands in the path beside the match."""


REQUESTS: dict[str, Sample] = {
    "GET /docs": Sample("nothing"),
    "GET /games": Sample("nothing"),
    "GET /games/{game}": Sample("nothing", path=(("game", "polar-rps-party"),)),
    "GET /health": Sample("nothing"),
    "GET /openapi.json": Sample("nothing"),
    "POST /matches": Sample("nothing", "deployment", wanted(), 201),
    "GET /matches/{match}": Sample("created"),
    "GET /matches/{match}/host": Sample("created", "host"),
    "POST /matches/{match}/seat/join": Sample("created", "s1", {"entropy": "0123456789abcdef" * 2}),
    "POST /matches/{match}/host/start": Sample("created", "host", {}),
    "POST /matches/{match}/host/seats/{seat}/key": Sample("created", "host", path=(("seat", "s6"),)),
    "GET /matches/{match}/seat": Sample("started", "s1"),
    "PUT /matches/{match}/seat/entry": Sample(
        "started", "s1", {"phase": 0, "room": "rock", "sign": "+", "bombs": ["double", "confetti"]}
    ),
    "DELETE /matches/{match}/seat/entry": Sample("started", "s1", {"phase": 0}),
    "POST /matches/{match}/seat/purchases": Sample("started", "s1", {"item": "bomb", "bomb": "polarity"}),
    "POST /matches/{match}/seat/offers": Sample("offered", "s1", {"to": "s8", "give": [2, 1], "want": [7, 12]}),
    "POST /matches/{match}/seat/offers/{offer}/accept": Sample("offered", "s2", {}, path=OFFERED),
    "POST /matches/{match}/seat/offers/{offer}/decline": Sample("offered", "s2", {}, path=OFFERED),
    "POST /matches/{match}/seat/offers/{offer}/withdraw": Sample("offered", "s1", {}, path=OFFERED),
    "PUT /matches/{match}/host/seats/{seat}/entry": Sample(
        "started", "host", {"phase": 0, "room": "paper", "sign": "-"}, path=(("seat", "s2"),)
    ),
    "POST /matches/{match}/host/close": Sample(
        "started", "host", {"phase": 0, "force": True, "reason": "All are here."}
    ),
    "GET /matches/{match}/reveals": Sample("round-1"),
    "GET /matches/{match}/reveals/{phase}": Sample("round-1", path=(("phase", "0"),)),
}
"""By route key. A new route needs a line here and a run of this module."""

DEADLINE, SWEEP, ANSWERED = "close-round-deadline", "close-round-sweep", "close-round-everybody-answered"
WAKINGS = {DEADLINE: "started", SWEEP: "started", ANSWERED: "answered"}
"""What wakes `close_round`, and how far the match is then."""


def name_of(route_key: str) -> str:
    """A route's sample: `put-matches-match-seat-entry`."""
    return re.sub(r"[^a-z0-9.]+", "-", route_key.lower()).strip("-")


def brought_to(cloud: Cloud, moment: str) -> Hosted | None:
    """The match of the samples at this moment; None while there is none."""
    if moment == "nothing":
        return None
    body = wanted(seats=8, game="team-war", config={}) if moment == "offered" else wanted()
    answer = cloud.request("POST", "/matches", key=DEPLOYMENT_KEY, body=body, headers=HEADERS)
    made = good(answer, 201)
    keys = {seat["seat"]: seat["key"] for seat in made["seats"]}
    hosted = Hosted(cloud, made["match"], made["host_key"], keys, made)
    if moment == "created":
        return hosted
    good(hosted.start())
    if moment == "offered":
        good(cloud.request("POST", f"{hosted.path}/seat/offers", key=keys["s1"], body=OFFER))
        return hosted
    phases = {"started": 0, "round-1": 1, "answered": 4}[moment]
    for phase in range(phases):
        good(hosted.close(phase, force=True, reason="To come to this moment."))
    if moment == "answered":
        for seat in everybody(hosted):
            form = hosted.seat(seat)["can"]["entry"]
            if form:
                good(hosted.enter(seat, phases, choice=form["fields"][0]["options"][0]["value"]))
    return hosted


def requested(cloud: Cloud, route: Route, sample: Sample, hosted: Hosted | None) -> dict[str, Any]:
    """The event that API Gateway makes of the sample's request."""
    path = route.path
    parameters = dict(sample.path)
    keys = {"deployment": DEPLOYMENT_KEY}
    if hosted:
        parameters["match"] = hosted.id
        keys |= {"host": hosted.host_key, **hosted.keys}
    for name, value in parameters.items():
        path = path.replace(f"{{{name}}}", value)
    content = b"" if sample.body is None else json.dumps(sample.body).encode()
    headers = HEADERS | ({"authorization": f"Bearer {keys[sample.whose]}"} if sample.whose else {})
    if content:
        headers |= {"content-type": "application/json", "content-length": str(len(content))}
    request = Request(method=route.method, target=path, headers=tuple(headers.items()), body=content)
    event = cloud._gateway.event(request, route, {n: v for n, v in parameters.items() if f"{{{n}}}" in route.path})
    event["requestContext"]["requestId"] = REQUEST_ID
    return event


def woken(cloud: Cloud, name: str, hosted: Hosted) -> Any:
    """The event that wakes `close_round`."""
    if name == ANSWERED:
        return {"Records": list(cloud.streams.waiting)[-1:]}
    inputs = [json.loads(one["Target"]["Input"]) for one in cloud.schedules.all().values()]
    (event,) = (
        event for event in inputs if (event.get("match") == hosted.id if name == DEADLINE else "sweep" in event)
    )
    return event


def recorded() -> Iterator[tuple[str, Any]]:
    """Every sample's name and event, made anew."""
    routes = {route.key: route for route in stack().routes}
    for moment in MOMENTS:
        with running() as cloud:
            hosted = brought_to(cloud, moment)
            for key, sample in REQUESTS.items():
                if sample.moment == moment:
                    yield name_of(key), requested(cloud, routes[key], sample, hosted)
            for name, at in WAKINGS.items():
                if hosted and at == moment:
                    yield name, woken(cloud, name, hosted)


def due(cloud: Cloud) -> None:
    """Let the pregame's deadline come."""
    cloud.clock.set(START + timedelta(days=2))


if __name__ == "__main__":
    for stale in EVENTS.glob("*.json"):
        stale.unlink()
    for name, event in recorded():
        (EVENTS / f"{name}.json").write_text(json.dumps(event, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
