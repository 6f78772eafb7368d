"""How somebody is turned away: with a sentence that their SSH client shows, and a line in a bounded log."""

import asyncio
import logging
import os
import socket
import struct
from collections import Counter
from contextlib import suppress
from typing import Final

import asyncssh

from pente_client.ssh_door.door_limits import DoorLimits, Refusal

VERSION: Final = "pente"
"""What the door calls itself to SSH clients."""
LINES: Final = 3
"""Lines in the log for each reason and period; the rest is counted, as anybody can be turned away a lot."""
PERIOD: Final = 60.0
"""Seconds."""
LINGERING: Final = 64
"""Connections that may be closing at once, so that people read why."""
_LINGER: Final = 3.0
"""Seconds in which what a client still sends is dropped: where a socket is closed with that unread, a person
reads "Broken pipe" instead of what was sent to them.
"""
_DISCONNECT: Final = 1
_CODES: Final = {
    Refusal.TOO_MANY_TRIES: asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    Refusal.NO_ENTRANCE: asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    Refusal.NO_KEY: asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
}
"""Of RFC 4253; else too many connections."""

_log = logging.getLogger("pente.ssh_door")


class TurningAway:
    """Turns people away, and logs that. Mutable."""

    def __init__(self, limits: DoorLimits) -> None:
        self._limits = limits
        self._counts: Counter[Refusal] = Counter()
        self._lingering: dict[socket.socket, asyncio.TimerHandle] = {}
        self._summing_up: asyncio.TimerHandle | None = None

    def disconnect(self, connection: asyncssh.SSHServerConnection, address: str, why: Refusal) -> None:
        """End a connection whose client is read."""
        self._note(address, why)
        connection.disconnect(_code(why), why.for_person(self._limits))

    def at_once(self, connection: asyncssh.SSHServerConnection, address: str, why: Refusal) -> None:
        """End a connection that has just been made, without a key exchange."""
        self._note(address, why)
        here = connection.get_extra_info("socket")
        if here is not None and len(self._lingering) < LINGERING:
            with suppress(OSError):  # there are too many open files
                self._say_goodbye(socket.socket(fileno=os.dup(here.fileno())), why)
        connection.abort()

    def close(self) -> None:
        """Wait for nobody, and log what was only counted."""
        for each in tuple(self._lingering):
            self._drop(each)
        self._sum_up()

    def _say_goodbye(self, client: socket.socket, why: Refusal) -> None:
        loop = asyncio.get_running_loop()
        client.settimeout(0.0)
        self._lingering[client] = loop.call_later(_LINGER, self._drop, client)
        try:
            client.send(farewell(_code(why), why.for_person(self._limits)))
            client.shutdown(socket.SHUT_WR)
            loop.add_reader(client, self._read_away, client)
        except OSError:  # they have gone
            self._drop(client)

    def _read_away(self, client: socket.socket) -> None:
        try:
            if client.recv(65_536):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(client)

    def _drop(self, client: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(client)
        self._lingering.pop(client).cancel()
        client.close()

    # The log

    def _note(self, address: str, why: Refusal) -> None:
        self._counts[why] += 1
        if self._counts[why] <= LINES:
            _log.warning("%s was turned away: %s", address or "somebody", why.for_log(self._limits))
        if self._summing_up is None:
            self._summing_up = asyncio.get_running_loop().call_later(PERIOD, self._sum_up)

    def _sum_up(self) -> None:
        """Log how many were only counted, and begin a new period."""
        if self._summing_up is not None:
            self._summing_up.cancel()
        counts, self._counts, self._summing_up = self._counts, Counter(), None
        for why, count in counts.items():
            if count > LINES:
                _log.warning("%d more were turned away: %s", count - LINES, why.for_log(self._limits))


def farewell(code: int, text: str) -> bytes:
    """What an SSH server sends to end a connection at once: its version, and a packet in plain text."""
    words = text.encode()
    payload = struct.pack(">BII", _DISCONNECT, code, len(words)) + words + struct.pack(">I", 0)
    padding = 4 + -(len(payload) + 9) % 8
    return b"SSH-2.0-%s\r\n" % VERSION.encode() + struct.pack(
        f">IB{len(payload)}s{padding}x", len(payload) + padding + 1, padding, payload
    )


def _code(why: Refusal) -> int:
    return _CODES.get(why, asyncssh.DISC_TOO_MANY_CONNECTIONS)
