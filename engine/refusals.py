"""The one tree of exceptions. Everything that Main Match says no with descends from `MainMatchError`."""


class MainMatchError(Exception):
    """Something that a caller did cannot be done.

    Args:
        code: stable, kebab-case, for programs.
        message: one or two sentences that a player on a phone can act on.
        ruling: the ruling that decides it, such as "P49"; empty where none does.
    """

    def __init__(self, code: str, message: str, ruling: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.ruling = ruling


class Refused(MainMatchError):
    """The rules do not allow it. The state is as it was, and what was accepted before still stands (C5)."""


class NotNow(Refused):
    """The rules allow it at another time: another phase is open, none is, or it was done already."""


class NotYours(Refused):
    """The rules allow it to somebody else."""
