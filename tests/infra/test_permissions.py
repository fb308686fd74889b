"""Exactly what each role may do. A new action is a line here, seen by whoever reviews the change."""

from typing import Any

import pytest

from infra.local.stack import Role, stack

TABLE = "arn:aws:dynamodb:us-east-1:123456789012:table/main-match-Table"
LOGS = "arn:aws:logs:us-east-1:123456789012:log-group:/aws/lambda/main-match"
SCHEDULE_ROLE = "arn:aws:iam::123456789012:role/main-match-ScheduleRole"
SCHEDULES = "arn:aws:scheduler:us-east-1:123456789012:schedule/main-match/*"
CLOSE_ROUND = "arn:aws:lambda:us-east-1:123456789012:function:main-match-close-round"
QUEUES = "arn:aws:sqs:us-east-1:123456789012:main-match"
HOST_KEY = "arn:aws:secretsmanager:us-east-1:123456789012:secret:main-match-HostKey"

WRITE_LOGS = {"logs:CreateLogStream", "logs:PutLogEvents"}
ALLOWED: dict[str, dict[str, set[str]]] = {
    "PlayersRole": {
        TABLE: {"dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"},
        f"{LOGS}-players:*": WRITE_LOGS,
    },
    "HostRole": {
        TABLE: {"dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"},
        SCHEDULES: {"scheduler:CreateSchedule"},
        SCHEDULE_ROLE: {"iam:PassRole"},
        HOST_KEY: {"secretsmanager:GetSecretValue"},
        f"{LOGS}-host:*": WRITE_LOGS,
    },
    "CloseRoundRole": {
        TABLE: {"dynamodb:GetItem", "dynamodb:PutItem"},
        f"{TABLE}/index/open-deadlines": {"dynamodb:Query"},
        f"{TABLE}/stream/local": {"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"},
        # AWS gives ListStreams no narrower resource than all streams of a table.
        f"{TABLE}/stream/*": {"dynamodb:ListStreams"},
        SCHEDULES: {"scheduler:CreateSchedule"},
        SCHEDULE_ROLE: {"iam:PassRole"},
        f"{QUEUES}-FailedInvocations": {"sqs:SendMessage"},
        f"{LOGS}-close-round:*": WRITE_LOGS,
    },
    "ScheduleRole": {
        CLOSE_ROUND: {"lambda:InvokeFunction"},
        f"{QUEUES}-ScheduleDeadLetters": {"sqs:SendMessage"},
    },
}


def roles() -> dict[str, Role]:
    return {role.logical_id: role for role in stack().roles.values()}


def listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def statements() -> list[tuple[str, dict[str, Any]]]:
    return [(name, dict(one)) for name, role in roles().items() for one in role.statements]


def test_there_is_no_role_but_these() -> None:
    assert set(roles()) == set(ALLOWED)


@pytest.mark.parametrize("name", ALLOWED)
def test_each_role_may_do_exactly_this(name: str) -> None:
    may: dict[str, set[str]] = {}
    for statement in roles()[name].statements:
        assert statement["Effect"] == "Allow"
        for resource in listed(statement["Resource"]):
            may.setdefault(resource, set()).update(listed(statement["Action"]))
    assert may == ALLOWED[name]


def test_no_action_is_a_wildcard_and_no_resource_is_everything() -> None:
    for name, statement in statements():
        assert "NotAction" not in statement, name
        assert not [action for action in listed(statement["Action"]) if "*" in action], name
        # A star only stands where AWS names things that come and go: schedules in the group, streams, log streams.
        for resource in listed(statement["Resource"]):
            assert resource.removesuffix("*")[-1] in "/:" or "*" not in resource, name
            assert resource.count("*") <= 1, name
            assert ":main-match" in resource or "/main-match" in resource, name


def test_only_the_schedule_role_is_passed_and_only_to_the_scheduler() -> None:
    passing = [(name, one) for name, one in statements() if "iam:PassRole" in listed(one["Action"])]
    assert {name for name, _ in passing} == {"HostRole", "CloseRoundRole"}
    for _, statement in passing:
        assert listed(statement["Action"]) == ["iam:PassRole"]
        assert statement["Resource"] == SCHEDULE_ROLE
        assert statement["Condition"] == {"StringEquals": {"iam:PassedToService": "scheduler.amazonaws.com"}}


def test_only_this_account_s_scheduler_may_take_the_schedule_role() -> None:
    (trust,) = roles()["ScheduleRole"].trust["Statement"]
    assert trust["Principal"] == {"Service": "scheduler.amazonaws.com"}
    assert trust["Condition"] == {"StringEquals": {"aws:SourceAccount": "123456789012"}}


@pytest.mark.parametrize("name", ["PlayersRole", "HostRole", "CloseRoundRole"])
def test_only_lambda_may_take_a_function_s_role(name: str) -> None:
    (trust,) = roles()[name].trust["Statement"]
    assert trust == {
        "Effect": "Allow",
        "Principal": {"Service": "lambda.amazonaws.com"},
        "Action": "sts:AssumeRole",
    }
