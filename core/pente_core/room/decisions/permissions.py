"""Permissions: watching, chatting, and moderation by the host."""

from typing import Final, assert_never

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId
from pente_core.room.state.room import MOST_BARRED, Room
from pente_core.room.values.commands import Ban, ChatAudience, Kick, Moderation, Mute, Say, Unban, Unmute
from pente_core.room.values.events import Banned, Event, Kicked, Muted, Said, Unbanned, Unmuted
from pente_core.room.values.options import ChatPolicy, WatchPolicy
from pente_core.room.values.refusals import Reason, Refused

LONGEST_TEXT: Final = 200
"""Characters in a line of chat."""


def may_watch(room: Room, player: PlayerId) -> bool:
    """Whether a player may watch a room. The password is checked elsewhere."""
    if player in room.banned:
        return False
    return room.watch is WatchPolicy.ANYBODY or is_expected(room, player)


def is_expected(room: Room, player: PlayerId) -> bool:
    """Whether a player has a seat, is the host or was invited, and so needs no password."""
    return room.seat_of(player) is not None or is_always_expected(room, player)


def is_always_expected(room: Room, player: PlayerId) -> bool:
    """Whether a player is the host or was invited, and so is expected with or without a seat."""
    return room.created.by.id == player or any(invited.id == player for invited in room.created.invited)


def say(room: Room, command: Say, by: Identity, now: Instant) -> tuple[Event, ...]:
    """The event of a line of chat. Raises Refused."""
    check_text(command.text)
    if command.to is ChatAudience.WATCHERS and room.seat_of(by.id) is not None:
        raise Refused(Reason.NOT_WATCHING)
    check_chatting(room, by)
    return (Said(now, by, command.text, command.to),)


def check_text(text: str) -> None:
    """Check a line of chat, or a comment. Raises Refused."""
    if not text.strip() or len(text) > LONGEST_TEXT or not text.isprintable():
        raise Refused(Reason.BAD_TEXT)


def check_chatting(room: Room, by: Identity) -> None:
    """Check that a person may chat in a room. Raises Refused."""
    is_seated = room.seat_of(by.id) is not None
    if not _may_chat(room.created.options.chat, is_seated=is_seated) or not may_watch(room, by.id):
        raise Refused(Reason.NO_CHAT)
    if room.created.options.named_only and by.is_guest and not is_expected(room, by.id):
        raise Refused(Reason.NAMED_ONLY)
    if by.id in room.muted:
        raise Refused(Reason.MUTED)


def _may_chat(chat: ChatPolicy, *, is_seated: bool) -> bool:
    match chat:
        case ChatPolicy.ANYBODY:
            return True
        case ChatPolicy.PLAYERS:
            return is_seated
        case ChatPolicy.NOBODY:
            return False
        case _ as unreachable:
            assert_never(unreachable)


def check_host(room: Room, by: Identity) -> None:
    """Raises Refused for everybody else."""
    if by.id != room.created.by.id:
        raise Refused(Reason.NOT_HOST)


def moderate(room: Room, command: Moderation, by: Identity, now: Instant) -> tuple[Event, ...]:
    """The event of moderation by the host. Raises Refused."""
    player = command.player
    check_host(room, by)
    match command:
        case Unmute():
            _check_member(room.muted, player)
            return (Unmuted(now, player),)
        case Unban():
            _check_member(room.banned, player)
            return (Unbanned(now, player),)
        case _ if player == by.id or room.seat_of(player) is not None:
            raise Refused(Reason.AT_THE_TABLE)
        case Mute():
            _check_new(room.muted, player)
            return (Muted(now, player),)
        case Ban():
            _check_new(room.banned, player)
            return (Banned(now, player),)
        case Kick():
            return (Kicked(now, player),)
        case _ as unreachable:
            assert_never(unreachable)


def _check_member(barred: tuple[PlayerId, ...], player: PlayerId) -> None:
    if player not in barred:
        raise Refused(Reason.SO_ALREADY)


def _check_new(barred: tuple[PlayerId, ...], player: PlayerId) -> None:
    if player in barred:
        raise Refused(Reason.SO_ALREADY)
    if len(barred) >= MOST_BARRED:
        raise Refused(Reason.TOO_MANY_BARRED)
