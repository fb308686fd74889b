"""What importing a function brings in: nothing that it does not use, and nothing is built by it."""

import json
import subprocess
import sys
from unittest.mock import patch

import pytest

from engine.game import REGISTRY
from tests.benchmarks import imports

HANDLERS = ("players", "host", "close_round")


def imported(*modules: str) -> set[str]:
    """All modules that are there once these are imported in a new process, without any AWS setting around it."""
    code = f"import sys, json, {', '.join(modules)}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": "."}
    )
    assert done.stderr == ""
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("name", HANDLERS)
def test_a_handler_imports_no_game_and_no_tool_and_needs_no_environment(name: str) -> None:
    """A game is imported when the first match of it is read; clients and settings are made at the first event."""
    modules = imported(f"functions.{name}.handler")
    tops = {module.partition(".")[0] for module in modules}
    assert tops.isdisjoint({"moto", "hypothesis", "pytest", "infra", "tests", "werkzeug", "yaml", "requests"})
    assert modules.isdisjoint(REGISTRY.values())
    assert "aws_lambda_powertools.event_handler.openapi.swagger_ui" not in modules
    others = {f"functions.{other}.handler" for other in HANDLERS if other != name}
    assert modules.isdisjoint(others)


def test_who_closes_rounds_does_without_http() -> None:
    assert "aws_lambda_powertools.event_handler" not in imported("functions.close_round.handler")


def test_the_engine_imports_the_standard_library_only() -> None:
    modules = imported("engine.match", "engine.closing", "engine.views", *REGISTRY.values())
    before = imported("engine")
    tops = {module.partition(".")[0] for module in modules - before}
    assert tops <= {"engine"} | set(sys.stdlib_module_names)


def test_the_benchmark_tells_every_ratio() -> None:
    assert imports.IMPORTS.keys() == {"libraries", *HANDLERS, "engine"}
    with patch.dict(imports.IMPORTS, {"libraries": "import json", "engine": "import json"}, clear=True):
        told = imports.report(goes=1)
    assert [line.split()[0] for line in told.splitlines()] == ["libraries", "engine"]
