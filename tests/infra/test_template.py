"""What the template declares, seen after the SAM transform: the properties that a deployment must not lose."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cfnlint.api import lint_file

from infra.local.stack import stack
from infra.local.template import TEMPLATE, resources, source, translated

DAYS_14 = 14 * 24 * 60 * 60
FUNCTIONS = {
    "PlayersFunction": ("main-match-players", "functions.players.handler.handler"),
    "HostFunction": ("main-match-host", "functions.host.handler.handler"),
    "CloseRoundFunction": ("main-match-close-round", "functions.close_round.handler.handler"),
}


def of(kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, found["Properties"]) for name, found in resources().items() if found["Type"] == f"AWS::{kind}")


def only(kind: str) -> dict[str, Any]:
    ((_, properties),) = of(kind)
    return properties


def test_cfn_lint_has_nothing_to_say() -> None:
    assert lint_file(TEMPLATE) == []


@pytest.mark.parametrize("logical_id", FUNCTIONS)
def test_functions_run_on_arm64_and_the_current_python_built_by_the_makefile(logical_id: str) -> None:
    function = resources()[logical_id]
    name, handler = FUNCTIONS[logical_id]
    assert function["Metadata"]["BuildMethod"] == "makefile"
    properties = function["Properties"]
    assert (properties["FunctionName"], properties["Handler"]) == (name, handler)
    assert (properties["Runtime"], properties["Architectures"]) == ("python3.14", ["arm64"])
    assert "ReservedConcurrentExecutions" not in properties


def test_there_are_these_functions_and_no_others_each_with_a_role_of_its_own() -> None:
    functions = dict(of("Lambda::Function"))
    assert set(functions) == set(FUNCTIONS)
    assert len({properties["Role"] for properties in functions.values()}) == len(functions)


def test_functions_are_packed_from_the_root_of_the_repository() -> None:
    code = (TEMPLATE.parent / source()["Globals"]["Function"]["CodeUri"]).resolve()
    assert (code / "functions").is_dir()
    assert (code / "Makefile").is_file()


def test_every_log_group_forgets() -> None:
    logs = dict(of("Logs::LogGroup"))
    assert {properties["RetentionInDays"] for properties in logs.values()} == {30}
    used = {properties["LoggingConfig"]["LogGroup"] for _, properties in of("Lambda::Function")}
    assert used < {properties["LogGroupName"] for properties in logs.values()}


def test_the_api_is_throttled_and_logs_neither_keys_nor_bodies() -> None:
    stage = only("ApiGatewayV2::Stage")
    assert stage["StageName"] == "$default"
    assert stage["DefaultRouteSettings"] == {"ThrottlingRateLimit": 50, "ThrottlingBurstLimit": 100}
    access = stage["AccessLogSettings"]
    assert access["DestinationArn"].startswith("arn:aws:logs:")
    logged = json.loads(access["Format"])
    assert {"requestId", "routeKey", "status", "latency", "integrationError"} <= set(logged)
    told = access["Format"].lower()
    assert not [word for word in ("authorizer", "authorization", "header", "body", "querystring") if word in told]


def test_the_api_has_exact_routes_and_no_catch_all() -> None:
    keys = [route.key for route in stack().routes]
    assert len(keys) == len(set(keys))
    assert not [key for key in keys if "$default" in key or "+}" in key or key.startswith("ANY")]


def test_the_table_is_kept_and_can_be_restored() -> None:
    table = resources()["Table"]
    assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("Retain", "Retain")
    properties = table["Properties"]
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["StreamSpecification"] == {"StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert "TableName" not in properties, "a retained table under a fixed name would keep the stack from coming back"
    assert properties["KeySchema"] == [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ]


def test_the_sparse_index_knows_open_deadlines_and_the_phase() -> None:
    (index,) = resources()["Table"]["Properties"]["GlobalSecondaryIndexes"]
    assert index == {
        "IndexName": "open-deadlines",
        "KeySchema": [
            {"AttributeName": "sweep", "KeyType": "HASH"},
            {"AttributeName": "deadline", "KeyType": "RANGE"},
        ],
        "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["phase"]},
    }


def test_the_sweeper_comes_every_five_minutes_and_its_failures_are_kept() -> None:
    sweep = only("Scheduler::Schedule")
    assert sweep["ScheduleExpression"] == "rate(5 minutes)"
    assert sweep["GroupName"] == "main-match"
    target = sweep["Target"]
    assert json.loads(target["Input"]) == {"sweep": True}
    assert target["Arn"].endswith(":function:main-match-close-round")
    assert target["RoleArn"].endswith(":role/main-match-ScheduleRole")
    assert target["DeadLetterConfig"]["Arn"].endswith(":main-match-ScheduleDeadLetters")


def test_p73_the_stream_wakes_close_round_for_phases_that_close_early_and_for_nothing_else() -> None:
    (mapping,) = stack().stream_mappings
    assert mapping.function == "main-match-close-round"
    head = {"sk": {"S": ["HEAD"]}, "status": {"S": ["open"]}, "closes_early": {"BOOL": [True]}}
    assert mapping.filters == ({"dynamodb": {"NewImage": head}},)
    assert (mapping.bisect, mapping.retries) == (True, 5)
    assert mapping.on_failure is not None
    assert mapping.on_failure.endswith(":main-match-FailedInvocations")


def test_what_fails_after_its_retries_goes_to_the_failure_queue() -> None:
    close_round = stack().functions["CloseRoundFunction"]
    assert close_round.retries == 2
    assert close_round.on_failure is not None
    assert close_round.on_failure.endswith(":main-match-FailedInvocations")


def test_both_sinks_are_encrypted_and_keep_for_fourteen_days() -> None:
    queues = dict(of("SQS::Queue"))
    assert set(queues) == {"ScheduleDeadLetters", "FailedInvocations"}
    for properties in queues.values():
        assert properties == {"MessageRetentionPeriod": DAYS_14, "SqsManagedSseEnabled": True}


def test_an_alarm_on_either_sink_and_on_errors_of_close_round() -> None:
    watched = {}
    for _, alarm in of("CloudWatch::Alarm"):
        assert (alarm["Threshold"], alarm["ComparisonOperator"]) == (0, "GreaterThanThreshold")
        ((dimension),) = alarm["Dimensions"]
        watched[dimension["Value"]] = (alarm["Namespace"], alarm["MetricName"])
    assert watched == {
        "main-match-ScheduleDeadLetters": ("AWS/SQS", "ApproximateNumberOfMessagesVisible"),
        "main-match-FailedInvocations": ("AWS/SQS", "ApproximateNumberOfMessagesVisible"),
        "main-match-close-round": ("AWS/Lambda", "Errors"),
    }


def test_alarms_are_mailed_only_where_an_address_was_given() -> None:
    assert "AlarmTopic" not in resources()
    declared = translated()["Resources"]
    assert declared["AlarmTopic"]["Condition"] == "AlarmsAreMailed"
    alarms = [found["Properties"] for found in declared.values() if found["Type"] == "AWS::CloudWatch::Alarm"]
    wanted = {"Fn::If": ["AlarmsAreMailed", [{"Ref": "AlarmTopic"}], {"Ref": "AWS::NoValue"}]}
    assert [alarm["AlarmActions"] for alarm in alarms] == [wanted] * 3


def test_the_host_key_is_generated_with_256_bits() -> None:
    key = only("SecretsManager::Secret")
    assert "SecretString" not in key
    # 62 letters and digits: 43 of them hold 256 bits.
    assert key["GenerateSecretString"] == {"PasswordLength": 43, "ExcludePunctuation": True}


def test_outputs_name_the_api_the_secret_and_the_table() -> None:
    assert set(source()["Outputs"]) == {"ApiUrl", "HostKeySecret", "TableName"}
