"""Saving, and computing again."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engine.closing import Record, close
from engine.draws import Draw
from engine.inputs import act
from engine.match import Match
from engine.views import public_view, seat_view
from tests.engine.play import begun, closed, meddled, played, seats, some_open_match
from tests.engine.saving import canonical, loaded, saved, shown


def saving_and_loading_at_every_step_changes_nothing(key: str, chance: Random) -> None:
    """A match goes on from what was stored of it just as from memory, whatever order a stored map comes back in."""
    seed = chance.getrandbits(64)

    def reloaded(match: Match) -> Match:
        again = loaded(saved(match))
        assert again == match, "what was stored of the match is another match"
        return again

    assert _records(key, seed) == _records(key, seed, reloaded), "the match went on otherwise after it was stored"


def the_same_seed_and_inputs_give_the_same_record(key: str, chance: Random) -> None:
    """Byte for byte. Nothing comes from anywhere but the seed, the entropy and the inputs."""
    seed = chance.getrandbits(64)
    assert _records(key, seed) == _records(key, seed)


def a_phase_can_be_computed_again_from_its_record(key: str, chance: Random) -> None:
    """From the opening state, the acts and the entries that stood, without what was withdrawn or replaced (C8)."""
    match = begun(key, chance)
    beginning = match.draws
    while match.phase:
        for seat in seats(match):
            match = meddled(match, seat, chance).match
            match = meddled(match, seat, chance, ("act",)).match
        closing = closed(match, chance)
        assert canonical(_again(closing.match, closing.record, beginning)) == canonical(closing.record)
        match, beginning = closing.match, ()


def every_draw_has_a_label_of_its_own(key: str, chance: Random) -> None:
    """RULINGS section 5, step 3: `match|phase|purpose|subject`, and one label is drawn once in a match."""
    draws = [draw for record in _play(begun(key, chance), chance) for draw in record.draws]
    labels = [draw.label for draw in draws]
    assert len(set(labels)) == len(labels), "one label was drawn for twice"
    assert all(label.count("|") == 3 and label.startswith("match-1|") for label in labels), labels


def the_order_in_which_entries_came_is_no_input(key: str, chance: Random) -> None:
    """A reveal cannot betray who entered first, and a store may give entries back in any order (section 4)."""
    match = some_open_match(key, chance)
    for seat in seats(match):
        match = meddled(match, seat, chance, ("form",)).match
    order = chance.sample(list(match.entries), len(match.entries))
    shuffled = replace(match, entries={seat: match.entries[seat] for seat in order})
    assert shown(public_view(match)) == shown(public_view(shuffled))
    for seat in seats(match):
        assert shown(seat_view(match, seat)) == shown(seat_view(shuffled, seat))
    state = chance.getstate()
    one = closed(match, chance)
    chance.setstate(state)
    other = closed(shuffled, chance)
    assert canonical(one.record) == canonical(other.record)
    assert shown(one.record.reveal) == shown(other.record.reveal)
    assert shown(public_view(one.match)) == shown(public_view(other.match))


def _play(match: Match, chance: Random, through: Callable[[Match], Match] = lambda match: match) -> list[Record]:
    return [step.record for step in played(match, chance, through) if step.record]


def _records(key: str, seed: int, through: Callable[[Match], Match] = lambda match: match) -> list[str]:
    chance = Random(seed)
    return [canonical(record) for record in _play(begun(key, chance), chance, through)]


def _again(match: Match, record: Record, beginning: tuple[Draw, ...]) -> Record:
    opening = replace(
        match,
        status="open",
        phase=record.phase,
        opening=record.opening,
        state=record.opening,
        entries={},
        superseded={},
        acts=(),
        draws=beginning,
    )
    for done in record.acts:
        opening = act(opening, done.seat, done.act, done.body, done.done_at).match
    entered = replace(opening, entries=record.entries, superseded=record.superseded)
    return close(
        entered, record.phase.number, record.closed_at, by=record.closed_by, force=True, reason=record.reason
    ).record
