"""Requests about TV."""

from typing import Final

from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE
from pente_protocol.messages import Follow, Following, Ok, Unfollow
from pente_server.limits.errors import requested_ruleset
from pente_server.requests.requester.requester import Requester

_CHANNELS: Final = (BEST, PEOPLE, BOTS)


def follow(requester: Requester, request: Follow) -> None:
    """Show the session a game of a channel from now on, and reply with it. Raises RequestDenied."""
    if request.channel not in _CHANNELS:
        requested_ruleset(request.channel)
    room = requester.ports.lobby.tv.follow(requester, request.channel, request.beside, back=request.back)
    requester.send_message(Following(request.id, room, request.channel))


def unfollow(requester: Requester, request: Unfollow) -> None:
    """Show the session no more games, and reply."""
    requester.ports.lobby.tv.leave(requester)
    requester.send_message(Ok(request.id))
