"""The steps that a Team War match is told in. Team A is x1 to x4, team B is y1 to y4, as in the worked match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal
from unittest.mock import patch

from engine.draws import Draws, combined
from engine.game import Player
from engine.team_war import setup
from engine.team_war.config import TeamWarConfig
from engine.team_war.state import SEATS, TeamWarState
from functions.shared.head import Head, from_item, to_item
from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import Hosted, good, wanted

X1, Y1, X2, Y2, X3, Y3, X4, Y4 = SEATS
X, Y = SEATS[::2], SEATS[1::2]
TEAMS = ((0, 2, 4, 6), (1, 3, 5, 7))
WORKED: Mapping[str, tuple[int, ...]] = {
    X1: (1, 8, 12),
    X2: (2, 7, 11),
    X3: (3, 6, 10),
    X4: (4, 5, 9),
    Y1: (1, 5, 12),
    Y2: (2, 6, 11),
    Y3: (3, 7, 10),
    Y4: (4, 8, 9),
}
"""The hands of the worked match (RULINGS 6.2)."""
FACING = tuple(zip(X, Y, strict=True))
"""x1 meets y1, and so on."""
ORDERS_1, CARDS_1, ORDERS_2, CARDS_2, ORDERS_3, CARDS_3, SPARE_TOKEN, CHOICE = range(8)
"""The numbers of the phases."""

Hands = Mapping[str, tuple[int, ...]]
Way = Literal["accept", "decline", "withdraw"]
WAYS: Sequence[Way] = ("accept", "decline", "withdraw")


def body(garnets: int = 10, **config: Any) -> dict[str, Any]:
    """The body that creates a match."""
    return wanted(seats=8, garnets=garnets, game="team-war", config=config)


@contextmanager
def dealt(hands: Hands = WORKED) -> Iterator[None]:
    """Teams and hands are these, in place of those that are drawn: no seed is known that deals given ones."""

    def begin(players: Sequence[Player], _config: TeamWarConfig, _draws: Draws) -> TeamWarState:
        return TeamWarState(
            round=1,
            teams=TEAMS,
            hands=tuple(hands[seat] for seat in SEATS),
            garnets=tuple(player.garnets for player in players),
        )

    with patch.object(setup, "begin", begin):
        yield


class War(Hosted):
    """A match of Team War, its keys, and whoever holds them."""

    @classmethod
    def joining(cls, cloud: Cloud, *, garnets: int = 10, **config: Any) -> "War":
        """Nobody is in yet."""
        made = cls.create(cloud, body(garnets, **config))
        assert isinstance(made, War)
        return made

    @classmethod
    def begun(cls, cloud: Cloud, *, hands: Hands = WORKED, garnets: int = 10, **config: Any) -> "War":
        """The first Order Selection is open, with these hands."""
        war = cls.joining(cloud, garnets=garnets, **config)
        with dealt(hands):
            good(war.start())
        return war

    @classmethod
    def facing(cls, cloud: Cloud, *, hands: Hands = WORKED, **config: Any) -> "War":
        """The first Card Selection is open, x1 against y1 and so on."""
        war = cls.begun(cloud, hands=hands, **config)
        war.order(ORDERS_1, X, Y)
        good(war.close(ORDERS_1, force=True, reason="to be in the Card Selection"))
        return war

    def order(self, phase: int, *orders: Sequence[str]) -> None:
        """The first of each order proposes it to the team; nobody else says anything (T19)."""
        for order in orders:
            good(self.enter(order[0], phase, order=list(order)))

    def cards(self, phase: int, cards: Mapping[str, int]) -> None:
        """Everybody's card."""
        for seat, card in cards.items():
            good(self.enter(seat, phase, card=card))

    def offer(self, seat: str, to: str, give: Iterable[int], want: Iterable[int], key: str = "") -> Answer:
        """An offer, under an Idempotency-Key if there is one."""
        return self.post(seat, "offers", {"to": to, "give": list(give), "want": list(want)}, key)

    def offered(self, seat: str, to: str, give: int, want: int) -> str:
        """The id of a good offer of one card for one."""
        done = good(self.offer(seat, to, [give], [want]))
        made: str = done["offer"]["id"]
        return made

    def say(self, seat: str, way: Way, offer: str, key: str = "") -> Answer:
        """An answer to an offer."""
        return self.post(seat, f"offers/{offer}/{way}", {}, key)

    def accept(self, seat: str, offer: str, key: str = "") -> Answer:
        return self.say(seat, "accept", offer, key)

    def pack(self, seat: str, pack: str, key: str = "") -> Answer:
        """A purchase."""
        return self.post(seat, "purchases", {"pack": pack}, key)

    def post(self, seat: str, path: str, sent: Any, key: str = "") -> Answer:
        headers = {"Idempotency-Key": key} if key else {}
        return self.cloud.request("POST", f"{self.path}/seat/{path}", key=self.keys[seat], body=sent, headers=headers)

    def hand(self, seat: str) -> list[int]:
        """The seat's cards, as its player sees them."""
        cards: list[int] = self.seat(seat)["holdings"]["cards"]
        return cards

    def offers(self, seat: str) -> list[str]:
        """The ids of the offers that the seat's player sees."""
        return [offer["id"] for offer in self.seat(seat)["offers"]]

    def stored(self) -> Head:
        """The head as the functions read it."""
        return from_item(self.head())

    def put(self, head: Head) -> None:
        """Store this head, as if it had come about."""
        (table,) = self.cloud.stack.tables
        self.cloud.client("dynamodb").put_item(TableName=table.name, Item=to_item(head))

    def anew(self) -> "War":
        """Put back everything that is stored of the match as it was when this was first asked for."""
        there = self.items()
        kept: list[dict[str, Any]] = self.__dict__.setdefault("kept", there)
        (table,) = self.cloud.stack.tables
        client = self.cloud.client("dynamodb")
        for item in there:
            if item not in kept:
                client.delete_item(TableName=table.name, Key={"pk": item["pk"], "sk": item["sk"]})
        for item in kept:
            if item not in there:
                client.put_item(TableName=table.name, Item=item)
        self.cloud.streams.collect()
        self.cloud.streams.restore([])
        return self

    def state(self) -> TeamWarState:
        """What is kept of the match."""
        state: TeamWarState = self.stored().match.state
        return state

    def everywhere(self) -> list[int]:
        """Every card that is in a hand or was played, sorted."""
        state = self.state()
        return sorted(card for cards in (*state.hands, *state.played) for card in cards)


DEALT = sorted(card for hand in WORKED.values() for card in hand)
"""Every card of the worked match."""


def seen_by_others(war: War, *but: str) -> dict[str, Answer]:
    """Everything that anybody but these seats can look at, the host's desk included."""
    paths = {path: war.cloud.request("GET", war.path + path) for path in ("", "/reveals")}
    desk = war.cloud.request("GET", f"{war.path}/host", key=war.host_key)
    return {**paths, "/host": desk, **{seat: war.see(seat) for seat in SEATS if seat not in but}}


def bringing(war: War, seat: str, n: int, numbers: Sequence[int], *label: str) -> str:
    """What this seat's device must bring so that these numbers below `n` are drawn (RULINGS section 5)."""
    seed = bytes(war.head()["seed"]["B"])
    for number in range(1000):
        contribution = f"{number:032x}"
        brought = ["" if other != seat else contribution for other in SEATS]
        draws = Draws(war.id, seed, combined(brought))
        if draws.several_below(n, len(numbers), *label) == tuple(numbers):
            return contribution
    raise AssertionError("no contribution in a thousand draws these")
