"""The messages of the protocol. On the wire a message is a map with its type under ``t``.

A request has an ``id`` above 0 and gets exactly one reply with the same id: `Error` if it fails, else
`Welcome` for a hello, an `Answer` of its own type where there is something to say, else `Ok`.
"""

from typing import Any

from pente_protocol.choices.game_result import GameResult
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.messages.account import (
    ChooseNotifications,
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
    NotificationsFound,
    OfferLink,
    OldToken,
    ProvenSignIn,
    RevokeDevice,
    SignIn,
    TakeVacation,
    VacationFound,
)
from pente_protocol.messages.archive import (
    MOST_REVIEWED,
    DeclineReview,
    Explore,
    Explored,
    ExploredTurn,
    FindReview,
    GameFilter,
    GameList,
    Games,
    GameSummary,
    LogList,
    LogPage,
    Logs,
    NextReview,
    RequestReview,
    ReviewFound,
    ReviewJob,
    ReviewStored,
    StoreReview,
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
from pente_protocol.messages.direct_messages import (
    DirectMessage,
    MessageList,
    MessageReceived,
    Messages,
    MessageSent,
    ReadMessages,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.messages.friends import Befriend, FriendArrived, FriendList, Friends, Unfriend
from pente_protocol.messages.hello import Greeting, Hello, Limits, Welcome
from pente_protocol.messages.lists import (
    Browse,
    BrowsePlayers,
    InvitationEnded,
    Invited,
    ListedPlayer,
    ListedRoom,
    LobbyUpdate,
    Online,
    OnlineList,
    PlayerActivity,
    PlayerList,
    PlayersUpdate,
    RoomActivity,
    RoomFilter,
    RoomList,
    Rooms,
    RoomSummary,
    Unbrowse,
    UnbrowsePlayers,
)
from pente_protocol.messages.people import (
    Block,
    Blocked,
    CountedGame,
    DeleteAccount,
    HeadToHead,
    Leader,
    Leaderboard,
    LeaderList,
    Leaders,
    PersonalData,
    PersonalDataFound,
    PlannedMoves,
    PlayerFound,
    PoolScore,
    Profile,
    ProfileFound,
    RatingPoint,
    Rename,
    Report,
    Streaks,
    Unblock,
    VacationSpan,
)
from pente_protocol.messages.ping import Ping, Pong
from pente_protocol.messages.post_mortem import MOST_LOOKS, Look, Looks, PlayerLook
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
from pente_protocol.messages.tv import Featured, Follow, Following, Unfollow

__all__ = [
    "LAST_REQUEST",
    "MOST_LOOKS",
    "MOST_REVIEWED",
    "MOST_ROOMS",
    "Act",
    "Acted",
    "Answer",
    "Befriend",
    "Block",
    "Blocked",
    "Browse",
    "BrowsePlayers",
    "ChooseNotifications",
    "ClientMessage",
    "CodeFound",
    "CommandId",
    "CountedGame",
    "Create",
    "DeclineReview",
    "DeleteAccount",
    "DeviceId",
    "DeviceInfo",
    "DeviceKeys",
    "DeviceList",
    "Devices",
    "DirectMessage",
    "Dismissed",
    "Error",
    "Explore",
    "Explored",
    "ExploredTurn",
    "Featured",
    "FindCode",
    "FindReview",
    "Follow",
    "Following",
    "FriendArrived",
    "FriendList",
    "Friends",
    "GameFilter",
    "GameList",
    "GameResult",
    "GameSummary",
    "Games",
    "Greeting",
    "Guest",
    "Happened",
    "HeadToHead",
    "Hello",
    "InvitationEnded",
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
    "Look",
    "Looks",
    "Message",
    "MessageList",
    "MessagePolicy",
    "MessageReceived",
    "MessageSent",
    "Messages",
    "Missed",
    "NewAccount",
    "NextReview",
    "Nonce",
    "NotificationsFound",
    "OfferLink",
    "Ok",
    "OldToken",
    "Online",
    "OnlineList",
    "PersonalData",
    "PersonalDataFound",
    "Ping",
    "PlannedMoves",
    "PlayerActivity",
    "PlayerFound",
    "PlayerList",
    "PlayerLook",
    "PlayersUpdate",
    "Pong",
    "PoolScore",
    "Profile",
    "ProfileFound",
    "ProvenSignIn",
    "RatingPoint",
    "ReadMessages",
    "Rename",
    "Replaced",
    "Report",
    "RequestId",
    "RequestReview",
    "ReviewFound",
    "ReviewJob",
    "ReviewState",
    "ReviewStored",
    "RevokeDevice",
    "RoomActivity",
    "RoomCreated",
    "RoomFilter",
    "RoomList",
    "RoomPresence",
    "RoomSummary",
    "Rooms",
    "RulesetSpec",
    "SendMessage",
    "ServerMessage",
    "SetMessagePolicy",
    "ShareCode",
    "SignIn",
    "StoreReview",
    "Streaks",
    "Synced",
    "TakeVacation",
    "Unblock",
    "Unbrowse",
    "UnbrowsePlayers",
    "Unfollow",
    "Unfriend",
    "Unwatch",
    "VacationFound",
    "VacationSpan",
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
    | Look
    | ShareCode
    | FindCode
    | Rooms
    | Browse
    | Unbrowse
    | Online
    | BrowsePlayers
    | UnbrowsePlayers
    | Follow
    | Unfollow
    | Games
    | Logs
    | Explore
    | FindReview
    | RequestReview
    | NextReview
    | StoreReview
    | DeclineReview
    | Profile
    | Leaders
    | Rename
    | Block
    | Unblock
    | Blocked
    | Befriend
    | Unfriend
    | Friends
    | SendMessage
    | Messages
    | ReadMessages
    | SetMessagePolicy
    | Report
    | PersonalData
    | DeleteAccount
    | OfferLink
    | TakeVacation
    | ChooseNotifications
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
    | ReviewFound
    | ReviewJob
    | ReviewStored
    | ProfileFound
    | LeaderList
    | PlayerFound
    | FriendList
    | MessageSent
    | MessageList
    | PersonalDataFound
    | LinkOffered
    | VacationFound
    | NotificationsFound
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
    | ReviewFound
    | ReviewJob
    | ReviewStored
    | ProfileFound
    | LeaderList
    | PlayerFound
    | FriendList
    | MessageSent
    | MessageList
    | PersonalDataFound
    | LinkOffered
    | VacationFound
    | NotificationsFound
    | DeviceList
    | Pong
    | Error
    | Happened
    | Missed
    | Synced
    | RoomPresence
    | Looks
    | Invited
    | InvitationEnded
    | LobbyUpdate
    | PlayersUpdate
    | FriendArrived
    | MessageReceived
    | Replaced
    | Dismissed
    | Featured
)

Message = ClientMessage | ServerMessage

Wire = dict[str, Any]
"""A message as the plain map that msgpack and JSON encode."""
