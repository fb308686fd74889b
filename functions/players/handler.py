"""Lambda's entry point for the players' and the public's part of the API."""

from typing import Any

from aws_lambda_powertools.logging import Logger
from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.players import about, offers, routes
from functions.players.routes import wired
from functions.shared.api import answer, resolver
from functions.shared.measured import count, metrics

__all__ = ["app", "handler", "wired"]

logger = Logger()
app = resolver(logger, routes.router, offers.router, about.router)


@logger.inject_lambda_context(clear_state=True)
@metrics.log_metrics
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Answer one HTTP API event (payload format 2.0)."""
    count("Requests")
    return answer(app, event, context)
