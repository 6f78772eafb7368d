"""The lobby: which rooms there are, who is here, and the game to watch."""

from typing import Final

from pente_protocol.messages import Browse, Follow, Ok, Online, Rooms, RoomSummary, Unbrowse
from pente_server.live.lobby_feed import matches_filter
from pente_server.requests.context import Requester

MOST_LISTED: Final = 100
MOST_ONLINE: Final = 200


def list_rooms(requester: Requester, request: Rooms) -> None:
    """Reply with the rooms, the newest last."""
    requester.tell(Ok(request.id, rooms=_listed(requester, request)))


def browse(requester: Requester, request: Browse) -> None:
    """Reply with the rooms, and tell from now on what becomes of them."""
    requester.ports.lobby.lobby_feed.browse(requester, request.which)
    requester.tell(Ok(request.id, rooms=_listed(requester, request)))


def unbrowse(requester: Requester, request: Unbrowse) -> None:
    """Tell no longer what becomes of rooms."""
    requester.ports.lobby.lobby_feed.leave(requester)
    requester.tell(Ok(request.id))


def who_is_here(requester: Requester, request: Online) -> None:
    """Reply with the players who are connected."""
    players = requester.ports.lobby.presence.online(request.kind)
    requester.tell(Ok(request.id, players=tuple(players[:MOST_ONLINE])))


def follow(requester: Requester, request: Follow) -> None:
    """Reply with the featured game, and tell from now on when it is another."""
    requester.ports.lobby.hub.follow(requester)
    requester.tell(Ok(request.id, requester.ports.lobby.lobby.featured))


def _listed(requester: Requester, request: Rooms | Browse) -> tuple[RoomSummary, ...]:
    lobby, which, me = requester.ports.lobby.lobby, request.which, requester.player.id
    return tuple(lobby.newest(MOST_LISTED, lambda room: matches_filter(which, room, me)))
