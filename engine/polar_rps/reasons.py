"""What a player is told of a part that will be ignored: what is wrong with it, and what to do (P42)."""

from collections.abc import Sequence

from engine.game import Ignored

SHOWN = 24
"""How many characters of their own words players are told back."""


def shown(value: str) -> str:
    """A player's own words, short enough to be repeated to them."""
    return f"“{value if len(value) <= SHOWN else value[:SHOWN] + '…'}”"


def no_starting_room(value: str) -> Ignored:
    """The room to begin in does not exist."""
    reason = f"{shown(value)} is not a room. Choose rock, paper or scissors, or your room will be drawn."
    return Ignored(part="room", code="room-unknown", reason=reason, ruling="P2")


def no_starting_sign(value: str) -> Ignored:
    """The sign to begin with does not exist."""
    reason = f"{shown(value)} is not a sign. Choose + or -, or your sign will be drawn."
    return Ignored(part="sign", code="sign-unknown", reason=reason, ruling="P2")


def no_starting_bomb(values: Sequence[str]) -> Ignored:
    """One or both of the bombs to begin with do not exist."""
    bad = " or ".join(shown(value) for value in values)
    reason = f"No Party Bomb is called {bad}. Choose confetti, double, polarity or ticket, or you start with fewer."
    return Ignored(part="bombs", code="bomb-unknown", reason=reason, ruling="P5")


def several_tickets() -> Ignored:
    """A list of destinations."""
    reason = "You can use one Ticket a round. Name one room, not a list; until then you stay."
    return Ignored(part="ticket", code="ticket-list", reason=reason, ruling="P39")


def no_room_to_move_to(value: str) -> Ignored:
    """The destination does not exist."""
    reason = f"{shown(value)} is not a room. Write rock, paper or scissors to use a Ticket; until then you stay."
    return Ignored(part="ticket", code="ticket-room-unknown", reason=reason, ruling="P37")


def there_already(room: str) -> Ignored:
    """The destination is where the player is."""
    reason = f"You are in {room} already. Choose another room; until then you stay and keep the Ticket."
    return Ignored(part="ticket", code="ticket-own-room", reason=reason, ruling="P36")


def no_ticket_left() -> Ignored:
    """There is no Ticket."""
    reason = "You have no Ticket left. Buy one before the deadline and this move counts; until then you stay."
    return Ignored(part="ticket", code="ticket-none-left", reason=reason, ruling="P38")


def no_swap_left() -> Ignored:
    """There is no Sign Swap."""
    reason = "You have no Sign Swap left. Buy one before the deadline and it counts; until then you keep your sign."
    return Ignored(part="sign_swap", code="sign-swap-none-left", reason=reason, ruling="P42")


def several_bombs() -> Ignored:
    """More than one bomb, or a list of them."""
    reason = "You can use one Party Bomb a round. Send one in bomb, not a list; until then none is used."
    return Ignored(part="bomb", code="bomb-list", reason=reason, ruling="P29")


def no_kind_of_bomb() -> Ignored:
    """It is not said which bomb."""
    reason = "Say which Party Bomb: confetti, double, polarity or ticket. Until then none is used."
    return Ignored(part="bomb", code="bomb-kind-missing", reason=reason, ruling="P34")


def no_such_bomb(value: str) -> Ignored:
    """There is no such bomb."""
    reason = f"No Party Bomb is called {shown(value)}. Write confetti, double, polarity or ticket."
    return Ignored(part="bomb", code="bomb-kind-unknown", reason=reason, ruling="P44")


def no_room_for_bomb(value: str) -> Ignored:
    """The room for the bomb does not exist."""
    reason = (
        f"{shown(value)} is not a room. Write rock, paper or scissors, or leave the room out "
        "to use the bomb where you end the round; until then you keep it."
    )
    return Ignored(part="bomb", code="bomb-room-unknown", reason=reason, ruling="P33")


def no_such_bomb_owned(kind: str) -> Ignored:
    """The player owns no bomb of this kind."""
    reason = f"You own no {kind.capitalize()} Bomb. Choose another, or buy one before the deadline and this one counts."
    return Ignored(part="bomb", code="bomb-not-owned", reason=reason, ruling="P30")
