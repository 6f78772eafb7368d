"""The SSH door as a part of `pente serve`."""

import argparse
import socket
from pathlib import Path

import pytest

from pente_server import ssh_door
from pente_server.options import SSH_PORT
from pente_server.serve_arguments import InvalidOptions, parse_options
from pente_server.ssh_door import DoorProgram, NoSshDoor, check


def test_a_door_is_opened_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse_options([]).ssh is None
    assert parse_options(["--ssh"]).ssh == SSH_PORT
    assert parse_options(["--ssh", "22"]).ssh == 22
    monkeypatch.setenv("PENTE_SSH", "2022")
    monkeypatch.setenv("PENTE_SSH_HOST", "pente.example.org")
    monkeypatch.setenv("PENTE_SSH_SESSIONS_PER_ADDRESS", "40")
    options = parse_options([])
    assert (options.ssh, options.ssh_host) == (2022, "pente.example.org")
    assert (options.ssh_sessions, options.ssh_sessions_per_address) == (100, 40)


@pytest.mark.parametrize("number", ["0", "-1", "many", "10001", "²"])
def test_a_number_of_sessions_that_there_can_not_be_is_refused(number: str) -> None:
    with pytest.raises(InvalidOptions, match="sessions from 1 to 10000"):
        parse_options(["--ssh-sessions-per-address", number])


def test_without_the_library_the_server_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh_door, "find_spec", lambda _name: None)
    check(argparse.Namespace(ssh=None))
    with pytest.raises(NoSshDoor, match=r"pip install 'pente\[ssh\]'"):
        check(argparse.Namespace(ssh=2222))


def test_the_program_gets_sockets_and_no_secrets(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_server(("127.0.0.1", 0)) as gateway:
        limits = {"sessions": 50, "sessions_per_address": 4}
        program = DoorProgram(
            [door], gateway, tmp_path, "pente.example.org", keys_only=True, **limits
        ).program
        assert program.sockets == [door.fileno()]
        assert program.arguments == (
            "ssh-door",
            f"ws://127.0.0.1:{gateway.getsockname()[1]}",
            *("--until-eof", "--sockets", str(door.fileno()), "--data", str(tmp_path)),
            *("--public-host", "pente.example.org", "--keys-only"),
            *("--sessions", "50", "--sessions-per-address", "4"),
        )
