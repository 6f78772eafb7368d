"""Passwords of rooms: from a file, the environment or a terminal, never from the command line."""

import argparse
import os
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import Any, Final

from pente_client.cli.steps.connect import is_interactive, with_client
from pente_client.connection import Client, Replica, RequestRejected
from pente_client.options.exit_status import ExitStatus, fail
from pente_core.identity import RoomId
from pente_protocol.errors import ErrorCode
from pente_protocol.game_options import LONGEST_PASSWORD
from pente_protocol.sentences import tell

VARIABLE: Final = "PENTE_ROOM_PASSWORD"

Work = Callable[[Client, str], Coroutine[Any, Any, int]]
"""Work with a client and the password of a room (empty: unknown)."""


class InvalidPassword(ValueError):
    """A password is missing or malformed; the message says what to do."""


class RoomLocked(RequestRejected):
    """A room has a password, and none was given."""

    def __init__(self) -> None:
        remedy = tell("steps.ask-the-host-for-it", variable=VARIABLE)
        super().__init__("room-locked", tell("steps.this-room-has-a-password", remedy=remedy))


async def watch_with_password(client: Client, room: RoomId, password: str = "") -> Replica:
    """Watch a room. Raises RoomLocked if it has a password and none is given, and RequestRejected."""
    try:
        return await client.watch(room, password)
    except RequestRejected as denied:
        if denied.code == ErrorCode.PASSWORD_NEEDED:
            raise RoomLocked from None
        raise


def with_room_password(args: argparse.Namespace, work: Work) -> int:
    """Connect and do the work; ask a person for the room's password until it is right. The exit status."""
    try:
        password = given_password(args)
    except InvalidPassword as bad:
        return fail(args, bad, ExitStatus.USAGE)
    while True:
        locked: list[RequestRejected] = []
        status = with_client(args, partial(_noting, work, password, locked))
        if not locked:
            return status
        if not is_interactive(args):
            return fail(args, locked[0], ExitStatus.REJECTED)
        if password:
            fail(args, locked[0])
        password = getpass(tell("steps.room-password-enter-give-up"), sys.stderr)
        if not password:
            return ExitStatus.REJECTED


async def _noting(work: Work, password: str, locked: list[RequestRejected], client: Client) -> int:
    """Do the work; if the room does not open, note why."""
    try:
        return await work(client, password)
    except RequestRejected as problem:
        if not is_password_missing(problem):
            raise
        locked.append(problem)
        return ExitStatus.REJECTED


def is_password_missing(problem: RequestRejected) -> bool:
    """Whether the right password of a room would help."""
    return isinstance(problem, RoomLocked) or problem.code == ErrorCode.WRONG_PASSWORD


def given_password(args: argparse.Namespace) -> str:
    """The password from the file or the environment; empty: neither. Raises InvalidPassword."""
    if args.room_password_file is not None:
        return _first_line(args.room_password_file)
    known = os.environ.get(VARIABLE, "")
    return _checked(known, VARIABLE) if known else ""


def new_password(args: argparse.Namespace) -> str:
    """The password for a new room; empty: none. Raises InvalidPassword."""
    if args.room_password_file is not None and args.room is None:
        return _first_line(args.room_password_file)
    if not args.room_password:
        return ""
    password = given_password(args)
    if not password and is_interactive(args):
        password = getpass(tell("steps.password-for-the-new-room"), sys.stderr)
    if not password:
        raise InvalidPassword(tell("steps.no-password-given-for-the", variable=VARIABLE))
    return _checked(password, tell("steps.the-terminal"))


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            line = file.readline(LONGEST_PASSWORD + 2)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else tell("steps.it-is-not-text")
        raise InvalidPassword(tell("steps.cant-be-read-give-a", path=path, reason=reason)) from None
    return _checked(line.rstrip("\r\n"), str(path))


def _checked(password: str, where: str) -> str:
    if not 1 <= len(password) <= LONGEST_PASSWORD:
        raise InvalidPassword(
            tell("steps.the-password-from-must-have", where=where, longest_password=LONGEST_PASSWORD)
        )
    return password
