"""TV: games that are worth watching now, in channels."""

from pente_core.identity import RoomId
from pente_core.value import Tagged
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.base import Ok, Request, RequestId, Right


class Following(Tagged, tag="following"):
    """The reply to `Follow`."""

    id: RequestId
    room: RoomId | None = None
    """The game to watch; None: there is none now."""
    channel: TvChannel = BEST


class Follow(Request, tag="follow"):
    """Follow a channel, in place of the one before. The reply is `Following`.

    `Featured` names another game when the one before has gone dull: it is over, a player is away, or there
    was no move for a minute. Games of the player's own and correspondence games are never named.
    """

    reply = Following
    needs = Right.PLAY

    id: RequestId
    channel: TvChannel = BEST
    beside: RoomId | None = None
    """Take the game that is ranked next to this one, in place of the featured one."""
    back: bool = False
    """Take the game before it."""


class Unfollow(Request, tag="unfollow"):
    """Stop receiving the featured game."""

    reply = Ok
    needs = Right.PLAY

    id: RequestId


class Featured(Tagged, tag="featured"):
    """The new game to watch, for clients that follow a channel."""

    room: RoomId
    channel: TvChannel = BEST


TvRequest = Follow | Unfollow
