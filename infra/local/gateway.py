"""API Gateway's HTTP API on one machine: a request becomes an event of format 2.0, a function's answer a response."""

from __future__ import annotations

import base64
import json
import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

from infra.local.clock import Clock
from infra.local.deliveries import Attempt, log
from infra.local.stack import Function, Route, Stack
from infra.local.template import ACCOUNT

MAX_BODY = 10 * 1024 * 1024
"""Bytes of a request that the HTTP API takes."""

_MAX_RESPONSE = 6 * 1024 * 1024
# What AWS really takes for text is not documented; this is what others have measured on a deployed HTTP API.
_TEXT = re.compile(r"text/.*|application/(json|javascript|xml)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One HTTP request as it comes in."""

    method: str
    target: str
    """Path and query as sent, percent-encoded."""
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    source_ip: str = "127.0.0.1"
    protocol: str = "HTTP/1.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One HTTP response."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    cookies: Sequence[str] = ()
    body: bytes = b""

    @property
    def json(self) -> Any:
        """The body, read as JSON.

        Raises:
            ValueError: when it is none.
        """
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class Gateway:
    """Routes requests to the stack's functions as API Gateway does."""

    def __init__(self, stack: Stack, clock: Clock, call: Callable[[Function, Any], Any]) -> None:
        self._functions = stack.functions
        self._clock = clock
        self._call = call
        # The most specific route wins: one that names a segment beats one that leaves it open.
        self._routes = [
            (re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(route.path))), route)
            for route in sorted(stack.routes, key=lambda route: re.sub(r"\{\w+\}", "\x7f", route.path))
        ]

    def answer(self, request: Request) -> Answer:
        """What the API answers. A function that fails is a 500, as in the cloud; its error goes to the log."""
        if len(request.body) > MAX_BODY:
            return _message(413, "Request Entity Too Large")
        path = request.target.partition("?")[0]
        for pattern, route in self._routes:
            match = pattern.fullmatch(path) if route.method == request.method else None
            if match is not None:
                parameters = {name: unquote(value) for name, value in match.groupdict().items()}
                return self._answer_of(route, self.event(request, route, parameters))
        return _message(404, "Not Found")

    def event(self, request: Request, route: Route, path_parameters: Mapping[str, str]) -> dict[str, Any]:
        """The event of payload format 2.0; absent things are absent, not null, as AWS sends them."""
        path, _, query = request.target.partition("?")
        headers = _joined((name.lower(), value) for name, value in request.headers)
        cookies = [cookie.strip() for cookie in headers.pop("cookie", "").split(";") if cookie.strip()]
        now = self._clock.now()
        host = headers.get("host", "localhost")
        optional = {
            "cookies": cookies,
            "queryStringParameters": _joined(parse_qsl(query, keep_blank_values=True)),
            "pathParameters": dict(path_parameters),
        }
        event: dict[str, Any] = {
            "version": "2.0",
            "routeKey": route.key,
            "rawPath": path,
            "rawQueryString": query,
            **{name: value for name, value in optional.items() if value},
            "headers": headers,
            "requestContext": {
                "accountId": ACCOUNT,
                "apiId": "local",
                "domainName": host.partition(":")[0],
                "domainPrefix": host.partition(":")[0].partition(".")[0],
                "http": {
                    "method": request.method,
                    "path": path,
                    "protocol": request.protocol,
                    "sourceIp": request.source_ip,
                    "userAgent": headers.get("user-agent", ""),
                },
                "requestId": str(uuid.uuid4()),
                "routeKey": route.key,
                "stage": "$default",
                "time": now.strftime("%d/%b/%Y:%H:%M:%S +0000"),
                "timeEpoch": int(now.timestamp() * 1000),
            },
            "isBase64Encoded": False,
        }
        if request.body:
            event.update(_body(request.body, headers.get("content-type", "")))
        return event

    def _answer_of(self, route: Route, event: dict[str, Any]) -> Answer:
        function = self._functions[route.function]
        result: Any = None
        with Attempt() as attempt:
            result = self._call(function, event)
        if attempt.error is not None:
            log.error("%s failed at %s: %s", function.name, route.key, attempt.error, exc_info=attempt.error)
            return _message(500, "Internal Server Error")
        if not isinstance(result, dict) or "statusCode" not in result:
            # Format 2.0 takes any other answer for the body of a success.
            return Answer(status=200, headers={"content-type": "application/json"}, body=json.dumps(result).encode())
        body = result.get("body") or ""
        content = base64.b64decode(body) if result.get("isBase64Encoded") else body.encode()
        if len(content) > _MAX_RESPONSE:
            log.error("%s answered %s with more than 6 MB.", function.name, route.key)
            return _message(500, "Internal Server Error")
        headers = {name.lower(): str(value) for name, value in (result.get("headers") or {}).items()}
        headers.setdefault("content-type", "text/plain;charset=UTF-8")
        return Answer(
            status=int(result["statusCode"]), headers=headers, cookies=tuple(result.get("cookies") or ()), body=content
        )


def _body(body: bytes, content_type: str) -> dict[str, Any]:
    """Text comes as it is, everything else in base64: forms too, and what is no UTF-8."""
    if _TEXT.fullmatch(content_type.partition(";")[0].strip().lower()):
        try:
            return {"body": body.decode(), "isBase64Encoded": False}
        except UnicodeDecodeError:
            pass
    return {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Repeated names are joined with commas."""
    joined: dict[str, str] = {}
    for name, value in pairs:
        joined[name] = f"{joined[name]},{value}" if name in joined else value
    return joined


def _message(status: int, text: str) -> Answer:
    """An answer of the gateway's own: these never reach a function."""
    body = json.dumps({"message": text}).encode()
    return Answer(status=status, headers={"content-type": "application/json"}, body=body)
