"""Entries and acts on their way from a request's body into the head: at most one read and one write each."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pydantic import StrictInt

from engine.boundary import boundary
from engine.deadlines import in_time
from engine.inputs import act, asked, enter, open_phase, withdraw
from engine.match import By, Receipt
from functions.shared import clock
from functions.shared.access import found
from functions.shared.head import Head, Repeat
from functions.shared.keys import new_key
from functions.shared.measured import count, refusals
from functions.shared.problems import Clash, Missing, Unreadable
from functions.shared.races import decided
from functions.shared.shapes import dump, read
from functions.shared.store import Store

REPEATS_KEPT = 20
"""How many acts of a seat under an Idempotency-Key are remembered, so that none is done twice: a phase's worth."""
ANSWERS_KEPT = 2
"""How many of them can also be answered as they were."""

KEYED = "="
"""Marks what was done under an Idempotency-Key; what was not is remembered only until the seat's next act."""

Who = Callable[[Head], str]
"""Tells whose seat a request is for, once the match is known; raises if the request's key does not open it."""


@boundary
class PhaseOnly:
    """The body of a withdrawal."""

    phase: StrictInt
    """The number of the phase that it is meant for."""


def put_entry(store: Store, match_id: str, body: dict[str, Any], who: Who, by: By = "seat") -> Receipt:
    """Seal the entry in `body`, which names its phase and has the shape that this phase asks for.

    Raises:
        MainMatchError: it is not accepted; what stood before stands (C5).
    """
    with refusals("EntriesRefused"):
        receipt = _put_entry(store, match_id, body, who, by)
    count("EntriesAccepted")
    count("PartsIgnored", len(receipt.ignored))
    return receipt


def _put_entry(store: Store, match_id: str, body: dict[str, Any], who: Who, by: By) -> Receipt:
    number = _phase(body)
    rest = {name: value for name, value in body.items() if name != "phase"}

    def attempt() -> Receipt:
        head = found(store, match_id)
        seat = who(head)
        now = clock.now()
        in_time(open_phase(head.match, number), now)
        entry = read(asked(head.match, seat).entry, rest)
        entered = enter(head.match, seat, number, entry, now, by)
        store.enter(head, entered.match, seat, now)
        return entered.receipt

    return decided(attempt)


def delete_entry(store: Store, match_id: str, number: int, who: Who) -> Receipt:
    """Take back the entry for phase `number`.

    Raises:
        MainMatchError: it is not accepted; what stood before stands.
    """

    def attempt() -> Receipt:
        head = found(store, match_id)
        seat = who(head)
        now = clock.now()
        entered = withdraw(head.match, seat, number, now)
        if seat in head.match.entries:
            store.enter(head, entered.match, seat, now)
        return entered.receipt

    return decided(attempt)


def do_act(store: Store, match_id: str, name: str, body: dict[str, Any], who: Who, key: str = "") -> Any:
    """Do the act in `body` at once; under an Idempotency-Key that was answered before, give that answer again.

    A request without one gets one of its own: should the answer to its write be lost, the next attempt finds it done.

    Raises:
        Clash: the key was used before for something else.
        Missing: the match's game has no such act.
        MainMatchError: the act is refused; nothing has changed.
    """
    request = digest(name, json.dumps(body, sort_keys=True))
    token = f"{KEYED}{digest(key)}" if key else digest(new_key())

    def attempt() -> Any:
        head = found(store, match_id)
        seat = who(head)
        repeat = repeated(head, seat, token, request)
        if repeat:
            return answered_before(repeat)
        shape = head.match.rules.acts.get(name)
        if shape is None:
            title, what = head.match.rules.title, name.partition("/")[0]
            raise Missing("act-unknown", f"{title} has no {what}. What you can do is in your seat's view.")
        now = clock.now()
        open_phase(head.match, head.match.phase.number if head.match.phase else -1)
        done = act(head.match, seat, name, read(shape, body), now)
        after = head.with_match(done.match)
        after = remembering(after, seat, Repeat(token, request, dump(done.outcome)))
        store.act(head, after, done.touched, now)
        return done.outcome

    with refusals("ActsRefused"):
        return decided(attempt)


def repeated(head: Head, seat: str, token: str, request: str) -> Repeat | None:
    """The answer that was given to this request under this token before; None if there was none.

    Raises:
        Clash: the key was used before for something else.
    """
    for repeat in head.repeats.get(seat, ()):
        if repeat.key == token:
            if repeat.request != request:
                raise Clash(
                    "idempotency-key-reused", "This Idempotency-Key was used for another request. Use a new one."
                )
            return repeat
    return None


def answered_before(repeat: Repeat) -> Any:
    """The answer that was given then.

    Raises:
        Clash: it is too long ago to be told again; it was done then, and is not done twice.
    """
    if not repeat.answer:
        raise Clash(
            "done-before", "This was done already, with your earlier request. Look at your seat for what you have."
        )
    return json.loads(repeat.answer)


def remembering(head: Head, seat: str, repeat: Repeat) -> Head:
    """The head with this answer remembered: the seat's latest ones that have a key, and its latest one of all."""
    keyed = [before for before in head.repeats.get(seat, ()) if before.key.startswith(KEYED)]
    longer_ago, lately = keyed[1 - REPEATS_KEPT : 1 - ANSWERS_KEPT], keyed[1 - ANSWERS_KEPT :]
    kept = (*(replace(before, answer="") for before in longer_ago), *lately, repeat)
    return replace(head, repeats={**head.repeats, seat: kept})


def digest(*parts: str) -> str:
    """A short hash, enough to tell one seat's few requests apart."""
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:10]


def _phase(body: dict[str, Any]) -> int:
    number = body.get("phase")
    if type(number) is not int:
        raise Unreadable("phase-missing", "Say which phase the entry is for: phase is the number that you see there.")
    return number
