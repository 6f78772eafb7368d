"""What all tests share: how hypothesis searches, where compiled modules are kept, and what is not traced."""

import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

from tests.support.browser.process import end_browser
from tests.support.forked import popen
from tests.support.waiting import PATIENCE

popen.install()

# A busy machine is no reason to fail: no test is timed.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    # As a shell has it for what runs in its background: programs that tests start would not hear Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Each of the hundreds of programs that tests start, and each worker, would compile all modules anew where
# compiled ones are not kept. They go to __pycache__ as usual, which git ignores and `make clean` removes.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Whoever runs the tests may have settings; here they are nobody's.
_NO_SETTINGS = str(Path(tempfile.gettempdir()) / f"no-pente-settings-{os.getpid()}")
os.environ.update(PENTE_CONFIG=_NO_SETTINGS, XDG_CONFIG_HOME=_NO_SETTINGS)


def pytest_configure(config: pytest.Config) -> None:
    """Collect what is named in the order of its paths.

    pytest 9.1 makes the folders below a folder anew for a file of it that is named, and no longer finds the
    fixtures of a folder that it had been to before and comes back to after that. 9.2 does.
    """
    config.args.sort(key=_path_of)


def _path_of(argument: str) -> tuple[str, ...]:
    """Where it is; the tests of a file stay in their order."""
    return Path(argument.partition("::")[0]).parts


def pytest_unconfigure() -> None:
    """Leave nothing of the settings that tests have changed, or only looked for."""
    shutil.rmtree(_NO_SETTINGS, ignore_errors=True)


def pytest_collection_finish() -> None:
    """Let no collection of garbage go through all that was imported and collected: a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(scope="module")
def untraced() -> Iterator[None]:
    """For modules that go a million times through what others cover: to trace that only takes time."""
    tracer = Coverage.current()
    if tracer is None:
        yield
        return
    tracer.stop()
    yield
    tracer.start()


@pytest.fixture(scope="session", autouse=True)
def browser_ended() -> Iterator[None]:
    """No browser is left that tests needed."""
    yield
    end_browser()


@pytest.fixture
def patient_stores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes and stores that wait as long as tests do: the disk of a busy machine can stand still."""
    for module in ("store", "commits", "wire.durability_check", "wire.server"):
        monkeypatch.setattr(f"pente_server.store.redis.{module}.ANSWER_WITHIN", PATIENCE)
    for module in ("commits", "wire.server"):
        monkeypatch.setattr(f"pente_server.store.redis.{module}.GIVE_UP_AFTER", PATIENCE)
    for module in ("session", "sign_in"):
        monkeypatch.setattr(f"pente_server.net.sessions.{module}.PATIENCE", PATIENCE)


@pytest.fixture
def no_first_moves_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for at the beginning of a game: only flags and absences count."""
    monkeypatch.setattr(sys.modules["pente_core.room.apply"], "awaited", lambda *_: None)
