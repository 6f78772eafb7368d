"""Requests about the lobby: lists of rooms and players, updates, and the featured game."""

from typing import Final

from pente_protocol.messages import (
    Browse,
    Follow,
    Following,
    Ok,
    Online,
    PlayerList,
    RoomFilter,
    RoomList,
    Rooms,
    RoomSummary,
    Unbrowse,
    Unfollow,
)
from pente_server.limits.errors import requested_ruleset
from pente_server.live.lobby_feed import matches_filter
from pente_server.requests.requester import Requester

MOST_LISTED: Final = 100
MOST_ONLINE: Final = 200


def list_rooms(requester: Requester, request: Rooms) -> None:
    """Reply with the newest rooms that match the filter, in the order of their creation.

    Raises RequestDenied for an unknown ruleset.
    """
    _check_filter(request.which)
    requester.send_message(RoomList(request.id, _listed(requester, request)))


def browse(requester: Requester, request: Browse) -> None:
    """Subscribe the session to changes of rooms that match the filter, and reply with the rooms.

    Subscribed first, so that no change is missed. A session has one subscription; a new one replaces it.
    Raises RequestDenied for an unknown ruleset.
    """
    _check_filter(request.which)
    requester.ports.lobby.lobby_feed.browse(requester, request.which)
    requester.send_message(RoomList(request.id, _listed(requester, request)))


def unbrowse(requester: Requester, request: Unbrowse) -> None:
    """End the subscription to changes of rooms, and reply."""
    requester.ports.lobby.lobby_feed.leave(requester)
    requester.send_message(Ok(request.id))


def list_online(requester: Requester, request: Online) -> None:
    """Reply with the players who are connected, at all nodes."""
    players = requester.ports.lobby.presence.online(request.kind)
    requester.send_message(PlayerList(request.id, tuple(players[:MOST_ONLINE])))


def follow(requester: Requester, request: Follow) -> None:
    """Subscribe the session to changes of the featured game, and reply with the current one."""
    requester.ports.lobby.hub.follow(requester)
    requester.send_message(Following(request.id, requester.ports.lobby.lobby.featured))


def unfollow(requester: Requester, request: Unfollow) -> None:
    """End the subscription to the featured game, and reply."""
    requester.ports.lobby.hub.unfollow(requester)
    requester.send_message(Ok(request.id))


def _check_filter(which: RoomFilter) -> None:
    if which.ruleset:
        requested_ruleset(which.ruleset)


def _listed(requester: Requester, request: Rooms | Browse) -> tuple[RoomSummary, ...]:
    lobby, which, viewer = requester.ports.lobby.lobby, request.which, requester.player.id
    return tuple(lobby.newest(MOST_LISTED, lambda room: matches_filter(which, room, viewer)))
