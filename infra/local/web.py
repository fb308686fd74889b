"""A client of the public API over real HTTP, as anybody could write one: what the bots and the example use."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any

_PATIENCE = 30


class ApiError(RuntimeError):
    """The API answered with a problem; the sentence is the problem's own."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail") or problem.get("title") or problem.get("message") or f"status {status}")
        self.status = status
        self.code = problem.get("code", "")


@dataclass
class Web:
    """The API at one address.

    Attributes:
        host: where it listens.
        port: on which port.
    """

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address to open: `http://127.0.0.1:8000`."""
        return f"http://{self.host}:{self.port}"

    def call(self, method: str, path: str, *, key: str | None = None, body: Any = None) -> Any:
        """One request and the JSON that it was answered with; None for an empty answer.

        Raises:
            ApiError: the answer was a problem.
            OSError: nobody answered.
        """
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        connection = http.client.HTTPConnection(self.host, self.port, timeout=_PATIENCE)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        answer = json.loads(content) if content else None
        if response.status >= http.client.BAD_REQUEST:
            raise ApiError(response.status, answer or {})
        return answer
