"""Packages of npm that tests need, installed once for each lock file."""

import fcntl
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.support.client.node import node_version
from tests.support.waiting import PATIENCE

_CACHE: Final = Path(__file__).parents[2] / ".pytest_cache" / "d" / "node"
"""Where pytest keeps what is dear to make anew; also when its plugin for that is off."""
_NO_NETWORK: Final = (
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ENETUNREACH",
    "ETIMEDOUT",
    "ERR_SOCKET_TIMEOUT",
    "ENOTCACHED",
)
_UNREACHABLE: Final = "needs a registry of npm, which can't be reached"


def node_modules(source: Path, oldest: int) -> Path:
    """The packages of a ``package-lock.json`` in a directory.

    Skips the test without a Node of that major version or newer, without npm, or when its registry
    can't be reached.
    """
    if node_version() < oldest or shutil.which("npm") is None:
        pytest.skip(f"needs Node {oldest} or newer, and npm")
    lock = source / "package-lock.json"
    _CACHE.mkdir(parents=True, exist_ok=True)
    installed = _CACHE / sha256(lock.read_bytes()).hexdigest()[:16]
    with _alone(installed.with_suffix(".lock")):
        if not installed.exists():
            _install(source, installed)
    return installed / "node_modules"


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """For the time of the block no other process is in one with the same lock."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _install(source: Path, target: Path) -> None:
    """Install there, all or nothing."""
    workplace = target.with_suffix(".new")
    shutil.rmtree(workplace, ignore_errors=True)
    workplace.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(source / name, workplace)
    command = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0")
    try:
        done = subprocess.run(
            command, cwd=workplace, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip(_UNREACHABLE)
    if any(code in done.stderr for code in _NO_NETWORK):
        pytest.skip(_UNREACHABLE)
    assert done.returncode == 0, done.stderr
    workplace.rename(target)
