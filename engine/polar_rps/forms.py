"""What a seat can enter or buy now, told so that nothing is offered that would be refused or ignored."""

from collections.abc import Iterable

from engine.forms import Can, Field, Form, Option
from engine.game import Player
from engine.polar_rps.ending import awaited, choices
from engine.polar_rps.entries import STARTING_BOMBS
from engine.polar_rps.reveals import TITLES as STEPS
from engine.polar_rps.shop import TITLES, Item, is_open, price
from engine.polar_rps.state import BOMBS, ROOMS, SEATS, SIGNS, Ending, PolarState, bombs_of

SIGN_LABELS = ("+ (positive)", "- (negative)")
LABELS = {"second-place": "Who has the other Token", "elimination-vote": "Whom to nominate", "gift": "To whom to give"}


def options(names: Iterable[str]) -> tuple[Option, ...]:
    """Names as options that are labelled by themselves."""
    return tuple(Option(value=name, label=name.capitalize()) for name in names)


ANY_ROOM = options(ROOMS)
ANY_BOMB = options(BOMBS)
PREGAME = Form(
    action="entry",
    title="How you begin",
    fields=(
        Field(name="room", label="Room", kind="choice", options=ANY_ROOM),
        Field(
            name="sign",
            label="Sign",
            kind="choice",
            options=tuple(Option(value=sign, label=label) for sign, label in zip(SIGNS, SIGN_LABELS, strict=True)),
        ),
        Field(name="bombs", label="Party Bombs", kind="list", options=ANY_BOMB, at_most=STARTING_BOMBS, repeats=True),
    ),
)


def round_form(state: PolarState, index: int) -> Form:
    """What this player can use in a round; what there is none left of is not offered."""
    fields: list[Field] = []
    if state.tickets[index]:
        here = ROOMS[state.spots[index] // 2]
        others = options(room for room in ROOMS if room != here)
        fields.append(Field(name="ticket", label="Ticket to", kind="choice", options=others))
    if state.sign_swaps[index]:
        fields.append(Field(name="sign_swap", label="Sign Swap", kind="flag"))
    owned = options(name for name, count in zip(BOMBS, bombs_of(state.bombs, index), strict=True) if count)
    if owned:
        which = Field(name="kind", label="Which", kind="choice", required=True, options=owned)
        where = Field(name="room", label="On which room (yours if left out)", kind="choice", options=ANY_ROOM)
        fields.append(Field(name="bomb", label="Party Bomb", kind="group", fields=(which, where)))
    return Form(action="entry", title=f"Round {state.round}", fields=tuple(fields))


def choice_form(state: PolarState, ending: Ending, players: tuple[Player, ...]) -> Form:
    """Whom the open step lets one choose. Leaving the gift's choice out means to keep the Token."""
    possible = choices(state.scores, ending)
    field = Field(
        name="choice",
        label=LABELS[ending.step],
        kind="choice",
        required=ending.step != "gift",
        options=tuple(Option(value=SEATS[index], label=players[index].name) for index in possible),
    )
    return Form(action="entry", title=STEPS[ending.step], fields=(field,))


def purchase_forms(state: PolarState, index: int) -> tuple[Form, ...]:
    """A form for each item that the player's garnets reach for (P49)."""
    if not is_open(state):
        return ()
    return tuple(
        purchase_form(item, cost) for item in TITLES if (cost := price(state, index, item)) <= state.garnets[index]
    )


def purchase_form(item: Item, cost: int) -> Form:
    """The form for one item."""
    what = Option(value=item, label=TITLES[item])
    fields = [Field(name="item", label="Item", kind="choice", required=True, options=(what,))]
    if item == "bomb":
        fields.append(Field(name="bomb", label="Which", kind="choice", required=True, options=ANY_BOMB))
    title = f"Buy a {TITLES[item]} for {cost} garnet{'' if cost == 1 else 's'}"
    return Form(action="purchases", title=title, fields=tuple(fields))


def can(state: PolarState, index: int, players: tuple[Player, ...]) -> Can:
    """All that a seat can do at this moment."""
    acts = purchase_forms(state, index)
    if state.ending is not None:
        asked = state.ending.step != "over" and index in awaited(state.scores, state.ending)
        return Can(entry=choice_form(state, state.ending, players) if asked else None)
    return Can(entry=round_form(state, index) if state.round else PREGAME, acts=acts)
