"""What can be seen, and what is kept."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from engine.polar_rps.config import PolarConfig
from engine.polar_rps.rules_text import PARAGRAPHS
from engine.polar_rps.state import SEATS, Ending, PolarState
from engine.refusals import Refused
from tests.engine.forms import adapter
from tests.engine.polar_rps.board import GAME, A, B, at_deadline, begun, board, closed, entered, revealed, roster
from tests.engine.polar_rps.finale import Finale
from tests.engine.saving import shown


def test_p54_a_reveal_does_not_depend_on_who_used_a_bomb_or_on_stocks_and_garnets() -> None:
    poor = board("R+ S+", bombs={A: "double"}, garnets=(0, 0))
    rich = board("R+ S+", bombs={B: "double confetti"}, garnets=(9, 9), tickets=(9, 9), sign_swaps=(7, 7))
    use = {"bomb": {"kind": "double", "room": "rock"}}
    assert shown(revealed(poor, s1=use)) == shown(revealed(rich, s2=use))


def test_p54_blank_ignored_and_missing_entries_look_alike() -> None:
    table = board("R+ S+")
    missing = shown(revealed(table))
    assert missing == shown(revealed(table, s1={}))
    assert missing == shown(revealed(table, s1={"ticket": "rock", "bomb": {"kind": "double"}}))


def test_p54_what_was_drawn_is_not_marked_as_drawn() -> None:
    drawn = at_deadline(begun(5))
    chosen = begun(5)
    for seat, place in drawn.record.reveal.rooms.items():  # type: ignore[attr-defined]  # it is the pregame's
        chosen = entered(chosen, seat, {"room": place.room, "sign": place.sign})
    assert shown(at_deadline(chosen).record.reveal) == shown(drawn.record.reveal)


def test_p54_the_scoreboard_and_rooms_are_public() -> None:
    table = board("R+ S+", scores=(3, -2))
    public = GAME.public(replace(table, state=closed(table).state))
    assert public.scores == {A: 4, B: -3}
    assert (public.rooms[A].room, public.rooms[A].sign) == ("rock", "+")
    assert public.ending is None


def test_p67_a_drawn_candidate_after_no_ballot_looks_like_a_full_tie() -> None:
    silent = Finale(9, 9, 5, 1, 1).answered()
    tied = Finale(9, 9, 5, 1, 1).answered(s1="s4", s2="s5")
    assert shown(silent.reveals[-1]) == shown(tied.reveals[-1])


def test_what_is_stored_of_thirty_seats_stays_small_and_comes_back_exactly() -> None:
    count = 30
    state = PolarState(
        round=10,
        spots=(5,) * count,
        tickets=(12,) * count,
        sign_swaps=(12,) * count,
        bombs=(2, 1, 0, 1) * count,
        bought=((12,) * count, (0,) * count, (3,) * count),
        scores=(-123,) * count,
        garnets=(100,) * count,
        ending=Ending(step="elimination-vote", chosen=29, candidate=28, how="garnets", receiver=27),
    )
    text = adapter(PolarState).dump_json(state)
    assert len(text) < 1500
    assert adapter(PolarState).validate_json(text) == state


@pytest.mark.parametrize("name", ["pregame_seconds", "round_seconds", "choice_seconds"])
def test_lengths_are_half_a_minute_to_fourteen_days(name: str) -> None:
    for seconds, allowed in ((29, False), (30, True), (14 * 86400, True), (14 * 86400 + 1, False)):
        config = replace(PolarConfig(), **{name: seconds})  # type: ignore[arg-type]  # the field's name is the case
        if allowed:
            GAME.check(config, roster(5))
            continue
        with pytest.raises(Refused) as refused:
            GAME.check(config, roster(5))
        assert refused.value.code == f"config-{name.replace('_', '-')}"


@pytest.mark.parametrize(("rounds", "allowed"), [(0, False), (1, True), (9, True), (10, False)])
def test_one_to_nine_rounds(rounds: int, *, allowed: bool) -> None:
    if allowed:
        GAME.check(PolarConfig(rounds=rounds), roster(5))
        return
    with pytest.raises(Refused) as refused:
        GAME.check(PolarConfig(rounds=rounds), roster(5))
    assert refused.value.code == "config-rounds"


def test_c2_a_match_takes_264_hours_until_its_last_round_closes() -> None:
    match = begun(5)
    opened = match.created_at
    deadlines = []
    while match.phase and match.phase.number < 10:
        deadlines.append(match.phase.deadline)
        match = at_deadline(match).match
    assert deadlines[0] - opened == timedelta(hours=48)
    assert {later - earlier for earlier, later in pairwise(deadlines)} == {timedelta(hours=24)}
    assert deadlines[-1] - opened == timedelta(hours=264)


def test_phases_are_named_as_agreed() -> None:
    match, keys = begun(5), []
    while match.phase and match.phase.number < 10:
        keys.append(match.phase.key)
        match = at_deadline(match).match
    assert keys == ["pregame", *(f"round-{number}" for number in range(1, 10))]


def test_the_rules_page_names_every_ruling_but_the_one_on_talking() -> None:
    text = " ".join(PARAGRAPHS)
    named = {int(word.strip("(),.P")) for word in text.replace("(", " ").split() if word.strip("(),.")[1:].isdigit()}
    assert named == set(range(1, 75)) - {8}
    assert all(paragraph.endswith(")") for paragraph in PARAGRAPHS)


def fields(table: Any, seat: str) -> dict[str, Any]:
    form = GAME.can(table, seat).entry
    assert form is not None
    return {field.name: field for field in form.fields}


def test_the_form_offers_only_what_would_count() -> None:
    table = board("R+ S+", tickets=(0, 4), sign_swaps=(0, 2), bombs={B: "double ticket"}, garnets=(0, 0))
    assert fields(table, A) == {}
    offered = fields(table, B)
    assert [option.value for option in offered["ticket"].options] == ["rock", "paper"]
    kind, room = offered["bomb"].fields
    assert ([option.value for option in kind.options], kind.required) == (["double", "ticket"], True)
    assert ([option.value for option in room.options], room.required) == (["rock", "paper", "scissors"], False)
    assert GAME.can(table, A).acts == ()


def test_the_shop_offers_what_can_be_paid() -> None:
    table = board("R+ S+", garnets=(2, 0))
    table = replace(table, state=replace(table.state, bought=((2, 0), (1, 0), (0, 0))))
    assert [form.title for form in GAME.can(table, A).acts] == [
        "Buy a Sign Swap for 2 garnets",
        "Buy a Party Bomb for 1 garnet",
    ]
    assert GAME.can(Finale(9, 9, 5, 1, 1, garnets=(50,) * 5).table, A).acts == ()


def test_seats_are_numbered_in_roster_order() -> None:
    assert SEATS[:3] == ("s1", "s2", "s3")
    assert len(SEATS) == GAME.seats[-1]
