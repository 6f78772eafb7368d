"""Friends: players whom a player wants to find again, and news of their arrival."""

from pente_core.identity import Identity
from pente_core.value import Tagged
from pente_protocol.messages.base import PlayerRef, Request, RequestId, Right
from pente_protocol.messages.lists import ListedPlayer
from pente_protocol.messages.people import PlayerFound


class Befriend(Request, tag="befriend"):
    """Add a player to the player's friends, and receive `FriendArrived` when they connect.

    The reply is `PlayerFound`; the friend is not told. A player can have a hundred friends.
    """

    reply = PlayerFound
    needs = Right.PLAY

    id: RequestId
    player: PlayerRef


class Unfriend(Request, tag="unfriend"):
    """Take a player off the player's friends. The reply is `PlayerFound`."""

    reply = PlayerFound
    needs = Right.PLAY

    id: RequestId
    player: PlayerRef


class FriendList(Tagged, tag="friend_list"):
    """The reply to `Friends`."""

    id: RequestId
    friends: tuple[Identity, ...] = ()
    """All friends, by name."""
    online: tuple[ListedPlayer, ...] = ()
    """Those who are connected, and have not blocked the player."""


class Friends(Request, tag="friends"):
    """List the player's friends. The reply is `FriendList`."""

    reply = FriendList
    needs = Right.PLAY

    id: RequestId


class FriendArrived(Tagged, tag="friend_arrived"):
    """A friend has connected after an absence. It is said once in some minutes for each friend at most.

    Players who have blocked this one arrive without a word.
    """

    player: Identity


FriendRequest = Befriend | Unfriend | Friends
