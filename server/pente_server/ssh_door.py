"""The SSH door of a server: a program of the client beside it, and the sockets that it gets."""

import argparse
import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pente_server.children.child_program import ChildProgram
from pente_server.net.endpoint import Endpoint

FOLDER: Final = "ssh"
"""Where in the data directory the door keeps its host key, and the accounts of people's keys."""
_LIBRARY: Final = "asyncssh"


class NoSshDoor(Exception):
    """There can't be a door; the message is one sentence that says what to do."""


def check(args: argparse.Namespace) -> None:
    """Raises NoSshDoor if a door is asked for that can't be opened."""
    if args.ssh is not None and find_spec(_LIBRARY) is None:
        raise NoSshDoor(f"{_LIBRARY} is not installed, which --ssh needs; run: pip install 'pente[ssh]'")


@dataclass(frozen=True, slots=True)
class DoorProgram:
    """The door of a server that listens on sockets of its own."""

    listeners: Sequence[socket.socket]
    gateway: socket.socket
    """The socket of the server that only the door knows."""
    data: Path
    public_host: str
    keys_only: bool
    sessions: int
    """People at once; the next one is the same from one address."""
    sessions_per_address: int

    @property
    def endpoint(self) -> Endpoint:
        """Where people come."""
        return Endpoint.of(self.listeners[0])

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep the door open during the block."""
        work = asyncio.create_task(self.program.keep_running())
        try:
            yield
        finally:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    @property
    def program(self) -> ChildProgram:
        """The subcommand of `pente`."""
        descriptors = [listener.fileno() for listener in self.listeners]
        options = ["--until-eof", "--sockets", ",".join(map(str, descriptors)), "--data", str(self.data)]
        options += ["--public-host", self.public_host] if self.public_host else []
        options += ["--keys-only"] if self.keys_only else []
        options += ["--sessions", str(self.sessions)]
        options += ["--sessions-per-address", str(self.sessions_per_address)]
        return ChildProgram(
            "SSH door", ("ssh-door", Endpoint.of(self.gateway).url_here, *options), sockets=descriptors
        )
