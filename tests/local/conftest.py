"""A Cloud made from the stand-in template, and the script that its handlers follow."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.local.cloud import Cloud
from tests.local import stand_in
from tests.local.stand_in import Script

STAND_IN = Path(__file__).with_name("stand_in.yaml")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    fresh = Script()
    monkeypatch.setattr(stand_in, "script", fresh)
    return fresh


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with Cloud(template=STAND_IN) as running:
        yield running
