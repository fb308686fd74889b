"""What the HTTP functions have in common: reading a request, answering it, and saying no."""

import base64
import hashlib
import json
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.exceptions import NotFoundError
from aws_lambda_powertools.event_handler.openapi.exceptions import RequestValidationError
from aws_lambda_powertools.event_handler.openapi.params import Header, Path
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter
from aws_lambda_powertools.logging import Logger
from botocore.exceptions import BotoCoreError, ClientError

from engine.refusals import MainMatchError
from functions.shared.problems import PROBLEM_JSON, Busy, Missing, TooLarge, Unreadable, WrongType, problem, status
from functions.shared.shapes import misread

MOST_BYTES = 64 * 1024
"""A body that is larger than this is none of ours: a roster of a hundred long names fits in, however it is escaped."""

MatchId = Annotated[str, Path(description="The match's id.")]
SeatId = Annotated[str, Path(description="`s1`, `s2`, … in roster order.")]
IdempotencyKey = Annotated[
    str,
    Header(
        alias="idempotency-key",
        max_length=255,
        description="Your own text. Repeated under it, a request does nothing twice; a recent one is answered alike.",
    ),
]


def new_router() -> APIGatewayHttpRouter:
    """A group of addresses for `resolver`."""
    return APIGatewayHttpRouter()  # type: ignore[no-untyped-call]  # Powertools has left it untyped


def resolver(logger: Logger, *routers: APIGatewayHttpRouter) -> APIGatewayHttpResolver:
    """A resolver for these routes, with every exception mapped to a problem in this one place."""
    app = APIGatewayHttpResolver(enable_validation=True)
    for router in routers:
        app.include_router(router)

    @app.exception_handler(MainMatchError)  # type: ignore[untyped-decorator]  # Powertools has left it untyped
    def said_no(error: MainMatchError) -> Response[str]:
        return refusal(error)

    @app.exception_handler(RequestValidationError)  # type: ignore[untyped-decorator]  # Powertools has left it untyped
    def not_of_this_shape(error: RequestValidationError) -> Response[str]:
        return refusal(misread(error.errors()))

    @app.exception_handler([ClientError, BotoCoreError])  # type: ignore[untyped-decorator]  # Powertools has left it untyped
    def not_answered_by_aws(error: ClientError | BotoCoreError) -> Response[str]:
        logger.error("AWS did not do its part", error=type(error).__name__, code=aws_code(error))
        return refusal(Busy("busy", "This did not work just now, and it may not have been stored. Send it again."))

    @app.not_found
    def no_such_address(_error: NotFoundError) -> Response[str]:
        return refusal(Missing("address-unknown", "There is nothing at this address. GET /docs shows all there is."))

    return app


def aws_code(error: ClientError | BotoCoreError) -> str:
    """AWS's own name for what went wrong; empty where it gave none."""
    return str(error.response["Error"]["Code"]) if isinstance(error, ClientError) else ""


def answer(app: APIGatewayHttpResolver, event: dict[str, Any], context: Any) -> dict[str, Any]:
    """The answer to one HTTP event: looked at first, resolved, and given an ETag if it is a GET."""
    try:
        check_body(event)
    except MainMatchError as error:
        return written(refusal(error))
    answered: dict[str, Any] = app.resolve(event, context)
    if event["requestContext"]["http"]["method"] == "GET" and answered["statusCode"] == 200:  # noqa: PLR2004  # OK
        return tagged(answered, event.get("headers", {}).get("if-none-match", ""))
    return answered


def check_body(event: dict[str, Any]) -> None:
    """Refuse what could not even be parsed, before anything tries to.

    Raises:
        TooLarge: the body is larger than `MOST_BYTES`.
        WrongType: it says that it is something else than JSON.
        Unreadable: it is not JSON in UTF-8, or holds text that is none.
    """
    body = event.get("body")
    kind = event.get("headers", {}).get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("", "application/json") and event["requestContext"]["http"]["method"] != "GET":
        raise WrongType("content-type", "Send the body as JSON, with the header Content-Type: application/json.")
    if not body:
        return
    try:
        raw = base64.b64decode(body, validate=True) if event.get("isBase64Encoded") else body.encode()
        if len(raw) > MOST_BYTES:
            raise TooLarge("body-too-large", f"That is more than {MOST_BYTES} bytes. Send less.")
        read = json.loads(raw.decode(), parse_constant=_no_constant)
        # An escaped lone surrogate makes a string that nobody can store or answer with.
        json.dumps(read, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Unreadable(
            "body-not-json", "The body is not JSON that can be read. Check commas, quotes, braces."
        ) from error


def tagged(answered: dict[str, Any], known: str) -> dict[str, Any]:
    """The answer with a strong ETag; 304 without a body if the asker has it already."""
    etag = f'"{hashlib.sha256(answered["body"].encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "private, no-cache", **answered.get("headers", {}), "ETag": etag}
    if etag in {tag.strip() for tag in known.split(",")} or known.strip() == "*":
        headers.pop("Content-Type", None)
        return {**answered, "statusCode": 304, "headers": headers, "body": "", "isBase64Encoded": False}
    return {**answered, "headers": headers}


def refusal(error: MainMatchError) -> Response[str]:
    """The error as a problem document (RFC 9457)."""
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, Busy):
        headers["Retry-After"] = "1"
    return Response(status(error), PROBLEM_JSON, json.dumps(problem(error)), headers)


def written(response: Response[str]) -> dict[str, Any]:
    """A response as API Gateway takes it, for what is answered before the resolver is asked."""
    headers = {**response.headers, "Content-Type": response.content_type}
    return {"statusCode": response.status_code, "headers": headers, "body": response.body, "isBase64Encoded": False}


def base_url(headers: Any) -> str:
    """Where this API stands, as the asker sees it."""
    return f"{headers.get('x-forwarded-proto', 'https')}://{headers.get('host', '')}"


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
