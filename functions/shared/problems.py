"""Everything the API says no with, and the one place where it becomes HTTP (RFC 9457 problems)."""

from typing import Any

from engine.boundary import boundary
from engine.refusals import MainMatchError, NotNow, NotYours, Refused

PROBLEM_JSON = "application/problem+json"


class Unreadable(MainMatchError):
    """The request cannot be read: not JSON, or not of the shape that this address takes."""


class TooLarge(MainMatchError):
    """The request is larger than anything that this API takes."""


class WrongType(MainMatchError):
    """The request's body says that it is something else than JSON."""


class UnknownKey(MainMatchError):
    """The request carries no key, or one that opens nothing here."""


class ForeignKey(MainMatchError):
    """The key is good, but for something else."""


class Missing(MainMatchError):
    """There is no such thing."""


class Clash(MainMatchError):
    """The request contradicts what is there already.

    Args:
        code: as ever.
        message: as ever.
        members: further members of the problem document, such as the id of what is there.
    """

    def __init__(self, code: str, message: str, **members: str) -> None:
        super().__init__(code, message)
        self.members = members


class Damaged(MainMatchError):
    """What we stored ourselves cannot be read. The operators are to look at it; nobody can do anything before."""


class Busy(MainMatchError):
    """It could not be decided this time; the same request may be sent again."""


STATUS: dict[type[MainMatchError], int] = {
    Unreadable: 400,
    UnknownKey: 401,
    NotYours: 403,
    ForeignKey: 403,
    Missing: 404,
    NotNow: 409,
    Clash: 409,
    TooLarge: 413,
    WrongType: 415,
    Refused: 422,
    Damaged: 500,
    Busy: 503,
}
"""The most particular class that an error belongs to decides."""


def status(error: MainMatchError) -> int:
    """The HTTP status that says it."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


@boundary
class Problem:
    """What the API says no with (RFC 9457)."""

    type: str
    """Always `about:blank`: the code says which."""
    title: str
    status: int
    detail: str
    """A sentence that says what was wrong and what to do."""
    code: str
    """Stable, for programs."""
    ruling: str = ""
    """The number of the ruling that decides it; left out where none does."""


def problem(error: MainMatchError) -> dict[str, Any]:
    """The problem document: type, title, status, detail (the sentence), code, and the ruling if one decides."""
    document = {
        "type": "about:blank",
        "title": error.code.replace("-", " ").capitalize(),
        "status": status(error),
        "detail": error.message,
        "code": error.code,
    }
    if error.ruling:
        document["ruling"] = error.ruling
    return {**document, **(error.members if isinstance(error, Clash) else {})}
