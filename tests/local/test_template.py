"""A template is resolved as CloudFormation would, or refused with a sentence that names what is not known here."""

from pathlib import Path
from typing import Any

import pytest

from infra.local.stack import stack
from infra.local.template import TemplateError, resources

GROUP = "{Type: AWS::Logs::LogGroup, Properties: {LogGroupName: group}}"


def resolved(tmp_path: Path, value: str, more: str = "") -> Any:
    """What this value of a property comes to."""
    path = tmp_path / "template.yaml"
    thing = f"  Thing: {{Type: AWS::SNS::Topic, Properties: {{TopicName: {value}}}}}"
    path.write_text(f"Resources:\n  Group: {GROUP}\n{thing}\n{more}", encoding="utf-8")
    return resources(path)["Thing"]["Properties"]["TopicName"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain", "plain"),
        ("!Ref AWS::Region", "us-east-1"),
        ("!Ref AWS::NoValue", None),
        ("!Ref Group", "group"),
        ("!Ref Thing2", "main-match-Thing2"),
        ("!Ref Given", "default"),
        ("!GetAtt Group.Arn", "arn:aws:logs:us-east-1:123456789012:log-group:group:*"),
        (
            '!Sub "${AWS::StackName}-${Group.Arn}-${Given}-${!literal}"',
            "main-match-arn:aws:logs:us-east-1:123456789012:log-group:group:*-default-${!literal}",
        ),
        ('!Sub ["${Own}-${Given}", {Own: !Ref Group}]', "group-default"),
        ('!Join ["-", [a, !Ref Given]]', "a-default"),
        ("!If [IsDefault, yes, no]", True),
        ("!If [IsOther, 1, 2]", 2),
        ("[!Ref Given, {a: !Ref Group}]", ["default", {"a": "group"}]),
    ],
)
def test_references_conditions_and_texts_are_resolved(tmp_path: Path, value: str, expected: Any) -> None:
    more = """
  Thing2: {Type: AWS::SQS::Queue}
  Other: {Type: AWS::SQS::Queue, Condition: IsOther}
Parameters:
  Given: {Type: String, Default: default}
Conditions:
  IsDefault: !Equals [!Ref Given, default]
  IsOther: !Not [!Condition IsDefault]
"""
    assert resolved(tmp_path, value, more) == expected
    assert "Other" not in resources(tmp_path / "template.yaml")


@pytest.mark.parametrize(
    ("value", "about"),
    [
        ("!Ref Nobody", "Nobody"),
        ("!GetAtt Nobody.Arn", "Nobody"),
        ("!GetAtt Group.Color", "Color of Group"),
        ("!ImportValue x", "Fn::ImportValue"),
        ("!Transform {Name: x}", "!Transform"),
    ],
)
def test_what_is_not_known_is_named(tmp_path: Path, value: str, about: str) -> None:
    with pytest.raises(TemplateError, match=about):
        resolved(tmp_path, value)


def test_an_event_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "template.yaml"
    event = "{Type: HttpApi, Properties: {ApiId: !Ref Api, Method: GET, Path: /a, PayloadFormatVersion: '1.0'}}"
    path.write_text(
        f"""
Transform: AWS::Serverless-2016-10-31
Resources:
  Api: {{Type: AWS::Serverless::HttpApi}}
  Code:
    Type: AWS::Serverless::Function
    Properties:
      {{FunctionName: f, Handler: a.b, Runtime: python3.14, CodeUri: ., Role: r, Events: {{A: {event}}}}}
""",
        encoding="utf-8",
    )
    with pytest.raises(TemplateError, match=r"GET /a asks .* not of format 2\.0"):
        stack(path)
