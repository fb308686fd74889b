"""The template and the code agree: routes, environment, handlers."""

import importlib
from dataclasses import fields
from typing import Any

import pytest

from functions.shared.settings import CloseRoundSettings, HostSettings, PlayersSettings
from infra.local.stack import stack

SETTINGS = {
    "PlayersFunction": PlayersSettings,
    "HostFunction": HostSettings,
    "CloseRoundFunction": CloseRoundSettings,
}
POWERTOOLS = {"POWERTOOLS_SERVICE_NAME", "POWERTOOLS_METRICS_NAMESPACE", "POWERTOOLS_LOG_LEVEL"}


def handler_module(logical_id: str) -> Any:
    return importlib.import_module(stack().functions[logical_id].handler.rsplit(".", 1)[0])


@pytest.mark.parametrize("logical_id", SETTINGS)
def test_the_environment_holds_the_settings_and_nothing_else(logical_id: str) -> None:
    wanted = {field.name.upper() for field in fields(SETTINGS[logical_id])}
    assert set(stack().functions[logical_id].environment) == wanted | POWERTOOLS


@pytest.mark.parametrize("logical_id", ["PlayersFunction", "HostFunction"])
def test_the_routes_of_the_template_are_the_routes_of_the_handler(logical_id: str) -> None:
    app = handler_module(logical_id).app
    handled = {
        (method, route.openapi_path)
        for route in (*app._static_routes, *app._dynamic_routes)
        for method in ([route.method] if isinstance(route.method, str) else route.method)
    }
    declared = {(route.method, route.path) for route in stack().routes if route.function == logical_id}
    assert handled == declared


@pytest.mark.parametrize("logical_id", SETTINGS)
def test_the_handlers_are_where_the_template_says(logical_id: str) -> None:
    name = stack().functions[logical_id].handler.rsplit(".", 1)[1]
    assert callable(getattr(handler_module(logical_id), name))


def test_the_scheduled_function_is_close_round() -> None:
    functions = stack().functions
    for logical_id in ("HostFunction", "CloseRoundFunction"):
        assert functions[logical_id].environment["CLOSE_ROUND_ARN"] == functions["CloseRoundFunction"].arn
