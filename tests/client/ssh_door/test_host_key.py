from pathlib import Path

import pytest

from pente_client.ssh_door.host_key import NAME, UnusableHostKey, host_key


def test_a_key_is_made_once(tmp_path: Path) -> None:
    directory = tmp_path / "new" / "door"
    first = host_key(directory)
    assert host_key(directory).get_fingerprint() == first.get_fingerprint()
    assert [path.name for path in directory.iterdir()] == [NAME]


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    host_key(tmp_path)
    (tmp_path / NAME).chmod(0o640)
    with pytest.raises(UnusableHostKey, match="chmod 600"):
        host_key(tmp_path)


def test_what_is_no_key_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("no key")
    (tmp_path / NAME).chmod(0o600)
    with pytest.raises(UnusableHostKey, match="is no private key"):
        host_key(tmp_path)
    assert (tmp_path / NAME).read_text() == "no key"


def test_a_directory_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableHostKey, match="check the directory of --data"):
        host_key(tmp_path / "file" / "door")
