"""The messages of the protocol. On the wire a message is a map with its type under ``t``.

A request has an ``id`` above 0 and gets exactly one reply with the same id: `Error` if it fails, else
`Welcome` for a hello, an `Answer` of its own type where there is something to say, else `Ok`.
"""

from typing import Any

from pente_protocol.messages.account import AccountAnswer, AccountRequest
from pente_protocol.messages.archive import ArchiveAnswer, ArchiveRequest
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.direct_messages import DirectMessageAnswer, DirectMessageRequest, MessageReceived
from pente_protocol.messages.friends import FriendArrived, FriendList, FriendRequest
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.messages.lists import ListAnswer, ListNotice, ListRequest
from pente_protocol.messages.people import PeopleAnswer, PeopleRequest
from pente_protocol.messages.ping import Ping, Pong
from pente_protocol.messages.post_mortem import Look, Looks
from pente_protocol.messages.reviews import ReviewAnswer, ReviewRequest
from pente_protocol.messages.rooms import RoomAnswer, RoomNotice, RoomRequest
from pente_protocol.messages.tv import Featured, Following, TvRequest

ClientMessage = (
    Hello
    | RoomRequest
    | Look
    | ListRequest
    | TvRequest
    | ArchiveRequest
    | ReviewRequest
    | PeopleRequest
    | FriendRequest
    | DirectMessageRequest
    | AccountRequest
    | Ping
)

Answer = (
    RoomAnswer
    | ListAnswer
    | Following
    | ArchiveAnswer
    | ReviewAnswer
    | PeopleAnswer
    | FriendList
    | DirectMessageAnswer
    | AccountAnswer
    | Pong
)
"""The replies to requests that have one of their own, in place of `Ok`."""

Notice = RoomNotice | Looks | ListNotice | FriendArrived | MessageReceived | Featured
"""What a server sends unasked, after the sign-in."""

ServerMessage = Greeting | Welcome | Ok | Answer | Error | Notice

Message = ClientMessage | ServerMessage

Wire = dict[str, Any]
"""A message as the plain map that msgpack and JSON encode."""
