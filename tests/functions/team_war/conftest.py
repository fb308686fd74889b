"""Matches of Team War, standing still at one moment, with the worked match's hands."""

import pytest

from infra.local.cloud import Cloud
from tests.functions.team_war.war import War


@pytest.fixture
def war(cloud: Cloud) -> War:
    """The first Order Selection is open; everybody has 10 garnets."""
    return War.begun(cloud)


@pytest.fixture
def facing(cloud: Cloud) -> War:
    """The first Card Selection is open, x1 against y1 and so on."""
    return War.facing(cloud)
