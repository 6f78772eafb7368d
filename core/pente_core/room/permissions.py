"""Permissions: watching and what ends it, chatting, and moderation by the host."""

from collections.abc import Sequence
from typing import Final, assert_never

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import ChatPolicy, WatchPolicy
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import MOST_BARRED, Room

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


def say(room: Room, command: cmd.Say, by: Identity, now: Instant) -> tuple[ev.Event, ...]:
    """The event of a line of chat. Raises Refused."""
    check_text(command.text)
    if command.to is ev.ChatAudience.WATCHERS and room.seat_of(by.id) is not None:
        raise Refused(Reason.NOT_WATCHING)
    check_chatting(room, by)
    return (ev.Said(now, by, command.text, command.to),)


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


def moderate(room: Room, command: cmd.Moderation, by: Identity, now: Instant) -> tuple[ev.Event, ...]:
    """The event of moderation by the host. Raises Refused."""
    player = command.player
    check_host(room, by)
    match command:
        case cmd.Unmute():
            _check_member(room.muted, player)
            return (ev.Unmuted(now, player),)
        case cmd.Unban():
            _check_member(room.banned, player)
            return (ev.Unbanned(now, player),)
        case _ if player == by.id or room.seat_of(player) is not None:
            raise Refused(Reason.AT_THE_TABLE)
        case cmd.Mute():
            _check_new(room.muted, player)
            return (ev.Muted(now, player),)
        case cmd.Ban():
            _check_new(room.banned, player)
            return (ev.Banned(now, player),)
        case cmd.Kick():
            return (ev.Kicked(now, player),)
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


def set_watch_policy(room: Room, command: cmd.SetWatchPolicy, now: Instant) -> tuple[ev.Event, ...]:
    """The event of a change of who may watch, by the host. Raises Refused."""
    if command.watch is room.watch:
        raise Refused(Reason.SO_ALREADY)
    return (ev.WatchPolicyChanged(now, command.watch),)


def ends_watching(event: ev.Event, after: Room, player: PlayerId) -> bool:
    """Whether an event ends watching for a player who could watch before it; ``after`` is the room after it.

    The player still sees this event, and nothing after it. A player who was kicked may come back.
    """
    return (isinstance(event, ev.Kicked) and event.player == player) or not may_watch(after, player)


def could_watch_all(room: Room, events: Sequence[ev.Event], player: PlayerId) -> bool:
    """Whether a player could watch a room during all of some events, the last of which led to ``room``.

    False also for some who could: the events do not tell who sat where before them.
    """
    if not may_watch(room, player) or any(_is_about(event, player) for event in events):
        return False
    changed = any(isinstance(event, ev.WatchPolicyChanged) for event in events)
    if not (changed or room.watch is WatchPolicy.INVITED) or is_always_expected(room, player):
        return True
    has_joined = any(isinstance(event, ev.Joined) and event.player.id == player for event in events)
    return room.seat_of(player) is not None and not has_joined


def _is_about(event: ev.Event, player: PlayerId) -> bool:
    """Whether an event bans a player, or lifts a ban."""
    return isinstance(event, ev.Banned | ev.Unbanned) and event.player == player


def hides_game(room: Room, events: Sequence[ev.Event]) -> bool:
    """Whether only the players of a room can find and read its game afterwards; ``events`` are its whole log.

    True if its options hide games, or if it could at any time be watched by invitation only. As that can't
    change once the game is over, the answer stays the same.
    """
    policies = {event.watch for event in events if isinstance(event, ev.WatchPolicyChanged)}
    return room.created.options.hides_games or WatchPolicy.INVITED in policies
