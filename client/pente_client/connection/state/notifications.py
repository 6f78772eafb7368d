"""What a server sends without a request."""

from pente_client.connection.state.replicas import RoomNotification
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import Answer
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.direct_messages import MessageReceived
from pente_protocol.messages.friends import FriendArrived
from pente_protocol.messages.hello import Greeting, Welcome
from pente_protocol.messages.lists import InvitationEnded, Invited, LobbyUpdate, PlayersUpdate
from pente_protocol.messages.rooms import Dismissed, Replaced
from pente_protocol.messages.tv import Featured
from pente_protocol.newer.unknown import Received, UnknownMessage, UnreadableReply

Notification = (
    RoomNotification
    | Invited
    | InvitationEnded
    | FriendArrived
    | MessageReceived
    | LobbyUpdate
    | PlayersUpdate
    | Replaced
    | Dismissed
    | Featured
    | UnknownMessage
)
"""What a server sends without a request."""


def notification_in(message: Received) -> Notification:
    """The message, if it needs no request. Raises ProtocolError for one that has its own place."""
    if isinstance(message, Greeting | Welcome | Ok | Answer | Error | UnreadableReply):
        raise ProtocolError(f"{type(message).__name__} out of place")
    return message
