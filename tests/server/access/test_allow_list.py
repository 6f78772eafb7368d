"""The allow list: what its file says, and what is said of a file that can't be read."""

from pathlib import Path

import pytest

from pente_core.identity import PlayerId
from pente_server.access.access_control import AllowList
from pente_server.access.host_files import UnusableFile

NOBODY = PlayerId("0" * 32)


def test_a_file_that_can_not_be_read_is_logged_once_however_many_ask(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "friends"
    path.write_text("ann\n")
    friends = AllowList(path)
    for content in (b"\xff", None):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        caplog.clear()
        assert [friends.has(NOBODY, name) for name in ("Ann", "bob", "cat")] == [True, False, False]
        assert caplog.text.count("the last content of the allow list stays valid") == 1
        assert str(path) in caplog.text

        path.write_text("ann\nbob\n")
        assert friends.has(NOBODY, "bob")
        path.write_text("ann\n")
        assert not friends.has(NOBODY, "bob")


def test_a_server_does_not_start_without_its_file(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match="check the path"):
        AllowList(tmp_path / "friends")
