"""The lobby: which rooms there are, who is here, and the game to watch."""

from typing import Final

from pente_protocol.messages import Browse, Follow, Ok, Online, Rooms, RoomSummary, Unbrowse
from pente_server.live.lobby_feed import matches_filter
from pente_server.requests.context import Requester

MOST_LISTED: Final = 100
MOST_ONLINE: Final = 200


def list_rooms(asker: Requester, request: Rooms) -> None:
    """Reply with the rooms, the newest last."""
    asker.tell(Ok(request.id, rooms=_listed(asker, request)))


def browse(asker: Requester, request: Browse) -> None:
    """Reply with the rooms, and tell from now on what becomes of them."""
    asker.ports.lobby.lobby_feed.browse(asker, request.which)
    asker.tell(Ok(request.id, rooms=_listed(asker, request)))


def unbrowse(asker: Requester, request: Unbrowse) -> None:
    """Tell no longer what becomes of rooms."""
    asker.ports.lobby.lobby_feed.leave(asker)
    asker.tell(Ok(request.id))


def who_is_here(asker: Requester, request: Online) -> None:
    """Reply with the players who are connected."""
    players = asker.ports.lobby.presence.online(request.kind)
    asker.tell(Ok(request.id, players=tuple(players[:MOST_ONLINE])))


def follow(asker: Requester, request: Follow) -> None:
    """Reply with the featured game, and tell from now on when it is another."""
    asker.ports.lobby.hub.follow(asker)
    asker.tell(Ok(request.id, asker.ports.lobby.lobby.featured))


def _listed(asker: Requester, request: Rooms | Browse) -> tuple[RoomSummary, ...]:
    which, me = request.which, asker.player.id
    return tuple(asker.ports.lobby.lobby.newest(MOST_LISTED, lambda room: matches_filter(which, room, me)))
