"""Recovery of a node after its store has lost something, or was replaced by another store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from pente_server.heartbeat.problems import Problems
from pente_server.live.lobby import Lobby
from pente_server.live.people.block_lists import BlockLists
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import DamagedKey, ProblemCode, Store, StoreUnavailable

_log = logging.getLogger(__name__)
RETRY_AFTER: Final = 0.5
"""Seconds until the next attempt when the store can't be read."""


class StoreRecovery:
    """Reads own rooms and block lists again, and compares all rooms in memory with their logs. Mutable.

    A problem with a store that was replaced is over only when that is done: the old store is back, or the
    new one was adopted.
    """

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        follower: StoreFollower,
        problems: Problems,
        *,
        block_lists: BlockLists,
        load_identity: Callable[[], Awaitable[None]],
        refresh: Callable[[], Awaitable[None]],
        forget: Callable[[], None],
    ) -> None:
        """``load_identity`` reads the server's identity again, and ``refresh`` what other parts know of live
        rooms; both raise StoreUnavailable. ``forget`` drops everything in memory that came from the store,
        and disconnects all players.
        """
        self._store = store
        self._lobby = lobby
        self._follower = follower
        self._block_lists = block_lists
        self._problems = problems
        self._refresh = refresh
        self._load_identity = load_identity
        self._forget = forget
        self._is_needed = asyncio.Event()

    def recheck(self) -> None:
        """Have everything in memory compared with the store, which may have lost something.

        From now on, a room that is still to be compared is compared before anything is committed to it.
        """
        self._follower.doubt()
        self._is_needed.set()

    def start_over(self) -> None:
        """Forget the store before, and begin anew with the one that took its place."""
        _log.warning("the host has adopted another store; all players are asked to reconnect")
        self._forget()
        self._is_needed.set()

    async def run(self) -> None:
        """Do what was asked for, until cancelled. After any error it is still to be done."""
        while True:
            await self._is_needed.wait()
            self._is_needed.clear()  # first, as it may be asked for again meanwhile
            try:
                await self._recover()
            except (StoreUnavailable, DamagedKey):  # the heartbeat logs it
                self._is_needed.set()
                await asyncio.sleep(RETRY_AFTER)
            except Exception:
                self._is_needed.set()
                raise

    async def _recover(self) -> None:
        await self._load_identity()
        self._lobby.forget()
        await self._refresh()
        await self._store.accounts.prepare()
        await self._block_lists.reload()
        await self._follower.compare()
        self._problems.over(ProblemCode.REPLACED)
