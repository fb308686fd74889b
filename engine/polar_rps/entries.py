"""What players send, and which parts of it count.

The same functions judge an entry when it comes and resolve it at the close (P42). Each looks at one part and gives
what it asks for, or None: then the part is treated as blank and costs nothing (P43), and `engine.polar_rps.reasons`
has the sentence that says why.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine.boundary import boundary
from engine.game import Ignored
from engine.polar_rps import reasons
from engine.polar_rps.state import BOMBS, ROOMS, SIGNS, PolarState
from engine.refusals import Refused

LONGEST = 160
"""Bytes of an entry as JSON; the longest that makes sense has about 90."""
STARTING_BOMBS = 2
KINDS = len(BOMBS)

ROOM: Mapping[Any, int] = {name: room for room, name in enumerate(ROOMS)}
SIGN: Mapping[Any, int] = {name: sign for sign, name in enumerate(SIGNS)} | {"positive": 0, "negative": 1}
BOMB: Mapping[Any, int] = {spelling: kind for kind, name in enumerate(BOMBS) for spelling in (name, f"{name} bomb")}
"""Every accepted spelling, in lower case: the full names of the rule sheet, nothing shorter (P44)."""
USUAL: frozenset[Any] = frozenset((None, *ROOM, *SIGN, *BOMB))
"""What an entry is normally made of; such an entry is never too long."""


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


def meant(value: str | tuple[str, ...] | None, names: Mapping[Any, int]) -> int | None:
    """What a spelling stands for: upper or lower case and blanks around it do not matter, all else does (P44).

    None if it stands for nothing, as a list or what was left out does.
    """
    found = names.get(value)
    if found is None and isinstance(value, str):
        return names.get(value.strip().casefold())
    return found


def starting_bombs(bombs: Sequence[str | None] | None) -> list[int]:
    """The kinds to begin with; one that is blank or no bomb is lost, the other is not (P5)."""
    return [kind for name in bombs or () if (kind := meant(name, BOMB)) is not None]


def destination(ticket: str | tuple[str, ...], here: int, tickets: int) -> int | None:
    """The room that a Ticket leads to, for a player in room `here` with so many Tickets; None if it does not count.

    It does not if it is a list (P39), no room (P37), the player's own room (P36), or if there is no Ticket (P38).
    """
    room = meant(ticket, ROOM)
    return room if tickets and room != here else None


def bomb_use(entry: RoundEntry, owned: Sequence[int], index: int, end: int) -> int | None:
    """The bomb that is used and where, as `room * 4 + kind`; None if none is or if it does not count.

    It does not if there is more than one (P29), if its kind is missing (P34) or unknown (P44), if the player does not
    own it (P30), or if the room named for it does not exist (P33). If none is named it is `end`, the room in which the
    player ends the round (P31, P32).

    Args:
        entry: the whole entry.
        owned: how many of each kind everybody owns, as in the state.
        index: the player's position in the roster.
        end: the room in which the player ends the round.
    """
    bomb = entry.bomb
    if not isinstance(bomb, BombUse) or entry.bombs:
        return None
    kind = meant(bomb.kind, BOMB)
    room = end if bomb.room is None else meant(bomb.room, ROOM)
    return None if kind is None or room is None or not owned[index * KINDS + kind] else room * KINDS + kind


def judge_pregame(entry: PregameEntry) -> tuple[Ignored, ...]:
    """Which parts will be treated as blank.

    Raises:
        Refused: more than two bombs (P5), or it is longer than an entry can sensibly be.
    """
    bombs = entry.bombs or ()
    if len(bombs) > STARTING_BOMBS:
        raise Refused("bombs-too-many", "You start with two Party Bombs. Name two at most and send it again.", "P5")
    if entry.room in ROOM and entry.sign in SIGN and all(name in BOMB for name in bombs):
        return ()
    check_length(entry)
    ignored: tuple[Ignored, ...] = ()
    if entry.room is not None and meant(entry.room, ROOM) is None:
        ignored += (reasons.no_starting_room(entry.room),)
    if entry.sign is not None and meant(entry.sign, SIGN) is None:
        ignored += (reasons.no_starting_sign(entry.sign),)
    lost = [name for name in bombs if name is not None and meant(name, BOMB) is None]
    return (*ignored, reasons.no_starting_bomb(lost)) if lost else ignored


def judge_round(state: PolarState, index: int, entry: RoundEntry) -> tuple[Ignored, ...]:
    """Which parts would be treated as blank if the round closed now.

    Raises:
        Refused: it is longer than an entry can sensibly be.
    """
    ignored: tuple[Ignored, ...] = ()
    usual = True
    here = state.spots[index] >> 1
    if entry.ticket is not None:
        usual = entry.ticket in USUAL
        if destination(entry.ticket, here, state.tickets[index]) is None:
            ignored = (why_no_move(entry.ticket, here),)
    if entry.sign_swap and not state.sign_swaps[index]:
        ignored += (reasons.no_swap_left(),)
    bomb = entry.bomb
    if bomb is not None or entry.bombs:
        named = isinstance(bomb, BombUse) and bomb.kind in USUAL and bomb.room in USUAL
        usual = usual and named and not entry.bombs
        if bomb_use(entry, state.bombs, index, here) is None:
            ignored += (why_no_bomb(entry),)
    if not usual:
        check_length(entry)
    return ignored


def why_no_move(ticket: str | tuple[str, ...], here: int) -> Ignored:
    """Why `destination` gives none."""
    if isinstance(ticket, tuple):
        return reasons.several_tickets()
    room = meant(ticket, ROOM)
    if room is None:
        return reasons.no_room_to_move_to(ticket)
    return reasons.there_already(ROOMS[here]) if room == here else reasons.no_ticket_left()


def why_no_bomb(entry: RoundEntry) -> Ignored:
    """Why `bomb_use` gives none."""
    bomb = entry.bomb
    if not isinstance(bomb, BombUse) or entry.bombs:
        return reasons.several_bombs()
    if bomb.kind is None:
        return reasons.no_kind_of_bomb()
    kind = meant(bomb.kind, BOMB)
    if kind is None:
        return reasons.no_such_bomb(bomb.kind)
    if bomb.room is not None and meant(bomb.room, ROOM) is None:
        return reasons.no_room_for_bomb(bomb.room)
    return reasons.no_such_bomb_owned(BOMBS[kind])


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
