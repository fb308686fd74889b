"""From a match's creation to its start."""

from datetime import timedelta

import pytest

from engine.draws import Draws, combined
from engine.game import REGISTRY, Player, game
from engine.match import join, start
from engine.refusals import MainMatchError, NotNow, NotYours, Refused
from engine.views import public_view
from tests.engine.play import roster
from tests.engine.toy_game import NUMBERS, ToyConfig, ToyState
from tests.engine.toy_match import DAY, HOUR, OPENS, SEED, created, deadline_of, named, opened

ENTROPY = "0123456789abcdef" * 2


def refused_code(**changes: object) -> str:
    with pytest.raises(Refused) as refusal:
        created(**changes)
    assert refusal.value.message.endswith(".")
    return refusal.value.code


# Creating


def test_a_new_match_waits_for_its_players() -> None:
    match = created()
    assert (match.status, match.phase, match.state, match.started) == ("joining", None, None, False)


def test_a_game_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(Refused, match="polar-rps-party") as refusal:
        created(game_key="chess")
    assert refusal.value.code == "game-unknown"


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_game_says_how_many_it_takes(count: int) -> None:
    with pytest.raises(Refused, match=f"2 to 6 players, not {count}"):
        created(players=roster(count))


@pytest.mark.parametrize("name", ["", " ", "\n", "Player\u0000", "x" * 65, "é" * 33])
def test_a_name_must_be_readable_and_short(name: str) -> None:
    assert refused_code(players=named("Player one", name)) == "seat-name"


def test_a_name_of_64_bytes_is_not_too_long() -> None:
    assert created(players=named("x" * 64, "é" * 32)).players[1].name == "é" * 32


def test_two_players_of_one_name_cannot_be_told_apart() -> None:
    assert refused_code(players=named("Player one", "player ONE ")) == "seat-name-twice"


@pytest.mark.parametrize("garnets", [-1, 1001])
def test_garnets_are_bounded(garnets: int) -> None:
    players = (*roster(2), Player(seat="s3", name="Player three", garnets=garnets))
    assert refused_code(players=players) == "seat-garnets"
    richest = Player(seat="s3", name="Player three", garnets=1000)
    assert created(players=(*roster(2), richest)).players[2] == richest


@pytest.mark.parametrize("seconds", [-1, 86401])
def test_c3_the_grace_is_at_most_a_day(seconds: int) -> None:
    assert refused_code(config=ToyConfig(grace_seconds=seconds)) == "config-grace-seconds"
    assert created(config=ToyConfig(grace_seconds=86400)).config.grace_seconds == 86400


def test_a_game_looks_at_its_own_configuration() -> None:
    assert refused_code(config=ToyConfig(rounds=0)) == "config-rounds"


@pytest.mark.parametrize("starts_at", [OPENS - DAY, OPENS - 2 * DAY])
def test_a_match_cannot_start_in_the_past(starts_at: object) -> None:
    assert refused_code(starts_at=starts_at) == "starts-at-past"


# Joining


def test_a_players_entropy_is_published_as_it_came() -> None:
    match = join(created(), "s2", ENTROPY)
    assert public_view(match).fairness.entropy == {"s1": "", "s2": ENTROPY, "s3": ""}


def test_the_first_visit_counts() -> None:
    match = join(created(), "s2", ENTROPY)
    assert join(match, "s2", "00" * 16) is match
    empty = join(created(), "s2", "")
    assert join(empty, "s2", ENTROPY) is empty


@pytest.mark.parametrize("entropy", ["ab", "00" * 17, "AB" * 16, "zz" * 16, " " * 32])
def test_entropy_is_16_bytes_in_hex(entropy: str) -> None:
    with pytest.raises(Refused) as refusal:
        join(created(), "s2", entropy)
    assert refusal.value.code == "entropy-malformed"


def test_the_entropy_is_combined_in_roster_order() -> None:
    one, two = "11" * 16, "22" * 16
    match = join(join(created(), "s2", two), "s1", one)
    assert match.entropy == combined([one, two, ""])


def test_the_entropy_is_frozen_at_the_start() -> None:
    late = join(opened(), "s3", ENTROPY)
    assert late.joined == {"s3": ""}
    assert late.entropy == combined([])


# Starting


def test_the_first_phase_opens_at_the_start_with_its_full_length() -> None:
    match = opened()
    assert match.phase is not None
    assert (match.status, match.phase.number, match.phase.key) == ("open", 0, "round-1")
    assert (match.phase.opened_at, match.phase.deadline) == (OPENS, OPENS + DAY)


def test_the_first_draws_use_everybodys_entropy() -> None:
    joined = join(created(), "s1", ENTROPY)
    lucky = Draws("m1", SEED, combined([ENTROPY])).choice(NUMBERS, "start", "lucky")
    match = start(joined, OPENS)
    assert isinstance(match.state, ToyState)
    assert match.state.lucky == lucky
    assert [draw.label for draw in match.draws] == ["m1|start|lucky|"]


def test_a_match_starts_once() -> None:
    match = opened()
    with pytest.raises(NotNow) as refusal:
        start(match, OPENS)
    assert refusal.value.code == "already-started"


def test_c3_a_start_within_the_grace_counts_from_when_it_was_due() -> None:
    match = start(created(starts_at=OPENS), OPENS + timedelta(seconds=20))
    assert deadline_of(match) == OPENS + DAY


def test_c3_a_start_beyond_the_grace_gives_the_full_length() -> None:
    match = start(created(starts_at=OPENS), OPENS + HOUR)
    assert deadline_of(match) == OPENS + HOUR + DAY


# Refusals


def test_there_is_one_tree_of_refusals() -> None:
    assert issubclass(NotNow, Refused)
    assert issubclass(NotYours, Refused)
    assert issubclass(Refused, MainMatchError)
    refusal = NotNow("too-early", "Wait.", "C6")
    assert (refusal.code, refusal.message, refusal.ruling, str(refusal)) == ("too-early", "Wait.", "C6", "Wait.")


def test_c3_a_start_by_hand_before_its_time_leaves_the_announced_clock() -> None:
    match = start(created(starts_at=OPENS + 3 * DAY), OPENS)
    assert deadline_of(match) == deadline_of(opened()) + 3 * DAY


def test_a_match_cannot_be_announced_for_a_season_that_nobody_knows() -> None:
    assert refused_code(starts_at=OPENS + 366 * DAY) == "starts-at-far"
    assert created(starts_at=OPENS + 365 * DAY).starts_at == OPENS + 365 * DAY


def test_names_are_kept_without_the_blanks_around_them() -> None:
    players = [Player(seat=f"s{n}", name=f" Player {n} ") for n in (1, 2, 3)]
    assert [player.name for player in created(players=players).players] == ["Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize("key", REGISTRY)
def test_c13_no_game_lets_garnets_pass_from_one_player_to_another(key: str) -> None:
    """What players give each other is the season's business, outside the match."""
    assert all("garnets" not in shape.__dataclass_fields__ for shape in game(key).acts.values())
