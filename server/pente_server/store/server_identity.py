"""The identity of a server, and the storage interface for it.

Clients keep their names by the server's id: it stays the same when the server gets another address, another
port, another machine or another store. So it travels with an export, while the id of a store does not.
"""

import re
import secrets
from dataclasses import dataclass, field
from typing import Final, NewType, Protocol

ServerId = NewType("ServerId", str)
"""Identifies a server to its clients: 22 letters, digits, - and _ (128 random bits). Public."""

SECRET_BYTES: Final = 32
_SERVER_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class ServerIdentity:
    """Who a server is: all nodes on one store share it."""

    server_id: ServerId
    secret: bytes = field(repr=False)
    """`SECRET_BYTES` random bytes that no client learns: a key for what only this server can compute."""

    def encode(self) -> str:
        """The identity as text, with its secret; the twin of `parse_server_identity`."""
        return f"{self.server_id} {self.secret.hex()}"


def new_server_identity() -> ServerIdentity:
    return ServerIdentity(ServerId(secrets.token_urlsafe(16)), secrets.token_bytes(SECRET_BYTES))


def parse_server_identity(text: str) -> ServerIdentity:
    """Read what `ServerIdentity.encode` has written. Raises ValueError."""
    server_id, _, secret = text.partition(" ")
    key = bytes.fromhex(secret)
    if not _SERVER_ID.fullmatch(server_id) or len(key) != SECRET_BYTES:
        raise ValueError("this is no identity of a server")
    return ServerIdentity(ServerId(server_id), key)


class ServerIdentityStore(Protocol):
    """The identity of the server whose data a store holds.

    Every method may raise StoreUnavailable and DamagedKey; it is then safe to call it again.
    """

    async def load(self, known: ServerIdentity | None = None) -> ServerIdentity:
        """The identity; if there is none, the ``known`` one is put there, or else one that is drawn now.

        All nodes get the same one.
        """
        ...

    async def find(self) -> ServerIdentity | None:
        """The identity; None if no server with an identity has used the store yet."""
        ...

    async def put(self, identity: ServerIdentity) -> None:
        """Have the store hold this identity, in place of any other."""
        ...
