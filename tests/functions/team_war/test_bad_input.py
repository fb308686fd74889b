"""What Team War refuses: the right problem, and nothing has changed (C5)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.team_war.state import Ending
from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import HOST_KEY, good, problem
from tests.functions.team_war.war import (
    CARDS_1,
    CARDS_2,
    CHOICE,
    ORDERS_1,
    ORDERS_2,
    ORDERS_3,
    SPARE_TOKEN,
    TEAMS,
    X1,
    X2,
    X3,
    X4,
    Y1,
    Y2,
    Y3,
    Y4,
    War,
    X,
    Y,
    body,
)

Attempt = Callable[[War], Answer]


@pytest.fixture(scope="module")
def ordering(shared_cloud: Cloud) -> War:
    """Order Selection 1. x1 has proposed an order and made y4 an offer, and has 3 garnets; x2 has bought his pack."""
    war = War.begun(shared_cloud, garnets=3)
    war.order(ORDERS_1, X)
    war.offered(X1, Y4, 8, 9)
    good(war.pack(X2, "low"))
    return war


@pytest.fixture(scope="module")
def choosing(shared_cloud: Cloud) -> War:
    """Card Selection 1. x1 has submitted the 8, y4 the 9; x2 would like that 9 for a 7 of his, x3 the 4 for his 3."""
    war = War.facing(shared_cloud)
    war.cards(CARDS_1, {X1: 8})
    war.offered(X2, Y4, 7, 9)
    war.offered(X3, Y4, 3, 4)
    war.cards(CARDS_1, {Y4: 9})
    return war


def brought(war: War, phase: int, **columns: Any) -> War:
    """The match as if it had come to this phase."""
    head = war.stored()
    opened = head.match.phase
    assert opened is not None
    state = replace(head.match.state, offers=(), **columns)
    there = replace(head.match, state=state, opening=state, phase=replace(opened, number=phase), entries={}, acts=())
    war.put(replace(head, match=there))
    return war


@pytest.fixture(scope="module")
def second(shared_cloud: Cloud) -> War:
    """Order Selection 2."""
    hands = ((1, 8),) * 8
    return brought(War.begun(shared_cloud), ORDERS_2, round=2, hands=hands, played=((12,),) * 8)


@pytest.fixture(scope="module")
def second_cards(shared_cloud: Cloud) -> War:
    """Card Selection 2; everybody has played a 12."""
    hands, pairs = ((1, 8),) * 8, tuple(zip(*TEAMS, strict=True))
    return brought(War.begun(shared_cloud), CARDS_2, round=2, hands=hands, played=((12,),) * 8, pairs=pairs)


@pytest.fixture(scope="module")
def third(shared_cloud: Cloud) -> War:
    """Order Selection 3; x1 has 1 garnet, and x2 has bought his pack."""
    war = brought(War.begun(shared_cloud, garnets=1), ORDERS_3, round=3, hands=((1,),) * 8, played=((12, 8),) * 8)
    good(war.pack(X2, "low"))
    return war


def after_three(cloud: Cloud, phase: int, ending: Ending) -> War:
    war = War.begun(cloud)
    columns = {"round": 4, "hands": ((),) * 8, "played": ((1, 2, 3),) * 8, "scores": (6, 5)}
    return brought(war, phase, ending=ending, **columns)


@pytest.fixture(scope="module")
def voting(shared_cloud: Cloud) -> War:
    """X has won and votes for who of Y gets the spare token."""
    return after_three(shared_cloud, SPARE_TOKEN, Ending(step="spare-token"))


@pytest.fixture(scope="module")
def naming(shared_cloud: Cloud) -> War:
    """y1 has got it and names the candidate."""
    return after_three(shared_cloud, CHOICE, Ending(step="elimination-choice", receiver=1))


def entering(seat: str, phase: int, **entry: Any) -> Attempt:
    return lambda war: war.enter(seat, phase, **entry)


def offering(seat: str, to: str, give: list[int], want: list[int]) -> Attempt:
    return lambda war: war.offer(seat, to, give, want)


def buying(seat: str, pack: str) -> Attempt:
    return lambda war: war.pack(seat, pack)


def accepting(seat: str, offer: str) -> Attempt:
    return lambda war: war.accept(seat, offer)


def posting(path: str, **sent: Any) -> Attempt:
    return lambda war: war.post(X1, path, sent)


REFUSED: dict[str, tuple[str, Attempt, int, str, str]] = {
    "order doubled": ("ordering", entering(X1, 0, order=[X1, X1, X2, X3]), 422, "order-not-your-team", "T21"),
    "order with all, one twice": ("ordering", entering(X1, 0, order=[*X, X1]), 422, "order-not-your-team", "T21"),
    "order missing one": ("ordering", entering(X1, 0, order=[X1, X2, X3]), 422, "order-not-your-team", "T21"),
    "order one too many": ("ordering", entering(X1, 0, order=[*X, Y1]), 422, "order-not-your-team", "T21"),
    "order with a stranger": ("ordering", entering(X1, 0, order=[X1, X2, X3, Y4]), 422, "order-not-your-team", "T21"),
    "order with nobody": ("ordering", entering(X1, 0, order=[X1, X2, X3, "s9"]), 422, "order-not-your-team", "T21"),
    "order empty": ("ordering", entering(X1, 0, order=[]), 422, "order-not-your-team", "T21"),
    "order for the other team": ("ordering", entering(X1, 0, order=list(Y)), 422, "order-not-your-team", "T21"),
    "order by name": ("ordering", entering(X1, 0, order="s1s3s5s7"), 400, "body-shape", ""),
    "card too early": ("ordering", entering(X1, 0, card=8), 400, "body-shape", ""),
    "card not held": ("choosing", entering(X1, 1, card=9), 422, "card-not-held", "T23"),
    "card of no deck": ("choosing", entering(X1, 1, card=0), 422, "card-not-held", "T23"),
    "card in words": ("choosing", entering(X1, 1, card="eight"), 400, "body-shape", ""),
    "card for truth": ("choosing", entering(X1, 1, card=True), 400, "body-shape", ""),
    "card in quotes": ("choosing", entering(X1, 1, card="8"), 400, "body-shape", ""),
    "two cards": ("choosing", entering(X1, 1, card=[8, 1]), 400, "body-shape", ""),
    "order too late": ("choosing", entering(X1, 1, order=list(X)), 400, "body-shape", ""),
    "card for the phase before": ("choosing", entering(X1, 0, card=8), 409, "phase-not-open", ""),
    "card already played": ("second_cards", entering(X1, 3, card=12), 422, "card-not-held", "T23"),
    "card already played, offered": ("second", offering(X1, Y4, [12], [1]), 422, "card-not-held", "T10"),
    "card locked, offered": ("choosing", offering(X1, Y4, [8], [4]), 422, "card-locked", "T8"),
    "card locked, among others": ("choosing", offering(X1, Y4, [8, 1], [4, 8]), 422, "card-locked", "T8"),
    "card locked, accepted away": ("choosing", accepting(Y4, "1-s3-s8-7-for-9"), 422, "card-locked", "T8"),
    "two for one": ("ordering", offering(X1, Y4, [1, 8], [9]), 422, "trade-unequal", "T5"),
    "one for two": ("ordering", offering(X1, Y4, [12], [8, 9]), 422, "trade-unequal", "T5"),
    "a gift": ("ordering", offering(X1, Y4, [12], []), 422, "trade-unequal", "T5"),
    "begging": ("ordering", offering(X1, Y4, [], [9]), 422, "trade-unequal", "T5"),
    "nothing for nothing": ("ordering", offering(X1, Y4, [], []), 422, "trade-unequal", "T5"),
    "four for four": ("ordering", offering(X1, Y4, [1, 8, 12, 12], [1] * 4), 422, "trade-unequal", "T5"),
    "more than is left": ("second", offering(X1, Y4, [1, 8, 8], [1, 8, 8]), 422, "trade-unequal", "T5"),
    "one's copy twice": ("ordering", offering(X1, Y4, [8, 8], [4, 9]), 422, "card-not-held", "T10"),
    "not held": ("ordering", offering(X1, Y4, [7], [9]), 422, "card-not-held", "T10"),
    "a thirteen": ("ordering", offering(X1, Y4, [8], [13]), 422, "card-unknown", "T3"),
    "a zero": ("ordering", offering(X1, Y4, [8], [0]), 422, "card-unknown", "T3"),
    "with oneself": ("ordering", offering(X1, X1, [8], [8]), 422, "partner-yourself", "T9"),
    "with nobody": ("ordering", offering(X1, "s9", [8], [8]), 422, "partner-unknown", "T6"),
    "with a name": ("ordering", offering(X1, "Player 2", [8], [8]), 422, "partner-unknown", "T6"),
    "garnets beside": ("ordering", posting("offers", to=Y4, give=[8], want=[9], garnets=2), 400, "body-shape", ""),
    "garnets for a card": ("ordering", posting("offers", to=Y4, give={"garnets": 2}, want=[9]), 400, "body-shape", ""),
    "a card for garnets": ("ordering", posting("offers", to=Y4, give=[8], want=["2 garnets"]), 400, "body-shape", ""),
    "cards in words": ("ordering", posting("offers", to=Y4, give=["eight"], want=[9]), 400, "body-shape", ""),
    "truth for a card": ("ordering", posting("offers", to=Y4, give=[True], want=[9]), 400, "body-shape", ""),
    "no list": ("ordering", posting("offers", to=Y4, give=8, want=9), 400, "body-shape", ""),
    "no partner": ("ordering", posting("offers", give=[8], want=[9]), 400, "body-shape", ""),
    "an id of one's own": ("ordering", posting("offers", id="mine", to=Y4, give=[8], want=[9]), 400, "body-shape", ""),
    "all cards are played": ("voting", offering(X1, Y4, [8], [9]), 409, "cards-all-played", "T26"),
    "pack too dear": ("ordering", buying(X1, "middle"), 422, "garnets-too-few", "T14"),
    "pack much too dear": ("ordering", buying(X1, "high"), 422, "garnets-too-few", "T14"),
    "pack of no kind": ("ordering", buying(X1, "best"), 422, "pack-unknown", "T14"),
    "pack twice": ("ordering", buying(X2, "low"), 409, "pack-bought", "T12"),
    "pack by price": ("ordering", posting("purchases", garnets=5), 400, "body-shape", ""),
    "pack at another price": ("ordering", posting("purchases", pack="low", price=1), 400, "body-shape", ""),
    "pack for some cards": ("ordering", posting("purchases", pack="low", cards=[1]), 400, "body-shape", ""),
    "another game's ware": ("ordering", posting("purchases", item="ticket"), 400, "body-shape", ""),
    "pack among cards": ("choosing", buying(X1, "low"), 409, "packs-closed", "T17"),
    "pack in round 2": ("second", buying(X1, "low"), 409, "packs-closed", "T17"),
    "pack of round 3 too dear": ("third", buying(X1, "middle"), 422, "garnets-too-few", "T14"),
    "pack of round 3 twice": ("third", buying(X2, "low"), 409, "pack-bought", "T13"),
    "pack after the rounds": ("voting", buying(X1, "low"), 409, "packs-closed", "T17"),
    "vote for a winner": ("voting", entering(X1, 6, choice=X2), 422, "choice-not-possible", "T34"),
    "vote for oneself": ("voting", entering(X1, 6, choice=X1), 422, "choice-not-possible", "T34"),
    "vote for nobody": ("voting", entering(X1, 6, choice="s9"), 422, "choice-not-possible", "T34"),
    "vote of a loser": ("voting", entering(Y1, 6, choice=Y2), 403, "not-awaited", ""),
    "two votes": ("voting", entering(X1, 6, choice=[Y1, Y2]), 400, "body-shape", ""),
    "naming oneself": ("naming", entering(Y1, 7, choice=Y1), 422, "choice-not-possible", "T35"),
    "naming a winner": ("naming", entering(Y1, 7, choice=X1), 422, "choice-not-possible", "T35"),
    "naming for the receiver": ("naming", entering(Y2, 7, choice=Y3), 403, "not-awaited", ""),
    "a winner names": ("naming", entering(X1, 7, choice=Y3), 403, "not-awaited", ""),
}


@pytest.fixture(scope="module")
def stored_at() -> dict[str, list[dict[str, Any]]]:
    """All that is stored of the match at a moment, after the last attempt."""
    return {}


@pytest.mark.parametrize("name", REFUSED)
def test_c5_it_is_refused_and_nothing_has_changed(
    name: str, stored_at: dict[str, list[dict[str, Any]]], request: pytest.FixtureRequest
) -> None:
    moment, attempt, status, code, ruling = REFUSED[name]
    war: War = request.getfixturevalue(moment)
    before = stored_at.setdefault(moment, []) or war.items()
    problem(attempt(war), status, code, ruling)
    stored_at[moment] = war.items()
    assert stored_at[moment] == before


@pytest.mark.parametrize("count", [7, 9, 1, 12])
def test_t1_any_number_but_eight_is_refused(count: int, shared_cloud: Cloud) -> None:
    wish = body() | {"seats": [{"name": f"Player {number}"} for number in range(1, count + 1)]}
    told = problem(shared_cloud.request("POST", "/matches", key=HOST_KEY, body=wish), 422, "seats-number")
    assert "exactly 8" in told["detail"]


@pytest.mark.parametrize(
    ("config", "code", "ruling"),
    [
        ({"packs_a_round": 4}, "config-packs-a-round", "T12"),
        ({"sole_winner_tokens": 3}, "config-sole-winner-tokens", "T38"),
        ({"cards_seconds": 1}, "config-cards-seconds", "T45"),
        ({"first_packs": {"low": {"lowest": 8, "highest": 12}}}, "config-first-packs", "T15"),
        ({"last_packs": {"high": {"lowest": 10, "highest": 13}}}, "config-last-packs", "T15"),
    ],
    ids=str,
)
def test_t15_a_configuration_out_of_bounds_is_refused(
    config: dict[str, Any], code: str, ruling: str, shared_cloud: Cloud
) -> None:
    problem(shared_cloud.request("POST", "/matches", key=HOST_KEY, body=body(**config)), 422, code, ruling)


@pytest.mark.parametrize("config", [{"deal": "poker"}, {"first_packs": {"best": {}}}, {"prices": [1, 2, 3]}], ids=str)
def test_a_configuration_that_there_is_not_is_refused(config: dict[str, Any], shared_cloud: Cloud) -> None:
    problem(shared_cloud.request("POST", "/matches", key=HOST_KEY, body=body(**config)), 400, "body-shape")


def test_c5_what_was_refused_leaves_what_stood(choosing: War) -> None:
    """After all of the above: x1's 8 and y4's 9 are in, and the offers stand."""
    assert (choosing.seat(X1)["entry"], choosing.seat(Y4)["entry"]) == ({"card": 8}, {"card": 9})
    assert choosing.offers(Y4) == ["1-s3-s8-7-for-9", "1-s5-s8-3-for-4"]
    assert choosing.hand(X4) == [4, 5, 9]
