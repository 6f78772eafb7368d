"""Requests about finished games: searching them, reading their logs, and exploring positions."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room, Viewer, may_know_all, view
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import Explore, Explored, GameList, Games, LogList, LogPage, Logs
from pente_server.limits.errors import RequestDenied
from pente_server.live.hub import Hub
from pente_server.live.people.block_lists import BlockLists
from pente_server.requests.costs import LOOKED_AT, QUESTION, cost_of_log
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.results.archive import GameSearch, explore_position
from pente_server.results.archive.game_search import decoded_entry, is_for, requested_position
from pente_server.results.archive.indexing import may_see_game
from pente_server.rooms.loaded.room_log import RoomLogReader, UnknownRoom
from pente_server.store.archive_store import ArchiveStore

MOST_EVENTS: Final = 1000
PAGE_BYTES: Final = 64 * 1024
"""Encoded bytes of logs in one answer; more only if a single event is longer."""


class _VisibleLog(NamedTuple):
    """The log of a game that a player may see."""

    room: Room
    bodies: Sequence[bytes]
    events: Sequence[ev.Event]
    shown: Callable[[ev.Event], ev.Event]
    """An event as the player sees it."""


class ArchiveRequests:
    """Searching finished games, and reading them."""

    def __init__(
        self,
        *,
        game_search: GameSearch,
        archive: ArchiveStore,
        room_log: RoomLogReader,
        hub: Hub,
        blocks: BlockLists,
        now: Callable[[], Instant],
    ) -> None:
        self._game_search = game_search
        self._archive = archive
        self._room_log = room_log
        self._hub = hub
        self._blocks = blocks
        self._now = now

    @answers(Games, cost=QUESTION, anybody=True)
    async def games(self, requester: Requester, request: Games) -> GameList:
        """The games that match a search and are visible to the player.

        Raises RequestDenied, StoreUnavailable.
        """
        player = requester.player.id
        found, cursor = await self._game_search.find(
            request.which,
            request.cursor,
            player,
            request.count,
            lambda read: requester.charge(LOOKED_AT * read),
        )
        return GameList(request.id, tuple(found), cursor)

    @answers(Logs, cost=QUESTION, anybody=True)
    async def logs(self, requester: Requester, request: Logs) -> LogList:
        """The logs of finished games, and of those that go on and that the requester watches, as many as fit
        into one answer, with only the events the player may see.

        Raises StoreUnavailable, RequestDenied for a room that is named twice, and UnknownRoom for one that is
        neither, or that the player may not see, or not yet.
        """
        if not request.rooms:
            raise UnknownRoom("")
        if len(set(request.rooms)) < len(request.rooms):
            raise RequestDenied(ErrorCode.DUPLICATE, "The request names a room twice. Name each room once.")
        pages: list[LogPage] = []
        remaining, since = PAGE_BYTES, max(0, request.after)
        for room_id in request.rooms:
            page, size = await self._page(requester, room_id, since, remaining)
            pages.append(page)
            remaining, since = remaining - size, 0
            if remaining <= 0 or not page.complete:
                break
            await asyncio.sleep(0)  # a store in memory never waits: let other sessions run between two logs
        return LogList(request.id, tuple(pages))

    @answers(Explore, cost=QUESTION, anybody=True)
    async def explore(self, _: Requester, request: Explore) -> Explored:
        """The moves played in a position, with their results. Raises RequestDenied and StoreUnavailable."""
        return await explore_position(self._archive, request.id, requested_position(request.position))

    async def whole_log(self, requester: Requester, room_id: RoomId) -> tuple[ev.Event, ...]:
        """All events of a finished game that the player may see, as `logs` sends them in pages.

        Raises StoreUnavailable and UnknownRoom.
        """
        log = await self._visible_log(requester, room_id)
        return tuple(map(log.shown, log.events))

    async def stones_of_game(self, requester: Requester, room_id: RoomId) -> int:
        """The number of stones of a finished game that the player may see to its end.

        Its entry in the archive tells that, which is there only when everybody may know the end; the log is
        read only of a game that has none. Raises StoreUnavailable, and UnknownRoom for a game that the player
        may not see, or not yet.
        """
        (body,) = await self._archive.entries([room_id])
        requester.charge(LOOKED_AT)
        entry = decoded_entry(body)
        if entry is None:
            return (await self._visible_log(requester, room_id)).room.game.stones
        if not is_for(entry, requester.player.id):
            raise UnknownRoom(room_id)
        return entry.moves

    async def is_public(self, requester: Requester, room_id: RoomId) -> bool:
        """Whether everybody can find a finished game, and may know its end by now.

        Raises StoreUnavailable.
        """
        (body,) = await self._archive.entries([room_id])
        requester.charge(LOOKED_AT)
        entry = decoded_entry(body)
        return entry is not None and not (entry.private or entry.unplayed)

    async def _page(
        self, requester: Requester, room_id: RoomId, since: int, most: int
    ) -> tuple[LogPage, int]:
        """Events of a log from ``since`` on, about ``most`` bytes of them, and their size.

        At least one event, if there is one, so that a client always gets on.
        """
        log = await self._visible_log(requester, room_id, may_go_on=True)
        count, size = _fitting(log.bodies[since : since + MOST_EVENTS], most)
        shown = tuple(map(log.shown, log.events[since : since + count]))
        return LogPage(room_id, shown, complete=since + count >= len(log.events)), size

    async def _visible_log(
        self, requester: Requester, room_id: RoomId, *, may_go_on: bool = False
    ) -> _VisibleLog:
        """Read a log that the player may see; ``may_go_on``: also of a game that they watch.

        Raises StoreUnavailable, and UnknownRoom for one that the player may not see, or not yet.
        """
        bodies, events, room = await self._room_log.whole(room_id)
        requester.charge(cost_of_log(sum(map(len, bodies))))
        me, now = requester.player.id, self._now()
        if room.status is ev.Status.PLAYING:  # who watches it was let in, and has its events as they come
            is_shown = may_go_on and self._hub.is_listening(requester, room_id)
        else:
            is_shown = room.status is ev.Status.FINISHED and may_see_game(room, events, me)
        if not (is_shown and may_know_all(room, me, now)):
            raise UnknownRoom(room_id)
        viewer = Viewer.WATCHER if room.seat_of(me) is None else Viewer.PLAYER
        blocked = self._blocks.of(me)
        return _VisibleLog(room, bodies, events, lambda event: view(event, viewer, blocked, me))


def _fitting(bodies: Sequence[bytes], most: int) -> tuple[int, int]:
    """The number of bodies that fit into ``most`` bytes, and their size; the first always fits."""
    count = size = 0
    for body in bodies:
        if count and size + len(body) > most:
            break
        count, size = count + 1, size + len(body)
    return count, size
