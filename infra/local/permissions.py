"""What a role of the template may do, decided as IAM does: by action, resource and, for PassRole, condition.

moto checks signatures and actions of an assumed role's keys, but takes no account of resources; this module does.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from infra.local.stack import Role
from infra.local.template import ACCOUNT, REGION

_PLACE = f"{REGION}:{ACCOUNT}"
_TRANSACTION = {
    "ConditionCheck": "dynamodb:ConditionCheckItem",
    "Delete": "dynamodb:DeleteItem",
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
}


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that a call must be allowed to do."""

    action: str
    resource: str
    passed_to: str | None = None
    """The service that a role is passed to (`iam:PassedToService`); only for iam:PassRole."""


def needs(service: str, operation: str, parameters: Mapping[str, Any]) -> Iterator[Need]:
    """All that IAM asks for before a call of `operation` with these parameters is done."""
    if operation == "TransactWriteItems":
        # A transaction has no action of its own: every part needs what it would need alone.
        for part in parameters["TransactItems"]:
            ((kind, one),) = part.items()
            yield Need(_TRANSACTION[kind], _table(one))
        return
    action = f"{service}:{operation}"
    if service == "dynamodb" and "TableName" in parameters:
        index = parameters.get("IndexName")
        yield Need(action, _table(parameters) + (f"/index/{index}" if index else ""))
    elif service == "scheduler" and "Name" in parameters:
        group = parameters.get("GroupName", "default")
        yield Need(action, f"arn:aws:scheduler:{_PLACE}:schedule/{group}/{parameters['Name']}")
        if "Target" in parameters:
            yield Need("iam:PassRole", parameters["Target"]["RoleArn"], passed_to="scheduler.amazonaws.com")
    elif service == "secretsmanager" and "SecretId" in parameters:
        secret = parameters["SecretId"]
        known = secret.startswith("arn:")
        yield Need(action, secret if known else f"arn:aws:secretsmanager:{_PLACE}:secret:{secret}")
    else:
        yield Need(action, "*")


def denied(role: Role, service: str, operation: str, parameters: Mapping[str, Any]) -> str | None:
    """Why the role may not make this call, in IAM's words; None if it may.

    Only Allow statements are known, as the template has no other.
    """
    for need in needs(service, operation, parameters):
        if not any(_covers(statement, need) for statement in role.statements):
            return f"User: {role.arn} is not authorized to perform: {need.action} on resource: {need.resource}"
    return None


def for_moto(role: Role) -> dict[str, dict[str, Any]]:
    """The role's policies in the form that moto's own check understands: actions only.

    For a transaction moto wants the literal name dynamodb:TransactWriteItems, which IAM does not have: roles that may
    put get it, and no others. What the parts of a transaction need is seen to by `denied`.
    """
    return {
        name: {**policy, "Statement": [_actions_only(statement) for statement in policy["Statement"]]}
        for name, policy in role.policies.items()
    }


def _actions_only(statement: Mapping[str, Any]) -> dict[str, Any]:
    actions = _list(statement["Action"])
    if "dynamodb:PutItem" in actions:
        actions = [*actions, "dynamodb:TransactWriteItems"]
    return {"Effect": statement["Effect"], "Action": actions, "Resource": "*"}


def _covers(statement: Mapping[str, Any], need: Need) -> bool:
    if statement["Effect"] != "Allow" or need.action not in _list(statement["Action"]):
        return False
    if not any(fnmatch.fnmatchcase(need.resource, pattern) for pattern in _list(statement["Resource"])):
        return False
    wanted = statement.get("Condition", {}).get("StringEquals", {}).get("iam:PassedToService")
    return wanted is None or wanted == need.passed_to


def _table(parameters: Mapping[str, Any]) -> str:
    return f"arn:aws:dynamodb:{_PLACE}:table/{parameters['TableName']}"


def _list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)
