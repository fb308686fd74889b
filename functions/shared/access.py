"""Who is asking: the key in a request, held against the hashes in a match's head."""

from collections.abc import Mapping

from functions.shared.head import Head
from functions.shared.keys import opens
from functions.shared.problems import ForeignKey, Missing, UnknownKey
from functions.shared.store import Store


def found(store: Store, match_id: str) -> Head:
    """The match (one read).

    Raises:
        Missing: there is none.
    """
    head = store.head(match_id)
    if head is None:
        raise Missing("match-unknown", "There is no such match. Check the link that you were given.")
    return head


def bearer(headers: Mapping[str, str]) -> str:
    """The key that the request carries.

    Raises:
        UnknownKey: it carries none.
    """
    scheme, _, key = headers.get("authorization", "").strip().partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise UnknownKey("key-missing", "Open this with your own link: the request carries no key.")
    return key.strip()


def seat_of(head: Head, key: str) -> str:
    """The seat that this key opens.

    Raises:
        ForeignKey: it is the host's.
        UnknownKey: it opens nothing in this match; it may have been replaced.
    """
    for seat, stored in head.keys.items():
        if opens(key, stored):
            return seat
    if opens(key, head.host_key):
        raise ForeignKey("key-foreign", "That is the host's key. A player's address needs that player's own key.")
    raise _unknown()


def as_host(head: Head, key: str) -> None:
    """Let the host pass.

    Raises:
        ForeignKey: the key is a player's.
        UnknownKey: it opens nothing in this match.
    """
    if opens(key, head.host_key):
        return
    if any(opens(key, stored) for stored in head.keys.values()):
        raise ForeignKey("key-foreign", "That is a player's key. Only the host of this match can do this.")
    raise _unknown()


def _unknown() -> UnknownKey:
    return UnknownKey(
        "key-unknown", "This key opens nothing here. Ask your host for a new link; the old one may be dead."
    )
