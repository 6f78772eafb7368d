"""The identity of the server, in the memory of a node."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from pente_protocol.login.signatures import sign
from pente_protocol.messages.account import KeyText
from pente_server.access.host_files import UnusableFile
from pente_server.access.server_key import KeyFile
from pente_server.store.errors import DamagedKey, StoreUnavailable
from pente_server.store.server_identity import ForeignKey, ServerId, ServerIdentity, ServerIdentityStore

LOOKED_UP_EVERY: Final = 0.5
"""Seconds between looks for another key in the store: those between heartbeats."""

_log = logging.getLogger(__name__)


class LoadedIdentity:
    """The identity of the server that a node serves. Mutable: its key may be replaced, or its store.

    `load` has to be called before anything else.
    """

    def __init__(self, store: ServerIdentityStore, file: KeyFile | None = None) -> None:
        """``file`` has the key, if the store is not to have it."""
        self._store = store
        self._file = file
        self._seen: ServerIdentity | None = None
        """The identity as the store has it."""
        self._missed: ServerIdentity | None = None
        """The latest identity in the store whose key this node does not have."""
        self._identity: ServerIdentity | None = None

    async def load(self) -> None:
        """Read the identity from the store, which draws one if need be.

        A store without one that the host has adopted gets the identity that was loaded before: for its
        clients it is the same server. Raises StoreUnavailable, DamagedKey and UnusableFile.
        """
        if self._file is not None:
            found = await self._file.load(self._store, self._identity)
        else:
            found = await self._store.load(self._identity)
        if not found.key:
            raise UnusableFile("the server's key is in a file of its host; start with --server-key FILE")
        self._identity = await self._newest(found)

    async def run(self) -> None:
        """Take another key soon after the store has it, until cancelled. Sessions that are open go on."""
        while True:
            await asyncio.sleep(LOOKED_UP_EVERY)
            with suppress(StoreUnavailable, DamagedKey):  # the heartbeat reports the store
                await self._look()

    async def _look(self) -> None:
        found = await self._store.find()
        if found is None or found == self._seen:  # none: the recovery sees to a store that was emptied
            return
        found, before = await self._newest(found), self._identity
        usable = self._with_key(found)
        self._seen = None if usable is None else found
        if usable is None and found != self._missed:
            _log.error(
                "the server has a new key, which is not in this node's file: copy the new --server-key there"
            )
        self._missed = found if usable is None else None
        if usable is None or usable == before:
            return
        self._identity = usable
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
        await self._store.put(ours if self._file is None else ours.without_key())
        return ours

    def _with_key(self, found: ServerIdentity) -> ServerIdentity | None:
        """What the store has, with the key if that is elsewhere; None if this node does not have it."""
        if found.key:
            return found
        with suppress(ForeignKey):
            return found.with_key(self.loaded.key)
        with suppress(ForeignKey, UnusableFile):
            return None if self._file is None else found.with_key(self._file.read())
        return None

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
