"""The one place where true randomness enters: seeds, keys, match ids. Draws are the engine's and come from a seed."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_source: ContextVar[Callable[[int], bytes]] = ContextVar("chance", default=secrets.token_bytes)


def token_bytes(count: int) -> bytes:
    """`count` bytes that nobody can guess."""
    return _source.get()(count)


@contextmanager
def drawn_from(source: Callable[[int], bytes]) -> Iterator[None]:
    """Let `token_bytes` come from `source` inside the block, so that a test is the same each time."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
