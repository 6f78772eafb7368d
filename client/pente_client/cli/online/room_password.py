"""Passwords of rooms: from a file, the environment or a terminal, never from the command line."""

import argparse
import os
import sys
from collections.abc import Callable, Coroutine
from getpass import getpass
from pathlib import Path
from typing import Any, Final

from pente_client.cli.online.connect import fail, is_interactive, with_client
from pente_client.connection import Client, Replica, RequestRejected
from pente_core.identity import RoomId
from pente_protocol.errors import ErrorCode

LONGEST: Final = 100
"""Characters of a password."""
VARIABLE: Final = "PENTE_ROOM_PASSWORD"

Work = Callable[[Client, str], Coroutine[Any, Any, int]]
"""What is done with a client and the password of a room (empty: it is not known)."""


class InvalidPassword(ValueError):
    """There is no password where one should be; the message says what to do."""


class RoomLocked(RequestRejected):
    """A room has a password, and none was given."""

    def __init__(self) -> None:
        remedy = f"ask whoever opened it, and give it with --room-password-file or {VARIABLE}"
        super().__init__("room-locked", f"this room has a password; {remedy}")


def add_password_file(group: "argparse._ArgumentGroup | argparse.ArgumentParser") -> None:
    """Add where the password of a room comes from."""
    group.add_argument(
        "--room-password-file", metavar="FILE", type=Path, help="its first line is the password of the room"
    )


async def watch_with_password(client: Client, room: RoomId, password: str = "") -> Replica:
    """Watch a room that was named. Raises RoomLocked when it has a password and none is given; Denied."""
    try:
        return await client.watch(room, password)
    except RequestRejected as denied:
        if denied.code == ErrorCode.PASSWORD_NEEDED:
            raise RoomLocked from None
        raise


def with_room_password(args: argparse.Namespace, work: Work) -> int:
    """Connect and do the work; again, with what is typed, when it raises RoomLocked: the exit status."""
    try:
        known = given_password(args)
    except InvalidPassword as bad:
        return fail(args, bad, 2)
    locked: list[RoomLocked] = []

    async def guarded(client: Client) -> int:
        try:
            return await work(client, known)
        except RoomLocked as problem:
            locked.append(problem)
            return 4

    status = with_client(args, guarded)
    if not locked:
        return status
    password = getpass("the password of this room: ", sys.stderr) if is_interactive(args) else ""
    return with_client(args, lambda client: work(client, password)) if password else fail(args, locked[0], 4)


def given_password(args: argparse.Namespace) -> str:
    """What the file or the environment says; empty: nothing. Raises BadPassword."""
    if args.room_password_file is not None:
        return _first_line(args.room_password_file)
    known = os.environ.get(VARIABLE, "")
    return _checked(known, VARIABLE) if known else ""


def new_password(args: argparse.Namespace) -> str:
    """The password for a room that is opened; empty: it has none. Raises BadPassword."""
    if args.room_password_file is not None and args.room is None:
        return _first_line(args.room_password_file)
    if not args.room_password:
        return ""
    password = given_password(args)
    if not password and is_interactive(args):
        password = getpass("a password for the room: ", sys.stderr)
    if not password:
        raise InvalidPassword(f"there is no password for the room; use --room-password-file or {VARIABLE}")
    return _checked(password, "what was typed")


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            line = file.readline(LONGEST + 2)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise InvalidPassword(f"{path} can't be read: {reason}; give a file with the password") from None
    return _checked(line.rstrip("\r\n"), str(path))


def _checked(password: str, where: str) -> str:
    if not 1 <= len(password) <= LONGEST:
        raise InvalidPassword(f"{where} is no password of 1 to {LONGEST} characters")
    return password
