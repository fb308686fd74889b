"""The local stack over real HTTP, on loopback only."""

from __future__ import annotations

import errno
import http
import socket
import threading
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server
from werkzeug.wsgi import get_input_stream

from infra.local.cloud import Cloud
from infra.local.deliveries import Attempt, log
from infra.local.gateway import MAX_BODY, Answer, Request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LOOPBACK = "127.0.0.1"
_LONGEST_WAIT = 1.0
_BODILESS = {204, 304}


class PortBusyError(RuntimeError):
    """Something else listens on the port; the sentence says what to do."""


class Server:
    """Serves a Cloud and fires what is due in it. A context manager: it listens as soon as it is made.

    Attributes:
        port: where it listens; the one that the system chose, if it was made with port 0.
    """

    def __init__(self, cloud: Cloud, port: int) -> None:
        """Listens on loopback, without answering yet.

        Raises:
            PortBusyError: something else has the port.
        """
        self._cloud = cloud
        self._stopping = threading.Event()
        self._something_happened = threading.Event()
        with _listening(port) as listener:
            self.port: int = listener.getsockname()[1]
            self._http: BaseWSGIServer = make_server(
                LOOPBACK,
                self.port,
                self._answer,
                threaded=True,
                request_handler=_Quiet,
                fd=listener.fileno(),
            )
        self._threads = (
            threading.Thread(target=self._http.serve_forever, name="http"),
            threading.Thread(target=self._tick, name="ticker"),
        )

    def __enter__(self) -> Self:
        """Starts to answer, and fires at once what fell due while nobody was there."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Answers the requests that have come in, and then no more."""
        self._stopping.set()
        self._something_happened.set()
        self._http.shutdown()
        for thread in self._threads:
            thread.join()
        self._http.server_close()

    def _tick(self) -> None:
        while not self._stopping.is_set():
            self._something_happened.clear()
            with Attempt() as attempt:
                self._cloud.run_due()
            if attempt.error is not None:
                log.error("Firing what is due failed: %s", attempt.error, exc_info=attempt.error)
            self._something_happened.wait(_LONGEST_WAIT if attempt.error is not None else self._until_due())

    def _until_due(self) -> float:
        """Seconds until something is due, if that is not too long to wait without looking at the clock again."""
        due = self._cloud.next_due()
        wait = _LONGEST_WAIT if due is None else (due - self._cloud.clock.now()).total_seconds()
        return min(max(wait, 0), _LONGEST_WAIT)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        request = _request(environ)
        answer = self._cloud.answer(request)
        if request.method != "GET":
            self._something_happened.set()
        start_response(f"{answer.status} {HTTP_STATUS_CODES.get(answer.status, 'Unknown')}", list(_headers(answer)))
        return [] if answer.status in _BODILESS or request.method == "HEAD" else [answer.body]


class _Quiet(WSGIRequestHandler):
    """The terminal is for reveals, not for a line each request."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (werkzeug's own name)
        """Says nothing of requests; errors of the server itself are still told."""
        if type == "error":
            log.error(message, *args)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing."""


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, port))
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
            raise
        raise PortBusyError(
            f"Port {port} of this machine is taken. Stop what listens there, or choose another one with --port."
        ) from error
    return listener


def _request(environ: WSGIEnvironment) -> Request:
    headers = [
        (name.removeprefix("HTTP_").replace("_", "-").lower(), str(value))
        for name, value in environ.items()
        if (name.startswith("HTTP_") or name in {"CONTENT_TYPE", "CONTENT_LENGTH"}) and value
    ]
    source = str(environ["REMOTE_ADDR"])
    forwarded = {
        "x-forwarded-for": source,
        "x-forwarded-port": str(environ["SERVER_PORT"]),
        "x-forwarded-proto": "http",
    }
    headers = [(name, value) for name, value in headers if name not in forwarded] + list(forwarded.items())
    return Request(
        method=str(environ["REQUEST_METHOD"]),
        target=str(environ["REQUEST_URI"]),
        headers=headers,
        # One byte too many is enough for the gateway to refuse it.
        body=get_input_stream(environ).read(MAX_BODY + 1),
        source_ip=source,
        protocol=str(environ["SERVER_PROTOCOL"]),
    )


def _headers(answer: Answer) -> Iterator[tuple[str, str]]:
    yield from ((name, value) for name, value in answer.headers.items() if name != "content-length")
    yield from (("set-cookie", cookie) for cookie in answer.cookies)
    if answer.status not in _BODILESS:
        yield "content-length", str(len(answer.body))
    if answer.status == http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        yield "connection", "close"
