"""Writes infra/openapi.json from the handlers: `make openapi`. A test fails when the file is out of date."""

import inspect
import json
from pathlib import Path
from typing import Any

from aws_lambda_powertools.event_handler.openapi.models import HTTPBearer
from aws_lambda_powertools.logging import Logger

from functions.host import routes as host
from functions.players import about, offers
from functions.players import routes as players
from functions.shared.api import resolver
from functions.shared.problems import PROBLEM_JSON, Problem
from functions.shared.shapes import schema

HANDLERS = (players, offers, host, about)
FILE = Path(__file__).with_name("openapi.json")

PROBLEM = {
    "description": "A problem, with a stable code and a sentence",
    "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
DESCRIPTION = """\
Strategy games by post: hidden entries, one deadline, one reveal for all.

Send your key as `Authorization: Bearer KEY`. A player's key and the host's stand in their links after `key=`.
Times are UTC (RFC 3339). What is said no to is a problem document (RFC 9457) with a stable `code` and a sentence.
Every GET has a strong ETag and answers 304 to `If-None-Match`.
"""


def document() -> str:
    """The OpenAPI document of the whole API, as text that is the same each time."""
    app = resolver(Logger(), players.router, offers.router, host.router, about.router)
    schema = app.get_openapi_json_schema(
        title="Main Match",
        version="1",
        description=DESCRIPTION,
        security_schemes={"key": HTTPBearer()},
        security=[{"key": []}],
    )
    return json.dumps(with_problems(json.loads(schema)), indent=1, ensure_ascii=False) + "\n"


def with_problems(described: dict[str, Any]) -> dict[str, Any]:
    """The document with each handler's docstring, with what this API says no with, and with keys only where needed."""
    components = described["components"]["schemas"]
    for unused in ("HTTPValidationError", "ResponseValidationError", "ValidationError"):
        components.pop(unused, None)
    components["Problem"] = schema(Problem)
    told = {name: inspect.getdoc(handler) for module in HANDLERS for name, handler in vars(module).items()}
    for operation in (operation for path in described["paths"].values() for operation in path.values()):
        name = max((name for name in told if operation["operationId"].startswith(f"{name}_")), key=len)
        operation |= {"operationId": name, "description": told[name]}
        operation["responses"].pop("422", None)
        operation["responses"]["default"] = PROBLEM
        if not {"seat", "host"} & set(operation["tags"]):
            operation["security"] = []
    return described


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
