"""The limits on connections, requests and rooms. Those in `Allowance` can be configured."""

from dataclasses import dataclass, field

from pente_core.identity import PlayerKind
from pente_server.limits.networks import Networks

OUTBOX_BYTES = 256 * 1024
"""Outbound bytes that may queue for one peer before its connection is cut."""
WRITE_HIGH, WRITE_LOW = 65_536, 16_384
"""Unread outbound bytes at which a peer's requests are paused, and at which they resume."""
HEAD_WITHIN = 5.0
"""Seconds that a new connection has to send the head of its request."""
ANSWER_WITHIN = 10.0
"""Seconds for the answer to a request for a page, which a slow peer may not have read by then."""
LINGER = 1.0
"""Seconds in which what follows a refused request is dropped, so that its peer reads why."""
HELLO_WITHIN = 5.0
"""Seconds that a new connection has to send its first message."""
QUEUED_MESSAGES = 8
"""Messages of one peer that may wait before it is not read any more."""
EXTRA_FRAMES, EXTRA_FRAMES_BURST = 50.0, 200.0
"""Pings, pongs and continuation frames that a peer may send per second, and at once, before it is cut."""
READ_WITHIN = 10.0
"""Seconds that a paused peer has to read its backlog before its connection is cut."""
CLOSE_WITHIN = 2.0
"""Seconds for the closing handshake, after which the connection is cut."""
ROOM_EVENTS = 5000
"""The version from which a room accepts no more chat, moderation and players, so that its log stays quick to
read. Planned moves, variations and marks end at half of it, and new vacations at twice of it.
"""
STOP_WITHIN = 2.5
"""Seconds that peers have to disconnect when the server stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationLimits:
    """Limits on the invitations to one player. Rates are per second, with a burst."""

    rate: tuple[float, float]
    """From all senders."""
    rate_from_one: tuple[float, float]
    """From one sender."""
    open: int
    """Not answered yet, from all senders."""
    open_from_one: int
    """Not answered yet, from one sender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """Limits per server, address, connection and player. Rates are per second; a burst is a bucket's size.

    Each field has an option of `pente serve`, in `pente_server.limits.limit_options`.
    """

    connections: int = 10_000
    """Open connections in total. The system must allow as many open files."""
    connections_per_address: int = 8
    """Open connections from one address. Loopback addresses are exempt from this and the next three."""
    sockets: float = 8.0
    sockets_burst: float = 64.0
    """New connections from one address, counted before the handshake, which costs more than most requests."""
    http_requests: float = 10.0
    http_requests_burst: float = 60.0
    """Other HTTP requests from one address, such as pages and health checks; a file of the page counts a
    twentieth of one.
    """
    accounts: float = 0.1
    accounts_burst: float = 20.0
    """New accounts from one address."""
    messages: float = 10.0
    messages_burst: float = 30.0
    """Messages on one connection."""
    invalid_messages: float = 0.1
    invalid_messages_burst: float = 20.0
    """Frames on one connection that are not valid messages; beyond that it is closed."""
    questions: float = 10.0
    questions_burst: float = 30.0
    """Units for the questions of one connection, of a bot as of a person. A unit is some 5 ms of processor
    time; what a question costs is in `pente_server.requests.requester.costs`.
    """
    bot_factor: float = 20.0
    """How many times more messages than a person a bot may send, how many times more rooms it may open, and
    how many times more invitations it may get, as it plays many games over one connection.
    """
    chat: float = 1.0
    chat_burst: float = 5.0
    """Chat messages of one player, over all connections."""
    annotations: float = 2.0
    annotations_burst: float = 30.0
    """Variations and marks of one player in finished games, and plans of moves in others, over all
    connections; comments are chat.
    """
    direct_messages: float = 0.2
    direct_messages_burst: float = 10.0
    """Direct messages of one player."""
    reports: float = 6 / 3600
    reports_burst: float = 3.0
    """Reports of one player to the host."""
    reports_per_address: float = 20 / 3600
    reports_per_address_burst: float = 10.0
    """The same for all players from one address; exempt addresses have no such limit."""
    reviews: float = 20 / 3600
    reviews_burst: float = 10.0
    """Finished games that one player has a computer review."""
    reviews_per_address: float = 60 / 3600
    reviews_per_address_burst: float = 30.0
    """The same for all players from one address; exempt addresses have no such limit."""
    vacation_changes: float = 6 / 3600
    vacation_changes_burst: float = 5.0
    """Vacations that one player takes, changes or ends: each is an event in all of their correspondence
    games.
    """
    openings: float = 0.2
    openings_burst: float = 30.0
    """Rooms opened by one player, over all connections; limited because their logs are stored. An offer of a
    rematch, and an agreement to one, counts as a room.
    """
    joins: float = 0.2
    joins_burst: float = 8.0
    """Open seats that one player, human or bot, takes, over all connections. Those who were invited, or who
    have a seat, always join.
    """
    joins_per_address: float = 1.0
    joins_per_address_burst: float = 32.0
    """Open seats that all players from one address take; exempt addresses have no such limit."""
    invitations: float = 0.2
    invitations_burst: float = 10.0
    """Invitations that one player gets from all others."""
    invitations_from_one: float = 0.1
    invitations_from_one_burst: float = 5.0
    """Invitations that one player gets from one other."""
    open_invitations: int = 20
    open_invitations_from_one: int = 4
    """Invitations of one player that are not answered yet, from all others and from one."""
    password_tries: float = 0.5
    password_tries_burst: float = 10.0
    """Passwords of rooms that one player sets or tries, right or wrong: each takes a slow hash."""
    wrong_room_passwords: float = 0.2
    wrong_room_passwords_burst: float = 20.0
    """Wrong passwords for one room, and wrong passwords for rooms from one address. Beyond that, only players
    who have not been wrong lately may try: see `pente_server.access.room_passwords`.
    """
    wrong_codes: float = 0.1
    wrong_codes_burst: float = 10.0
    """Join codes of no room that one player tries."""
    wrong_codes_per_address: float = 0.2
    wrong_codes_per_address_burst: float = 30.0
    """The same for all players from one address; exempt addresses have no such limit."""
    wrong_server_passwords: float = 1.0
    wrong_server_passwords_burst: float = 10.0
    """Wrong passwords for the server from one address, or from one player who has been let in before. Beyond
    that, tries wait their turn: see `pente_server.access.access_control`.
    """
    makes_up_for_lag: bool = True
    """Whether clocks credit the network delay of each turn, within the limits of `pente_core.clock.clock`."""
    rooms: int = 10
    bot_rooms: int = 200
    """Live rooms in which one player, human or bot, may have a seat."""
    watched: int = 256
    """Rooms, live or finished, that one connection may follow."""
    exempt_networks: Networks = field(default_factory=Networks)
    """Networks whose addresses are exempt from the limits per address, as loopback addresses are."""

    def messages_for(self, kind: PlayerKind) -> tuple[float, float]:
        """The rate and burst of messages for a kind of player."""
        factor = self._factor(kind)
        return self.messages * factor, self.messages_burst * factor

    def openings_for(self, kind: PlayerKind) -> tuple[float, float]:
        """The rate and burst of opened rooms for a kind of player."""
        factor = self._factor(kind)
        return self.openings * factor, self.openings_burst * factor

    def invitations_to(self, kind: PlayerKind) -> InvitationLimits:
        """The limits on invitations to a kind of player."""
        factor = self._factor(kind)
        return InvitationLimits(
            rate=(self.invitations * factor, self.invitations_burst * factor),
            rate_from_one=(self.invitations_from_one * factor, self.invitations_from_one_burst * factor),
            open=round(self.open_invitations * factor),
            open_from_one=round(self.open_invitations_from_one * factor),
        )

    def _factor(self, kind: PlayerKind) -> float:
        return self.bot_factor if kind is PlayerKind.BOT else 1.0

    def rooms_for(self, kind: PlayerKind) -> int:
        """The number of live rooms in which a kind of player may have seats."""
        return self.bot_rooms if kind is PlayerKind.BOT else self.rooms
