"""The identity of a server, and the storage interface for it.

Clients know a server by its key, whose hash is its id: it stays the same when the server gets another
address, another port, another machine or another store. So it travels with an export, while the id of a store
does not. Whoever has the secret key can pass for the server, until it gets another one: see `rotated`.
"""

import secrets
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NewType, Protocol

from pente_core.clock.instant import Instant
from pente_protocol.login.keys import (
    KEY_BYTES,
    key_from_text,
    key_to_text,
    server_of,
    signature_from_text,
    signature_to_text,
)
from pente_protocol.login.signatures import public_key
from pente_protocol.login.signed_texts import succeeded
from pente_protocol.messages import FormerKey, KeyText

ServerId = NewType("ServerId", str)
"""Identifies a server to its clients: 22 letters, digits, - and _, a hash of its key. Public."""

SECRET_BYTES: Final = 32


@dataclass(frozen=True)
class ServerIdentity:
    """Who a server is: all nodes on one store share it."""

    key: bytes = field(repr=False)
    """The secret key with which it signs its greetings."""
    secret: bytes = field(repr=False)
    """`SECRET_BYTES` random bytes that no client learns: a key for what only this server can compute.

    It has nothing to do with the other key, and outlasts it: the marks of logs stay comparable.
    """
    succeeds: tuple[FormerKey, ...] = ()
    """The keys before, by which clients know the server, too: see `Greeting.succeeds`."""

    @cached_property
    def public_key(self) -> KeyText:
        """The key that clients check signatures with."""
        return key_to_text(public_key(self.key))

    @cached_property
    def server_id(self) -> ServerId:
        return ServerId(server_of(public_key(self.key)))

    def rotated(self, at: Instant) -> "ServerIdentity":
        """The same server with a new key, which this one has signed."""
        new = self.distrusted()
        return replace(new, succeeds=succeeded(self.succeeds, self.key, new.public_key, at))

    def distrusted(self) -> "ServerIdentity":
        """The same data with a new key that no other one vouches for: for clients it is another server."""
        return ServerIdentity(secrets.token_bytes(KEY_BYTES), self.secret)

    def encode(self) -> str:
        """The identity as text, with its secrets; the twin of `parse_server_identity`."""
        former = (f"{one.key}:{one.at}:{one.signature}" for one in self.succeeds)
        return " ".join((self.key.hex(), self.secret.hex(), *former))


def new_server_identity() -> ServerIdentity:
    return ServerIdentity(secrets.token_bytes(KEY_BYTES), secrets.token_bytes(SECRET_BYTES))


def parse_server_identity(text: str) -> ServerIdentity:
    """Read what `ServerIdentity.encode` has written. Raises ValueError."""
    first, second, *former = text.split(" ")
    key, secret = bytes.fromhex(first), bytes.fromhex(second)
    if (len(key), len(secret)) != (KEY_BYTES, SECRET_BYTES):
        raise ValueError("this is no identity of a server")
    return ServerIdentity(key, secret, tuple(map(_former_key, former)))


def _former_key(text: str) -> FormerKey:
    key, at, signature = text.split(":")
    return FormerKey(
        key_to_text(key_from_text(key)), Instant(int(at)), signature_to_text(signature_from_text(signature))
    )


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
        """Have the store hold this identity, in place of any other.

        Nodes that serve take its key within a heartbeat; other secrets must not change under them.
        """
        ...
