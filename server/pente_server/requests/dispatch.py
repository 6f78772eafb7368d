"""Dispatch of requests to their handlers, by the type of the message."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, assert_never

from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.login.keys import device_words
from pente_protocol.messages import (
    Act,
    AddDevice,
    AllowDevice,
    Befriend,
    Block,
    Blocked,
    Browse,
    BrowsePlayers,
    ChooseNotifications,
    ClientMessage,
    Create,
    DeclineReview,
    DeleteAccount,
    Devices,
    Explore,
    FindCode,
    FindReview,
    Follow,
    Friends,
    Games,
    Hello,
    Leaders,
    Logs,
    Look,
    Messages,
    NextReview,
    OfferLink,
    Ok,
    Online,
    PersonalData,
    Ping,
    Pong,
    Profile,
    Puzzles,
    ReadMessages,
    Rename,
    Report,
    RequestReview,
    RevokeDevice,
    Rooms,
    SendMessage,
    ServerMessage,
    SetMessagePolicy,
    ShareCode,
    StorePuzzle,
    StoreReview,
    TakeVacation,
    Unblock,
    Unbrowse,
    UnbrowsePlayers,
    Unfollow,
    Unfriend,
    Unwatch,
    Watch,
)
from pente_server.limits.errors import RequestDenied
from pente_server.requests import archive, commands, lobby, puzzles, reviews, room_codes, rooms, tv
from pente_server.requests.people import (
    blocking,
    devices,
    direct_messages,
    friends,
    notifications,
    personal_data,
    players,
    reports,
    vacations,
    who_is_here,
)
from pente_server.requests.requester.requester import Requester

ForAnybody = (
    Watch
    | Unwatch
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
    | Puzzles
    | Profile
    | Leaders
    | Ping
)
"""The requests of viewers without an account; a new request is none of them until it stands here."""
__all__ = ["Requester", "dispatch"]

SlowRequest = (
    Create
    | Watch
    | ShareCode
    | FindCode
    | Rooms
    | Browse
    | Online
    | BrowsePlayers
    | Games
    | Logs
    | Explore
    | FindReview
    | RequestReview
    | NextReview
    | StoreReview
    | DeclineReview
    | StorePuzzle
    | Puzzles
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
    | Devices
    | RevokeDevice
    | AllowDevice
    | AddDevice
    | TakeVacation
    | ChooseNotifications
)


def dispatch(
    requester: Requester, message: ClientMessage, done: Callable[[Exception | None], None]
) -> Coroutine[Any, Any, None] | None:
    """Carry out a request and send its reply, or begin to.

    Returns what has to be awaited for that, if anything. If this returns None, ``done`` is called once: when
    the reply was sent, or with an error in its place. That may be later.

    An error, whether raised or handed to ``done``, is Refused, RequestDenied, UnknownRoom, StoreUnavailable,
    DamagedKey or ProtocolError; no reply was sent then. Anything else is a bug.
    """
    if requester.is_anonymous and not isinstance(message, ForAnybody):
        text = "You watch without an account. Connect with a name to do this: pente watch --name NAME"
        raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)
    if not requester.right.allows(message.needs):
        words = device_words(requester.device)
        text = (
            "This device may play, and no more. To let it manage the account too, type on a device that may:"
            f" pente account allow {words}"
        )
        raise RequestDenied(ErrorCode.NOT_ALLOWED, text)
    match message:
        case Act(command=command):
            if requester.is_aside or commands.needs_checks(command):
                return commands.act(requester, message)
            commands.begin(requester, message, done)
            return None
        case Unwatch() | Look() | Unbrowse() | UnbrowsePlayers() | Follow() | Unfollow() | Ping():
            _answer(requester, message)
            done(None)
            return None
        case Hello():
            raise ProtocolError("This connection is signed in. Another hello needs another connection.", "/t")
        case _:
            return _slow(requester, message)


def _answer(
    requester: Requester, message: Unwatch | Look | Unbrowse | UnbrowsePlayers | Follow | Unfollow | Ping
) -> None:
    """Carry out a request that waits for nothing."""
    match message:
        case Unwatch(room=room):
            rooms.unwatch(requester, room)
            requester.send_message(Ok(message.id))
        case Look():
            rooms.look(requester, message)
            requester.send_message(Ok(message.id))
        case Unbrowse():
            lobby.unbrowse(requester, message)
        case UnbrowsePlayers():
            who_is_here.unbrowse_players(requester, message)
        case Follow():
            tv.follow(requester, message)
        case Unfollow():
            tv.unfollow(requester, message)
        case Ping():
            requester.send_message(Pong(message.id, requester.ports.rooms.now()))
        case _ as unreachable:
            assert_never(unreachable)


def _slow(requester: Requester, message: SlowRequest) -> Coroutine[Any, Any, None]:
    """A request that waits for the store."""
    match message:
        case Create():
            return rooms.open_room(requester, message)
        case Watch():
            return rooms.reply_watching(requester, message)
        case ShareCode():
            return _send(requester, room_codes.share(requester, message))
        case FindCode():
            return _send(requester, room_codes.find(requester, message))
        case Rooms():
            return lobby.list_rooms(requester, message)
        case Browse():
            return lobby.browse(requester, message)
        case Online():
            return who_is_here.list_online(requester, message)
        case BrowsePlayers():
            return who_is_here.browse_players(requester, message)
        case Games():
            return _send(requester, archive.games(requester, message))
        case Logs():
            return _send(requester, archive.logs(requester, message))
        case Explore():
            return _send(requester, archive.explore(requester, message))
        case FindReview():
            return _send(requester, reviews.find_review(requester, message))
        case RequestReview():
            return _send(requester, reviews.request_review(requester, message))
        case NextReview():
            return _send(requester, reviews.next_review(requester, message))
        case StoreReview():
            return _send(requester, reviews.store_review(requester, message))
        case DeclineReview():
            return _send(requester, reviews.decline_review(requester, message))
        case StorePuzzle():
            return _send(requester, puzzles.store_puzzle(requester, message))
        case Puzzles():
            return _send(requester, puzzles.puzzles(requester, message))
        case Profile():
            return _send(requester, players.profile(requester, message))
        case Leaders():
            return _send(requester, players.leaders(requester, message))
        case Rename():
            return players.rename(requester, message)
        case Block():
            return blocking.block(requester, message)
        case Unblock():
            return blocking.unblock(requester, message)
        case Blocked():
            return blocking.list_blocked(requester, message)
        case Befriend():
            return _send(requester, friends.befriend(requester, message))
        case Unfriend():
            return _send(requester, friends.unfriend(requester, message))
        case Friends():
            return _send(requester, friends.list_friends(requester, message))
        case SendMessage():
            return _send(requester, direct_messages.send(requester, message))
        case Messages():
            return _send(requester, direct_messages.list_messages(requester, message))
        case ReadMessages():
            return _send(requester, direct_messages.read(requester, message))
        case SetMessagePolicy():
            return _send(requester, direct_messages.set_policy(requester, message))
        case Report():
            return _send(requester, reports.report(requester, message))
        case PersonalData():
            return _send(requester, personal_data.personal_data(requester, message))
        case DeleteAccount():
            return personal_data.delete_account(requester, message)
        case OfferLink():
            return _send(requester, devices.offer(requester, message))
        case Devices():
            return _send(requester, devices.list_devices(requester, message))
        case TakeVacation():
            return _send(requester, vacations.take_vacation(requester, message))
        case ChooseNotifications():
            return _send(requester, notifications.choose(requester, message))
        case RevokeDevice():
            return _send(requester, devices.revoke(requester, message))
        case AllowDevice():
            return _send(requester, devices.allow(requester, message))
        case AddDevice():
            return _send(requester, devices.add(requester, message))
        case _ as unreachable:
            assert_never(unreachable)


async def _send(requester: Requester, answer: Awaitable[ServerMessage]) -> None:
    requester.send_message(await answer)
