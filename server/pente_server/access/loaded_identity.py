"""The identity of the server, in the memory of a node."""

from pente_protocol.login.signatures import sign
from pente_protocol.messages import KeyText
from pente_server.store.server_identity import ServerId, ServerIdentity, ServerIdentityStore


class LoadedIdentity:
    """The identity of the server that a node serves. Mutable: another store may be adopted.

    `load` has to be called before anything else.
    """

    def __init__(self, store: ServerIdentityStore) -> None:
        self._store = store
        self._identity: ServerIdentity | None = None

    async def load(self) -> None:
        """Read the identity from the store, which draws one if need be.

        A store without one that the host has adopted gets the identity that was loaded before: for its
        clients it is the same server. Raises StoreUnavailable and DamagedKey.
        """
        self._identity = await self._store.load(self._identity)

    @property
    def server_id(self) -> ServerId:
        """The id by which clients recognise the server."""
        return self.loaded.server_id

    @property
    def public_key(self) -> KeyText:
        """The key that clients check signatures with."""
        return self.loaded.public_key

    def sign(self, text: bytes) -> bytes:
        """The server's signature of a text."""
        return sign(self.loaded.key, text)

    @property
    def secret(self) -> bytes:
        """The server's secret: see `ServerIdentity.secret`."""
        return self.loaded.secret

    @property
    def loaded(self) -> ServerIdentity:
        """The identity, with what is secret of it."""
        assert self._identity is not None, "the identity is used before it was loaded"
        return self._identity
