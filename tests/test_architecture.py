"""The lines that DESIGN.md draws between the folders, enforced from the imports.

handlers -> functions.shared -> engine, one way. The engine is the standard library's pure part and itself. A game knows
no other game, a handler no other handler. Nothing that is deployed knows `infra` or `tests`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "functions", "infra")

PURE = {
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "json",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
}
"""What the engine may import of the standard library: nothing with a clock, chance, input or output in it."""
LOADS_GAMES = {"engine.game": {"importlib"}}
"""The registry imports a game when it is first asked for."""
CLOCKS = {"now", "utcnow", "today"}
INPUT_AND_OUTPUT = {"open", "print", "input", "breakpoint", "exec", "eval", "id", "hash", "__import__"}
"""Built-ins that reach out of the process, or whose outcome differs between two processes."""


def modules() -> dict[str, str]:
    """Every module's source by its dotted name; a package's own is named for the package."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name] = path.read_text(encoding="utf-8")
    return found


def imported(module: str, source: str) -> Iterator[str]:
    """The dotted names that the module imports, wherever in it."""
    package = module.removesuffix(".__init__") if module.endswith(".__init__") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, *folders: str) -> bool:
    """Whether the dotted name is one of the folders or lies in one."""
    return any(name == folder or name.startswith(f"{folder}.") for folder in folders)


def part(module: str, folder: str) -> str:
    """The package right below `folder` that the module lies in, such as `engine.polar_rps`; empty for none."""
    parts = module.split(".")
    lies_deeper = len(parts) > 2 and parts[0] == folder
    return ".".join(parts[:2]) if lies_deeper else ""


def faults(module: str, source: str, packages: set[str]) -> list[str]:
    """What the module imports or calls that it must not; `packages` are those right below a folder."""
    names = list(imported(module, source))
    bad = [name for name in names if within(name, "tests")]
    if within(module, "engine", "functions"):
        bad += [name for name in names if within(name, "infra")]
    if within(module, "engine"):
        pure = PURE | LOADS_GAMES.get(module, set())
        bad += [name for name in names if name.partition(".")[0] not in pure | {"engine"}]
        others = {package for package in packages if within(package, "engine")} - {part(module, "engine")}
        bad += [name for name in names if within(name, *others)]
        bad += impurities(source)
    if within(module, "functions"):
        allowed = {part(module, "functions"), "functions.shared"}
        others = {package for package in packages if within(package, "functions")} - allowed
        bad += [name for name in names if within(name, *others)]
    return bad


def impurities(source: str) -> list[str]:
    """The clocks and built-ins that an engine module uses."""
    nodes = list(ast.walk(ast.parse(source)))
    clocks = [node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr in CLOCKS]
    calls = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return clocks + [name for name in calls if name in INPUT_AND_OUTPUT]


MODULES = modules()
PACKAGES = {part(module, folder) for folder in FOLDERS for module in MODULES} - {""}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_lies_below_it(module: str) -> None:
    assert faults(module, MODULES[module], PACKAGES) == []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_says_what_it_is(module: str) -> None:
    docstring = ast.get_docstring(ast.parse(MODULES[module]))
    assert docstring
    assert docstring.splitlines()[0].endswith((".", ":", "?")), "the first line is a sentence"


def test_there_is_something_to_look_at() -> None:
    assert {"engine.polar_rps", "functions.shared", "functions.players", "infra.local"} <= PACKAGES
    assert set(sys.stdlib_module_names) >= PURE


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.match", "import time"),
        ("engine.match", "import os.path"),
        ("engine.draws", "from random import randrange"),
        ("engine.draws", "import secrets"),
        ("engine.views", "from pathlib import Path"),
        ("engine.views", "import pydantic"),
        ("engine.views", "import importlib"),
        ("engine.views", "from functions.shared import store"),
        ("engine.views", "def late():\n    import boto3"),
        ("engine.closing", "from datetime import datetime\ndatetime.now()"),
        ("engine.closing", "open('state.json')"),
        ("engine.closing", "print('closed')"),
        ("engine.game", "import engine.polar_rps"),
        ("engine.polar_rps.round", "from engine.team_war import duels"),
        ("engine.polar_rps.round", "from engine import team_war"),
        ("engine.polar_rps.round", "from ..team_war import duels"),
        ("functions.shared.store", "from functions.host import handler"),
        ("functions.players.handler", "import functions.host.handler"),
        ("functions.players.handler", "from ..host import handler"),
        ("functions.players.handler", "from infra.local import cloud"),
        ("infra.local.cloud", "from tests.engine import forms"),
    ],
)
def test_an_import_that_points_the_wrong_way_is_found(module: str, source: str) -> None:
    packages = {"engine.polar_rps", "engine.team_war", "functions.host", "functions.players", "functions.shared"}
    assert faults(module, source, packages) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.game", "import importlib"),
        ("engine.closing", "from datetime import UTC, datetime\nfrom engine.match import Match"),
        (
            "engine.polar_rps.round",
            "from engine.polar_rps.state import PolarState\nfrom . import shop\nfrom .state import x",
        ),
        ("functions.shared.store", "import boto3\nfrom engine.match import Match\nfrom functions.shared import clock"),
        ("functions.players.handler", "import os\nfrom functions.shared import store\nfrom . import routes"),
        ("infra.local.cloud", "from functions.players import handler\nimport engine.polar_rps"),
    ],
)
def test_an_import_that_points_down_is_not(module: str, source: str) -> None:
    packages = {"engine.polar_rps", "engine.team_war", "functions.host", "functions.players", "functions.shared"}
    assert faults(module, source, packages) == []
