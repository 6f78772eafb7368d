"""The messages of the protocol. On the wire a message is a map with its type under ``t``.

A request has an ``id`` above 0 and gets exactly one reply with the same id: `Error` if it fails, else
`Welcome` for a hello, an `Answer` of its own type where there is something to say, else `Ok`.
"""

from typing import Any

from pente_protocol.messages.account import (
    DeviceId,
    DeviceInfo,
    DeviceKeys,
    DeviceList,
    Devices,
    Guest,
    KeyText,
    KnownDevice,
    LinkCode,
    LinkOffered,
    NewAccount,
    Nonce,
    OfferLink,
    OldToken,
    ProvenSignIn,
    RevokeDevice,
    SignIn,
    TakeVacation,
    VacationFound,
)
from pente_protocol.messages.archive import (
    Explore,
    Explored,
    ExploredTurn,
    GameFilter,
    GameList,
    GameResult,
    Games,
    GameSummary,
    LogList,
    LogPage,
    Logs,
)
from pente_protocol.messages.base import (
    LAST_REQUEST,
    MOST_ROOMS,
    CommandId,
    Error,
    Ok,
    RequestId,
    RulesetSpec,
)
from pente_protocol.messages.hello import Greeting, Hello, Limits, Welcome
from pente_protocol.messages.lists import (
    Browse,
    Featured,
    Follow,
    Following,
    Invited,
    ListedPlayer,
    ListedRoom,
    LobbyUpdate,
    Online,
    OnlineList,
    PlayerActivity,
    PlayerList,
    RoomActivity,
    RoomFilter,
    RoomList,
    Rooms,
    RoomSummary,
    Unbrowse,
    Unfollow,
)
from pente_protocol.messages.people import (
    Block,
    Blocked,
    CountedGame,
    DeleteAccount,
    Leader,
    Leaderboard,
    LeaderList,
    Leaders,
    PersonalData,
    PersonalDataFound,
    PlayerFound,
    PoolScore,
    Profile,
    ProfileFound,
    Rename,
    Unblock,
)
from pente_protocol.messages.ping import Ping, Pong
from pente_protocol.messages.rooms import (
    Act,
    Acted,
    CodeFound,
    Create,
    Dismissed,
    FindCode,
    Happened,
    Missed,
    Replaced,
    RoomCreated,
    RoomPresence,
    ShareCode,
    Synced,
    Unwatch,
    Watch,
    Watching,
)

__all__ = [
    "LAST_REQUEST",
    "MOST_ROOMS",
    "Act",
    "Acted",
    "Answer",
    "Block",
    "Blocked",
    "Browse",
    "ClientMessage",
    "CodeFound",
    "CommandId",
    "CountedGame",
    "Create",
    "DeleteAccount",
    "DeviceId",
    "DeviceInfo",
    "DeviceKeys",
    "DeviceList",
    "Devices",
    "Dismissed",
    "Error",
    "Explore",
    "Explored",
    "ExploredTurn",
    "Featured",
    "FindCode",
    "Follow",
    "Following",
    "GameFilter",
    "GameList",
    "GameResult",
    "GameSummary",
    "Games",
    "Greeting",
    "Guest",
    "Happened",
    "Hello",
    "Invited",
    "KeyText",
    "KnownDevice",
    "Leader",
    "LeaderList",
    "Leaderboard",
    "Leaders",
    "Limits",
    "LinkCode",
    "LinkOffered",
    "ListedPlayer",
    "ListedRoom",
    "LobbyUpdate",
    "LogList",
    "LogPage",
    "Logs",
    "Message",
    "Missed",
    "NewAccount",
    "Nonce",
    "OfferLink",
    "Ok",
    "OldToken",
    "Online",
    "OnlineList",
    "PersonalData",
    "PersonalDataFound",
    "Ping",
    "PlayerActivity",
    "PlayerFound",
    "PlayerList",
    "Pong",
    "PoolScore",
    "Profile",
    "ProfileFound",
    "ProvenSignIn",
    "Rename",
    "Replaced",
    "RequestId",
    "RevokeDevice",
    "RoomActivity",
    "RoomCreated",
    "RoomFilter",
    "RoomList",
    "RoomPresence",
    "RoomSummary",
    "Rooms",
    "RulesetSpec",
    "ServerMessage",
    "ShareCode",
    "SignIn",
    "Synced",
    "TakeVacation",
    "Unblock",
    "Unbrowse",
    "Unfollow",
    "Unwatch",
    "VacationFound",
    "Watch",
    "Watching",
    "Welcome",
    "Wire",
]

ClientMessage = (
    Hello
    | Create
    | Act
    | Watch
    | Unwatch
    | ShareCode
    | FindCode
    | Rooms
    | Browse
    | Unbrowse
    | Online
    | Follow
    | Unfollow
    | Games
    | Logs
    | Explore
    | Profile
    | Leaders
    | Rename
    | Block
    | Unblock
    | Blocked
    | PersonalData
    | DeleteAccount
    | OfferLink
    | TakeVacation
    | Devices
    | RevokeDevice
    | Ping
)

Answer = (
    RoomCreated
    | Acted
    | Watching
    | CodeFound
    | RoomList
    | PlayerList
    | OnlineList
    | Following
    | GameList
    | LogList
    | Explored
    | ProfileFound
    | LeaderList
    | PlayerFound
    | PersonalDataFound
    | LinkOffered
    | VacationFound
    | DeviceList
    | Pong
)
"""The replies to requests that have one of their own, in place of `Ok`."""

ServerMessage = (
    Greeting
    | Welcome
    | Ok
    | RoomCreated
    | Acted
    | Watching
    | CodeFound
    | RoomList
    | PlayerList
    | OnlineList
    | Following
    | GameList
    | LogList
    | Explored
    | ProfileFound
    | LeaderList
    | PlayerFound
    | PersonalDataFound
    | LinkOffered
    | VacationFound
    | DeviceList
    | Pong
    | Error
    | Happened
    | Missed
    | Synced
    | RoomPresence
    | Invited
    | LobbyUpdate
    | Replaced
    | Dismissed
    | Featured
)

Message = ClientMessage | ServerMessage

Wire = dict[str, Any]
"""A message as the plain map that msgpack and JSON encode."""
