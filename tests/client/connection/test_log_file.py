import logging
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
