"""Requests about the lobby: lists of rooms, and updates."""

from pente_core.identity import PlayerId
from pente_protocol.messages.base import Ok
from pente_protocol.messages.lists import Browse, RoomList, Rooms, Unbrowse
from pente_server.limits.errors import requested_ruleset
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.room_lists.room_query import RoomQueries
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import FREE, LOOKED_AT, QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester


class RoomListRequests:
    """Lists of rooms, and their changes."""

    def __init__(self, room_queries: RoomQueries, lobby_feed: LobbyFeed, accounts: RequestedAccounts) -> None:
        self._room_queries = room_queries
        self._lobby_feed = lobby_feed
        self._accounts = accounts

    @answers(Rooms, cost=QUESTION, anybody=True)
    async def list_rooms(self, requester: Requester, request: Rooms) -> RoomList:
        """A page of the rooms that match the filter. Raises RequestDenied and StoreUnavailable."""
        page = await self._room_queries.page(
            request.which,
            requester.player.id,
            request.cursor,
            request.count,
            named=await self._named(request),
            on_read=lambda count: requester.charge(LOOKED_AT * count),
        )
        return RoomList(request.id, tuple(page.rows), page.cursor)

    @answers(Browse, cost=QUESTION, anybody=True)
    async def browse(self, requester: Requester, request: Browse) -> None:
        """Reply with the rooms that match the filter, and send the session their changes from then on.

        What changes while they are read is sent after them. A session has one list; a new one replaces it.
        Raises RequestDenied and StoreUnavailable.
        """
        feed = self._lobby_feed
        feed.begin(requester)
        try:
            named = await self._named(request)
            page = await self._room_queries.page(
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

    @answers(Unbrowse, cost=FREE, anybody=True)
    def unbrowse(self, requester: Requester, request: Unbrowse) -> Ok:
        """Stop sending the session changes of rooms."""
        self._lobby_feed.leave(requester)
        return Ok(request.id)

    async def _named(self, request: Rooms | Browse) -> PlayerId | None:
        """The player whom the filter names.

        Raises RequestDenied, also for its ruleset, and StoreUnavailable.
        """
        if request.which.ruleset:
            requested_ruleset(request.which.ruleset)
        player = request.which.player
        return (await self._accounts.find_player(player)).id if player else None
