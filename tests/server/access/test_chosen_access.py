"""The options of `pente serve` about people."""

import argparse
from pathlib import Path

import pytest

from pente_protocol.login.keys import account_of
from pente_server.access.chosen_access import (
    VARIABLE,
    InvalidAccessOptions,
    access_control_from,
    server_password,
)
from pente_server.access.host_files import UnusableFile
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.serve_arguments import parse_options
from tests.support.server_program import one_sentence, refused


@pytest.fixture(autouse=True)
def _no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def parsed(*arguments: str | Path) -> argparse.Namespace:
    return parse_options([str(argument) for argument in arguments])


def test_the_password_is_the_first_line_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    file.write_bytes(b"open sesame \r\nnothing more\n")
    assert server_password(parsed()) == ""
    assert server_password(parsed("--password-file", file)) == "open sesame "
    monkeypatch.setenv(VARIABLE, "other")
    assert server_password(parsed()) == "other"
    assert server_password(parsed("--password-file", file)) == "open sesame "


@pytest.mark.parametrize("content", [b"", b"\nsesame\n", b"\xff\xfe", b"x" * 501], ids=repr)
def test_what_is_no_password(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "password"
    file.write_bytes(content)
    with pytest.raises((InvalidAccessOptions, UnusableFile), match=file.name):
        server_password(parsed("--password-file", file))


def test_the_name_of_a_house_bot_admits_nobody(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text("anna\n")
    access_control = access_control_from(parsed("--allow-list", friends), "", Allowance())
    someone = account_of(b"x" * 32)
    access_control.check_player(someone, "anna")
    for name in ("random-bot", "boris"):
        with pytest.raises(RequestDenied):
            access_control.check_player(someone, name)


async def test_a_server_without_its_files_does_not_start(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    for option in ("--password-file", "--allow-list"):
        status, complaint = await refused(option, missing, "--store", "memory", "--port", "0")
        assert status == 1
        assert one_sentence(complaint, missing, "check the path")


async def test_a_password_in_a_variable_is_text() -> None:
    status, complaint = await refused("--store", "memory", "--port", "0", PENTE_SERVER_PASSWORD="\udcff")
    assert status == 1
    assert one_sentence(complaint, "PENTE_SERVER_PASSWORD", "UTF-8", "--password-file")
