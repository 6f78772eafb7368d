"""One server for all tests of a module that only play games on it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from tests.support.processes import ServerProcess, serving

MANY_GAMES: Final = ("--openings-burst", "1000", "--joins-burst", "1000")
"""The same players begin one game after another, faster than people do."""


@pytest.fixture(scope="module")
def options() -> tuple[str, ...]:
    """Those of the server."""
    return MANY_GAMES


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(
    tmp_path_factory: pytest.TempPathFactory, options: tuple[str, ...]
) -> AsyncIterator[ServerProcess]:
    async with serving(tmp_path_factory.mktemp("server") / "data", *options) as running:
        yield running


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the players of a module keep who they are; the same name is the same player in all its games."""
    return tmp_path_factory.mktemp("homes")
