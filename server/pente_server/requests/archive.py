"""Finished games: finding them, their logs, and what was played in a position."""

import asyncio
from collections.abc import Sequence
from typing import Final

from pente_core.identity import RoomId
from pente_core.room import Status, Viewer, view
from pente_protocol.messages import (
    Explore,
    Explored,
    Games,
    GamesFound,
    LogPage,
    Logs,
    LogsFound,
)
from pente_server.requests.context import Requester
from pente_server.results.archive import explore_position
from pente_server.results.archive.game_search import requested_position
from pente_server.results.archive.indexing import may_see_game
from pente_server.rooms.room_log import UnknownRoom

MOST_EVENTS: Final = 1000
PAGE_BYTES: Final = 64 * 1024
"""What of logs is told in one answer; a little more where an event is long."""


async def games(requester: Requester, request: Games) -> GamesFound:
    """Games that the requester looks for and may see. Raises RequestDenied and StoreUnavailable."""
    player = requester.player.id
    found, cursor = await requester.ports.archive.game_search.find(
        request.which, request.cursor, player, request.count
    )
    return GamesFound(request.id, tuple(found), cursor)


async def explore(requester: Requester, request: Explore) -> Explored:
    """What was played in a position. Raises RequestDenied and StoreUnavailable."""
    return await explore_position(
        requester.ports.archive.archive, request.id, requested_position(request.position)
    )


async def logs(requester: Requester, request: Logs) -> LogsFound:
    """The logs of finished games, as many as go into one answer, and of each what the requester may know.

    Raises UnknownRoom for the first that is no finished game, or not for the requester, and StoreUnavailable.
    """
    if not request.rooms:
        raise UnknownRoom("")
    pages: list[LogPage] = []
    left, since = PAGE_BYTES, max(0, request.since)
    for room_id in request.rooms:
        page, size = await _page(requester, room_id, since, left)
        pages.append(page)
        left, since = left - size, 0
        if left <= 0 or not page.is_whole:
            break
        await asyncio.sleep(0)
    return LogsFound(request.id, tuple(pages))


async def _page(requester: Requester, room_id: RoomId, since: int, most: int) -> tuple[LogPage, int]:
    """A part of a log, and how many bytes it has; at least one event of it, if there is one."""
    bodies, events, room = await requester.ports.archive.room_log.whole(room_id)
    if room.status is not Status.FINISHED or not may_see_game(room, requester.player.id):
        raise UnknownRoom(room_id)
    viewer = Viewer.WATCHER if room.seat_of(requester.player.id) is None else Viewer.PLAYER
    count, size = _fitting(bodies[since : since + MOST_EVENTS], most)
    shown = tuple(view(event, viewer) for event in events[since : since + count])
    return LogPage(room_id, shown, is_whole=since + count >= len(events)), size


def _fitting(bodies: Sequence[bytes], most: int) -> tuple[int, int]:
    """How many of these fit into so many bytes, and how many they have; one always does."""
    count = size = 0
    for body in bodies:
        if count and size + len(body) > most:
            break
        count, size = count + 1, size + len(body)
    return count, size
