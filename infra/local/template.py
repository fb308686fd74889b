"""Reads a SAM template as CloudFormation would: transform, conditions and references resolved for one local account."""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import boto3
import yaml
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

TEMPLATE = Path(__file__).parent.parent / "template.yaml"
"""The one template there is."""

ACCOUNT = "123456789012"
"""moto's own account; no AWS account has this number."""

REGION = "us-east-1"
"""The one region that moto's stream records know."""

STACK_NAME = "main-match"
"""What `AWS::StackName` is on one machine."""

_PSEUDO_PARAMETERS = {
    "AWS::AccountId": ACCOUNT,
    "AWS::NoValue": None,
    "AWS::Partition": "aws",
    "AWS::Region": REGION,
    "AWS::StackName": STACK_NAME,
    "AWS::URLSuffix": "amazonaws.com",
}


class TemplateError(ValueError):
    """The template uses something that the local stack cannot resolve; the sentence names it."""


class _Loader(yaml.SafeLoader):
    """YAML with CloudFormation's short forms, `!Ref` and the like."""


def _short_form(loader: _Loader, suffix: str, node: yaml.Node) -> dict[str, Any]:
    if isinstance(node, yaml.ScalarNode):
        value: Any = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    else:
        raise TemplateError(f"The local stack does not know the short form !{suffix} with fields.")
    if suffix == "GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {suffix if suffix in {"Ref", "Condition"} else f"Fn::{suffix}": value}


_Loader.add_multi_constructor("!", _short_form)


@functools.cache
def _source(path: Path) -> dict[str, Any]:
    template: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 (a SafeLoader)
    return template


@functools.cache
def _translated(path: Path) -> dict[str, Any]:
    template = copy.deepcopy(_source(path))
    # `sam package` would put an address in S3 here; the translator accepts no folder.
    holders = [template.get("Globals", {}).get("Function", {})]
    holders += [resource.get("Properties", {}) for resource in template["Resources"].values()]
    for holder in holders:
        if "CodeUri" in holder:
            holder["CodeUri"] = "s3://local/code"
    translator = Translator({}, Parser(), boto_session=boto3.session.Session(region_name=REGION))
    translated: dict[str, Any] = translator.translate(template, parameter_values={})
    translator.metrics.publish()  # nowhere; left undone, it complains in the log
    return translated


def source(path: Path = TEMPLATE) -> dict[str, Any]:
    """The template as it is written, intrinsic functions in their long form. A fresh copy."""
    return copy.deepcopy(_source(path))


def translated(path: Path = TEMPLATE) -> dict[str, Any]:
    """The template after the SAM transform: plain CloudFormation, references unresolved. A fresh copy."""
    return copy.deepcopy(_translated(path))


def resources(path: Path = TEMPLATE) -> dict[str, dict[str, Any]]:
    """Every resource that exists under the parameters' defaults, by logical id, with all references resolved.

    Raises:
        TemplateError: for an intrinsic function, a reference or an attribute that one machine cannot give.
    """
    return _Resolver(translated(path)).resources()


class _Resolver:
    """Resolves conditions, references and attributes of one translated template."""

    def __init__(self, template: dict[str, Any]) -> None:
        self._resources: dict[str, dict[str, Any]] = template["Resources"]
        self._conditions: Mapping[str, Any] = template.get("Conditions", {})
        self._parameters = {name: spec.get("Default") for name, spec in template.get("Parameters", {}).items()}
        self._functions: dict[str, Callable[[Any], Any]] = {
            "Ref": self._ref,
            "Condition": lambda name: self.resolve(self._conditions[name]),
            "Fn::Equals": lambda pair: self.resolve(pair[0]) == self.resolve(pair[1]),
            "Fn::GetAtt": lambda pair: self._attribute(pair[0], pair[1]),
            "Fn::If": lambda parts: self.resolve(parts[1 if self.resolve(self._conditions[parts[0]]) else 2]),
            "Fn::Join": lambda parts: parts[0].join(self.resolve(parts[1])),
            "Fn::Not": lambda parts: not self.resolve(parts[0]),
            "Fn::Sub": self._substitute,
        }

    def resources(self) -> dict[str, dict[str, Any]]:
        """All resources whose condition holds."""
        return {
            logical_id: self.resolve(resource)
            for logical_id, resource in self._resources.items()
            if "Condition" not in resource or self.resolve(self._conditions[resource["Condition"]])
        }

    def resolve(self, value: Any) -> Any:
        """`value` with every intrinsic function in it answered."""
        if isinstance(value, list):
            return [self.resolve(part) for part in value]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((name, argument),) = value.items()
            if name in self._functions and not (name == "Condition" and isinstance(argument, dict)):
                return self._functions[name](argument)
            if name.startswith("Fn::"):
                raise TemplateError(f"The local stack does not know {name}.")
        return {key: self.resolve(part) for key, part in value.items()}

    def _ref(self, name: str) -> Any:
        if name in _PSEUDO_PARAMETERS:
            return _PSEUDO_PARAMETERS[name]
        if name in self._parameters:
            return self._parameters[name]
        if name not in self._resources:
            raise TemplateError(f"The template refers to {name}, which is not in it.")
        # A secret is known by its ARN, everything else by its name.
        is_secret = self._resources[name]["Type"] == "AWS::SecretsManager::Secret"
        return self._attribute(name, "Arn") if is_secret else self._physical_name(name)

    def _substitute(self, argument: str | list[Any]) -> str:
        text, own = (argument, {}) if isinstance(argument, str) else argument

        def one(match: re.Match[str]) -> str:
            name = match.group(1)
            if name in own:
                return str(self.resolve(own[name]))
            return str(self._attribute(*name.split(".", 1)) if "." in name else self._ref(name))

        return re.sub(r"\$\{([^!}]+)\}", one, text)

    def _physical_name(self, logical_id: str) -> str:
        properties = self._resources[logical_id].get("Properties", {})
        for field in ("FunctionName", "Name", "LogGroupName"):
            if isinstance(properties.get(field), str | dict):
                return str(self.resolve(properties[field]))
        return f"{STACK_NAME}-{logical_id}"

    def _attribute(self, logical_id: str, attribute: str) -> str:
        if logical_id not in self._resources:
            raise TemplateError(f"The template refers to {logical_id}, which is not in it.")
        kind = self._resources[logical_id]["Type"]
        name = self._physical_name(logical_id)
        place = f"{REGION}:{ACCOUNT}"
        attributes = {
            ("AWS::DynamoDB::Table", "Arn"): f"arn:aws:dynamodb:{place}:table/{name}",
            ("AWS::DynamoDB::Table", "StreamArn"): f"arn:aws:dynamodb:{place}:table/{name}/stream/local",
            ("AWS::IAM::Role", "Arn"): f"arn:aws:iam::{ACCOUNT}:role/{name}",
            ("AWS::Lambda::Function", "Arn"): f"arn:aws:lambda:{place}:function:{name}",
            ("AWS::Logs::LogGroup", "Arn"): f"arn:aws:logs:{place}:log-group:{name}:*",
            ("AWS::SQS::Queue", "Arn"): f"arn:aws:sqs:{place}:{name}",
            ("AWS::SQS::Queue", "QueueName"): name,
            ("AWS::Scheduler::ScheduleGroup", "Arn"): f"arn:aws:scheduler:{place}:schedule-group/{name}",
            ("AWS::SecretsManager::Secret", "Arn"): f"arn:aws:secretsmanager:{place}:secret:{name}",
        }
        if (kind, attribute) not in attributes:
            raise TemplateError(f"The local stack does not know the attribute {attribute} of {logical_id} ({kind}).")
        return attributes[kind, attribute]
