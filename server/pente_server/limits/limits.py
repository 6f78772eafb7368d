"""The limits on connections, requests and rooms. Those in `Allowance` can be configured."""

from dataclasses import dataclass

from pente_core.identity import PlayerKind
from pente_protocol.codec import CLIENT_FRAME_MAX
from pente_protocol.messages import Limits
from pente_protocol.untrusted_text import LONGEST_CHAT

OUTBOX_BYTES = 256 * 1024
"""Outbound bytes that may queue for one peer before its connection is cut."""
WRITE_HIGH, WRITE_LOW = 65_536, 16_384
"""Unread outbound bytes at which a peer's requests are paused, and at which they resume."""
HELLO_WITHIN = 5.0
"""Seconds that a new connection has to send its first message."""
EXTRA_FRAMES, EXTRA_FRAMES_BURST = 50.0, 200.0
"""Pings, pongs and continuation frames that a peer may send per second, and at once, before it is cut."""
READ_WITHIN = 10.0
"""Seconds that a paused peer has to read its backlog before its connection is cut."""
CLOSE_WITHIN = 3.0
"""Seconds for the closing handshake, after which the connection is cut."""
STOP_WITHIN = 2.5
"""Seconds that peers have to disconnect when the server stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """Limits per server, address, connection and player. Rates are per second; a burst is a bucket's size."""

    connections: int = 10_000
    """Open connections in total. The system must allow as many open files."""
    connections_per_address: int = 8
    """Open connections from one address; loopback addresses are exempt."""
    sockets: float = 8.0
    sockets_burst: float = 64.0
    """New connections from one address, counted before the handshake, which costs more than most requests.

    Loopback addresses and connections through a proxy are exempt.
    """
    accounts: float = 0.1
    accounts_burst: float = 20.0
    """New accounts from one address; loopback addresses are exempt."""
    messages: float = 10.0
    messages_burst: float = 30.0
    """Messages on one connection."""
    bot_factor: float = 20.0
    """How many times more messages and rooms than a human a bot may send and open, as it plays many games
    over one connection. Requests that only query are limited as for humans.
    """
    chat: float = 1.0
    chat_burst: float = 5.0
    """Chat messages of one player, over all connections."""
    openings: float = 0.2
    openings_burst: float = 30.0
    """Rooms opened by one player, over all connections; limited because their logs are stored."""
    makes_up_for_lag: bool = True
    """Whether clocks credit the network delay of each turn, within the limits of `pente_core.clock.lag`."""
    rooms: int = 10
    bot_rooms: int = 200
    """Live rooms in which one player, human or bot, may have a seat."""
    watched: int = 256
    """Rooms, live or finished, that one connection may follow."""

    def messages_for(self, kind: PlayerKind) -> tuple[float, float]:
        """The rate and burst of messages for a kind of player."""
        factor = self.bot_factor if kind is PlayerKind.BOT else 1.0
        return self.messages * factor, self.messages_burst * factor

    def openings_for(self, kind: PlayerKind) -> tuple[float, float]:
        """The rate and burst of opened rooms for a kind of player."""
        factor = self.bot_factor if kind is PlayerKind.BOT else 1.0
        return self.openings * factor, self.openings_burst * factor

    def rooms_for(self, kind: PlayerKind) -> int:
        """The number of live rooms in which a kind of player may have seats."""
        return self.bot_rooms if kind is PlayerKind.BOT else self.rooms

    def told_to(self, kind: PlayerKind) -> Limits:
        """The limits as announced to a client in its welcome."""
        return Limits(CLIENT_FRAME_MAX, round(self.messages_for(kind)[0]), LONGEST_CHAT, self.rooms_for(kind))
