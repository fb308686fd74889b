"""The OpenAPI document: generated, checked in, and true."""

import json
from typing import Any

import pytest

from engine.game import REGISTRY, game
from infra.openapi import FILE, document

OPERATIONS = ("get", "put", "post", "delete")


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def test_the_checked_in_document_is_what_the_handlers_say() -> None:
    assert FILE.read_text(encoding="utf-8") == document(), "infra/openapi.json is out of date: run make openapi"


def test_every_address_says_what_it_is_for_and_what_it_says_no_with(described: dict[str, Any]) -> None:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert method in OPERATIONS
            assert operation["summary"], path
            assert operation["description"] != operation["summary"], path
            assert "application/problem+json" in operation["responses"]["default"]["content"], path


def test_only_what_belongs_to_a_seat_or_a_host_asks_for_a_key(described: dict[str, Any]) -> None:
    for path, operations in described["paths"].items():
        for operation in operations.values():
            keyless = operation.get("security") == []
            assert keyless == (not {"seat", "host"} & set(operation["tags"])), path


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    def references(part: Any) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return own.union(*map(references, part.values()))
        return set().union(*map(references, part)) if isinstance(part, list) else set()

    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert references(described) <= known
    assert all("__" not in name for name in known), "a shape is described twice under one name"


@pytest.mark.parametrize("key", REGISTRY)
def test_every_entry_of_every_game_is_described_with_its_phase(described: dict[str, Any], key: str) -> None:
    body = described["paths"]["/matches/{match}/seat/entry"]["put"]["requestBody"]["content"]["application/json"]
    named = [described["components"]["schemas"][part["$ref"].split("/")[-1]] for part in body["schema"]["anyOf"]]
    for entry in game(key).entries:
        fields = {"phase", *(field for field in entry.__dataclass_fields__)}
        assert any(set(shape["properties"]) == fields and "phase" in shape["required"] for shape in named), entry
