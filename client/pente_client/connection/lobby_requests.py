"""A client in the lobby: lists of rooms and players, and what is on TV."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from pente_client.connection.reconnect import ReconnectingLink
from pente_client.connection.state.client_state import ClientState
from pente_core.identity import PlayerKind, RoomId
from pente_core.rating import Speed
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.lists import Browse, ListedRoom, Online, OnlineList, RoomFilter, RoomList, Rooms
from pente_protocol.messages.people import Leaderboard, LeaderList, Leaders, Profile, ProfileFound
from pente_protocol.messages.tv import Follow, Following

ANY_ROOM: Final = RoomFilter()


class LobbyRequests:
    """The requests of a `Client` for lists. Raise `RequestRejected` and `ConnectionEnded`."""

    _link: ReconnectingLink
    _state: ClientState

    async def list_rooms(self, which: RoomFilter = ANY_ROOM) -> tuple[ListedRoom, ...]:
        """The newest rooms that are open or being played, the newest first."""
        return (await self._link.ask_for(RoomList, lambda id_: Rooms(id_, which))).rooms

    async def browse(self, which: RoomFilter = ANY_ROOM) -> tuple[ListedRoom, ...]:
        """The rooms as `list_rooms` gives them; from now on `LobbyChanged` has the changes to such rooms.

        After a reconnect it has what changed meanwhile.
        """
        self._state.browse(which)
        rooms = (await self._link.ask_for(RoomList, lambda id_: Browse(id_, which))).rooms
        self._state.browsed(rooms)
        return rooms

    async def online(
        self,
        kind: PlayerKind | None = None,
        *,
        ruleset: str = "pente",
        speed: Speed | None = None,
        cursor: str = "",
    ) -> OnlineList:
        """A page of the players who are connected; with a kind, only those.

        They have their ratings for a ruleset and a speed; None: for that of which each plays most.
        """
        return await self._link.ask_for(OnlineList, lambda id_: Online(id_, kind, ruleset, speed, cursor))

    async def follow(self, channel: TvChannel = BEST) -> RoomId | None:
        """The featured game of a channel, if there is one; `FeaturedGameChanged` names the next ones."""
        self._state.follow(channel)
        room = (await self._link.ask_for(Following, partial(Follow, channel=channel))).room
        self._state.followed(room)
        return room

    async def tune(
        self, channel: TvChannel, beside: RoomId | None = None, *, back: bool = False
    ) -> RoomId | None:
        """Follow another channel, or the game beside one; `FeaturedGameChanged` names it like any other.

        Returns the game too; None: there is none now.
        """
        self._state.follow(channel)
        build = partial(Follow, channel=channel, beside=beside, back=back)
        room = (await self._link.ask_for(Following, build)).room
        self._state.featured(room, is_asked=True)
        return room

    async def profile(self, name: str = "", against: str = "") -> ProfileFound:
        """A player and their results, also ``against`` another; without a name, our own."""
        return await self._link.ask_for(ProfileFound, lambda id_: Profile(id_, name, against))

    async def leaders(self, ruleset: str = "pente", speed: Speed | None = None) -> Sequence[Leaderboard]:
        """The players with the highest ratings under a ruleset, at one speed or at all speeds."""
        return (await self._link.ask_for(LeaderList, lambda id_: Leaders(id_, ruleset, speed))).boards
