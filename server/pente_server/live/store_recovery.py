"""Recovery of a node after its store has lost something, or was replaced by another store.

What was lost is kept in the store for the host, and each node warns of it until the host has read it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.heartbeat.problems import Problems
from pente_server.live.lobby import Lobby
from pente_server.live.people.block_lists import BlockLists
from pente_server.rooms.loaded.room_log import DamagedRoom, UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import DamagedKey, Loss, ProblemCode, Store, StoreUnavailable

_log = logging.getLogger(__name__)
RETRY_AFTER: Final = 0.5
"""Seconds until the next attempt when the store can't be read."""
ROLLED_BACK: Final = "rolled-back"
"""The name of the warning of what was lost."""
LOOK_EVERY: Final = 5.0
"""Seconds between two looks at what was lost, which another node may note, and the host reads."""


class LossMonitor(RoomObserver):
    """Notes which rooms have gone back, and warns of them until the host has read it. Mutable."""

    def __init__(
        self,
        store: Store,
        problems: Problems,
        now: Callable[[], Instant],
        is_expiring: Callable[[RoomId], bool],
    ) -> None:
        """``is_expiring``: whether the store may have deleted a room because its time was over."""
        self._store = store
        self._problems = problems
        self._now = now
        self._is_expiring = is_expiring
        self._unsaved: list[Loss] = []

    def advanced(self, advance: Advance) -> None:
        """Nothing is lost."""

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:  # noqa: ARG002
        self._unsaved.append(Loss(room_id, self._now(), len(room.game.turns)))

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:
        if not (isinstance(why, DamagedRoom) or self._is_expiring(room_id)):
            self._unsaved.append(Loss(room_id, self._now(), None))

    async def check(self) -> None:
        """Save what this node has noticed, and warn of what all have.

        Raises StoreUnavailable and DamagedKey.
        """
        while self._unsaved:
            await self._store.note_loss(self._unsaved[0])
            del self._unsaved[0]
        if losses := await self._store.losses():
            rooms = "a room has" if len(losses) == 1 else f"{len(losses)} rooms have"
            self._problems.warn(
                ROLLED_BACK,
                f"the store has gone back, and {rooms} lost what was acknowledged; `pente admin losses` says"
                " which, and `pente admin losses read` ends this warning",
            )
        elif ROLLED_BACK in self._problems.warnings:
            self._problems.withdraw(ROLLED_BACK)

    async def run(self) -> None:
        """Check until cancelled."""
        while True:
            with suppress(StoreUnavailable, DamagedKey):  # the heartbeat finds that too
                await self.check()
            await asyncio.sleep(LOOK_EVERY)


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
        losses: LossMonitor,
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
        self.losses = losses
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
        await self._block_lists.reload()
        await self._follower.compare()
        self._problems.over(ProblemCode.REPLACED)
