"""Requests about TV."""

from typing import Final

from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE
from pente_protocol.messages.base import Ok
from pente_protocol.messages.tv import Follow, Following, Unfollow
from pente_server.limits.errors import requested_ruleset
from pente_server.live.tv.tv import Tv
from pente_server.requests.costs import FREE
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester

_CHANNELS: Final = (BEST, PEOPLE, BOTS)


class TvRequests:
    """Following a channel of games that are worth watching."""

    def __init__(self, tv: Tv) -> None:
        self._tv = tv

    @answers(Follow, cost=FREE, anybody=True)
    def follow(self, requester: Requester, request: Follow) -> Following:
        """Show the session a game of a channel from now on. Raises RequestDenied."""
        if request.channel not in _CHANNELS:
            requested_ruleset(request.channel)
        room = self._tv.follow(requester, request.channel, request.beside, back=request.back)
        return Following(request.id, room, request.channel)

    @answers(Unfollow, cost=FREE, anybody=True)
    def unfollow(self, requester: Requester, request: Unfollow) -> Ok:
        """Show the session no more games."""
        self._tv.leave(requester)
        return Ok(request.id)
