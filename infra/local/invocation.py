"""Runs the stack's functions in this process, each under its own environment and its own role's keys."""

from __future__ import annotations

import contextlib
import functools
import importlib
import json
import os
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any
from unittest.mock import patch

import boto3
import botocore.session
from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders
from botocore.loaders import Loader, create_loader
from moto.core.authorization import enable_iam_authentication

from functions.shared import chance, clock
from infra.local import permissions, schedule_rules
from infra.local.clock import Clock
from infra.local.stack import Function, Role, Stack
from infra.local.template import REGION

Refusal = tuple[AWSResponse, dict[str, Any]]
"""What a botocore `before-call` hook answers instead of making the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The context object that Lambda gives to a handler."""

    function_name: str
    invoked_function_arn: str
    memory_limit_in_mb: int
    log_group_name: str
    aws_request_id: str
    ends: datetime
    clock: Callable[[], datetime]
    function_version: str = "$LATEST"
    log_stream_name: str = "local"

    def get_remaining_time_in_millis(self) -> int:
        """Milliseconds until Lambda would end this invocation."""
        return max(0, int((self.ends - self.clock()).total_seconds() * 1000))


@functools.cache
def models() -> Loader:
    """The service models of botocore, read once: a new session with them costs nothing."""
    return create_loader(None)


def session(**keys: str) -> boto3.session.Session:
    """A boto3 session of the local region that shares the service models."""
    core = botocore.session.Session()
    core.register_component("data_loader", models())
    return boto3.session.Session(botocore_session=core, region_name=REGION, **keys)


@functools.cache
def all_powerful(service: str) -> Any:
    """A client with keys that moto takes for the account's own. It is good for every later Cloud too."""
    with only_these_aws_settings({}):
        own = session(aws_access_key_id="local", aws_secret_access_key="local")  # noqa: S106 (moto asks for any)
        return own.client(service)  # type: ignore[call-overload]


@contextlib.contextmanager
def only_these_aws_settings(settings: Mapping[str, str]) -> Iterator[None]:
    """Runs with these AWS_… variables and no others, so that nobody's own profile, keys or endpoint are ever used."""
    with patch.dict(os.environ):
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            del os.environ[name]
        os.environ.update(
            AWS_REGION=REGION,
            AWS_DEFAULT_REGION=REGION,
            AWS_CONFIG_FILE=os.devnull,
            AWS_SHARED_CREDENTIALS_FILE=os.devnull,
            AWS_EC2_METADATA_DISABLED="true",
            **settings,
        )
        yield


class Runtime:
    """Lambda on one machine. Not thread-safe: Powertools keeps the current event on a class."""

    def __init__(
        self,
        stack: Stack,
        time: Clock,
        token_bytes: Callable[[int], bytes] | None,
        *,
        enforce_iam: bool,
    ) -> None:
        self._stack = stack
        self._clock = time
        self._token_bytes = token_bytes
        self._enforce_iam = enforce_iam
        self._started: dict[str, _Started] = {}

    def call(self, function: Function, event: Any) -> Any:
        """One invocation. The event and the answer are JSON, as they are for Lambda.

        Raises:
            Exception: whatever the handler raises.
        """
        started = self._started.get(function.name) or self._start(function)
        context = Context(
            function_name=function.name,
            invoked_function_arn=function.arn,
            memory_limit_in_mb=function.memory,
            log_group_name=function.log_group,
            aws_request_id=str(uuid.uuid4()),
            ends=self._clock.now() + timedelta(seconds=function.timeout),
            clock=self._clock.now,
        )
        payload = json.loads(json.dumps(event))
        with self._inside(started):
            answer = started.handler(payload, context)
        return json.loads(json.dumps(answer))

    def close(self) -> None:
        """Ends every function that was started: the next one to run them starts cold."""
        for started in self._started.values():
            started.forget()
        self._started.clear()

    def _start(self, function: Function) -> _Started:
        """A cold start."""
        keys = all_powerful("sts").assume_role(RoleArn=function.role, RoleSessionName=function.name)["Credentials"]
        environment = {
            **function.environment,
            "AWS_ACCESS_KEY_ID": keys["AccessKeyId"],
            "AWS_SECRET_ACCESS_KEY": keys["SecretAccessKey"],
            "AWS_SESSION_TOKEN": keys["SessionToken"],
            "AWS_LAMBDA_FUNCTION_NAME": function.name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory),
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_LOG_GROUP_NAME": function.log_group,
            "_HANDLER": function.handler,
        }
        with only_these_aws_settings(environment):
            own_session = session()
            _guard(own_session, self._stack.roles[function.role] if self._enforce_iam else None, self._clock)
            path, name = function.handler.rsplit(".", 1)
            module = importlib.import_module(path)
        started = _Started(module, getattr(module, name), environment, own_session)
        started.forget()
        self._started[function.name] = started
        return started

    @contextlib.contextmanager
    def _inside(self, started: _Started) -> Iterator[None]:
        with contextlib.ExitStack() as inside:
            inside.enter_context(only_these_aws_settings(started.environment))
            inside.enter_context(patch.object(boto3, "DEFAULT_SESSION", started.session))
            inside.enter_context(clock.running(self._clock.now))
            if self._token_bytes is not None:
                inside.enter_context(chance.drawn_from(self._token_bytes))
            if self._enforce_iam:
                inside.enter_context(enable_iam_authentication())
            yield


@dataclass(slots=True)
class _Started:
    """One function after its cold start."""

    module: ModuleType
    handler: Callable[[Any, Context], Any]
    environment: Mapping[str, str]
    session: boto3.session.Session

    def forget(self) -> None:
        """Drops what the function built for itself: clients of an earlier stack must not be used again."""
        wired = getattr(self.module, "wired", None)
        if wired is not None:
            wired.cache_clear()


def _guard(own: boto3.session.Session, role: Role | None, time: Clock) -> None:
    """Refuses what AWS would refuse and moto would not: bad schedules always, and what `role` has no right to."""

    def remember(params: dict[str, Any], context: dict[str, Any], **_: Any) -> None:
        context["main-match-parameters"] = params

    def answer(model: Any, context: dict[str, Any], **_: Any) -> Refusal | None:
        service, operation = model.service_model.service_name, model.name
        parameters = context["main-match-parameters"]
        denied = permissions.denied(role, service, operation, parameters) if role else None
        if denied is not None:
            return _refusal("AccessDeniedException", denied)
        wrong = schedule_rules.complaint(operation, parameters, time.now()) if service == "scheduler" else None
        return None if wrong is None else _refusal("ValidationException", wrong)

    own.events.register("before-parameter-build.*.*", remember)
    own.events.register("before-call.*.*", answer)  # type: ignore[arg-type]  # the stubs forget that it may answer


def _refusal(code: str, sentence: str) -> Refusal:
    body = {
        "Error": {"Code": code, "Message": sentence},
        "ResponseMetadata": {"HTTPStatusCode": 400, "HTTPHeaders": {}},
    }
    return AWSResponse("", 400, HTTPHeaders(), None), body
