"""With `enforce_iam` a function can do exactly what its role's policy in the template says."""

import os
from typing import Any

import pytest
from botocore.exceptions import ClientError

from infra.local.cloud import Cloud
from infra.local.permissions import Need, denied, needs
from infra.local.stack import Role
from tests.local.conftest import STAND_IN
from tests.local.stand_in import Script, put, schedule, wired

TABLE = "arn:aws:dynamodb:us-east-1:123456789012:table/t"


def refusal_of(script: Script, doing: Any) -> str:
    """The code that a call is refused with under the API function's own role; empty if it is not."""
    told: list[str] = []

    def api(_event: Any, _context: Any) -> None:
        try:
            doing()
        except ClientError as error:
            told.append(error.response["Error"]["Code"])

    script.api = api
    with Cloud(template=STAND_IN, enforce_iam=True) as cloud:
        cloud.client("dynamodb").create_table(
            TableName="other",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        cloud.client("scheduler").create_schedule_group(Name="other")
        assert cloud.request("GET", "/things/a").status == 200
    return "".join(told)


def transaction(kind: str) -> None:
    part = {"TableName": os.environ["TABLE_NAME"], "Item": {"pk": {"S": "a"}}}
    if kind == "Delete":
        part = {"TableName": os.environ["TABLE_NAME"], "Key": {"pk": {"S": "a"}}}
    wired()[0].transact_write_items(TransactItems=[{kind: part}])


@pytest.mark.parametrize(
    "doing", [lambda: put("a"), schedule, lambda: transaction("Put")], ids=["put", "schedule", "transaction"]
)
def test_what_the_policy_allows_is_done(script: Script, doing: Any) -> None:
    assert refusal_of(script, doing) == ""


@pytest.mark.parametrize(
    "doing",
    [
        lambda: wired()[0].update_item(TableName=os.environ["TABLE_NAME"], Key={"pk": {"S": "a"}}),
        lambda: wired()[0].delete_item(TableName=os.environ["TABLE_NAME"], Key={"pk": {"S": "a"}}),
        lambda: wired()[0].put_item(TableName="other", Item={"pk": {"S": "a"}}),
        lambda: wired()[0].list_tables(Limit=1),
        lambda: transaction("Delete"),
        lambda: schedule(GroupName="other"),
        lambda: schedule(Target={"RoleArn": "arn:aws:iam::123456789012:role/main-match-WorkRole"}),
        lambda: wired()[1].delete_schedule(GroupName=os.environ["GROUP"], Name="m"),
    ],
    ids=[
        "another action",
        "a deletion",
        "another table",
        "all tables",
        "a transaction's part",
        "another group",
        "passing another role",
        "deleting a schedule",
    ],
)
def test_what_it_does_not_allow_is_refused(script: Script, doing: Any) -> None:
    assert refusal_of(script, doing) in {"AccessDenied", "AccessDeniedException"}


def test_moto_itself_refuses_an_action_that_the_role_lacks(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own check looks at calls of the function's session only; moto's looks at every request's keys."""
    monkeypatch.setattr("infra.local.permissions.denied", lambda *_: None)
    assert refusal_of(script, lambda: transaction("Delete")) == ""
    assert refusal_of(script, lambda: wired()[0].list_tables(Limit=1)) == "403"


def test_without_enforcement_everything_is_allowed(cloud: Cloud, script: Script) -> None:
    def api(_event: Any, _context: Any) -> None:
        wired()[0].delete_item(TableName=os.environ["TABLE_NAME"], Key={"pk": {"S": "a"}})

    script.api = api
    assert cloud.request("GET", "/things/a").status == 200


@pytest.mark.parametrize(("service", "refused"), [("scheduler", False), ("lambda", True)])
def test_a_role_is_passed_only_to_the_service_of_the_condition(service: str, *, refused: bool) -> None:
    condition = {"StringEquals": {"iam:PassedToService": f"{service}.amazonaws.com"}}
    statements = [
        {"Effect": "Allow", "Action": "scheduler:CreateSchedule", "Resource": "*"},
        {"Effect": "Allow", "Action": "iam:PassRole", "Resource": "*", "Condition": condition},
    ]
    role = Role(logical_id="R", name="r", arn="r", trust={}, policies={"p": {"Statement": statements}})
    call = {"Name": "m", "Target": {"RoleArn": "arn:aws:iam::123456789012:role/s"}}
    assert (denied(role, "scheduler", "CreateSchedule", call) is not None) is refused


def test_what_a_call_needs() -> None:
    assert list(needs("dynamodb", "Query", {"TableName": "t", "IndexName": "i"})) == [
        Need("dynamodb:Query", f"{TABLE}/index/i")
    ]
    parts = [{"Put": {"TableName": "t"}}, {"ConditionCheck": {"TableName": "t"}}]
    assert list(needs("dynamodb", "TransactWriteItems", {"TransactItems": parts})) == [
        Need("dynamodb:PutItem", TABLE),
        Need("dynamodb:ConditionCheckItem", TABLE),
    ]
    secret = "arn:aws:secretsmanager:us-east-1:123456789012:secret:s"
    assert list(needs("secretsmanager", "GetSecretValue", {"SecretId": "s"})) == [
        Need("secretsmanager:GetSecretValue", secret)
    ]
    assert list(needs("sts", "GetCallerIdentity", {})) == [Need("sts:GetCallerIdentity", "*")]
