from dataclasses import fields
from typing import Any

import pytest

from engine.draws import Draws
from engine.game import Player, Reveal, Table
from engine.match import create
from engine.polar_rps.config import PolarConfig
from engine.polar_rps.entries import PregameEntry
from engine.polar_rps.game import PolarTable
from engine.polar_rps.reveals import PregameReveal
from engine.polar_rps.state import PolarState
from engine.refusals import Refused
from engine.views import public_view
from tests.engine.forms import read
from tests.engine.polar_rps.board import (
    GAME,
    NOON,
    SEED,
    SPOTS,
    A,
    B,
    after,
    at_deadline,
    begun,
    board,
    draws,
    entered,
    holdings,
    points,
    roster,
    with_entries,
)


def opening(count: int = 5) -> PolarTable:
    players = roster(count)
    return Table(players, PolarConfig(), GAME.begin(players, PolarConfig(), draws()), 0, {})


def begin_with(**entries: dict[str, Any]) -> PolarState:
    state: PolarState = GAME.close(with_entries(opening(), PregameEntry, entries), draws()).state
    return state


def judged(values: dict[str, Any]) -> list[tuple[str, str]]:
    return [(part.part, part.ruling) for part in GAME.judge(opening(), A, read(PregameEntry, values))]


def test_everybody_starts_with_four_tickets_two_swaps_and_their_garnets() -> None:
    match = begun(5, garnets=3)
    for player in match.players:
        own = holdings(match.table, player.seat)
        assert (own.tickets, own.sign_swaps, own.bombs, own.garnets) == (4, 2, {}, 3)


@pytest.mark.parametrize("count", [5, 12, 100])
def test_p01_any_number_from_five_can_play(count: int) -> None:
    assert len(begun(count).players) == count


@pytest.mark.parametrize("count", [0, 4, 101])
def test_p01_fewer_than_five_cannot(count: int) -> None:
    players = tuple(Player(seat=f"s{number}", name=f"Player {number}") for number in range(1, count + 1))
    with pytest.raises(Refused) as refused:
        create(game_key=GAME.key, match_id="m", players=players, config=PolarConfig(), seed=SEED, now=NOON)
    assert refused.value.code == "seats-number"


def test_p02_a_valid_room_stays_when_only_the_sign_is_missing() -> None:
    for number in range(20):
        table = with_entries(opening(), PregameEntry, {A: {"room": "paper"}})
        source = draws(bytes([number]) * 32)
        state = GAME.close(table, source).state
        assert SPOTS[state.spots[0]][0] == "P"
        labels = [draw.label for draw in source.taken if draw.label.endswith("|s1")]
        assert labels == ["match-1|pregame|sign|s1"]


def test_p02_a_valid_sign_stays_when_only_the_room_is_bad() -> None:
    for number in range(20):
        table = with_entries(opening(), PregameEntry, {A: {"room": "lizard", "sign": "-"}})
        source = draws(bytes([number]) * 32)
        state = GAME.close(table, source).state
        assert SPOTS[state.spots[0]][1] == "-"
        labels = [draw.label for draw in source.taken if draw.label.endswith("|s1")]
        assert labels == ["match-1|pregame|room|s1"]


def test_p02_invalid_values_are_named_as_ignored() -> None:
    assert judged({"room": "lizard", "sign": "?"}) == [("room", "P2"), ("sign", "P2")]
    assert judged({}) == []
    assert judged({"room": "", "sign": ""}) == [("room", "P2"), ("sign", "P2")]


def test_p03_draws_are_uniform_labelled_and_do_not_look_at_others() -> None:
    source = draws()
    state = GAME.close(opening(), source).state
    again = Draws("match-1", SEED, "")
    expected = [
        again.below(3, "pregame", "room", seat) * 2 + again.below(2, "pregame", "sign", seat)
        for seat in ("s1", "s2", "s3", "s4", "s5")
    ]
    assert list(state.spots) == expected
    assert source.taken == again.taken
    others = {B: {"room": "rock", "sign": "+"}}
    alone = GAME.close(with_entries(opening(), PregameEntry, others), draws()).state
    assert [alone.spots[i] for i in (0, 2, 3, 4)] == [state.spots[i] for i in (0, 2, 3, 4)]


def test_p03_every_room_and_sign_comes_up() -> None:
    seen = {spot for number in range(40) for spot in GAME.close(opening(), draws(bytes([number]) * 32)).state.spots}
    assert seen == set(range(6))


def test_p04_two_equal_starting_bombs_are_fine() -> None:
    assert judged({"bombs": ["polarity", "polarity"]}) == []
    assert begin_with(s1={"bombs": ["polarity", "polarity"]}).bombs[:4] == (0, 0, 2, 0)


def test_p05_only_the_bad_bomb_is_lost() -> None:
    assert judged({"bombs": ["double", "nuke"]}) == [("bombs", "P5")]
    assert begin_with(s1={"bombs": ["double", "nuke"]}).bombs[:4] == (0, 1, 0, 0)
    assert begin_with(s1={"bombs": ["confetti", None]}).bombs[:4] == (1, 0, 0, 0)


def test_p05_no_bombs_named_is_none_owned() -> None:
    assert judged({"bombs": []}) == []
    assert judged({"bombs": [None, "double"]}) == []
    assert begin_with(s1={"bombs": []}).bombs[:4] == (0, 0, 0, 0)
    assert begin_with(s1={}).bombs[:4] == (0, 0, 0, 0)


def test_p05_more_than_two_bombs_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        judged({"bombs": ["double", "double", "confetti"]})
    assert (refused.value.code, refused.value.ruling) == ("bombs-too-many", "P5")


def test_p06_entering_is_free_and_nothing_is_scored() -> None:
    state = begin_with(s1={"room": "rock", "sign": "+"}, s2={"room": "paper", "sign": "-"})
    assert state.scores == (0,) * 5
    assert state.tickets == (4,) * 5
    assert state.round == 1


def test_p06_the_first_scoring_is_after_the_first_moves() -> None:
    table = board("R+ S+")
    assert points(table, s1={"ticket": "paper"}) == [-1, 1]
    assert holdings(after(table, s1={"ticket": "paper"}), A).tickets == 3


def test_p06_nine_scorings_in_all() -> None:
    match = begun(5)
    scored = 0
    while match.phase:
        closing = at_deadline(match)
        scored += hasattr(closing.record.reveal, "points")
        match = closing.match
    assert scored == 9


def test_p07_the_reveal_shows_rooms_and_signs_and_an_empty_scoreboard_only() -> None:
    match = entered(begun(5), A, {"room": "rock", "sign": "+", "bombs": ["double", "confetti"]})
    match = entered(match, B, {"room": "paper", "sign": "-"})
    closing = at_deadline(match)
    reveal = closing.record.reveal
    assert isinstance(reveal, PregameReveal)
    assert (reveal.phase, reveal.key) == (0, "pregame")
    assert (reveal.rooms[A].room, reveal.rooms[A].sign) == ("rock", "+")
    assert (reveal.rooms[B].room, reveal.rooms[B].sign) == ("paper", "-")
    assert reveal.scores == dict.fromkeys(("s1", "s2", "s3", "s4", "s5"), 0)
    assert {field.name for field in fields(reveal)} - {field.name for field in fields(Reveal)} == {"rooms", "scores"}
    assert public_view(match).state.rooms == {}
    assert public_view(closing.match).state.rooms == reveal.rooms
