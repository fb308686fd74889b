"""What can be entered or done now, told so that a page can draw the form and a bot can fill it in.

A form is honest: it never offers what would be refused or ignored, and everything that can be filled in by it is
accepted (for an act: each one taken alone). The one exception says so: a form that is not `certain`.
"""

from typing import Literal

from engine.boundary import boundary


@boundary
class Option:
    """One thing to choose."""

    value: str | int
    """What to send."""
    label: str
    """What to show."""


@boundary
class Field:
    """One field of an entry or act.

    By kind, the value to send is: for `choice` one option's value; for `flag` true or false; for `list` a list of up
    to `at_most` options' values, the same one more than once only where `repeats` says so, and exactly `at_most` where
    the field is required; for `order` all options' values in the order wanted; for `group` an object of the fields
    inside. A field that is not required may be left out.
    """

    name: str
    label: str
    kind: Literal["choice", "flag", "list", "order", "group"]
    required: bool = False
    options: tuple[Option, ...] = ()
    at_most: int | None = None
    repeats: bool = False
    fields: tuple["Field", ...] = ()


@boundary
class Form:
    """One entry or one act: what it is called and what to fill in."""

    action: str
    """`entry`, or the last part of the act's address, such as `purchases`. What `offers/accept` is filled in with goes
    to `offers/{id}/accept`, and likewise for `decline` and `withdraw`."""
    title: str
    fields: tuple[Field, ...] = ()
    certain: bool = True
    """False for an act that can still be refused because of what another seat holds in secret, of which no form may
    tell anything (T10)."""


@boundary
class Can:
    """All that a seat can do at this moment."""

    entry: Form | None = None
    """The open phase's entry; null while this seat is not asked for one."""
    acts: tuple[Form, ...] = ()
    """Everything that takes effect at once, a form for each."""
