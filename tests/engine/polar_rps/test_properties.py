"""What is true of every round (RULINGS 6.3), over random ones."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from engine.polar_rps.entries import RoundEntry
from engine.polar_rps.game import PolarTable
from engine.polar_rps.reveals import RoundReveal
from engine.polar_rps.state import BOMBS, ROOMS, SEATS
from tests.engine.forms import read
from tests.engine.polar_rps.board import GAME, SPOTS, board, closed, points, revealed
from tests.engine.polar_rps.literal import Partier, in_minority, rps, scored

WORDS = (*ROOMS, " ROCK ", "lizard", "")
CYCLE = {"rock": "paper", "paper": "scissors", "scissors": "rock", " ROCK ": "Paper"}


class Round(NamedTuple):
    """A round before it closes."""

    spots: list[int]
    bombs: list[list[str]]
    """What everybody owns."""
    tickets: list[int]
    swaps: list[int]
    entries: list[dict[str, Any]]

    @property
    def table(self) -> PolarTable:
        """The same as a table."""
        return board(
            " ".join(SPOTS[spot] for spot in self.spots),
            bombs={seat: " ".join(owned) for seat, owned in zip(SEATS, self.bombs, strict=False)},
            tickets=tuple(self.tickets),
            sign_swaps=tuple(self.swaps),
        )

    @property
    def by_seat(self) -> dict[str, dict[str, Any]]:
        """The entries as they are put in."""
        return dict(zip(SEATS, self.entries, strict=False))

    def points(self) -> list[int]:
        """What everybody scores."""
        return points(self.table, **self.by_seat)

    def revealed(self) -> RoundReveal:
        """The reveal."""
        return revealed(self.table, **self.by_seat)


def bombs_used() -> st.SearchStrategy[Any]:
    kinds = st.sampled_from((*BOMBS, "nuke", None))
    return st.one_of(
        st.none(), st.fixed_dictionaries({"kind": kinds, "room": st.sampled_from((*WORDS, None))}), st.just(["double"])
    )


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    count = draw(st.integers(2, 9))

    def each(what: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(what, min_size=count, max_size=count))

    return Round(
        spots=each(st.integers(0, 5)),
        bombs=each(st.lists(st.sampled_from(BOMBS), max_size=3)),
        tickets=each(st.integers(0, 2)),
        swaps=each(st.integers(0, 1)),
        entries=each(
            st.fixed_dictionaries(
                {
                    "ticket": st.one_of(st.none(), st.sampled_from(WORDS), st.just(["rock", "paper"])),
                    "sign_swap": st.sampled_from((None, False, True)),
                    "bomb": bombs_used(),
                }
            )
        ),
    )


def at_the_end(reveal: RoundReveal) -> list[Partier]:
    return [Partier(place.room, place.sign) for place in reveal.rooms.values()]


def exploded(reveal: RoundReveal) -> list[tuple[str, str]]:
    return [(room, kind) for room, kinds in reveal.bombs.items() for kind, times in kinds.items() for _ in range(times)]


@given(rounds())
def test_p12_p16_p20_points_are_what_the_sheet_says_word_by_word(played: Round) -> None:
    reveal = played.revealed()
    everybody, bombs = at_the_end(reveal), exploded(reveal)
    assert list(reveal.points.values()) == [scored(me, everybody, bombs) for me in everybody]
    assert sum(rps(me, everybody) for me in everybody) == 0


@given(rounds())
def test_p12_without_bombs_only_minority_points_are_left_of_the_sum(played: Round) -> None:
    quiet = played._replace(entries=[{**entry, "bomb": None} for entry in played.entries])
    everybody = at_the_end(quiet.revealed())
    assert sum(quiet.points()) == sum(in_minority(me, everybody) for me in everybody)


@given(rounds())
def test_p14_a_rooms_minority_is_less_than_half_of_it(played: Round) -> None:
    everybody = at_the_end(played.revealed())
    for room in ROOMS:
        there = [me for me in everybody if me.room == room]
        assert 2 * sum(in_minority(me, everybody) for me in there) < max(1, len(there))


@given(rounds())
def test_exchanging_the_signs_changes_nothing(played: Round) -> None:
    assert played._replace(spots=[spot ^ 1 for spot in played.spots]).points() == played.points()


def renamed(entry: dict[str, Any]) -> dict[str, Any]:
    ticket, bomb = entry["ticket"], entry["bomb"]
    if isinstance(ticket, str):
        ticket = CYCLE.get(ticket, ticket)
    if isinstance(bomb, dict):
        bomb = {**bomb, "room": CYCLE.get(bomb["room"], bomb["room"])}
    return {**entry, "ticket": ticket, "bomb": bomb}


@given(rounds())
def test_renaming_the_rooms_in_a_circle_changes_nothing(played: Round) -> None:
    turned = played._replace(
        spots=[(spot + 2) % 6 for spot in played.spots], entries=[renamed(entry) for entry in played.entries]
    )
    assert turned.points() == played.points()


@given(rounds(), st.randoms(use_true_random=False))
def test_exchanging_players_exchanges_their_results(played: Round, chance: Any) -> None:
    order = list(range(len(played.spots)))
    chance.shuffle(order)

    def moved(column: Sequence[Any]) -> list[Any]:
        return [column[index] for index in order]

    other = Round(*[moved(column) for column in played])
    assert other.points() == moved(played.points())
    assert other.revealed().bombs == played.revealed().bombs


@given(rounds(), st.sampled_from(BOMBS), st.sampled_from(ROOMS))
def test_p25_a_duplicate_bomb_changes_no_score(played: Round, kind: str, room: str) -> None:
    use = {"kind": kind, "room": room}
    owning = [[kind], [kind], *played.bombs[2:]]
    one = [{**played.entries[0], "bomb": use}, {**played.entries[1], "bomb": None}, *played.entries[2:]]
    two = [one[0], {**one[1], "bomb": use}, *one[2:]]
    once, twice = played._replace(bombs=owning, entries=one), played._replace(bombs=owning, entries=two)
    assert once.points() == twice.points()
    assert once.revealed().bombs[room][kind] == twice.revealed().bombs[room][kind] - 1


@given(rounds())
def test_p43_tickets_and_swaps_are_spent_exactly_by_moves_and_turns(played: Round) -> None:
    before, resolved = played.table.state, closed(played.table, **played.by_seat)
    reveal = played.revealed()
    for index, (old, new) in enumerate(zip(before.spots, resolved.state.spots, strict=True)):
        gained = "ticket" in reveal.bombs.get(ROOMS[new // 2], {})
        spent = before.tickets[index] - (resolved.state.tickets[index] - gained)
        assert spent == (old // 2 != new // 2)
        assert before.sign_swaps[index] - resolved.state.sign_swaps[index] == (old % 2 != new % 2)


@given(rounds())
def test_p53_bombs_shown_are_bombs_gone(played: Round) -> None:
    before, resolved = played.table.state, closed(played.table, **played.by_seat)
    shown = exploded(played.revealed())
    for kind, name in enumerate(BOMBS):
        gone = sum(before.bombs[kind::4]) - sum(resolved.state.bombs[kind::4])
        assert gone == sum(name == used for _, used in shown)
    assert all(count >= 0 for count in resolved.state.bombs)


@given(rounds())
def test_p42_what_is_not_ignored_is_what_happens(played: Round) -> None:
    table = played.table
    after = closed(table, **played.by_seat).state.spots
    moved = [old // 2 != new // 2 for old, new in zip(played.spots, after, strict=True)]
    for index, seat in enumerate(played.by_seat):
        alone = closed(table, **{seat: played.entries[index]})
        entry = played.entries[index]
        parts = {part.part for part in GAME.judge(table, seat, read(RoundEntry, entry))}
        assert moved[index] == (entry["ticket"] is not None and "ticket" not in parts)
        assert bool(exploded(shown(alone))) == (entry["bomb"] is not None and "bomb" not in parts)


def shown(resolved: Any) -> RoundReveal:
    assert isinstance(resolved.reveal, RoundReveal)
    return resolved.reveal
