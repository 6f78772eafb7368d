"""A full disk is named, with the bytes that are free."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from pente_server.diagnostics.disk_space import blame_full_disk
from pente_server.embedded.data_dir import FULL_BELOW
from pente_server.store import ProblemCode, StoreUnavailable

AWAY = StoreUnavailable("the store does not answer", detail="Connection closed by server.")


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_full_disk_is_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 4096, 4096))

    error = blame_full_disk(tmp_path, AWAY)

    assert error.code is ProblemCode.DISK_FULL
    assert "4,096 bytes free" in error.text
    assert str(tmp_path) in str(error)
    assert str(tmp_path) not in error.text


def test_a_disk_with_space_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - FULL_BELOW, FULL_BELOW))

    assert blame_full_disk(tmp_path, AWAY) is AWAY


def test_a_disk_that_is_gone_is_not(tmp_path: Path) -> None:
    assert blame_full_disk(tmp_path / "missing", AWAY) is AWAY
