"""A connection of SSH: who comes, and that they get one session and nothing else."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import asyncssh

from pente_client.addresses.ssh_address import SshAddress
from pente_client.ssh_door.asyncssh_channel import unsent
from pente_client.ssh_door.door_limits import DoorCounter, DoorLimits, DoorPlace, Refusal, plain_address
from pente_client.ssh_door.door_session import DoorSession
from pente_client.ssh_door.entrance import (
    FOR_GUESTS,
    WITHOUT_KEY,
    Entrance,
    advice,
    code_in,
    entrance_of,
    need_of_key,
)
from pente_client.ssh_door.key_accounts import KeyId, accounts_of, key_id, settings_of
from pente_client.ssh_door.turning_away import TurningAway
from pente_client.ssh_door.visitor import Visit, Visitor
from pente_protocol.join_codes import JoinCode
from pente_protocol.sentences import tell

GUEST: Final = "guest"
"""What a person without a key has to answer; programs that try passwords do not."""
MOST_TRIES: Final = 12
"""Keys that are named, and wrong answers, before the connection ends."""
_Challenge: TypeAlias = tuple[str, str, str, list[tuple[str, bool]]]
"""A title, what to read first, a language, and the questions with whether their answers may be seen."""
_CLOSED_AFTER: Final = 3.0
"""Seconds that a client has to close a connection whose session has ended."""
_FLUSHED_AFTER: Final = 0.1
"""The same when the door closes."""
UNSENT: Final = 2 << 20
"""Bytes that may wait for a client that does not read; then its connection is cut."""
_LOOK_EVERY: Final = 1.0
"""Seconds between two looks at how much waits."""

_log = logging.getLogger("pente.ssh_door")


@dataclass(frozen=True, slots=True)
class DoorPorts:
    """What all connections share."""

    visit: Visit
    data: Path
    limits: DoorLimits
    counter: DoorCounter
    turning_away: TurningAway
    public_host: str
    """The name of this machine for people; empty: the address that each of them has reached."""
    takes_guests: bool
    """Whether a person without a key may play."""
    connections: "OpenConnections"


class OpenConnections:
    """The connections that are open. Mutable."""

    def __init__(self) -> None:
        self._all: set[DoorConnection] = set()
        self._is_empty = asyncio.Event()
        self._is_empty.set()

    @property
    def all(self) -> "tuple[DoorConnection, ...]":
        return tuple(self._all)

    def add(self, connection: "DoorConnection") -> None:
        self._all.add(connection)
        self._is_empty.clear()

    def discard(self, connection: "DoorConnection") -> None:
        self._all.discard(connection)
        if not self._all:
            self._is_empty.set()

    async def all_ended(self) -> None:
        """Wait until no connection is open."""
        await self._is_empty.wait()


class DoorConnection(asyncssh.SSHServer):
    """The server's side of a connection. Mutable.

    Forwarding, agents, files and commands are refused by `asyncssh.SSHServer` and `DoorSession`. A key is
    proven only when signing in has ended with it: before that, anybody may name any key.
    """

    def __init__(self, ports: DoorPorts) -> None:
        self._ports = ports
        self._address = ""
        self._here = ("", 0)
        self._place: DoorPlace | None = None
        self._entrance: Entrance | None = None
        self._code: JoinCode | None = None
        self._tries = 0
        self._is_closing = False
        self._key: KeyId | None = None
        """The key that was named last; the proven one once signed in."""
        self._session: DoorSession | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self._address = plain_address(str(peer[0])) if peer else ""
        here = conn.get_extra_info("sockname")
        self._here = (plain_address(str(here[0])), int(here[1])) if here else ("", 0)
        place = self._ports.counter.enter(self._address, partial(self._turn_away, Refusal.CROWDED_OUT))
        if isinstance(place, Refusal):
            self._ports.turning_away.at_once(conn, self._address, place)
            return
        self._place = place
        self._ports.connections.add(self)
        self._look_at_unsent()
        self._end_after(self._ports.limits.login, partial(self._turn_away, Refusal.TOO_SLOW))

    def connection_lost(self, _exc: Exception | None) -> None:
        self._ports.connections.discard(self)
        for timer in (self._closing, self._looking):
            if timer is not None:
                timer.cancel()
        if self._place is not None:
            self._place.leave()

    def _turn_away(self, why: Refusal) -> None:
        self._ports.turning_away.disconnect(self._connection, self._address, why)

    def _look_at_unsent(self) -> None:
        """Cut a connection whose client does not read; else look again soon."""
        if unsent(self._connection) > UNSENT:
            _log.warning("a client at %s does not read; its connection ends", self._address)
            self._connection.abort()
        else:
            self._looking = asyncio.get_running_loop().call_later(_LOOK_EVERY, self._look_at_unsent)

    # Signing in

    def begin_auth(self, username: str) -> bool:
        """Whether the person has to sign in; called again for another user name."""
        self._key, self._entrance, self._code = None, entrance_of(username), code_in(username)
        if self._entrance is None:
            self._connection.send_auth_banner(advice(username, self._here[1]))
            self._turn_away(Refusal.NO_ENTRANCE)
        return self._entrance not in WITHOUT_KEY

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, _username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key: it is who the person is, not what they may do. asyncssh checks the signature."""
        self._key = key_id(key.public_data)
        return self._counts_try() and self._entrance is not None

    def password_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        return True

    def _counts_try(self) -> bool:
        """Count an answer or a key that was named; False, and the end of the connection, after too many."""
        self._tries += 1
        if self._tries > MOST_TRIES:
            self._turn_away(Refusal.TOO_MANY_TRIES)
        return self._tries <= MOST_TRIES

    def get_kbdint_challenge(self, _username: str, _lang: str, _submethods: str) -> _Challenge | bool:
        """Ask a person without a key, or turn them away: clients come to this after all their keys."""
        self._key = None  # a key that was named and not proven is nobody's
        if not self._ports.takes_guests or self._entrance not in FOR_GUESTS:
            self._connection.send_auth_banner(need_of_key(self._here[1]))
            self._turn_away(Refusal.NO_KEY)
            return False
        return ("", tell("door.no-key"), "", [(tell("door.type-guest", word=GUEST), True)])

    def validate_kbdint_response(self, _username: str, responses: Sequence[str]) -> bool:
        self._key = None
        return self._counts_try() and [answer.strip().casefold() for answer in responses] == [GUEST]

    def auth_completed(self) -> None:
        """Wait for a session, and no longer than for signing in; unless there is no room for one any more."""
        refusal = self._place.sign_in() if self._place is not None else None
        if refusal is not None:
            self._turn_away(refusal)
        else:
            self._end_after(self._ports.limits.login, self._connection.close)

    # The session

    def session_requested(self) -> "DoorSession | bool":
        """The one session of the connection, which has to start in the time for signing in."""
        if self._session is not None or self._entrance is None:
            return False
        idle = 0.0 if self._entrance is Entrance.WATCH else self._ports.limits.idle
        self._session = DoorSession(self._ports.visit, self._visitor, self._started, self._ended, idle)
        who = f"key {self._key[:12]}" if self._key else "no key"
        _log.info("%s has come to %s with %s", self._address, self._entrance, who)
        return self._session

    def _visitor(self, say: Callable[[str], None]) -> Visitor:
        assert self._entrance is not None
        is_known = self._key is not None and self._entrance not in WITHOUT_KEY
        data, key = self._ports.data, self._key or KeyId("")
        return Visitor(
            entrance=self._entrance,
            code=self._code,
            door=SshAddress(self._ports.public_host or self._here[0], self._here[1]),
            address=self._address,
            accounts=accounts_of(data, key) if is_known else None,
            settings=settings_of(data, key) if is_known else None,
            say=say,
        )

    def close(self, reason: str) -> None:
        """End the session, if there is one, and the connection; ``reason`` is a sentence for the person."""
        self._is_closing = True
        if self._session is not None:
            self._session.close(reason)
        else:
            self._connection.close()

    def _started(self) -> None:
        if self._closing is not None:
            self._closing.cancel()

    def _ended(self) -> None:
        _log.info("%s has left", self._address)
        self._end_after(_FLUSHED_AFTER if self._is_closing else _CLOSED_AFTER, self._connection.close)

    def _end_after(self, seconds: float, end: Callable[[], None]) -> None:
        if self._closing is not None:
            self._closing.cancel()
        self._closing = asyncio.get_running_loop().call_later(seconds, end)
