"""A player at the other end of a connection: who it is, and what is sent there."""

import logging

from pente_core.clock.instant import Millis
from pente_core.identity import Identity
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_server.limits.origin import Origin
from pente_server.live.listening.frames import Frames
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.sessions.outbox import Outbox
from pente_server.net.sessions.pacing import Pacing
from pente_server.net.sessions.session_connection import SessionConnection
from pente_server.net.sessions.session_parts import SessionParts


class ConnectedPlayer:
    """A player on a connection, as requests and the hub see it. Mutable."""

    def __init__(self, server: SessionParts, connection: SessionConnection, address: ClientAddress) -> None:
        self._server = server
        self._connection = connection
        self._address = address
        self._form = connection.form
        self._outbox = Outbox(connection, self._cut)
        self._pacing = Pacing(server.allowance)
        self._player: Identity | None = None
        self._device: DeviceId | None = None
        self.right = Right.PLAY
        """What the device may do: that of viewers without an account, until the hello was accepted."""
        self._is_aside = False
        self._is_anonymous = False
        self._is_lost = False
        """Whether the connection has ended."""

    @property
    def player(self) -> Identity:
        """The player of the connection. Must not be used before the hello was accepted."""
        assert self._player is not None
        return self._player

    @property
    def device(self) -> DeviceId:
        """The device that the player signed in with. Must not be used before the hello was accepted."""
        assert self._device is not None
        return self._device

    @property
    def origin(self) -> Origin:
        """The player and the address, for limits."""
        is_exempt = self._server.connection_limits.is_exempt(self._address)
        return Origin(self.player.id, self._address.bucket, is_exempt)

    @property
    def round_trip(self) -> Millis:
        """The round-trip time of the server's last ping, if clocks are to know of it.

        Clients can't report one, as it gains them time.
        """
        is_counted = not self._server.allowance.no_lag_compensation
        return Millis(round(self._connection.latency * 1000)) if is_counted else Millis(0)

    @property
    def is_aside(self) -> bool:
        """Whether it only watches, even in rooms where its player has a seat."""
        return self._is_aside

    @property
    def is_anonymous(self) -> bool:
        """Whether it has no account: its player exists only for this connection, and may only watch."""
        return self._is_anonymous

    def renamed(self, player: Identity) -> None:
        self._player = player

    def send(self, frames: Frames) -> None:
        """Queue a message; never waits and never fails. A peer that does not read is disconnected."""
        if not self._is_lost:
            self._outbox.put(frames.packet(self._form))

    def send_message(self, message: ServerMessage) -> None:
        """Queue a message for this connection only; never waits and never fails."""
        if not self._is_lost:
            self._outbox.put(self._form.packet(self._form.encode(message)))

    def charge(self, cost: float) -> None:
        """Charge the cost of a question, on credit: the next question waits."""
        self._pacing.charge(cost)

    def note(self, level: int, event: str, **fields: object) -> None:
        """Log an event of this connection, with its address and its player."""
        player, bucket = self._player, self._address.bucket
        known = {} if player is None else {"name": player.name, "id": player.id}
        self._server.peer_log.note(level, event, str(self._address), bucket=bucket, **known, **fields)

    def signed_in(self, player: Identity, device: DeviceId, right: Right, *, is_aside: bool) -> None:
        """Take note of the player."""
        self._player, self._device, self._is_aside, self.right = player, device, is_aside, right
        self._pacing.signed_in(player.kind)
        if not self._server.allowance.no_lag_compensation:
            self._connection.ping()  # the first keepalive ping is too late to measure the first moves

    def watches_anonymously(self, viewer: Identity) -> None:
        """Take note of a viewer without an account."""
        self._player, self._is_aside, self._is_anonymous = viewer, True, True

    def _cut(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self.note(logging.WARNING, "cut off", reason="does-not-read")
            self._connection.abort()
