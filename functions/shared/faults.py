"""What pure code can raise when it is wrong: a rule, or what reads our own data. No fault of the network or of AWS."""

from engine.refusals import Refused

FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    Refused,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
