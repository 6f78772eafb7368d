"""The identity of a server in memory."""

from dataclasses import dataclass

from pente_server.store.server_identity import ServerIdentity, new_server_identity


@dataclass(slots=True)
class MemoryIdentityData:
    """The identity that the stores of one process share. Mutable."""

    identity: ServerIdentity | None = None


class MemoryServerIdentity:
    """A `ServerIdentityStore` in memory."""

    def __init__(self, held: MemoryIdentityData) -> None:
        self._held = held

    async def load(self, known: ServerIdentity | None = None) -> ServerIdentity:
        if self._held.identity is None:
            self._held.identity = known or new_server_identity()
        return self._held.identity

    async def find(self) -> ServerIdentity | None:
        return self._held.identity

    async def put(self, identity: ServerIdentity) -> None:
        self._held.identity = identity
