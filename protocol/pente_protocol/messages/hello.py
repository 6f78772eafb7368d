"""The sign-in: the greeting of a server, a client's first message, and the reply to it."""

from typing import Annotated, Final

from msgspec import Meta, field

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.value import Tagged, Value
from pente_protocol.choices.server_limit import ServerLimit
from pente_protocol.messages.account import SignIn
from pente_protocol.messages.base import MOST_ROOMS, Request, RequestId, Right
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.lists import ListedRoom

MOST_FEATURES: Final = 32
"""The maximum features in a hello."""
MOST_FORMER_KEYS: Final = 8
"""The former keys of a server that its greeting names; who knows only an older one meets another server."""


class Welcome(Tagged, tag="welcome"):
    """The reply to a hello. Before it, the server sends the missing events of the rooms to resume."""

    id: RequestId
    server: str
    player: Identity
    now: Instant
    """The server's clock."""
    durability: str
    """The durability of the server's store: ``strict``, ``everysec``, ``none``, ``memory`` or ``unknown``."""
    limits: tuple[ServerLimit, ...] = ()
    """The limits of the account, where they are others than those of the greeting."""
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
    limits: tuple[ServerLimit, ...]
    """The limits for a person and this connection. The welcome says in what the account has others."""
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
