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
from pente_protocol.login.signatures import NEEDED, public_key
from pente_protocol.login.signed_texts import succeeded
from pente_protocol.messages.account import KeyText
from pente_protocol.messages.hello import FormerKey

ServerId = NewType("ServerId", str)
"""Identifies a server to its clients: 22 letters, digits, - and _, a hash of its key. Public."""

SECRET_BYTES: Final = 32
_ELSEWHERE: Final = "@"
"""What stands before a public key in the place of a secret one."""
KEY_NEEDS: Final = f"the server's key needs {NEEDED}"
"""What is said to the host of a machine on which no signature can be made."""


class ForeignKey(ValueError):
    """A secret key that is not the one of an identity."""


@dataclass(frozen=True)
class ServerIdentity:
    """Who a server is: all nodes on one store share it."""

    key: bytes = field(repr=False)
    """The secret key with which it signs its greetings; empty if the store does not have it."""
    secret: bytes = field(repr=False)
    """`SECRET_BYTES` random bytes that no client learns: a key for what only this server can compute.

    It has nothing to do with the other key, and outlasts it: the marks of logs stay comparable.
    """
    succeeds: tuple[FormerKey, ...] = ()
    """The keys before, by which clients know the server, too: see `Greeting.succeeds`."""
    elsewhere: str = ""
    """The public key whose secret one is in a file of the host's."""

    @cached_property
    def public_key(self) -> KeyText:
        """The key that clients check signatures with."""
        return KeyText(self.elsewhere) if self.elsewhere else key_to_text(public_key(self.key))

    @cached_property
    def server_id(self) -> ServerId:
        return ServerId(server_of(key_from_text(self.public_key)))

    def without_key(self) -> "ServerIdentity":
        """What the store has of it if the key is in a file."""
        return replace(self, key=b"", elsewhere=self.public_key)

    def with_key(self, key: bytes) -> "ServerIdentity":
        """The twin of `without_key`. Raises ForeignKey for the key of another identity."""
        if key_to_text(public_key(key)) != self.public_key:
            raise ForeignKey
        return replace(self, key=key, elsewhere="")

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
        return " ".join((self.key.hex() or f"{_ELSEWHERE}{self.elsewhere}", self.secret.hex(), *former))


def new_server_identity() -> ServerIdentity:
    return ServerIdentity(secrets.token_bytes(KEY_BYTES), secrets.token_bytes(SECRET_BYTES))


def parse_server_identity(text: str) -> ServerIdentity:
    """Read what `ServerIdentity.encode` has written. Raises ValueError."""
    first, second, *former = text.split(" ")
    elsewhere = key_to_text(key_from_text(first[1:])) if first.startswith(_ELSEWHERE) else ""
    key, secret = b"" if elsewhere else bytes.fromhex(first), bytes.fromhex(second)
    if (len(key), len(secret)) != (0 if elsewhere else KEY_BYTES, SECRET_BYTES):
        raise ValueError("this is no identity of a server")
    return ServerIdentity(key, secret, tuple(map(_former_key, former)), elsewhere)


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
