"""The tags of everything that is sent or stored, in one explicit table.

A tag is the value of ``t`` in a map. Logs of rooms and exports must stay readable for ever, and peers may
have other releases, so a tag never changes and is never reused for something else. Classes may be renamed
at any time, because their names are not used.

The values of enumerations such as `Termination`, `Reason` and `Choice` are defined in those enumerations;
they never change either.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from pente_core.clock.time_control import (
    ByoYomi,
    Delay,
    Fischer,
    Odds,
    PerMove,
    Unlimited,
)
from pente_core.rating import Result
from pente_core.room import (
    Abort,
    Accept,
    Accepted,
    Ban,
    Banned,
    Choose,
    Chosen,
    Claim,
    Closed,
    ConditionsSet,
    Continued,
    Created,
    Decline,
    Declined,
    Finished,
    GiveTime,
    Gone,
    Hidden,
    Join,
    Joined,
    Kick,
    Kicked,
    Leave,
    Left,
    Moved,
    Mute,
    Muted,
    Offer,
    Offered,
    OutageCredited,
    Paused,
    Play,
    RatingsChanged,
    Readied,
    Ready,
    Rejected,
    Resign,
    Resume,
    Resumed,
    Retired,
    Returned,
    Said,
    Say,
    SetConditions,
    SetWatchPolicy,
    Started,
    TakenBack,
    TimeGiven,
    Unban,
    Unbanned,
    Unmute,
    Unmuted,
    VacationEnded,
    VacationStarted,
    WatchPolicyChanged,
)
from pente_protocol.messages import (
    Act,
    Acted,
    Befriend,
    Block,
    Blocked,
    Browse,
    BrowsePlayers,
    CodeFound,
    Create,
    DeleteAccount,
    DeviceList,
    Devices,
    Dismissed,
    Error,
    Explore,
    Explored,
    Featured,
    FindCode,
    Follow,
    Following,
    FriendArrived,
    FriendList,
    Friends,
    GameList,
    Games,
    Greeting,
    Guest,
    Happened,
    Hello,
    InvitationEnded,
    Invited,
    KnownDevice,
    LeaderList,
    Leaders,
    LinkCode,
    LinkOffered,
    LobbyUpdate,
    LogList,
    Logs,
    MessageList,
    MessageReceived,
    Messages,
    MessageSent,
    Missed,
    NewAccount,
    OfferLink,
    Ok,
    OldToken,
    Online,
    OnlineList,
    PersonalData,
    PersonalDataFound,
    Ping,
    PlayerFound,
    PlayerList,
    PlayersUpdate,
    Pong,
    Profile,
    ProfileFound,
    ReadMessages,
    Rename,
    Replaced,
    Report,
    RevokeDevice,
    RoomCreated,
    RoomList,
    RoomPresence,
    Rooms,
    SendMessage,
    SetMessagePolicy,
    ShareCode,
    Synced,
    TakeVacation,
    Unblock,
    Unbrowse,
    UnbrowsePlayers,
    Unfollow,
    Unfriend,
    Unwatch,
    VacationFound,
    Watch,
    Watching,
    Welcome,
)

REQUESTS: Final[Mapping[type, str]] = {
    Hello: "hello",
    Create: "create",
    Act: "act",
    Watch: "watch",
    Unwatch: "unwatch",
    ShareCode: "share_code",
    FindCode: "find_code",
    Rooms: "rooms",
    Browse: "browse",
    Unbrowse: "unbrowse",
    Online: "online",
    BrowsePlayers: "browse_players",
    UnbrowsePlayers: "unbrowse_players",
    Follow: "follow",
    Unfollow: "unfollow",
    Games: "games",
    Logs: "logs",
    Explore: "explore",
    Profile: "profile",
    Leaders: "leaders",
    Rename: "rename",
    Block: "block",
    Unblock: "unblock",
    Blocked: "blocked",
    Befriend: "befriend",
    Unfriend: "unfriend",
    Friends: "friends",
    SendMessage: "message",
    Messages: "messages",
    ReadMessages: "read_messages",
    SetMessagePolicy: "set_message_policy",
    Report: "report",
    PersonalData: "personal_data",
    DeleteAccount: "delete_account",
    OfferLink: "offer_link",
    TakeVacation: "take_vacation",
    Devices: "devices",
    RevokeDevice: "revoke_device",
    Ping: "ping",
}
"""The messages of a client."""
SERVER_MESSAGES: Final[Mapping[type, str]] = {
    Greeting: "greeting",
    Welcome: "welcome",
    Ok: "ok",
    RoomCreated: "room_created",
    Acted: "acted",
    Watching: "watching",
    CodeFound: "code_found",
    RoomList: "room_list",
    PlayerList: "player_list",
    OnlineList: "online_list",
    Following: "following",
    PlayerFound: "player_found",
    FriendList: "friend_list",
    MessageSent: "message_sent",
    MessageList: "message_list",
    GameList: "game_list",
    LogList: "log_list",
    Explored: "explored",
    ProfileFound: "profile_found",
    LeaderList: "leader_list",
    PersonalDataFound: "personal_data_found",
    LinkOffered: "link_offered",
    VacationFound: "vacation_found",
    DeviceList: "device_list",
    Pong: "pong",
    Error: "error",
    Happened: "happened",
    Missed: "missed",
    Synced: "synced",
    RoomPresence: "presence",
    Invited: "invited",
    InvitationEnded: "invitation_ended",
    LobbyUpdate: "lobby_update",
    PlayersUpdate: "players_update",
    FriendArrived: "friend_arrived",
    MessageReceived: "message_received",
    Replaced: "replaced",
    Dismissed: "dismissed",
    Featured: "featured",
}
"""The messages of a server."""
COMMANDS: Final[Mapping[type, str]] = {
    Join: "join",
    Leave: "leave",
    Decline: "decline",
    Ready: "ready",
    Play: "play",
    Choose: "choose",
    Resign: "resign",
    Abort: "abort",
    Offer: "offer",
    Accept: "accept",
    GiveTime: "give_time",
    Resume: "resume",
    Claim: "claim",
    SetConditions: "set_conditions",
    Say: "say",
    Mute: "mute",
    Unmute: "unmute",
    Kick: "kick",
    Ban: "ban",
    Unban: "unban",
    SetWatchPolicy: "set_watch_policy",
}
"""The commands of a player to a room, inside `act`."""
EVENTS: Final[Mapping[type, str]] = {
    Created: "created",
    Joined: "joined",
    Left: "left",
    Declined: "declined",
    Readied: "readied",
    Started: "started",
    Moved: "moved",
    Chosen: "chosen",
    Retired: "retired",
    Offered: "offered",
    Accepted: "accepted",
    Rejected: "rejected",
    TakenBack: "taken_back",
    TimeGiven: "time_given",
    Paused: "paused",
    Resumed: "resumed",
    ConditionsSet: "conditions_set",
    Gone: "gone",
    Returned: "returned",
    VacationStarted: "vacation_started",
    VacationEnded: "vacation_ended",
    Muted: "muted",
    Unmuted: "unmuted",
    Kicked: "kicked",
    Banned: "banned",
    Unbanned: "unbanned",
    WatchPolicyChanged: "watch_policy_changed",
    Said: "said",
    OutageCredited: "outage_credited",
    Finished: "finished",
    Continued: "continued",
    RatingsChanged: "ratings_changed",
    Closed: "closed",
    Hidden: "hidden",
}
"""The events of a room, inside `happened` and in logs."""
TIME_CONTROLS: Final[Mapping[type, str]] = {
    Unlimited: "unlimited",
    Fischer: "fischer",
    Delay: "delay",
    ByoYomi: "byo_yomi",
    PerMove: "per_move",
    Odds: "odds",
}
SIGN_INS: Final[Mapping[type, str]] = {
    Guest: "guest",
    KnownDevice: "known_device",
    NewAccount: "new_account",
    OldToken: "old_token",
    LinkCode: "link_code",
}
"""How a hello says whose it is."""
LOG_HEADER: Final = "log"
"""The line that begins a log in a file of logs (see `pente_protocol.logs.json_lines`)."""


class ExportTag(StrEnum):
    """The lines of a server's export."""

    HEADER = "export"
    IDENTITY = "identity"
    SERVED = "served"
    ACCOUNT = "account"
    DELETED = "deleted"
    NAME = "name"
    BLOCKED = "blocked"
    STANDING = "standing"
    RESULT = "result"
    ROOM = "room"
    END = "end"


RESULTS: Final[Mapping[Result, str]] = {
    Result.WIN: "win",
    Result.DRAW: "draw",
    Result.LOSS: "loss",
}
"""How a game ended for one player, in ledgers and exports."""
RESULT_OF: Final[Mapping[str, Result]] = {name: result for result, name in RESULTS.items()}

_TAGS: Final[Mapping[type, str]] = {
    **REQUESTS,
    **SERVER_MESSAGES,
    **COMMANDS,
    **EVENTS,
    **TIME_CONTROLS,
    **SIGN_INS,
}


def tag_of(type_: type) -> str:
    """The tag of a message, command, event or time control. Raises KeyError for all other types.

    >>> tag_of(Happened)
    'happened'
    """
    return _TAGS[type_]
