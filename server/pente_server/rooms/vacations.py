"""Vacations in rooms: every correspondence game of a player on vacation gets to know of it, and of its end.

The store lists the players whose vacations are not over, or whose rooms may not know that they are. Any node
goes through the list again and again, so that nothing is missed when another one dies; what a room knows
already is marked twice without effect. A game that begins during a vacation gets it at once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Refused
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_protocol.messages.lists import RoomSummary
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_listing import has_seat
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.accounts.vacation import until_of
from pente_server.store.accounts.vacation_store import VacationStore
from pente_server.store.interface import Store

SWEEP_EVERY: Final = 3.0
"""Seconds between two looks at the list."""
KEPT: Final = Millis(120_000)
"""How long a vacation stays on the list after its end: a slow node may mark in a room what was so before, and
whoever looks next puts that right.
"""
SURE_AFTER: Final = 20
"""After so many looks all rooms of the listed players are looked at again."""


class RoomKeeper(Protocol):
    """Carries out commands in rooms; see `Keeper.act`."""

    async def act(self, asked: RoomCommand) -> int: ...


class VacationMarker(RoomObserver):
    """Marks vacations in rooms, one after the other. Mutable: what is to be marked, and what is."""

    def __init__(
        self,
        store: Store,
        keeper: RoomKeeper,
        rooms_of: Callable[[PlayerId], Awaitable[Sequence[RoomSummary]]],
        now: Callable[[], Instant],
    ) -> None:
        """``rooms_of`` reads the live rooms of a player."""
        self._vacations: VacationStore = store.vacations
        self._accounts: AccountStore = store.accounts
        self._keeper, self._rooms_of, self._now = keeper, rooms_of, now
        self._marked: dict[PlayerId, Instant] = {}
        """The players all of whose rooms this node has marked lately, each with the end of the vacation."""
        self._looks = 0
        self._changed: dict[PlayerId, Instant] = {}
        """Vacations that were changed here and are not marked yet, of each player the latest."""
        self._begun: dict[RoomId, Sequence[PlayerId]] = {}
        """The players of games that have begun here, and do not know of their vacations yet."""
        self._has_work = asyncio.Event()

    def advanced(self, advance: Advance) -> None:
        room = advance.after
        is_begun = room.status is ev.Status.PLAYING and any(isinstance(e, ev.Started) for e in advance.events)
        if is_begun and is_correspondence(room.created.time):
            self._begun[advance.room_id] = [player.id for player in room.seats if player is not None]
            self._has_work.set()

    def changed(self, player: PlayerId, until: Instant) -> None:
        """Have a vacation marked that has just been changed."""
        self._changed[player] = until
        self._has_work.set()

    async def run(self) -> None:
        """Mark what is due, and the vacations of the list, until cancelled."""
        loop = asyncio.get_running_loop()
        sweep_at = loop.time()
        while True:
            self._has_work.clear()
            with suppress(StoreUnavailable):  # the heartbeat logs it
                await self.work_off()
                if loop.time() >= sweep_at:
                    await self.sweep()
            if loop.time() >= sweep_at:
                sweep_at = loop.time() + SWEEP_EVERY
            with suppress(TimeoutError):
                async with asyncio.timeout_at(sweep_at):
                    await self._has_work.wait()

    async def work_off(self) -> None:
        """Mark what was changed or has begun here. Raises StoreUnavailable; the next call does the rest."""
        while self._begun:
            room_id, players = self._begun.popitem()
            try:
                await self._mark_in(room_id, players)
            except StoreUnavailable:
                self._begun[room_id] = players
                raise
        while self._changed:
            player, until = self._changed.popitem()  # first, as it may be changed again meanwhile
            try:
                await self._settle(player, until)
            except StoreUnavailable:
                self._changed.setdefault(player, until)
                raise

    async def sweep(self) -> None:
        """Mark the vacations of the list once, where they may not be marked. Raises StoreUnavailable."""
        if self._looks % SURE_AFTER == 0:
            self._marked.clear()
        self._looks += 1
        for player, until in await self._vacations.listed():
            if self._marked.get(player) != until:
                await self._settle(player, until)
            if later(until, KEPT) <= self._now():
                await self._vacations.settled(player, until)
                self._marked.pop(player, None)

    async def _settle(self, player: PlayerId, until: Instant) -> None:
        """Mark a vacation, or its end, in all rooms of a player."""
        for room in await self._rooms_of(player):
            if room.status is ev.Status.PLAYING and is_correspondence(room.time) and has_seat(room, player):
                await self._mark(room.id, player, until)
        self._marked[player] = until

    async def _mark_in(self, room_id: RoomId, players: Sequence[PlayerId]) -> None:
        """Mark the vacations of all players of a game that has just begun."""
        for account in await self._accounts.by_ids(players):
            until = None if account is None else until_of(account.vacations, self._now())
            if account is not None and until is not None:
                await self._mark(room_id, account.id, until)

    async def _mark(self, room_id: RoomId, player: PlayerId, until: Instant) -> None:
        """Mark a vacation in one room; without effect where it is known. Raises StoreUnavailable."""
        with suppress(Refused, RequestDenied, UnknownRoom, DamagedKey):
            await self._keeper.act(RoomCommand(room_id, cmd.MarkVacation(player, until)))
