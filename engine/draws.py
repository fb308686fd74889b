"""Verifiable randomness (RULINGS section 5).

A secret 32-byte seed is committed to before anybody joins; the players' devices add entropy before the start. Every
draw then has a label of its own, so that no draw depends on another or on the order in which they are made, and anybody
who is shown the seed afterwards can make each of them again.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

ALGORITHM = "main-match-draws-1"
"""Names the steps below; a change to any of them is a new name."""

WORD = 1 << 64


def commitment(seed: bytes) -> str:
    """What is published of `seed` at creation: SHA-256 in hex (section 5, step 1)."""
    return hashlib.sha256(seed).hexdigest()


def combined(contributions: Sequence[str]) -> str:
    """The players' entropy E in hex: SHA-256 of the contributed bytes (given in hex, empty for none) in roster order.

    Section 5, step 2.
    """
    return hashlib.sha256(b"".join(map(bytes.fromhex, contributions))).hexdigest()


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw as the record keeps it: its label, what was asked, what came."""

    label: str
    n: int
    """How many possibilities there were; for a shuffle, how many things were shuffled."""
    outcome: tuple[int, ...]
    """The number drawn, or the shuffled positions."""


class Stream:
    """The random words behind one label: K = HMAC-SHA256(seed, label), block i = HMAC-SHA256(K, i) (steps 3 and 4)."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._key = hmac.digest(seed, label.encode(), "sha256")
        self._blocks = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._blocks.to_bytes(4, "big"), "sha256")
            self._blocks += 1
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: words that would favour some are rejected."""
        limit = WORD - WORD % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order (step 5)."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)


class Draws:
    """The draws of one match. Remembers those that were made, for the record.

    Args:
        match_id: first part of every label.
        seed: the match's 32 secret bytes.
        entropy: the players' combined entropy in hex, see `combined`.
    """

    def __init__(self, match_id: str, seed: bytes, entropy: str) -> None:
        self._match_id = match_id
        self._seed = seed
        self._entropy = entropy
        self._taken: list[Draw] = []

    @property
    def taken(self) -> tuple[Draw, ...]:
        """Every draw made so far, in the order in which they were made."""
        return tuple(self._taken)

    def _open(self, phase_key: str, purpose: str, subject: str) -> tuple[str, Stream]:
        label = f"{self._match_id}|{phase_key}|{purpose}|{subject}"
        return label, Stream(self._seed, f"{label}|{self._entropy}")

    def below(self, n: int, phase_key: str, purpose: str, subject: str = "") -> int:
        """A number from 0 to n - 1 under the label `match|phase_key|purpose|subject`."""
        label, stream = self._open(phase_key, purpose, subject)
        number = stream.below(n)
        self._taken.append(Draw(label, n, (number,)))
        return number

    def choice(self, items: Sequence[T], phase_key: str, purpose: str, subject: str = "") -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items), phase_key, purpose, subject)]

    def several_below(self, n: int, count: int, phase_key: str, purpose: str, subject: str = "") -> tuple[int, ...]:
        """`count` independent numbers from 0 to n - 1, taken one after the other from one label's stream."""
        label, stream = self._open(phase_key, purpose, subject)
        numbers = tuple(stream.below(n) for _ in range(count))
        self._taken.append(Draw(label, n, numbers))
        return numbers

    def shuffled(self, items: Sequence[T], phase_key: str, purpose: str, subject: str = "") -> tuple[T, ...]:
        """The items in a random order under the label `match|phase_key|purpose|subject`."""
        label, stream = self._open(phase_key, purpose, subject)
        positions = stream.shuffled(range(len(items)))
        self._taken.append(Draw(label, len(items), positions))
        return tuple(items[position] for position in positions)
