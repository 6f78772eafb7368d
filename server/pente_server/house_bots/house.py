"""The house: runs the house bots of a store at the one node that has the lease."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final
from uuid import uuid4

from pente_core.identity import Identity
from pente_server.access.house_accounts import HouseDevices, claim_house_accounts
from pente_server.house_bots.bots_process import keep_running
from pente_server.house_bots.house_bot import REVIEWER, HouseBot, describe_bots, house_bots
from pente_server.store import DamagedKey, Store, StoreUnavailable
from pente_server.store.accounts.role import Role
from pente_server.store.house_store import Hold, LeaseHolder

RENEWED_EVERY: Final = 1.0
"""Seconds between two renewals of the lease, or two attempts to get it."""

_log = logging.getLogger(__name__)


class House:
    """The house bots at one node. Mutable.

    The accounts belong to the store. The node with the lease draws keys for them, which only it accepts:
    no secret is stored, and bots that a node lost with the lease can't connect again.
    """

    def __init__(
        self,
        store: Store,
        devices: HouseDevices,
        bots: Sequence[HouseBot] = house_bots(is_compiled=True),
    ) -> None:
        """``former``: see `claim_house_accounts`."""
        self._all_bots = bots
        self._lease = store.house
        self._accounts = store.accounts
        self._devices = devices
        self._holder = LeaseHolder(uuid4().hex)
        self._has_lease: bool | None = None
        self._has_accounts = False
        self._is_damaged = False
        self._bots: dict[str, Identity] = {}
        self._stop = asyncio.Event()

    async def prepare(self) -> None:
        """Claim the accounts, unless another node does it; call it before players can connect."""
        _ = await self._holds()

    def name_of(self, wanted: str) -> str:
        """The name of a house bot, which is another than the wanted one if a player has that."""
        return self._bots[wanted].name if wanted in self._bots else wanted

    @asynccontextmanager
    async def running(self, url: str) -> AsyncIterator[None]:
        """Run the bots during the block, whenever this node has the lease; they connect to ``url``."""
        work = asyncio.create_task(self._run(url))
        work.add_done_callback(_report)
        try:
            yield
        finally:
            self._stop.set()  # not cancelled: redis-py swallows some cancellations while it connects
            await asyncio.wait({work})

    async def _run(self, url: str) -> None:
        while not self._stop.is_set():
            if await self._holds():
                await self._run_bots(url)
            await self._pause()
        with suppress(StoreUnavailable):
            await self._lease.release(self._holder)

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(RENEWED_EVERY):
                await self._stop.wait()

    async def _run_bots(self, url: str) -> None:
        """Run the bots until the lease is lost, or they have other accounts."""
        bots, playing = self._bots, asyncio.create_task(keep_running(url, self._describe))
        try:
            while not (self._stop.is_set() or playing.done()):
                if not await self._holds() or self._bots != bots:
                    return
                await self._pause()
        finally:
            self._devices.revoke()
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing

    async def _holds(self) -> bool:
        """Take or renew the lease, and claim accounts that may be missing; whether this node has the lease.

        While the store does not answer, nothing changes: no node can serve, and none can get the lease.
        """
        try:
            hold = await self._lease.hold(self._holder)
            self._has_accounts = self._has_accounts and hold is Hold.RENEWED
            if hold is not Hold.ELSEWHERE and not self._has_accounts:
                await self._claim()
        except StoreUnavailable:
            return bool(self._has_lease)
        except DamagedKey as damage:
            self._note_damage(damage)
            return False
        self._note(has_lease=hold is not Hold.ELSEWHERE)
        return hold is not Hold.ELSEWHERE

    def _note(self, *, has_lease: bool) -> None:
        if has_lease is not self._has_lease:
            if has_lease:
                _log.info("this node runs the house bots")
            else:
                _log.info("another node runs the house bots; this one takes over when that ends")
        self._has_lease = has_lease

    def _note_damage(self, damage: DamagedKey) -> None:
        if not self._is_damaged:
            _log.error("the house bots can't play: %s; `pente admin check` says what to do", damage)
        self._is_damaged = True

    async def _claim(self) -> None:
        self._bots = await claim_house_accounts(self._accounts, [bot.name for bot in self._all_bots])
        if REVIEWER in self._bots:
            await self._accounts.set_roles(self._bots[REVIEWER].id, (Role.REVIEWER,))
        self._has_accounts = True

    def _describe(self) -> bytes:
        return describe_bots(self._all_bots, self._bots, self._devices.issue(self._bots.values()))


def _report(work: "asyncio.Task[None]") -> None:
    """Log a bug at once, not when the server ends."""
    if not work.cancelled() and (bug := work.exception()) is not None:
        _log.error("the house has failed; its bots are back when the server is restarted", exc_info=bug)
