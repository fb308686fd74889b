"""Requests become HTTP API events of payload format 2.0, and answers become responses, as API Gateway makes them."""

import base64
import json
from typing import Any

import pytest

from infra.local.cloud import Cloud
from infra.local.gateway import MAX_BODY, Request
from tests.local.stand_in import Script

# The field set of AWS's own sample of the format, without the authorizer and the client certificate, which a route
# has only where one is set up, and without stage variables, of which there are none.
# https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
SAMPLE_FIELDS = {
    "version",
    "routeKey",
    "rawPath",
    "rawQueryString",
    "cookies",
    "headers",
    "queryStringParameters",
    "requestContext",
    "body",
    "pathParameters",
    "isBase64Encoded",
}
SAMPLE_CONTEXT = {
    "accountId",
    "apiId",
    "domainName",
    "domainPrefix",
    "http",
    "requestId",
    "routeKey",
    "stage",
    "time",
    "timeEpoch",
}
SAMPLE_HTTP = {"method", "path", "protocol", "sourceIp", "userAgent"}


def seen(cloud: Cloud, script: Script, request: Request) -> Any:
    """The event that this request comes to."""
    events = []

    def keep(event: Any, _context: Any) -> Any:
        events.append(event)
        return {"statusCode": 200}

    script.api = keep
    assert cloud.answer(request).status == 200
    return events[0]


def test_an_event_has_the_fields_of_the_documented_sample(cloud: Cloud, script: Script) -> None:
    request = Request(
        method="POST",
        target="/things/a/parts/b?x=1",
        headers=[("Content-Type", "application/json"), ("Cookie", "c=1")],
        body=b"{}",
    )
    event = seen(cloud, script, request)
    assert set(event) == SAMPLE_FIELDS
    assert set(event["requestContext"]) == SAMPLE_CONTEXT
    assert set(event["requestContext"]["http"]) == SAMPLE_HTTP


def test_what_is_not_there_is_absent_and_not_null(cloud: Cloud, script: Script) -> None:
    event = seen(cloud, script, Request(method="GET", target="/things/special"))
    absent = {"cookies", "queryStringParameters", "pathParameters", "body"}
    assert set(event) == SAMPLE_FIELDS - absent
    assert event["rawQueryString"] == ""


def test_names_of_headers_come_in_lower_case_and_repeated_ones_joined(cloud: Cloud, script: Script) -> None:
    headers = [("X-One", "1"), ("x-one", "2"), ("Cookie", "a=1; b=2"), ("Host", "main-match.test:8000")]
    event = seen(cloud, script, Request(method="GET", target="/things/special", headers=headers))
    assert event["headers"] == {"x-one": "1,2", "host": "main-match.test:8000"}
    assert event["cookies"] == ["a=1", "b=2"]
    assert event["requestContext"]["domainName"] == "main-match.test"
    assert event["requestContext"]["domainPrefix"] == "main-match"


def test_parameters_come_decoded_and_the_raw_path_as_it_was(cloud: Cloud, script: Script) -> None:
    event = seen(cloud, script, Request(method="GET", target="/things/a%2Fb%20c?q=%C3%A9&q=2&empty="))
    assert event["rawPath"] == "/things/a%2Fb%20c"
    assert event["rawQueryString"] == "q=%C3%A9&q=2&empty="
    assert event["pathParameters"] == {"thing": "a/b c"}
    assert event["queryStringParameters"] == {"q": "é,2", "empty": ""}


def test_the_time_is_the_cloud_s(cloud: Cloud, script: Script) -> None:
    cloud.clock.advance(1.5)
    context = seen(cloud, script, Request(method="GET", target="/things/special"))["requestContext"]
    assert context["time"] == "24/Oct/2026:18:00:01 +0000"
    assert context["timeEpoch"] == 1792864801500


@pytest.mark.parametrize(
    ("content_type", "body", "encoded"),
    [
        ("application/json", b"{}", False),
        ("Application/JSON; charset=utf-8", '"é"'.encode(), False),
        ("application/problem+json", b"{}", True),
        ("text/plain", b"x", False),
        ("application/octet-stream", b"\x00", True),
        ("application/x-www-form-urlencoded", b"a=1", True),
        ("", b"{}", True),
        ("application/json", b"\xff", True),
    ],
)
def test_text_comes_as_it_is_and_everything_else_in_base64(
    cloud: Cloud, script: Script, content_type: str, body: bytes, *, encoded: bool
) -> None:
    headers = [("content-type", content_type)] if content_type else []
    event = seen(cloud, script, Request(method="POST", target="/things/a/parts/b", headers=headers, body=body))
    assert event["isBase64Encoded"] is encoded
    assert (base64.b64decode(event["body"]) if encoded else event["body"].encode()) == body


@pytest.mark.parametrize(
    ("method", "target", "route"),
    [
        ("GET", "/things/special", "GET /things/special"),
        ("GET", "/things/other", "GET /things/{thing}"),
        ("POST", "/things/a/parts/b", "POST /things/{thing}/parts/{part}"),
    ],
)
def test_the_most_specific_route_answers(cloud: Cloud, script: Script, method: str, target: str, route: str) -> None:
    event = seen(cloud, script, Request(method=method, target=target))
    assert event["routeKey"] == event["requestContext"]["routeKey"] == route


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "/"),
        ("GET", "/things"),
        ("GET", "/things/"),
        ("GET", "/things/a/"),
        ("PUT", "/things/a"),
        ("HEAD", "/things/a"),
    ],
)
def test_what_has_no_route_is_the_gateway_s_own_404(cloud: Cloud, method: str, target: str) -> None:
    answer = cloud.request(method, target)
    assert (answer.status, answer.json) == (404, {"message": "Not Found"})


def test_a_body_of_more_than_10_mb_never_reaches_a_function(cloud: Cloud, script: Script) -> None:
    script.api = lambda _event, _context: {"statusCode": 200}
    assert cloud.request("POST", "/things/a/parts/b", body=b"x" * MAX_BODY).status == 200
    answer = cloud.request("POST", "/things/a/parts/b", body=b"x" * (MAX_BODY + 1))
    assert (answer.status, answer.json) == (413, {"message": "Request Entity Too Large"})


def test_an_answer_of_a_function_becomes_the_response(cloud: Cloud, script: Script) -> None:
    script.api = lambda _event, _context: {
        "statusCode": 201,
        "headers": {"Content-Type": "application/json", "ETag": '"1"'},
        "cookies": ["a=1"],
        "body": base64.b64encode(b'{"x":1}').decode(),
        "isBase64Encoded": True,
    }
    answer = cloud.request("GET", "/things/a")
    assert (answer.status, answer.json, answer.cookies) == (201, {"x": 1}, ("a=1",))
    assert answer.headers == {"content-type": "application/json", "etag": '"1"'}


def test_an_answer_without_a_status_is_the_body_of_a_success(cloud: Cloud, script: Script) -> None:
    script.api = lambda _event, _context: {"x": 1}
    answer = cloud.request("GET", "/things/a")
    assert (answer.status, answer.json, answer.headers["content-type"]) == (200, {"x": 1}, "application/json")


def failing(_event: Any, _context: Any) -> Any:
    raise LookupError("a fault")


@pytest.mark.parametrize(
    "api", [failing, lambda *_: {"statusCode": 200, "body": "x" * (6 * 1024 * 1024 + 1)}], ids=["raises", "too large"]
)
def test_a_function_that_fails_is_a_500_and_its_error_is_logged(
    cloud: Cloud, script: Script, caplog: pytest.LogCaptureFixture, api: Any
) -> None:
    script.api = api
    answer = cloud.request("GET", "/things/a")
    assert (answer.status, answer.json) == (500, {"message": "Internal Server Error"})
    assert "main-match-api" in caplog.text


def test_a_client_of_the_tests_sends_a_key_a_host_and_json(cloud: Cloud, script: Script) -> None:
    script.api = lambda event, _context: {"statusCode": 200, "body": json.dumps(event)}
    headers = {"Host": "h.test", "If-Match": "1"}
    event = cloud.request("POST", "/things/a/parts/b", key="K", body={"x": 1}, headers=headers).json
    assert event["headers"] == {
        "host": "h.test",
        "x-forwarded-proto": "https",
        "user-agent": "tests",
        "authorization": "Bearer K",
        "content-type": "application/json",
        "content-length": "8",
        "if-match": "1",
    }
    assert json.loads(event["body"]) == {"x": 1}
