"""What a server puts up with; every number can be given at the start."""

from dataclasses import dataclass

from pente_core.identity import PlayerKind
from pente_protocol.codec import CLIENT_FRAME_MAX
from pente_protocol.messages import Limits
from pente_protocol.untrusted_text import LONGEST_CHAT

OUTBOX_BYTES = 256 * 1024
"""What may wait to be read by one peer before it is cut off."""
WRITE_HIGH, WRITE_LOW = 65_536, 16_384
"""Bytes unread from which a peer's requests wait, and down to which it has to read."""
HELLO_WITHIN = 5.0
"""Seconds for the first message."""
EXTRA_FRAMES, EXTRA_FRAMES_BURST = 50.0, 200.0
"""Pings, pongs and further parts of messages, a second, after which a peer is cut off."""
READ_WITHIN = 10.0
"""Seconds in which a peer must make room for the answer to what it has asked."""
CLOSE_WITHIN = 3.0
"""Seconds for a closing handshake, after which the connection is cut."""
STOP_WITHIN = 2.5
"""Seconds that everybody has to leave when the server stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What one connection or player may do. Rates are per second."""

    connections: int = 10_000
    """In all; the system must allow as many open files."""
    connections_per_address: int = 8
    """Except from this machine."""
    sockets: float = 8.0
    sockets_burst: float = 64.0
    """New ones from one address, except from this machine and through a proxy: a handshake costs more than
    most that comes after it.
    """
    accounts: float = 0.1
    accounts_burst: float = 20.0
    """New ones from one address, except from this machine."""
    messages: float = 10.0
    messages_burst: float = 30.0
    bot_factor: float = 20.0
    """A bot plays many games over one connection and may send so many times as much, but for questions."""
    chat: float = 1.0
    chat_burst: float = 5.0
    """Of one player, over however many connections."""
    openings: float = 0.2
    openings_burst: float = 30.0
    """Rooms that one person opens, over however many connections; their logs stay. A bot may open more."""
    makes_up_for_lag: bool = True
    """Whether a turn is not charged what the way of its message takes, within `pente_core.clock.lag`."""
    rooms: int = 10
    bot_rooms: int = 200
    """Live rooms that one player may have a seat in."""
    watched: int = 256
    """Rooms, over or not, that one connection is told of."""

    def messages_for(self, kind: PlayerKind) -> tuple[float, float]:
        """The rate and burst of messages for a kind of account."""
        factor = self.bot_factor if kind is PlayerKind.BOT else 1.0
        return self.messages * factor, self.messages_burst * factor

    def openings_for(self, kind: PlayerKind) -> tuple[float, float]:
        """The rate and burst of rooms that a kind of account may open."""
        factor = self.bot_factor if kind is PlayerKind.BOT else 1.0
        return self.openings * factor, self.openings_burst * factor

    def rooms_for(self, kind: PlayerKind) -> int:
        return self.bot_rooms if kind is PlayerKind.BOT else self.rooms

    def told_to(self, kind: PlayerKind) -> Limits:
        """What a client is told of it."""
        return Limits(CLIENT_FRAME_MAX, round(self.messages_for(kind)[0]), LONGEST_CHAT, self.rooms_for(kind))
