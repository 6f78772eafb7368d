"""Files for secrets and personal data."""

import stat
from pathlib import Path

import pytest

from pente_client.files.private_file import new_private_file


def test_it_is_for_the_user_only_and_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with new_private_file(str(path)) as file:
        file.write("secret")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError), new_private_file(str(path)):
        raise AssertionError
    assert path.read_text() == "secret"


def test_nothing_is_left_after_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(KeyboardInterrupt):
        _interrupted(str(path))
    assert not path.exists()


def _interrupted(path: str) -> None:
    with new_private_file(path) as file:
        file.write("half of a ")
        raise KeyboardInterrupt
