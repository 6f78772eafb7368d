"""The door: listens for SSH, and lets people in to one session each."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh

from pente_client.ssh_door.door_connection import DoorConnection, DoorPorts, OpenConnections
from pente_client.ssh_door.door_limits import DoorCounter, DoorLimits
from pente_client.ssh_door.host_key import host_key
from pente_client.ssh_door.turning_away import VERSION, TurningAway
from pente_client.ssh_door.visitor import Visit
from pente_protocol.sentences import tell

CLOSING: Final = tell("door.closing")
END_WITHIN: Final = 3.0
"""Seconds that the sessions have to end when the door closes."""
_WINDOW: Final = 65_536
"""Bytes that a client may send before they are read."""
_KEEPALIVE: Final = 30.0
_MISSED: Final = 4


class SshDoor:
    """An open door. Mutable; make it with `open_door`."""

    def __init__(self, ports: DoorPorts, key: asyncssh.SSHKey) -> None:
        self._ports = ports
        self._key = key
        self._servers: list[asyncssh.SSHAcceptor] = []

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the host key, as SSH clients show it."""
        return self._key.get_fingerprint()

    async def listen(self, listener: socket.socket) -> None:
        """Let people in who come to a listening socket."""
        server = await asyncssh.listen(
            sock=listener,
            server_factory=partial(DoorConnection, self._ports),
            server_host_keys=[self._key],
            config=None,  # not that of an OpenSSH server on this machine
            options=None,
            allow_pty=True,
            line_editor=False,
            x11_forwarding=False,
            agent_forwarding=False,
            allow_scp=False,
            gss_host=None,
            host_based_auth=False,
            password_auth=False,
            encoding=None,
            compression_algs=["none"],  # a small packet could become a large one
            window=_WINDOW,
            server_version=VERSION,
            login_timeout=0,  # the connection sees to that, and says why
            keepalive_interval=_KEEPALIVE,
            keepalive_count_max=_MISSED,
        )
        self._servers.append(server)

    async def close(self) -> None:
        """Let nobody in any more, end all sessions with a sentence, and wait for that for a while."""
        for server in self._servers:
            server.close()
        for connection in self._ports.connections.all:
            connection.close(CLOSING)
        with suppress(TimeoutError):
            async with asyncio.timeout(END_WITHIN):
                await self._ports.connections.all_ended()
        self._ports.turning_away.close()


@asynccontextmanager
async def open_door(
    listeners: Sequence[socket.socket],
    visit: Visit,
    data: Path,
    limits: DoorLimits,
    *,
    takes_guests: bool = True,
    public_host: str = "",
) -> AsyncIterator[SshDoor]:
    """A door at listening sockets, during the block. Raises UnusableHostKey."""
    counter = DoorCounter(limits, asyncio.get_running_loop().time)
    turning_away = TurningAway(limits)
    ports = DoorPorts(
        visit, data, limits, counter, turning_away, public_host, takes_guests, OpenConnections()
    )
    door = SshDoor(ports, host_key(data))
    try:
        for listener in listeners:
            await door.listen(listener)
        yield door
    finally:
        await door.close()
