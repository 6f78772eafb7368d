"""The sign-in: the greeting of a server, a client's first message, and the reply to it."""

from typing import Annotated, Final

from msgspec import Meta, field

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.value import Tagged, Value
from pente_protocol.messages.base import MOST_ROOMS, RequestId
from pente_protocol.messages.lists import RoomSummary

MOST_FEATURES: Final = 32
"""The maximum features in a hello."""


class Hello(Tagged, tag="hello"):
    """The first message of a client, after the server's greeting: it logs in, and resumes watching rooms."""

    id: RequestId
    version: int
    """The protocol version of this connection: one of those in the greeting."""
    client: str
    """Name and version of the program, for the server's log."""
    name: str = ""
    """The player's name. It is not needed with a token; without either, a new guest gets a generated name."""
    kind: PlayerKind = PlayerKind.PERSON
    token: str = ""
    """The account's secret, from an earlier welcome; empty: open a new account."""
    rooms: Annotated[dict[RoomId, int], Meta(max_length=MOST_ROOMS)] = field(default_factory=dict)
    """The rooms to resume watching, each with the version that the client has; at most 256."""
    passwords: Annotated[dict[RoomId, str], Meta(max_length=MOST_ROOMS)] = field(default_factory=dict)
    """The passwords of those rooms that have one."""
    password: str = ""
    """The server's password, if it has one."""
    watch_only: bool = False
    """Whether this connection is only for watching: it does not count as presence, and takes over no seat."""
    features: Annotated[tuple[str, ...], Meta(max_length=MOST_FEATURES)] = ()
    """What the client can use beyond what every client of this version can. Unknown ones mean nothing."""


class Limits(Value):
    """The server's limits for this connection."""

    frame_bytes: int
    messages_per_second: int
    chat_length: int
    rooms_per_player: int
    watched_rooms: int = 256
    """The rooms that the connection may watch."""
    questions_per_second: int = 10
    """Units for questions, on average: each costs at least one, and those with much to read cost more."""
    joins_per_minute: int = 12
    """The open seats that the player may take, on average; those who were invited always join."""
    invitations_per_minute: int = 6
    """The invitations that the player may send to one other person, on average."""
    invalid_messages: int = 20
    """The invalid messages that are answered; with one more at once, the connection is closed."""


class Greeting(Tagged, tag="greeting"):
    """The first message of a connection, from the server. The client answers it with a hello."""

    server_id: str
    """The id of the server, which it keeps when its address changes: 22 letters, digits, - and _."""
    name: str
    """What the host calls the server, for people; may be empty. Every server can say what it likes."""
    server: str
    """Name and version of the program."""
    versions: tuple[int, ...]
    """The protocol versions that the server speaks. The client chooses one of them in its hello."""
    features: tuple[str, ...]
    """What the server can do beyond what every server of these versions can. Ignore those you don't know."""
    limits: Limits
    """The limits for a person. The welcome has those of the account."""
    nonce: str
    """22 letters, digits, - and _, drawn for this connection: what is made with it is of use nowhere else."""
    now: Instant
    """The server's clock."""
    durability: str
    """The durability of the server's store: ``strict``, ``everysec``, ``none``, ``memory`` or ``unknown``."""


class Welcome(Tagged, tag="welcome"):
    """The reply to a hello. Before it, the server sends the missing events of the rooms to resume."""

    id: RequestId
    version: int
    """The protocol version of this connection."""
    server: str
    player: Identity
    now: Instant
    """The server's clock."""
    durability: str
    """The durability of the server's store: ``strict``, ``everysec``, ``none``, ``memory`` or ``unknown``."""
    limits: Limits
    token: str = ""
    """The secret of a new account. Keep it: the server sends it only once."""
    rooms: tuple[RoomSummary, ...] = ()
    """The live rooms in which the player has a seat or an invitation, with seats first: the 100 newest.

    Invitations of players whom the player has blocked are left out.
    """
    blocked: tuple[PlayerId, ...] = ()
    """The ids of the players whom the player has blocked."""
