"""What is counted, for the people who keep a deployment running. Numbers only: no key, no entry, no text."""

from collections.abc import Iterator
from contextlib import contextmanager

from aws_lambda_powertools.metrics import Metrics, MetricUnit

from engine.refusals import MainMatchError

metrics = Metrics(namespace="MainMatch")


def count(name: str, number: int = 1) -> None:
    """Add to a count."""
    metrics.add_metric(name=name, unit=MetricUnit.Count, value=number)


def seconds(name: str, value: float) -> None:
    """Add a duration."""
    metrics.add_metric(name=name, unit=MetricUnit.Seconds, value=value)


@contextmanager
def refusals(name: str) -> Iterator[None]:
    """Count under `name` what is said no to inside the block."""
    try:
        yield
    except MainMatchError:
        count(name)
        raise
