"""The password of a room, asked for at a terminal until it is right."""

import argparse
import asyncio
from collections.abc import Iterator

import pytest

from pente_client.cli.steps import room_password
from pente_client.cli.steps.room_password import RoomLocked, Work, with_room_password
from pente_client.connection import Client, RequestRejected
from pente_protocol.errors import ErrorCode

ARGS = argparse.Namespace(command="play", json=False, room_password_file=None)


class Door:
    """A room with a password, and a person who types some. Mutable."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *typed: str, is_terminal: bool = True) -> None:
        self.tried: list[str] = []
        self._typed: Iterator[str] = iter(typed)
        monkeypatch.setattr(room_password, "with_client", lambda _args, work: asyncio.run(work(None)))
        monkeypatch.setattr(room_password, "is_interactive", lambda _args: is_terminal)
        monkeypatch.setattr(room_password, "getpass", lambda *_: next(self._typed))

    async def work(self, _client: Client, password: str) -> int:
        self.tried.append(password)
        if not password:
            raise RoomLocked
        if password != "sesame":
            raise RequestRejected(ErrorCode.WRONG_PASSWORD, "That is not the password of this room.")
        return 0


def run(work: Work) -> int:
    return with_room_password(ARGS, work)


def test_a_wrong_password_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    door = Door(monkeypatch, "open", "barley", "sesame")
    assert run(door.work) == 0
    assert door.tried == ["", "open", "barley", "sesame"]
    assert capsys.readouterr().err.count("that is not the password of this room") == 2


def test_enter_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door(monkeypatch, "open", "")
    assert run(door.work) == 4
    assert door.tried == ["", "open"]


def test_a_program_is_not_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PENTE_ROOM_PASSWORD", "wrong")
    door = Door(monkeypatch, is_terminal=False)
    assert run(door.work) == 4
    assert door.tried == ["wrong"]
    assert "that is not the password of this room" in capsys.readouterr().err


def test_what_else_is_rejected_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    Door(monkeypatch)

    async def work(_client: Client, _password: str) -> int:
        raise RequestRejected(ErrorCode.UNKNOWN_ROOM, "There is no such room.")

    with pytest.raises(RequestRejected):
        run(work)
