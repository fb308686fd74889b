"""The page that a link opens, in Chromium, as wide as a phone."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.local.clock import Clock
from infra.local.cloud import Cloud
from infra.local.server import Server
from tests.functions.story import HOST_KEY, START, Hosted

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=5000",
    "--window-size=390,844",
)

pytestmark = pytest.mark.skipif(CHROMIUM is None and "CI" not in os.environ, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def at() -> Iterator[tuple[str, Hosted]]:
    """Where the server is, and a match on it."""
    with Cloud(host_key=HOST_KEY, clock=Clock(START)) as cloud, Server(cloud, 0) as server:
        yield f"http://127.0.0.1:{server.port}", Hosted.create(cloud)


def seen(url: str, profile: Path) -> str:
    """The page's document after its scripts have run."""
    assert CHROMIUM is not None, "the checks need Chromium: .ci/run installs it"
    command = [CHROMIUM, *QUIET, f"--user-data-dir={profile}", "--dump-dom", url]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def test_a_seats_link_opens_with_its_key_filled_in(at: tuple[str, Hosted], tmp_path: Path) -> None:
    url, hosted = at
    page = seen(f"{url}/docs#match={hosted.id}&key={hosted.keys['s1']}", tmp_path)
    assert f"Your link to match {hosted.id}" in page
    assert 'class="btn authorize locked"' in page, "the key is not filled in"
    assert "Seal your entry" in page


def test_without_a_link_the_page_is_there_to_read(at: tuple[str, Hosted], tmp_path: Path) -> None:
    page = seen(f"{at[0]}/docs", tmp_path)
    assert '<p id="link" hidden="">' in page
    assert 'class="btn authorize unlocked"' in page
    assert "All that one player's screen needs" in page
