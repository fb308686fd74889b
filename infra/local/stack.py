"""What the template says exists, as typed values: the local stack knows nothing else."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from infra.local.template import ACCOUNT, REGION, STACK_NAME, TEMPLATE, TemplateError, resources


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One route of the HTTP API, and the function that answers it."""

    method: str
    """In capitals."""
    path: str
    """As the template writes it: `/matches/{match}/seat`."""
    function: str
    """Logical id of the function."""

    @property
    def key(self) -> str:
        """What API Gateway calls the route key: `GET /matches/{match}/seat`."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """One Lambda function."""

    logical_id: str
    name: str
    arn: str
    handler: str
    """Dotted, as Lambda takes it: `functions.players.handler.handler`."""
    role: str
    """ARN of the role that it runs under."""
    environment: Mapping[str, str]
    memory: int
    """In MB."""
    timeout: int
    """In seconds."""
    log_group: str
    retries: int = 2
    """How often a failed asynchronous invocation is tried again; two is Lambda's own default."""
    on_failure: str | None = None
    """ARN of the queue that gets what still failed after the retries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """One IAM role with what it allows."""

    logical_id: str
    name: str
    arn: str
    trust: Mapping[str, Any]
    policies: Mapping[str, Mapping[str, Any]]
    """Policy documents by name."""

    @property
    def statements(self) -> tuple[Mapping[str, Any], ...]:
        """All statements of all its policies."""
        return tuple(statement for policy in self.policies.values() for statement in policy["Statement"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One DynamoDB table, with the properties that CreateTable takes."""

    name: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """One schedule that the template itself declares, with the properties that CreateSchedule takes."""

    group: str
    name: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamMapping:
    """One function fed from a table's stream."""

    table: str
    """Name of the table."""
    function: str
    """Name of the function."""
    filters: tuple[Mapping[str, Any], ...]
    """Event patterns; a record goes to the function when one of them matches, or when there is none."""
    batch_size: int
    retries: int
    bisect: bool
    """Whether a batch that failed is halved, to find the record that it fails for."""
    on_failure: str | None
    """ARN of the queue that is told of records which still failed after the retries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """One secret that CloudFormation generates."""

    name: str
    length: int
    """Characters, out of letters and digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Everything that the template declares and one machine can hold."""

    functions: Mapping[str, Function]
    """By logical id."""
    routes: tuple[Route, ...]
    roles: Mapping[str, Role]
    """By ARN."""
    tables: tuple[Table, ...]
    schedule_groups: tuple[str, ...]
    schedules: tuple[Schedule, ...]
    stream_mappings: tuple[StreamMapping, ...]
    queues: tuple[str, ...]
    """Names."""
    secrets: tuple[Secret, ...]
    resources: Mapping[str, Mapping[str, Any]] = field(repr=False)
    """Everything else that the template says, by logical id, references resolved."""

    def function_named(self, arn_or_name: str) -> Function | None:
        """The function with this name or ARN, or None."""
        name = arn_or_name.rsplit(":", 1)[-1]
        return next((function for function in self.functions.values() if function.name == name), None)


@functools.cache
def stack(path: Path = TEMPLATE) -> Stack:
    """The stack of the template at `path`.

    Raises:
        TemplateError: when the template asks for something that one machine cannot give.
    """
    found = resources(path)
    return Stack(
        functions={function.logical_id: function for function in _functions(found)},
        routes=tuple(sorted(_routes(found), key=lambda route: route.key)),
        roles={role.arn: role for role in _roles(found)},
        tables=tuple(_table(logical_id, properties) for logical_id, properties in _of(found, "DynamoDB::Table")),
        schedule_groups=tuple(properties["Name"] for _, properties in _of(found, "Scheduler::ScheduleGroup")),
        schedules=tuple(_schedule(properties) for _, properties in _of(found, "Scheduler::Schedule")),
        stream_mappings=tuple(
            _stream_mapping(properties) for _, properties in _of(found, "Lambda::EventSourceMapping")
        ),
        queues=tuple(_name(logical_id) for logical_id, _ in _of(found, "SQS::Queue")),
        secrets=tuple(
            _secret(logical_id, properties) for logical_id, properties in _of(found, "SecretsManager::Secret")
        ),
        resources=found,
    )


def _of(found: dict[str, dict[str, Any]], kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for logical_id, resource in found.items():
        if resource["Type"] == f"AWS::{kind}":
            yield logical_id, resource.get("Properties", {})


def _name(logical_id: str) -> str:
    return f"{STACK_NAME}-{logical_id}"


def _functions(found: dict[str, dict[str, Any]]) -> Iterator[Function]:
    invoke = {properties["FunctionName"]: properties for _, properties in _of(found, "Lambda::EventInvokeConfig")}
    for logical_id, properties in _of(found, "Lambda::Function"):
        name = properties["FunctionName"]
        config = invoke.get(name, {})
        yield Function(
            logical_id=logical_id,
            name=name,
            arn=_lambda_arn(name),
            handler=properties["Handler"],
            role=properties["Role"],
            environment=dict(properties.get("Environment", {}).get("Variables", {})),
            memory=properties.get("MemorySize", 128),
            timeout=properties.get("Timeout", 3),
            log_group=properties.get("LoggingConfig", {}).get("LogGroup", f"/aws/lambda/{name}"),
            retries=config.get("MaximumRetryAttempts", 2),
            on_failure=config.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination"),
        )


def _routes(found: dict[str, dict[str, Any]]) -> Iterator[Route]:
    by_arn = {_lambda_arn(properties["FunctionName"]): name for name, properties in _of(found, "Lambda::Function")}
    for _, properties in _of(found, "ApiGatewayV2::Api"):
        for path, methods in properties["Body"]["paths"].items():
            for method, operation in methods.items():
                integration = operation["x-amazon-apigateway-integration"]
                if integration["payloadFormatVersion"] != "2.0":
                    raise TemplateError(f"{method.upper()} {path} asks for an event that is not of format 2.0.")
                arn = integration["uri"].split("/functions/")[1].removesuffix("/invocations")
                yield Route(method=method.upper(), path=path, function=by_arn[arn])


def _lambda_arn(name: str) -> str:
    return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{name}"


def _roles(found: dict[str, dict[str, Any]]) -> Iterator[Role]:
    for logical_id, properties in _of(found, "IAM::Role"):
        name = properties.get("RoleName", _name(logical_id))
        yield Role(
            logical_id=logical_id,
            name=name,
            arn=f"arn:aws:iam::{ACCOUNT}:role/{name}",
            trust=properties["AssumeRolePolicyDocument"],
            policies={policy["PolicyName"]: policy["PolicyDocument"] for policy in properties.get("Policies", [])},
        )


_CREATE_TABLE = ("AttributeDefinitions", "BillingMode", "GlobalSecondaryIndexes", "KeySchema", "StreamSpecification")


def _table(logical_id: str, properties: dict[str, Any]) -> Table:
    create = {name: properties[name] for name in _CREATE_TABLE if name in properties}
    if "StreamSpecification" in create:
        # CloudFormation names the view only; the API wants to be told that there is a stream.
        create["StreamSpecification"] = {"StreamEnabled": True, **create["StreamSpecification"]}
    return Table(name=_name(logical_id), properties=create)


def _schedule(properties: dict[str, Any]) -> Schedule:
    return Schedule(group=properties["GroupName"], name=properties["Name"], properties=properties)


def _stream_mapping(properties: dict[str, Any]) -> StreamMapping:
    filters = properties.get("FilterCriteria", {}).get("Filters", [])
    return StreamMapping(
        table=properties["EventSourceArn"].split(":table/")[1].split("/")[0],
        function=properties["FunctionName"],
        filters=tuple(json.loads(one["Pattern"]) for one in filters),
        batch_size=properties.get("BatchSize", 100),
        retries=properties.get("MaximumRetryAttempts", -1),
        bisect=properties.get("BisectBatchOnFunctionError", False),
        on_failure=properties.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination"),
    )


def _secret(logical_id: str, properties: dict[str, Any]) -> Secret:
    return Secret(name=_name(logical_id), length=properties["GenerateSecretString"]["PasswordLength"])
