"""The sign-in: the greeting of a server, a client's first message, and the reply to it."""

from typing import Annotated, Final

from msgspec import Meta, field

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.value import Tagged, Value
from pente_protocol.messages.account import SignIn
from pente_protocol.messages.base import MOST_ROOMS, Request, RequestId, Right
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.lists import ListedRoom

MOST_FEATURES: Final = 32
"""The maximum features in a hello."""
MOST_FORMER_KEYS: Final = 8
"""The former keys of a server that its greeting names; who knows only an older one meets another server."""


class Limits(Value):
    """What the server limits for this connection, its player and its address. Rates are averages.

    A burst is how much is allowed at once, after a time of nothing. Some addresses are exempt from what is
    counted by address, such as those of the server's own machine.
    """

    frame_bytes: int
    """The longest frame of the client."""
    messages_per_second: int
    chat_length: int
    """The characters of a chat message; longer ones are cut off."""
    rooms_per_player: int
    """The live rooms in which the player may have a seat."""
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
    invalid_messages_per_minute: int = 6
    messages_burst: int = 30
    questions_burst: int = 30
    chat_per_minute: int = 60
    """The chat messages of the player."""
    chat_burst: int = 5
    annotations_per_minute: int = 120
    """Variations and marks of a player in finished games, and plans of moves; comments are chat messages."""
    annotations_burst: int = 30
    openings_per_minute: int = 12
    """The rooms that the player may open; a rematch is one, too."""
    openings_burst: int = 30
    joins_burst: int = 8
    joins_per_address_per_minute: int = 60
    """The open seats that all players of an address may take."""
    joins_per_address_burst: int = 32
    invitations_burst: int = 5
    """The invitations that the player may send to one other person at once."""
    open_invitations: int = 4
    """The invitations of the player that one other person has not answered yet."""
    received_invitations_per_minute: int = 12
    """The invitations that the player can get from all others."""
    received_invitations_burst: int = 10
    received_open_invitations: int = 20
    """The invitations of the player, from all others, that are not answered yet."""
    password_tries_per_minute: int = 30
    """The passwords of rooms that the player sets or tries, right or wrong."""
    password_tries_burst: int = 10
    wrong_room_passwords_per_minute: int = 12
    """The wrong passwords for one room, and from one address."""
    wrong_room_passwords_burst: int = 20
    wrong_codes_per_minute: int = 6
    """The join codes of no room that the player tries."""
    wrong_codes_burst: int = 10
    wrong_codes_per_address_per_minute: int = 12
    """The same for all players of an address."""
    wrong_codes_per_address_burst: int = 30
    wrong_server_passwords_per_minute: int = 60
    """The wrong passwords for the server, from one address."""
    wrong_server_passwords_burst: int = 10
    connections_per_address: int = 8
    new_connections_per_second: int = 8
    """The connections that an address may open."""
    new_connections_burst: int = 64
    accounts_per_minute: int = 6
    """The accounts that an address may open."""
    accounts_burst: int = 20
    rooms_per_request: int = MOST_ROOMS
    """The rooms that a hello or a request for logs may name."""
    blocked_players: int = 100
    """The players whom the player may block."""
    friends: int = 100
    """The friends that the player may have."""
    direct_messages_per_minute: int = 12
    """The direct messages that the player may send, on average."""
    direct_messages_burst: int = 10
    unread_messages: int = 20
    """The direct messages that a player may have that they have not read yet."""
    unread_messages_from_one: int = 5
    """Those of one sender among them."""
    reports_per_hour: int = 6
    """The reports that the player may send to the host, on average."""
    reports_burst: int = 3
    reports_per_address_per_hour: int = 20
    """The same for all players of an address."""
    reports_per_address_burst: int = 10
    reviews_per_hour: int = 20
    """The finished games that the player may have reviewed, on average."""
    reviews_burst: int = 10
    reviews_per_address_per_hour: int = 60
    """The same for all players of an address."""
    reviews_per_address_burst: int = 30
    vacation_changes_per_hour: int = 6
    """How often the player may take, change or end a vacation."""
    vacation_changes_burst: int = 5
    room_events: int = 5000
    """The events after which a room takes no more chat, moderation and players."""
    unread_bytes: int = 262_144
    """What the client may leave unread before its connection is cut."""
    hello_seconds: int = 5
    """The time for the hello after the connection was opened."""


class Welcome(Tagged, tag="welcome"):
    """The reply to a hello. Before it, the server sends the missing events of the rooms to resume."""

    id: RequestId
    server: str
    player: Identity
    now: Instant
    """The server's clock."""
    durability: str
    """The durability of the server's store: ``strict``, ``everysec``, ``none``, ``memory`` or ``unknown``."""
    limits: Limits
    rooms: tuple[ListedRoom, ...] = ()
    """The live rooms in which the player has a seat or an invitation, with seats first: the 100 newest.

    Invitations of players whom the player has blocked are left out.
    """
    blocked: tuple[PlayerId, ...] = ()
    """The ids of the players whom the player has blocked."""
    friends: tuple[PlayerId, ...] = ()
    """The ids of the player's friends."""
    unread_messages: int = 0
    """How many messages to the player were not read yet (see `Messages`)."""
    right: Right = Right.ACCOUNT
    """What this device may do. Of viewers without an account it says nothing."""


class Hello(Request, tag="hello"):
    """The first message of a client, after the server's greeting: it logs in, and resumes watching rooms."""

    reply = Welcome
    needs = Right.PLAY

    id: RequestId
    client: str
    """Name and version of the program, for the server's log."""
    account: SignIn | None = None
    """Whose account it is, or which to open; None: a viewer without an account."""
    rooms: Annotated[dict[RoomId, Checkpoint | None], Meta(max_length=MOST_ROOMS)] = field(
        default_factory=dict
    )
    """The rooms to resume watching, each with what the client has of it (see `Watch`); at most 256."""
    passwords: Annotated[dict[RoomId, str], Meta(max_length=MOST_ROOMS)] = field(default_factory=dict)
    """The passwords of those rooms that have one."""
    password: str = ""
    """The server's password, if it has one."""
    address: str = ""
    """The address at which the client has found the server, in its one spelling."""
    watch_only: bool = False
    """Whether this connection is only for watching: it does not count as presence, and takes over no seat.

    It opens and joins no room, and acts in none where the player has a seat: such get ``watch-only``.
    """
    features: Annotated[tuple[str, ...], Meta(max_length=MOST_FEATURES)] = ()
    """What the client can use beyond what every client can. Unknown ones mean nothing."""


class FormerKey(Value):
    """A key that a server had before, with its statement that the next one is its successor."""

    key: str
    at: Instant
    """When the next key took its place, as the server says."""
    signature: str
    """Of this key; see `pente_protocol.login.signed_texts.succession_text`."""


class Greeting(Tagged, tag="greeting"):
    """The first message of a connection, from the server. The client answers it with a hello."""

    server_id: str
    """The id of the server, which it keeps when its address changes: 22 letters, digits, - and _."""
    name: str
    """What the host calls the server, for people; may be empty. Every server can say what it likes."""
    server: str
    """Name and version of the program."""
    features: tuple[str, ...]
    """What the server can do beyond what every server can. Ignore those you don't know."""
    limits: Limits
    """The limits for a person. The welcome has those of the account."""
    nonce: str
    """22 letters, digits, - and _, drawn for this connection: what is made with it is of use nowhere else."""
    now: Instant
    """The server's clock."""
    durability: str
    """The durability of the server's store: ``strict``, ``everysec``, ``none``, ``memory`` or ``unknown``."""
    server_key: str = ""
    """The server's public key, of which `server_id` is a hash. Empty, as the next two, without a nonce."""
    address: str = ""
    """The server's own address with the name that it was asked for; empty if that is none of its names."""
    signature: str = ""
    """The server's signature, for the nonce that the client has sent as it connected: 86 characters.

    A client checks it before it says anything; see `pente_protocol.login.signed_texts`.
    """
    public_url: str = ""
    """Where others find the server, for links: an origin such as ``https://pente.example.org``. Empty: where
    the client has found it; but an address of the client's own machine is then of use to nobody else.
    """
    succeeds: Annotated[tuple[FormerKey, ...], Meta(max_length=MOST_FORMER_KEYS)] = ()
    """The keys that the server had before, the oldest first; at most 8. Each has signed the next one, and the
    last one `server_key`: a client that knows the server by one of them follows it.
    """
