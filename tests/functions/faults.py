"""Faults of the world outside, made to happen at one exact call to AWS; and a second request in the midst of a first.

All of it happens where every boto3 client passes: a call is counted, refused, or done and then its answer is lost.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from aws_lambda_powertools.event_handler.api_gateway import BaseRouter
from botocore.client import BaseClient
from botocore.exceptions import ClientError, ReadTimeoutError

from functions.host import handler as host
from functions.players import handler as players
from functions.shared.measured import metrics

Call = Callable[[], Any]
"""The call to AWS as it would have been."""


@dataclass(slots=True)
class Aws:
    """What was asked of AWS, and what is to become of it."""

    asked: list[str] = field(default_factory=list)
    """Names of the operations, in order."""
    parameters: list[dict[str, Any]] = field(default_factory=list)
    fates: list[tuple[str, Callable[[Call], Any]]] = field(default_factory=list)
    """What becomes of the next call of an operation, each once."""

    @property
    def counts(self) -> dict[str, int]:
        """How often each operation was asked for."""
        return dict(Counter(self.asked))

    def forget(self) -> None:
        """Start counting anew."""
        self.asked.clear()
        self.parameters.clear()

    def once(self, operation: str, fate: Callable[[Call], Any], times: int = 1) -> None:
        """Let the next calls of this operation end as `fate` says."""
        self.fates += [(operation, fate)] * times

    def _call(self, operation: str, parameters: dict[str, Any], call: Call) -> Any:
        if operation != "AssumeRole":  # a cold start's, and Lambda's own
            self.asked.append(operation)
            self.parameters.append(parameters)
        for number, (name, fate) in enumerate(self.fates):
            if name == operation:
                del self.fates[number]
                return fate(call)
        return call()


@contextmanager
def watched() -> Iterator[Aws]:
    """Every call to AWS inside the block goes through what is given."""
    aws = Aws()
    original = BaseClient._make_api_call  # type: ignore[attr-defined]  # private, and where every client passes

    def passing(self: BaseClient, operation_name: str, api_params: dict[str, Any]) -> Any:
        return aws._call(operation_name, api_params, lambda: original(self, operation_name, api_params))

    with patch.object(BaseClient, "_make_api_call", passing):
        yield aws


def refused(code: str, **more: Any) -> Callable[[Call], Any]:
    """AWS says no with this code and does nothing."""

    def fate(_call: Call) -> Any:
        raise ClientError({"Error": {"Code": code, "Message": code}, **more}, "Injected")  # type: ignore[typeddict-item]  # `more` is AWS's

    return fate


def lost(call: Call) -> Any:
    """AWS does it, and the answer never arrives."""
    call()
    raise ReadTimeoutError(endpoint_url="https://aws.invalid")


def first(meanwhile: Callable[[], Any]) -> Callable[[Call], Any]:
    """Something else happens just before the call."""

    def fate(call: Call) -> Any:
        with aside():
            meanwhile()
        return call()

    return fate


def then(afterwards: Callable[[], Any]) -> Callable[[Call], Any]:
    """Something else happens just after the call, before its answer is looked at."""

    def fate(call: Call) -> Any:
        answer = call()
        with aside():
            afterwards()
        return answer

    return fate


@contextmanager
def aside() -> Iterator[None]:
    """Room for another invocation in the midst of one: in the cloud each has a process of its own.

    Powertools keeps the current event on a class, the current route in the resolver and what was counted in one place
    for all; they are put back.
    """
    here = (BaseRouter.current_event, BaseRouter.lambda_context) if hasattr(BaseRouter, "current_event") else None
    contexts = [(app, dict(app.context)) for app in (players.app, host.app)]
    counted = dict(metrics.metric_set)
    yield
    metrics.metric_set.update(counted)
    if here:
        BaseRouter.current_event, BaseRouter.lambda_context = here
    for app, context in contexts:
        app.context.clear()
        app.context.update(context)
