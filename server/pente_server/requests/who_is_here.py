"""Requests about who is here: lists of connected players, and their changes."""

from collections.abc import Sequence

from pente_core.rating import Speed
from pente_protocol.messages.base import Ok
from pente_protocol.messages.lists import BrowsePlayers, ListedPlayer, Online, OnlineList, UnbrowsePlayers
from pente_server.limits.errors import requested_ruleset
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.people.player_feed import MOST_PER_MESSAGE, Question, friends_first
from pente_server.live.presence.presence import Presence
from pente_server.live.presence.presence_page import OnlinePlayer
from pente_server.requests.costs import FREE, QUESTION, STANDINGS
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester


class OnlineRequests:
    """Lists of connected players, and their changes."""

    def __init__(self, presence: Presence, connected: ConnectedPeople) -> None:
        self._presence = presence
        self._connected = connected

    @answers(Online, cost=QUESTION, anybody=True)
    async def list_online(self, requester: Requester, request: Online) -> OnlineList:
        """A page of the players who are connected, at all nodes.

        Raises RequestDenied and StoreUnavailable.
        """
        presence, after = self._presence, request.cursor
        while True:
            online = presence.online(request.kind, after, request.count)
            players = await self._shown(requester, request, online)
            is_last = len(online) < request.count
            if players or is_last:
                break
            after = online[-1].player.name.casefold()
        # The last one who is shown: the cursor must not name anybody whom the player may not see.
        cursor = "" if is_last else players[-1].player.name.casefold()
        return OnlineList(request.id, tuple(players), presence.count_online(), cursor)

    @answers(BrowsePlayers, cost=QUESTION, anybody=True)
    async def browse_players(self, requester: Requester, request: BrowsePlayers) -> None:
        """Reply with the connected players, friends first, and send the session their changes from then on.

        What changes while they are read is sent after them. A session has one list; a new one replaces it.
        Raises RequestDenied and StoreUnavailable.
        """
        presence, people = self._presence, self._connected
        people.feed.begin(requester)
        try:
            friends = sorted(people.friends.of(requester.player.id))
            online = friends_first(map(presence.find, friends), presence.online(count=MOST_PER_MESSAGE))
            players = await self._shown(requester, request, list(online))
        except BaseException:
            people.feed.leave(requester)
            raise
        requester.send_message(OnlineList(request.id, tuple(players), presence.count_online()))
        people.feed.show(requester, Question(request.ruleset, request.speed), players)

    @answers(UnbrowsePlayers, cost=FREE, anybody=True)
    def unbrowse_players(self, requester: Requester, request: UnbrowsePlayers) -> Ok:
        """Stop sending the session changes of connected players."""
        self._connected.feed.leave(requester)
        return Ok(request.id)

    async def _shown(
        self, requester: Requester, request: Online | BrowsePlayers, online: Sequence[OnlinePlayer]
    ) -> list[ListedPlayer]:
        """The rows of those players that the requester may see, with the ratings that were asked for.

        Raises RequestDenied and StoreUnavailable.
        """
        requested_ruleset(request.ruleset)
        requester.charge(STANDINGS * len(online) * (len(Speed) if request.speed is None else 1))
        rows = self._connected.rows
        return await rows.shown_to(requester.player.id, online, request.ruleset, request.speed)
