"""What players send, and which parts of it count.

The same functions judge an entry when it comes and resolve it at the close (P42). Each looks at one part and gives
what it asks for, or an `Ignored`, which is then treated as blank and costs nothing (P43).
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from engine.boundary import boundary
from engine.game import Ignored
from engine.polar_rps.state import BOMBS, ROOMS, SIGNS
from engine.refusals import Refused

LONGEST = 160
"""Bytes of an entry as JSON; the longest that makes sense has about 90."""
SHOWN = 24
STARTING_BOMBS = 2

ROOM: Mapping[Any, int] = {name: room for room, name in enumerate(ROOMS)}
SIGN: Mapping[Any, int] = {name: sign for sign, name in enumerate(SIGNS)} | {"positive": 0, "negative": 1}
BOMB: Mapping[Any, int] = {spelling: kind for kind, name in enumerate(BOMBS) for spelling in (name, f"{name} bomb")}
"""Every accepted spelling, in lower case: the full names of the rule sheet, nothing shorter (P44)."""


@boundary
class PregameEntry:
    """Where and as what to begin. What is left out or invalid is drawn (room, sign) or lost (bombs)."""

    room: str | None = None
    """`rock`, `paper` or `scissors`."""
    sign: str | None = None
    """`+` or `-`."""
    bombs: tuple[str | None, ...] | None = None
    """Two of `confetti`, `double`, `polarity`, `ticket`; the same one twice is allowed (P4)."""


@boundary
class BombUse:
    """One Party Bomb on one room."""

    kind: str | None = None
    """`confetti`, `double`, `polarity` or `ticket`."""
    room: str | None = None
    """Any room; left out, the one that you end the round in (P31)."""


@boundary
class RoundEntry:
    """What to use in a round. What is left out is not used; what is invalid is ignored, part by part (P42)."""

    ticket: str | tuple[str, ...] | None = None
    """The room to move to. A list is accepted and ignored: one Ticket a round (P39)."""
    sign_swap: bool | None = None
    """Whether to reverse your sign."""
    bomb: BombUse | tuple[Any, ...] | None = None
    """The bomb to use. A list is accepted and ignored: one Party Bomb a round (P29)."""
    bombs: tuple[Any, ...] | None = None
    """Accepted and ignored together with `bomb`: one Party Bomb a round (P29)."""


@boundary
class ChoiceEntry:
    """A seat, such as `s4`. In the gift phase null means: I keep it."""

    choice: str | None = None


def meant(value: str, names: Mapping[Any, int]) -> int | None:
    """What a spelling stands for: upper or lower case and blanks around it do not matter, all else does (P44)."""
    return names.get(value.strip().casefold())


def shown(value: str) -> str:
    """A player's own words, short enough to be repeated to them."""
    return f"“{value if len(value) <= SHOWN else value[:SHOWN] + '…'}”"


def starting_room(value: str) -> int | Ignored:
    """The room to begin in (P2)."""
    room = meant(value, ROOM)
    if room is not None:
        return room
    reason = f"{shown(value)} is not a room. Choose rock, paper or scissors, or your room will be drawn."
    return Ignored(part="room", code="room-unknown", reason=reason, ruling="P2")


def starting_sign(value: str) -> int | Ignored:
    """The sign to begin with (P2)."""
    sign = meant(value, SIGN)
    if sign is not None:
        return sign
    reason = f"{shown(value)} is not a sign. Choose + or -, or your sign will be drawn."
    return Ignored(part="sign", code="sign-unknown", reason=reason, ruling="P2")


def starting_bombs(values: tuple[str | None, ...]) -> tuple[list[int], Ignored | None]:
    """The bombs to begin with; each that is no bomb is lost, the other is not (P5)."""
    named = [value for value in values if value is not None]
    kinds = [kind for value in named if (kind := meant(value, BOMB)) is not None]
    if len(kinds) == len(named):
        return kinds, None
    bad = " and ".join(shown(value) for value in named if meant(value, BOMB) is None)
    reason = f"No Party Bomb is called {bad}. Choose confetti, double, polarity or ticket, or you start with fewer."
    return kinds, Ignored(part="bombs", code="bomb-unknown", reason=reason, ruling="P5")


def destination(ticket: str | tuple[str, ...], here: int, tickets: int) -> int | Ignored:
    """The room that a Ticket leads to, for a player in room `here` with so many Tickets."""
    room = ROOM.get(ticket)
    if room is not None and room != here and tickets:
        return room
    return unusual_destination(ticket, here, tickets)


def unusual_destination(ticket: str | tuple[str, ...], here: int, tickets: int) -> int | Ignored:
    """As `destination`, for what is spelt in another way or does not count."""
    if not isinstance(ticket, str):
        reason = "You can use one Ticket a round. Name one room, not a list."
        return Ignored(part="ticket", code="ticket-list", reason=reason, ruling="P39")
    room = meant(ticket, ROOM)
    if room is None:
        reason = f"{shown(ticket)} is not a room. Write rock, paper or scissors to use a Ticket; until then you stay."
        return Ignored(part="ticket", code="ticket-room-unknown", reason=reason, ruling="P37")
    if room == here:
        reason = f"You are in {ROOMS[here]} already. Choose another room; until then you stay and keep the Ticket."
        return Ignored(part="ticket", code="ticket-own-room", reason=reason, ruling="P36")
    if not tickets:
        reason = "You have no Ticket left. Buy one before the deadline and this move counts; until then you stay."
        return Ignored(part="ticket", code="ticket-none-left", reason=reason, ruling="P38")
    return room


def no_swap() -> Ignored:
    """What is said of a Sign Swap that the player does not have."""
    reason = "You have no Sign Swap left. Buy one before the deadline and it counts; until then you keep your sign."
    return Ignored(part="sign_swap", code="sign-swap-none-left", reason=reason, ruling="P42")


def bomb_use(bomb: BombUse, bombs: tuple[tuple[int, ...], ...], index: int) -> tuple[int, int | None] | Ignored:
    """The kind of bomb and the room named for it (None for none, P31), for a player who owns `bombs[kind][index]`."""
    kind = BOMB.get(bomb.kind)
    if kind is not None and bombs[kind][index]:
        if bomb.room is None:
            return kind, None
        room = ROOM.get(bomb.room)
        if room is not None:
            return kind, room
    return unusual_bomb_use(bomb, bombs, index)


def unusual_bomb_use(bomb: BombUse, bombs: tuple[tuple[int, ...], ...], index: int) -> tuple[int, int | None] | Ignored:
    """As `bomb_use`, for what is spelt in another way or does not count."""
    if bomb.kind is None:
        reason = "Say which Party Bomb: confetti, double, polarity or ticket. Until then none is used."
        return Ignored(part="bomb", code="bomb-kind-missing", reason=reason, ruling="P34")
    kind = meant(bomb.kind, BOMB)
    if kind is None:
        reason = (
            f"No Party Bomb is called {shown(bomb.kind)}. "
            "Write confetti, double, polarity or ticket; until then none is used."
        )
        return Ignored(part="bomb", code="bomb-kind-unknown", reason=reason, ruling="P44")
    room = None if bomb.room is None else meant(bomb.room, ROOM)
    if bomb.room is not None and room is None:
        reason = (
            f"{shown(bomb.room)} is not a room. Write rock, paper or scissors, or leave the room out "
            "to use the bomb where you end the round; until then you keep it."
        )
        return Ignored(part="bomb", code="bomb-room-unknown", reason=reason, ruling="P33")
    if not bombs[kind][index]:
        reason = (
            f"You own no {BOMBS[kind].capitalize()} Bomb. "
            "Choose another, or buy one before the deadline and this one counts."
        )
        return Ignored(part="bomb", code="bomb-not-owned", reason=reason, ruling="P30")
    return kind, room


def bomb_list() -> Ignored:
    """What is said of several bombs."""
    reason = "You can use one Party Bomb a round. Send one in bomb, not a list; until then none is used."
    return Ignored(part="bomb", code="bomb-list", reason=reason, ruling="P29")


def judge_pregame(entry: PregameEntry) -> tuple[Ignored, ...]:
    """Which parts will be treated as blank.

    Raises:
        Refused: more than two bombs (P5), or it is longer than an entry can sensibly be.
    """
    check_length(entry)
    if entry.bombs is not None and len(entry.bombs) > STARTING_BOMBS:
        raise Refused("bombs-too-many", "You start with two Party Bombs. Name two at most and send it again.", "P5")
    parts = (
        None if entry.room is None else starting_room(entry.room),
        None if entry.sign is None else starting_sign(entry.sign),
        None if entry.bombs is None else starting_bombs(entry.bombs)[1],
    )
    return tuple(part for part in parts if isinstance(part, Ignored))


def judge_round(
    entry: RoundEntry, index: int, here: int, tickets: int, swaps: int, bombs: tuple[tuple[int, ...], ...]
) -> tuple[Ignored, ...]:
    """Which parts would be treated as blank if the round closed now, for a player in room `here` with this stock.

    Raises:
        Refused: it is longer than an entry can sensibly be.
    """
    ticket, bomb = entry.ticket, entry.bomb
    usual = True
    ignored: tuple[Ignored, ...] = ()
    if ticket is not None:
        usual = ticket in ROOM
        to = destination(ticket, here, tickets)
        if isinstance(to, Ignored):
            ignored = (to,)
    if entry.sign_swap and not swaps:
        ignored += (no_swap(),)
    if entry.bombs is not None or isinstance(bomb, tuple):
        usual = False
        ignored += (bomb_list(),)
    elif bomb is not None:
        usual = usual and bomb.kind in BOMB and (bomb.room is None or bomb.room in ROOM)
        use = bomb_use(bomb, bombs, index)
        if isinstance(use, Ignored):
            ignored += (use,)
    if not usual:
        check_length(entry)
    return ignored


def check_length(entry: PregameEntry | RoundEntry) -> None:
    """Let pass what is short enough to be stored; an entry made of the usual words always is.

    Raises:
        Refused: it is too long.
    """
    text = json.dumps(asdict(entry), ensure_ascii=False, separators=(",", ":"))
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST:
        raise Refused(
            "entry-too-long",
            f"That is longer than {LONGEST} bytes. Send only the names of rooms, signs and bombs, nothing else.",
        )
