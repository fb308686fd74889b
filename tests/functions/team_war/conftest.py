"""Matches of Team War, standing still at one moment, with the worked match's hands."""

import pytest

from infra.local.cloud import Cloud
from tests.functions.team_war.war import War


@pytest.fixture(scope="module")
def begun(shared_cloud: Cloud) -> War:
    """See `war`; made once for a module."""
    return War.begun(shared_cloud)


@pytest.fixture(scope="module")
def opened(shared_cloud: Cloud) -> War:
    """See `facing`; made once for a module."""
    return War.facing(shared_cloud)


@pytest.fixture
def war(begun: War) -> War:
    """The first Order Selection is open; everybody has 10 garnets. For tests in which no time passes."""
    return begun.anew()


@pytest.fixture
def facing(opened: War) -> War:
    """The first Card Selection is open, x1 against y1 and so on. For tests in which no time passes."""
    return opened.anew()
