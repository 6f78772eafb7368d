"""The lists that the user looks at: open and live games, and who is here."""

from collections.abc import Callable, Sequence

from pente_client.connection.state.resumption import PlayerQuestion
from pente_client.connection.state.updates import LobbyChanged, PlayersChanged, Update
from pente_core.identity import PlayerId, RoomId
from pente_protocol.messages.lists import ListedRoom, LobbyUpdate, OnlineList, PlayersUpdate, RoomFilter


class Browsing:
    """What of the lists the user knows already. Mutable; ``notify`` gets what has changed."""

    def __init__(self, notify: Callable[[Update], None]) -> None:
        self._notify = notify
        self.filter: RoomFilter | None = None
        """The filter with which the lobby is browsed; None: it is not."""
        self.players: PlayerQuestion | None = None
        """Which ratings the list of who is here shows; None: it is not looked at."""
        self._rooms_known: set[RoomId] = set()
        self._players_known: set[PlayerId] = set()
        self._online = 0

    def browsed(self, rooms: Sequence[ListedRoom]) -> None:
        """The user gets these rooms as the answer to browsing."""
        self._rooms_known = {row.room.id for row in rooms}

    def players_browsed(self, found: OnlineList) -> None:
        """The user gets these players as the answer to looking at who is here."""
        self._players_known = {row.player.id for row in found.players}

    def listed(self, rooms: Sequence[ListedRoom]) -> None:
        """The lobby has these rooms now, after a time without a link."""
        gone = self._rooms_known.difference(row.room.id for row in rooms)
        self.lobby_changed(LobbyUpdate(tuple(rooms), tuple(gone), self._online))

    def players_listed(self, found: OnlineList) -> None:
        """These players are here now, after a time without a link."""
        gone = self._players_known.difference(row.player.id for row in found.players)
        self.players_changed(PlayersUpdate(found.players, tuple(gone), found.count))

    def lobby_changed(self, news: LobbyUpdate) -> None:
        """Rooms have come, changed or gone."""
        self._rooms_known.difference_update(news.removed)
        self._rooms_known.update(row.room.id for row in news.rooms)
        self._online = news.players_online
        self._notify(LobbyChanged(news))

    def players_changed(self, news: PlayersUpdate) -> None:
        """Players have come, changed or gone."""
        if self.players is not None:
            self._players_known.difference_update(news.removed)
            self._players_known.update(row.player.id for row in news.players)
            self._notify(PlayersChanged(news))
