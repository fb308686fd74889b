"""RULINGS section 5, step by step, against its own test vectors."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.draws import ALGORITHM, WORD, Draw, Draws, Stream, combined, commitment

SEED = bytes(range(32))
ENTROPY = combined([])


def drawn(label: str, n: int) -> int:
    return Stream(SEED, label).below(n)


def expected_words(key: bytes, count: int) -> list[int]:
    """The stream as step 4 words it: blocks of HMAC-SHA256(K, uint32_be(i)), cut into 8-byte big-endian words."""
    blocks = b"".join(hmac.digest(key, i.to_bytes(4, "big"), "sha256") for i in range(-(-count // 4)))
    return [int.from_bytes(blocks[8 * i : 8 * i + 8], "big") for i in range(count)]


# Steps 1 and 2


def test_the_commitment_is_the_seeds_sha256() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_entropy_is_the_sha256_of_the_contributions_bytes() -> None:
    one, two = "00" * 16, "ff" * 16
    assert combined([one, two]) == hashlib.sha256(bytes(16) + b"\xff" * 16).hexdigest()
    assert combined([]) == hashlib.sha256(b"").hexdigest()


def test_the_contributions_count_in_roster_order() -> None:
    one, two = "00" * 16, "ff" * 16
    assert combined([one, two]) != combined([two, one])


def test_who_adds_nothing_counts_as_empty() -> None:
    assert combined(["", "ab" * 16, ""]) == combined(["ab" * 16])


# Steps 3 to 5, the stated vectors


def test_the_key_of_a_label() -> None:
    assert Stream(SEED, "demo|teams")._key.hex() == "ce86afe4a4e04e1e6721b059027fa40eb3d64e78e727634e81eef4563422f3cd"


def test_the_shuffle_of_eight() -> None:
    shuffled = Stream(SEED, "demo|teams").shuffled(["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"])
    assert shuffled == ("p5", "p2", "p4", "p1", "p8", "p3", "p6", "p7")


def test_six_rooms() -> None:
    assert [drawn(f"demo|pregame|room|p{i}", 3) for i in range(1, 7)] == [0, 2, 0, 2, 1, 0]


def test_six_signs() -> None:
    assert [drawn(f"demo|pregame|sign|p{i}", 2) for i in range(1, 7)] == [0, 1, 0, 0, 0, 1]


# Step 3: the label, with the entropy behind it


def test_a_label_has_four_parts_and_the_entropy_behind_them() -> None:
    entropy = combined(["ab" * 16])
    draws = Draws("m1", SEED, entropy)
    assert draws.below(1000, "pregame", "room", "s3") == drawn(f"m1|pregame|room|s3|{entropy}", 1000)
    assert draws.shuffled(range(9), "start", "teams") == Stream(SEED, f"m1|start|teams||{entropy}").shuffled(range(9))
    assert [draw.label for draw in draws.taken] == ["m1|pregame|room|s3", "m1|start|teams|"]


@pytest.mark.parametrize(
    ("match", "seed", "entropy", "label"),
    [
        ("m2", SEED, ENTROPY, ("pregame", "room", "s1")),
        ("m1", bytes(32), ENTROPY, ("pregame", "room", "s1")),
        ("m1", SEED, combined(["ab"]), ("pregame", "room", "s1")),
        ("m1", SEED, ENTROPY, ("round-1", "room", "s1")),
        ("m1", SEED, ENTROPY, ("pregame", "sign", "s1")),
        ("m1", SEED, ENTROPY, ("pregame", "room", "s2")),
    ],
    ids=["match", "seed", "entropy", "phase", "purpose", "subject"],
)
def test_another_part_is_another_draw(match: str, seed: bytes, entropy: str, label: tuple[str, str, str]) -> None:
    usual = Draws("m1", SEED, ENTROPY).below(2**60, "pregame", "room", "s1")
    assert Draws(match, seed, entropy).below(2**60, *label) != usual


def test_draws_do_not_depend_on_each_other_or_on_their_order() -> None:
    there, back = Draws("m1", SEED, ENTROPY), Draws("m1", SEED, ENTROPY)
    seats = [f"s{i}" for i in range(1, 9)]
    forwards = {seat: there.below(3, "pregame", "room", seat) for seat in seats}
    back.shuffled(seats, "start", "teams")
    assert {seat: back.below(3, "pregame", "room", seat) for seat in reversed(seats)} == forwards


# Step 4: the stream


def test_numbers_come_from_the_words_in_order_and_across_blocks() -> None:
    stream = Stream(SEED, "label")
    words = expected_words(hmac.digest(SEED, b"label", "sha256"), 11)
    assert [stream.below(2**64) for _ in words] == words


class FixedWords(Stream):
    """A stream whose words are given."""

    def __init__(self, *words: int) -> None:
        self._words = list(reversed(words))


@pytest.mark.parametrize("n", [3, 5, 6, 7, 10, 2**63 + 1])
def test_words_that_would_favour_some_are_rejected(n: int) -> None:
    limit = 2**64 - 2**64 % n
    assert FixedWords(limit, WORD - 1, 4).below(n) == 4 % n
    assert FixedWords(limit - 1, 4).below(n) == n - 1


@pytest.mark.parametrize("n", [1, 2, 4, 2**32])
def test_no_word_is_rejected_where_all_are_fair(n: int) -> None:
    assert FixedWords(WORD - 1).below(n) == n - 1


# Step 5: the shuffle


def test_a_shuffle_swaps_from_the_end() -> None:
    assert FixedWords(0, 0, 0).shuffled("abcd") == ("b", "c", "d", "a")
    assert FixedWords(3, 2, 1).shuffled("abcd") == ("a", "b", "c", "d")


@given(st.lists(st.integers(), max_size=12), st.text(max_size=5))
def test_a_shuffle_keeps_everything(items: list[int], subject: str) -> None:
    shuffled = Draws("m1", SEED, ENTROPY).shuffled(items, "start", "teams", subject)
    assert sorted(shuffled) == sorted(items)


# Fairness


@given(st.integers(1, 10**12), st.text(max_size=5))
def test_a_number_below_n_is_below_n(n: int, subject: str) -> None:
    assert 0 <= Draws("m1", SEED, ENTROPY).below(n, "pregame", "room", subject) < n


@pytest.mark.parametrize("n", [2, 3, 5, 12])
def test_every_number_comes_equally_often(n: int) -> None:
    draws = Draws("m1", SEED, ENTROPY)
    counts = Counter(draws.below(n, "pregame", "room", str(i)) for i in range(600 * n))
    assert set(counts) == set(range(n))
    assert sum((count - 600) ** 2 / 600 for count in counts.values()) < 35, "chi-squared, at most 11 degrees"


def test_every_order_comes_equally_often() -> None:
    draws = Draws("m1", SEED, ENTROPY)
    counts = Counter(draws.shuffled("abcd", "start", "teams", str(i)) for i in range(24 * 200))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 52, "chi-squared, 23 degrees"


# What the record keeps


def test_everything_drawn_is_kept_for_the_record() -> None:
    draws = Draws("m1", SEED, ENTROPY)
    number = draws.below(6, "elimination-vote", "candidate")
    picked = draws.choice("xyz", "second-place", "choice")
    several = draws.several_below(12, 3, "orders-1", "pack", "s3")
    order = draws.shuffled("abcd", "orders-1", "order", "A")
    assert draws.taken == (
        Draw("m1|elimination-vote|candidate|", 6, (number,)),
        Draw("m1|second-place|choice|", 3, ("xyz".index(picked),)),
        Draw("m1|orders-1|pack|s3", 12, several),
        Draw("m1|orders-1|order|A", 4, tuple("abcd".index(letter) for letter in order)),
    )


def test_several_numbers_come_from_one_stream() -> None:
    stream = Stream(SEED, f"m1|orders-1|pack|s3|{ENTROPY}")
    assert Draws("m1", SEED, ENTROPY).several_below(12, 6, "orders-1", "pack", "s3") == tuple(
        stream.below(12) for _ in range(6)
    )


def test_the_algorithm_has_a_name() -> None:
    assert ALGORITHM == "main-match-draws-1"
