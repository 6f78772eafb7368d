"""All limits on connections, requests and rooms.

A field of `Allowance` is all that a limit needs which a host can set: its option and variable, its place in
the help and in the documents, and its number in the greeting of clients come from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Final

from pente_core.identity import PlayerKind
from pente_protocol.choices.server_limit import Per
from pente_server.limits.limit import (
    HOUR,
    MINUTE,
    ROW,
    SECOND,
    LimitRow,
    RateLimit,
    count,
    number,
    rate,
    times,
)
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
class Allowance:
    """The limits that a host can set. Each field is a limit."""

    connections: int = count(
        10_000,
        Per.SERVER,
        most=10_000_000,
        untold="in total, which no client can count",
    )
    """The system must allow as many open files."""
    connections_per_address: int = count(8, Per.ADDRESS, is_usual=True)
    """Loopback addresses are exempt from this and all others per address."""
    new_connections: RateLimit = rate(8, SECOND, Per.ADDRESS, burst=64)
    """Counted before the handshake, which costs more than most requests."""
    http_requests: RateLimit = rate(
        10,
        SECOND,
        Per.ADDRESS,
        burst=60,
        untold="for pages",
    )
    """A file of the page counts a twentieth of one."""
    accounts: RateLimit = rate(6, MINUTE, Per.ADDRESS, burst=20)
    exempt_network: Networks = field(default_factory=Networks)
    """Networks whose addresses are exempt from the limits per address, as loopback addresses are."""
    messages: RateLimit = rate(10, SECOND, Per.CONNECTION, times_for_bots=True)
    invalid_messages: RateLimit = rate(
        6,
        MINUTE,
        Per.CONNECTION,
        burst=20,
    )
    questions: RateLimit = rate(10, SECOND, Per.CONNECTION)
    """Of a bot as of a person. A unit is some 5 ms of processor time; what a question costs is in
    `pente_server.requests.costs`.
    """
    bot_factor: float = number(
        20,
        Per.PLAYER,
        untold="in the limits that a bot is told",
    )
    """A bot plays many games over one connection."""
    chat: RateLimit = rate(60, MINUTE, Per.PLAYER, burst=5)
    annotations: RateLimit = rate(
        120,
        MINUTE,
        Per.PLAYER,
        burst=30,
    )
    direct_messages: RateLimit = rate(12, MINUTE, Per.PLAYER, burst=10)
    reports: RateLimit = rate(6, HOUR, Per.PLAYER)
    reports_per_address: RateLimit = rate(20, HOUR, Per.ADDRESS)
    reviews: RateLimit = rate(20, HOUR, Per.PLAYER)
    reviews_per_address: RateLimit = rate(60, HOUR, Per.ADDRESS)
    vacation_changes: RateLimit = rate(6, HOUR, Per.PLAYER, burst=5)
    """Each is an event in all of their correspondence games."""
    openings: RateLimit = rate(12, MINUTE, Per.PLAYER, burst=30, times_for_bots=True)
    """Their logs are stored. An offer of a rematch, and an agreement to one, counts as a room."""
    joins: RateLimit = rate(12, MINUTE, Per.PLAYER, burst=8)
    """Those who were invited, or who have a seat, always join."""
    joins_per_address: RateLimit = rate(60, MINUTE, Per.ADDRESS, burst=32)
    rooms_per_person: int = count(
        10,
        Per.PLAYER,
        told="rooms",
        only=PlayerKind.PERSON,
    )
    rooms_per_bot: int = count(
        200,
        Per.PLAYER,
        told="rooms",
        only=PlayerKind.BOT,
    )
    watched_rooms: int = count(256, Per.CONNECTION)
    """Live or finished ones."""
    invitations: RateLimit = rate(
        12,
        MINUTE,
        Per.PLAYER,
        burst=10,
        times_for_bots=True,
    )
    invitations_from_one: RateLimit = rate(
        6,
        MINUTE,
        Per.PLAYER,
        burst=5,
        times_for_bots=True,
        told_of=PlayerKind.PERSON,
    )
    open_invitations: int = count(
        20,
        Per.PLAYER,
        times_for_bots=True,
    )
    open_invitations_from_one: int = count(
        4,
        Per.PLAYER,
        times_for_bots=True,
        told_of=PlayerKind.PERSON,
    )
    password_tries: RateLimit = rate(30, MINUTE, Per.PLAYER, burst=10)
    """Right or wrong: each takes a slow hash."""
    wrong_room_passwords: RateLimit = rate(12, MINUTE, Per.ADDRESS, burst=20)
    """Beyond that, only players who have not been wrong lately may try: see
    `pente_server.access.room_passwords`.
    """
    wrong_codes: RateLimit = rate(6, MINUTE, Per.PLAYER, burst=10)
    wrong_codes_per_address: RateLimit = rate(12, MINUTE, Per.ADDRESS, burst=30)
    wrong_server_passwords: RateLimit = rate(60, MINUTE, Per.ADDRESS, burst=10)
    """Or from one player who has been let in before. Beyond that, tries wait their turn: see
    `pente_server.access.access_control`.
    """
    no_lag_compensation: bool = False
    """Whether clocks do not credit the network delay of turns, as far as `pente_core.clock` allows it."""

    def for_kind(self, kind: PlayerKind) -> "Allowance":
        """The limits as they are for a kind of player."""
        return _for_bots(self) if kind is PlayerKind.BOT else self

    def rooms_for(self, kind: PlayerKind) -> int:
        """The number of live rooms in which a kind of player may have seats."""
        return self.rooms_per_bot if kind is PlayerKind.BOT else self.rooms_per_person


LIMITS: Final[Mapping[str, LimitRow]] = {
    each.name: each.metadata[ROW] for each in fields(Allowance) if ROW in each.metadata
}
"""The row of each limit by its name."""


@lru_cache(maxsize=16)
def _for_bots(allowance: Allowance) -> Allowance:
    more = {name for name, limit in LIMITS.items() if limit.times_for_bots}
    return replace(
        allowance, **{name: times(getattr(allowance, name), allowance.bot_factor) for name in more}
    )
