"""The identity of the server, in the memory of a node."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from pente_protocol.login.signatures import sign
from pente_protocol.messages import KeyText
from pente_server.store.errors import DamagedKey, StoreUnavailable
from pente_server.store.server_identity import ServerId, ServerIdentity, ServerIdentityStore

LOOKED_UP_EVERY: Final = 0.5
"""Seconds between looks for another key in the store: those between heartbeats."""

_log = logging.getLogger(__name__)


class LoadedIdentity:
    """The identity of the server that a node serves. Mutable: its key may be replaced, or its store.

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
        self._identity = await self._newest(await self._store.load(self._identity))

    async def run(self) -> None:
        """Take another key soon after the store has it, until cancelled. Sessions that are open go on."""
        while True:
            await asyncio.sleep(LOOKED_UP_EVERY)
            with suppress(StoreUnavailable, DamagedKey):  # the heartbeat reports the store
                await self._look()

    async def _look(self) -> None:
        found = await self._store.find()
        if found is None:  # the recovery sees to a store that was emptied
            return
        found, before = await self._newest(found), self._identity
        if found == before:
            return
        self._identity = found
        trusted = "its former key has signed it" if found.succeeds else "no former key vouches for it"
        _log.warning("the server has a new key, by which clients know it as %s; %s", found.server_id, trusted)

    async def _newest(self, found: ServerIdentity) -> ServerIdentity:
        """What the store has; one that has gone back to a former key gets ours again, which clients know.

        Raises StoreUnavailable.
        """
        ours = self._identity
        if ours is None or found.public_key not in [one.key for one in ours.succeeds]:
            return found
        _log.warning("the store has gone back to a former key of the server, and gets the present one again")
        await self._store.put(ours)
        return ours

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
