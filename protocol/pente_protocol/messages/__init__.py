"""The messages of the protocol. On the wire a message is a map with its type under ``t``.

A request has an ``id`` above 0 and gets exactly one reply with the same id: `Error` if it fails, else
`Welcome` for a hello, an `Answer` of its own type where there is something to say, else `Ok`.
"""

from typing import Any

from pente_protocol.choices.game_result import GameResult
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.messages.account import (
    AccountAnswer,
    AccountRequest,
    AddDevice,
    AllowDevice,
    ChooseNotifications,
    DeviceId,
    DeviceInfo,
    DeviceList,
    DeviceName,
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
    RevokeDevice,
    SignatureText,
    SignedSignIn,
    SignIn,
    TakeVacation,
    VacationFound,
)
from pente_protocol.messages.archive import (
    LONGEST_PUZZLE,
    MOST_REVIEWED,
    ArchiveAnswer,
    ArchiveRequest,
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
    PuzzleList,
    Puzzles,
    RequestReview,
    ReviewFound,
    ReviewJob,
    ReviewStored,
    StorePuzzle,
    StoreReview,
)
from pente_protocol.messages.base import (
    LAST_REQUEST,
    MOST_ROOMS,
    CommandId,
    Error,
    Ok,
    Request,
    RequestId,
    Right,
    RulesetSpec,
)
from pente_protocol.messages.direct_messages import (
    DirectMessage,
    DirectMessageAnswer,
    DirectMessageRequest,
    MessageList,
    MessageReceived,
    Messages,
    MessageSent,
    ReadMessages,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.messages.friends import (
    Befriend,
    FriendArrived,
    FriendList,
    FriendRequest,
    Friends,
    Unfriend,
)
from pente_protocol.messages.hello import Greeting, Hello, Limits, Welcome
from pente_protocol.messages.lists import (
    Browse,
    BrowsePlayers,
    InvitationEnded,
    Invited,
    ListAnswer,
    ListedPlayer,
    ListedRoom,
    ListNotice,
    ListRequest,
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
    PeopleAnswer,
    PeopleRequest,
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
    RoomAnswer,
    RoomCreated,
    RoomNotice,
    RoomPresence,
    RoomRequest,
    ShareCode,
    Synced,
    Unwatch,
    Watch,
    Watching,
)
from pente_protocol.messages.tv import (
    Featured,
    Follow,
    Following,
    TvRequest,
    Unfollow,
)

__all__ = [
    "LAST_REQUEST",
    "LONGEST_PUZZLE",
    "MOST_LOOKS",
    "MOST_REVIEWED",
    "MOST_ROOMS",
    "Act",
    "Acted",
    "AddDevice",
    "AllowDevice",
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
    "DeviceList",
    "DeviceName",
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
    "PuzzleList",
    "Puzzles",
    "RatingPoint",
    "ReadMessages",
    "Rename",
    "Replaced",
    "Report",
    "Request",
    "RequestId",
    "RequestReview",
    "ReviewFound",
    "ReviewJob",
    "ReviewState",
    "ReviewStored",
    "RevokeDevice",
    "Right",
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
    "SignatureText",
    "SignedSignIn",
    "StorePuzzle",
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
    | RoomRequest
    | Look
    | ListRequest
    | TvRequest
    | ArchiveRequest
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
