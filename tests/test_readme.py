"""The README's commands do what it says they do."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from infra.local.clock import Clock
from infra.local.cloud import Cloud
from infra.local.server import Server
from tests.functions.story import HOST_KEY, START

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BY_HAND = "API=http://127.0.0.1:8000"


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_a_match_by_hand(tmp_path: Path) -> None:
    (block,) = (found for found in re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL) if BY_HAND in found)
    with Cloud(host_key=HOST_KEY, clock=Clock(START)) as cloud, Server(cloud, 0) as server:
        script = block.replace(BY_HAND, f"API=http://127.0.0.1:{server.port}")
        told = subprocess.run(
            ["bash", "-eu", "-c", script],
            check=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "HOST_KEY": HOST_KEY},
            timeout=60,
        ).stdout
    assert '"detail"' not in told, "something was said no to"
    assert told.endswith('"scores":{"s1":0,"s2":0,"s3":0,"s4":0,"s5":0}}')
    assert '"rooms":{"s1":{"room":"rock","sign":"+"}' in told


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!http)([^)#]+)\)", README))))
def test_what_it_points_to_is_there(link: str) -> None:
    assert (ROOT / link).exists()


def test_every_dependency_has_its_line() -> None:
    listed = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'^    "([A-Za-z0-9-]+)[\[>]', listed, flags=re.MULTILINE)
    assert named
    assert not [name for name in named if not re.search(rf"\b{re.escape(name)}\b", README)]
