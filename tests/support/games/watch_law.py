"""The law of watching: nobody is sent anything of a room that they may not watch at that version."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from pente_core.identity import PlayerId, RoomId
from pente_core.room import NOTHING_DUE, Room, may_watch, turn_due
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_protocol.messages import Answer, ClientMessage, ServerMessage
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.rooms import Act, Dismissed, Happened, Replaced, RoomPresence, Synced, Watch

History = Sequence[Room]
"""A room after each of its events."""
Histories = Callable[[RoomId], Sequence[History]]
"""All histories of a room: one, and the older ones where a store has lost the end of a log."""
_ABOUT_ROOMS: Final = Happened | Synced | RoomPresence


def _may_know(history: History, version: int, player: PlayerId) -> bool:
    """Whether a player may know a version of a room, so many moves before its last one, or with a seat."""
    delay = history[0].created.options.viewer_delay
    then, last = history[version - 1], history[-1]
    if delay is None or not delay.moves or last.seat_of(player) is not None:
        return True
    if then.status is not ev.Status.PLAYING or last.status is ev.Status.FINISHED:
        return then.status is not ev.Status.FINISHED or last.status is ev.Status.FINISHED
    since = pairwise(room.game.turns for room in history[version - 1 :])
    moves = sum(len(more) > len(few) and not isinstance(more[-1], Retirement) for few, more in since)
    had = any(isinstance(turn, int | Choice) for turn in then.game.turns)
    return moves >= delay.moves or not (had or then.takebacks)


class WatchLaw:
    """Judges what one connection is sent. Mutable.

    An event may be sent to a player who could watch before it or after it, so to one whom it admits, and to
    one whom it sends away; a snapshot and presence to one who may watch the room as it is then.
    """

    def __init__(self, histories: Histories, *, hears_requests: bool = True) -> None:
        """``hears_requests``: all requests are told to `asked`, so that what comes without one is noticed."""
        self._histories = histories
        self._hears_requests = hears_requests
        self._player: PlayerId | None = None
        self._early: list[ServerMessage] = []
        """What came before the first welcome, which says to whom."""
        self._versions: dict[RoomId, int] = {}
        """The last version that was sent of every room that is watched."""
        self._gone: set[RoomId] = set()
        """The rooms that were left for good, until they are asked for again."""
        self._asking: dict[int, RoomId] = {}
        """The requests to watch a room that are not answered yet."""

    def asked(self, message: ClientMessage) -> None:
        """Take note of a request, as it may be one to watch a room that was left."""
        match message:
            case Watch(room=room) | Act(room=room, command=cmd.Join()):
                self._asking[message.id] = room
                self._gone.discard(room)
            case _:
                pass

    def sent(self, message: ServerMessage) -> Iterator[str]:
        """What is wrong with a message."""
        if isinstance(message, Ok | Answer | Error):
            self._asking.pop(message.id, None)
        elif isinstance(message, Welcome):
            self._player = message.player.id
            early, self._early = self._early, []
            for one in early:
                yield from self._judged(one)
        elif self._player is None:
            self._early.append(message)
        else:
            yield from self._judged(message)

    def _judged(self, message: ServerMessage) -> Iterator[str]:
        if isinstance(message, Dismissed | Replaced):
            self._versions.pop(message.room, None)
            self._leave(message.room)
        elif isinstance(message, _ABOUT_ROOMS):
            if message.room in self._gone:
                yield f"after the end of watching came {message}"
            if not self._may(message):
                yield f"{self._player} may not watch, and was sent {message}"
            if not self._is_late_enough(message):
                yield f"{self._player} watches the game some moves later, and was sent {message}"
            if not self._is_turn(message):
                yield f"{self._player} was told another turn than that of the version: {message}"
            self._note(message)

    def _is_turn(self, message: Happened | Synced | RoomPresence) -> bool:
        """Whether the turn that is told, if any is, is that of the version in one of the histories."""
        if isinstance(message, RoomPresence):
            return True
        version = message.version if isinstance(message, Happened) else message.snapshot.version
        told = (message.to_act, message.left, message.choices)
        known = [history[version - 1] for history in self._histories(message.room) if version <= len(history)]
        return told == NOTHING_DUE or told in [turn_due(room) for room in known]

    def _may(self, message: Happened | Synced | RoomPresence) -> bool:
        match message:
            case Happened(room=room, version=version):
                return self._could_watch(room, version - 1, version)
            case Synced(room=room, snapshot=shot):
                return self._could_watch(room, shot.version)
            case RoomPresence(room=room):
                version = self._versions.get(room, 0)
                return not version or self._could_watch(room, version)

    def _is_late_enough(self, message: Happened | Synced | RoomPresence) -> bool:
        """Whether a viewer who sees the game some moves later may know a version by now."""
        match message:
            case Happened(room=room, version=version):
                return self._may_know(room, version)
            case Synced(room=room, snapshot=shot):
                return self._may_know(room, shot.version)
            case RoomPresence():
                return True

    def _may_know(self, room: RoomId, version: int) -> bool:
        """Judged by all histories of a room, the last versions of which may be known here too early only."""
        assert self._player is not None
        return any(
            _may_know(history, version, self._player)
            for history in self._histories(room)
            if 0 < version <= len(history)
        )

    def _note(self, message: Happened | Synced | RoomPresence) -> None:
        match message:
            case Happened(room=room, version=version):
                self._versions[room] = version
            case Synced(room=room, snapshot=shot):
                self._versions[room] = shot.version
            case RoomPresence():
                pass

    def _leave(self, room: RoomId) -> None:
        if self._hears_requests and room not in self._asking.values():
            self._gone.add(room)

    def _could_watch(self, room: RoomId, *versions: int) -> bool:
        assert self._player is not None
        return any(
            may_watch(then, self._player)
            for history in self._histories(room)
            for version in versions
            if 0 < version <= len(history)
            for then in _judges(history, version)
        )


def _judges(history: History, version: int) -> History:
    """The states of a room that may admit a viewer to a version; later ones, too, in a delayed game."""
    is_delayed = history[0].created.options.viewer_delay is not None
    return history[version - 1 :] if is_delayed else history[version - 1 : version]
