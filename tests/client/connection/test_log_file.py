import logging
import os
import stat
from pathlib import Path

import pytest

from pente_client.connection.link.log_file import LogFile, logging_to


@pytest.fixture
def logger(request: pytest.FixtureRequest) -> logging.Logger:
    return logging.getLogger(request.node.nodeid)


def test_lines_have_times_and_only_their_owner_reads_them(tmp_path: Path, logger: logging.Logger) -> None:
    path = tmp_path / "log"
    path.touch(0o644)
    logger.propagate = False
    with logging_to(path, logger):
        logger.debug("hello %s", "there")
    line = path.read_text()
    assert line.endswith("Z  hello there\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    logger.warning("not any more")
    assert path.read_text() == line


def test_it_goes_on_in_a_new_file_when_it_is_large(tmp_path: Path, logger: logging.Logger) -> None:
    handler = LogFile(tmp_path / "log", largest=200)
    logger.addHandler(handler)
    for number in range(100):
        logger.warning("line %s", number)
    handler.close()
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= 200
    assert "line 99" in (tmp_path / "log").read_text()
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_a_file_that_cannot_be_written_is_said_at_the_start(tmp_path: Path, logger: logging.Logger) -> None:
    with pytest.raises(OSError, match="Is a directory"), logging_to(tmp_path, logger):
        pass


def test_what_can_not_be_written_later_harms_nothing(tmp_path: Path, logger: logging.Logger) -> None:
    handler = LogFile(tmp_path / "log")
    logger.addHandler(handler)
    handler.close()
    logger.warning("too late")


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, logger: logging.Logger) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4])")
    path.chmod(0o644)
    with pytest.raises(OSError, match="no log is there"), logging_to(path, logger):
        pass
    assert path.read_text() == "(;GM[4])"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


@pytest.mark.parametrize("target", ["there", "nowhere"])
def test_a_symbolic_link_is_not_followed(target: str, tmp_path: Path, logger: logging.Logger) -> None:
    (tmp_path / "there").touch(0o644)
    (tmp_path / "log").symlink_to(tmp_path / target)
    with pytest.raises(OSError, match="symbolic links"), logging_to(tmp_path / "log", logger):
        pass
    assert not (tmp_path / "nowhere").exists()
    assert stat.S_IMODE((tmp_path / "there").stat().st_mode) == 0o644


def test_a_pipe_is_no_log(tmp_path: Path, logger: logging.Logger) -> None:
    os.mkfifo(tmp_path / "log", 0o644)
    with pytest.raises(OSError, match="Not a regular file"), logging_to(tmp_path / "log", logger):
        pass
    assert stat.S_IMODE((tmp_path / "log").stat().st_mode) == 0o644


def test_a_new_file_replaces_nothing_but_a_log(tmp_path: Path, logger: logging.Logger) -> None:
    (tmp_path / "pente.1").write_text(".TH PENTE 1")
    handler = LogFile(tmp_path / "pente", largest=100)
    logger.addHandler(handler)
    for number in range(20):
        logger.warning("line %s", number)
    handler.close()
    assert (tmp_path / "pente.1").read_text() == ".TH PENTE 1"
    assert (tmp_path / "pente").stat().st_size <= 100
