"""Requests about the lobby: lists of rooms, and updates."""

from pente_core.identity import PlayerId
from pente_protocol.messages import (
    Browse,
    Ok,
    RoomList,
    Rooms,
    Unbrowse,
)
from pente_server.limits.errors import requested_ruleset
from pente_server.requests.people.players import find_account
from pente_server.requests.requester.costs import LOOKED_AT
from pente_server.requests.requester.requester import Requester


async def list_rooms(requester: Requester, request: Rooms) -> None:
    """Reply with a page of the rooms that match the filter. Raises RequestDenied and StoreUnavailable."""
    page = await requester.ports.lobby.room_queries.page(
        request.which,
        requester.player.id,
        request.cursor,
        request.count,
        named=await _named(requester, request),
        on_read=lambda count: requester.charge(LOOKED_AT * count),
    )
    requester.send_message(RoomList(request.id, tuple(page.rows), page.cursor))


async def browse(requester: Requester, request: Browse) -> None:
    """Reply with the rooms that match the filter, and send the session their changes from then on.

    What changes while they are read is sent after them. A session has one list; a new one replaces it.
    Raises RequestDenied and StoreUnavailable.
    """
    feed = requester.ports.lobby.lobby_feed
    feed.begin(requester)
    try:
        named = await _named(requester, request)
        page = await requester.ports.lobby.room_queries.page(
            request.which,
            requester.player.id,
            named=named,
            on_read=lambda count: requester.charge(LOOKED_AT * count),
        )
    except BaseException:
        feed.leave(requester)
        raise
    requester.send_message(RoomList(request.id, tuple(page.rows), page.cursor))
    feed.show(requester, request.which, page.rows, named=named)


async def _named(requester: Requester, request: Rooms | Browse) -> PlayerId | None:
    """The player whom the filter names. Raises RequestDenied, also for its ruleset, and StoreUnavailable."""
    if request.which.ruleset:
        requested_ruleset(request.which.ruleset)
    name = request.which.player
    return (await find_account(requester, name)).id if name else None


def unbrowse(requester: Requester, request: Unbrowse) -> None:
    """Stop sending the session changes of rooms, and reply."""
    requester.ports.lobby.lobby_feed.leave(requester)
    requester.send_message(Ok(request.id))
