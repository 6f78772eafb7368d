from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.client.cli_program import Program

Start = Callable[..., Program]


@pytest.fixture(autouse=True)
def own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Settings that a test changes on a page are its own."""
    for name in ("PENTE_CONFIG", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "settings"))


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Start]:
    """Starts the command line, with a state directory of its own."""
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))
    for name in ("PENTE_URL", "PENTE_NAME", "PENTE_ASCII"):
        monkeypatch.delenv(name, raising=False)
    with ExitStack() as stack:
        yield lambda *arguments: stack.enter_context(Program(*arguments).plugged_in(monkeypatch))
