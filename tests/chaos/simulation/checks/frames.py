"""The observer: it sees every frame that a node sends, the moment it is sent, and what really happened."""

from collections.abc import Iterator
from typing import Final

from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import OfferKind, Reason, Room, Snapshot, Viewer, apply, opened, snapshot, view
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.rooms import (
    Act,
    Acted,
    Create,
    Dismissed,
    Happened,
    Replaced,
    RoomCreated,
    Synced,
    Unwatch,
    Watch,
    Watching,
)
from tests.chaos.simulation.runtime.host import decode_client, decode_server
from tests.chaos.simulation.runtime.trace import Trace
from tests.chaos.simulation.store.ledger import Ledger, Step
from tests.support.games.checkpoints import one_by_one
from tests.support.games.watch_law import WatchLaw

_UNKNOWN: Final = frozenset({"unavailable"})
"""Codes that leave open whether a command was carried out."""


class Observer:
    """Mutable: what is known to be true, and what went wrong."""

    def __init__(self, ledger: Ledger, trace: Trace) -> None:
        self.ledger = ledger
        self.trace = trace
        self.problems: list[str] = []
        self.answers: dict[tuple[RoomId, str], RoomCreated | Acted | Error] = {}
        """The last definite answer to every command, by its room and full id."""
        self._histories: dict[RoomId, list[Room]] = {}
        self._events: dict[RoomId, list[ev.Event]] = {}
        self._seen = 0

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def room(self, room: RoomId, version: int) -> Room | None:
        """A room as it really was at a version, by applying its log; None when it was not there yet."""
        self._catch_up()
        history = self._histories.get(room, [])
        return history[version - 1] if 0 < version <= len(history) else None

    def histories(self, room: RoomId) -> list[list[Room]]:
        """The one history of a room: what it was at each of its versions."""
        self._catch_up()
        return [self._histories.get(room, [])]

    def event(self, room: RoomId, version: int) -> ev.Event | None:
        self._catch_up()
        events = self._events.get(room, [])
        return events[version - 1] if 0 < version <= len(events) else None

    def version(self, room: RoomId) -> int:
        """How many events there are now."""
        self._catch_up()
        return len(self._events.get(room, []))

    @property
    def rooms(self) -> list[RoomId]:
        self._catch_up()
        return list(self._events)

    def _catch_up(self) -> None:
        steps = self.ledger.steps
        while self._seen < len(steps):
            step = steps[self._seen]
            self._seen += 1
            for event in step.events:
                self._append(step.room, event)

    def _append(self, room: RoomId, event: ev.Event) -> None:
        history = self._histories.setdefault(room, [])
        self._events.setdefault(room, []).append(event)
        if not history:
            assert isinstance(event, ev.Created)
            history.append(opened(event))
        else:
            history.append(apply(history[-1], event))


class ConnectionTap:
    """What crosses one connection. Mutable."""

    def __init__(self, observer: Observer, name: str) -> None:
        self._observer = observer
        self._name = name
        self._asked: dict[int, ClientMessage] = {}
        self._hello: Hello | None = None
        self._versions: dict[RoomId, int] = {}
        """The last version told of every room that is watched."""
        self._bases: dict[RoomId, set[int]] = {}
        """Versions after which events were asked for."""
        self._player: Identity | None = None
        """Known from the welcome on, before which come the events that were missed."""
        self._early: list[Happened | Synced] = []
        """What was sent before it."""
        self._law = WatchLaw(observer.histories)

    def to_server(self, frame: bytes) -> None:
        self._observer.trace.note(f"{self._name} >", frame)
        message = decode_client(frame)
        self._law.asked(message)
        self._asked[message.id] = message
        match message:
            case Hello(rooms=rooms):
                for room, base in rooms.items():
                    self._bases.setdefault(room, set()).add(_version(base))
            case Watch(room=room, after=base) | Act(room=room, base=base):
                self._bases.setdefault(room, set()).add(_version(base))
            case _:
                pass

    def to_client(self, frame: bytes) -> None:
        self._observer.trace.note(f"{self._name} <", frame)
        for message in one_by_one(decode_server(frame)):
            for problem in self._law.sent(message):
                self._problem(problem)
            self._judge(message)

    def _judge(self, message: ServerMessage) -> None:
        match message:
            case Happened():
                self._happened(message)
            case Synced():
                self._synced(message)
            case Welcome():
                self._player = message.player
                for early in self._early:
                    self._keeps_plans(early)
                self._asked.pop(message.id, None)
            case Replaced(room=room) | Dismissed(room=room):
                self._versions.pop(room, None)
            case Ok() | RoomCreated() | Acted() | Watching() | Error():
                self._answered(message)
            case _:
                pass

    def _problem(self, text: str) -> None:
        self._observer.problem(f"{self._name}: {text}")

    def _happened(self, message: Happened) -> None:
        room, version = message.room, message.version
        last = self._versions.get(room)
        if not (last is not None and version == last + 1) and version - 1 not in self._bases.get(room, ()):
            self._problem(f"event {version} of {room} came after {last}")
        self._versions[room] = version
        real = self._observer.event(room, version)
        if real is None:
            self._problem(f"event {version} of {room} was told before it was committed")
        elif message.event not in (real, view(real, Viewer.PLAYER)):
            self._problem(f"event {version} of {room} is {real}, and {message.event} was told")
        elif self._is_mine(real) and message.event != real:
            self._problem(f"the player's own plan was not told: {message}")
        self._keeps_secrets(message)
        self._keeps_plans(message)

    def _keeps_secrets(self, message: Happened) -> None:
        """What watchers say among themselves is not told to those who play; who has got up may read it."""
        event, player = message.event, self._player
        if player is None or not isinstance(event, ev.Said) or event.to is not ev.ChatAudience.WATCHERS:
            return
        then = self._observer.room(message.room, message.version)
        now = self._observer.room(message.room, self._observer.version(message.room))
        if all(room is not None and room.seat_of(player.id) is not None for room in (then, now)):
            self._problem(f"a player was told what watchers said: {message}")

    def _is_mine(self, event: ev.Event) -> bool:
        """Whether the player has planned something there."""
        me = self._player
        return isinstance(event, ev.ConditionsSet) and me is not None and event.player == me.id

    def _keeps_plans(self, message: Happened | Synced) -> None:
        """What a player plans is told to nobody else."""
        if self._player is None:
            self._early.append(message)
        elif not _planners(message) <= {self._player.id}:
            self._problem(f"the plan of another was told: {message}")

    def _synced(self, message: Synced) -> None:
        room, version = message.room, message.snapshot.version
        self._versions[room] = version
        real = self._observer.room(room, version)
        if real is None:
            self._problem(f"version {version} of {room} was told before it was committed")
        elif message.snapshot not in self._snapshots(real):
            self._problem(f"{room} at {version} is not {message.snapshot}")
        self._keeps_plans(message)

    def _snapshots(self, room: Room) -> Iterator[Snapshot]:
        """What the player may be shown of a room."""
        for me in (None, *(own.player for own in room.conditions)):
            if self._player is None or me in (None, self._player.id):
                yield from (snapshot(room, viewer, me=me) for viewer in Viewer)

    def _answered(self, reply: Ok | RoomCreated | Acted | Watching | Error) -> None:
        request = self._asked.pop(reply.id, None)
        match request:
            case None:
                self._problem(f"{reply} answers nothing")
            case Act(room=room):
                self._act_answered(request, reply)
                if isinstance(reply, Acted) and self._versions.get(room, 10**9) < reply.version:
                    self._problem(f"{reply} came before its events")
            case Create() if isinstance(reply, RoomCreated):
                self._definite(reply.room, request.command_id, reply)
            case Unwatch(room=room) if isinstance(reply, Ok):
                self._versions.pop(room, None)
            case _:
                pass

    def _act_answered(self, act: Act, reply: Ok | RoomCreated | Acted | Watching | Error) -> None:
        if isinstance(reply, Acted):
            steps = self._definite(act.room, act.command_id, reply)
            if steps and not self._is_version_of(reply, steps[0].version):
                self._problem(f"{reply} to what led to version {steps[0].version}")
            if steps and not _carries_out(steps[0], act.command, self._player):
                self._problem(f"{act} led to {steps[0].events}")
        elif isinstance(reply, Error) and reply.code not in _UNKNOWN:
            self._definite(act.room, act.command_id, reply)

    def _is_version_of(self, reply: Acted, version: int) -> bool:
        """Whether a reply has the version of its step, or a lower one where viewers see it later."""
        delays = (rooms[0].created.options.viewer_delay for rooms in self._observer.histories(reply.room))
        return reply.version == version or (reply.version < version and any(delays))

    def _definite(self, room: RoomId, command_id: str, reply: RoomCreated | Acted | Error) -> list[Step]:
        """Remember an answer; the steps that were taken for the command."""
        key = room, f"{self._player.id if self._player else ''}:{command_id}"
        self._observer.answers[key] = reply
        steps = self._observer.ledger.done(*key)
        if problem := contradiction(reply, steps):
            self._problem(problem)
        return steps


def _planners(message: Happened | Synced) -> set[PlayerId]:
    """Whose plans a message tells."""
    if isinstance(message, Synced):
        return {own.player for own in message.snapshot.conditions}
    return {message.event.player} if isinstance(message.event, ev.ConditionsSet) else set()


def contradiction(reply: RoomCreated | Acted | Error, steps: list[Step]) -> str:
    """How an answer does not fit what was done for its command; empty if it fits."""
    match reply:
        case RoomCreated() | Acted() if len(steps) != 1:
            return f"{reply} to what was done {len(steps)} times"
        case Error(code=Reason.TOO_LATE) if len(steps) <= 1:
            return ""
        case Error(code=Reason.NO_TURN) if all(map(_offers_takeback, steps)):
            # There was nothing to take back. A node that was cut off makes the offer when there is, as offers
            # are about no position.
            return ""
        case Error() if steps:
            return f"{reply} to what was done: {steps}"
        case _:
            return ""


def _offers_takeback(done: Step) -> bool:
    return all(isinstance(event, ev.Offered) and event.kind is OfferKind.TAKEBACK for event in done.events)


def _version(known: Checkpoint | None) -> int:
    return known.version if known else 0


def _carries_out(step: Step, command: cmd.PlayerCommand, player: Identity | None) -> bool:
    """Whether a step is what the command asked for."""
    assert player is not None
    first = step.events[0]
    match command:
        case cmd.Play(point=point):
            return any(isinstance(event, ev.Moved) and event.point == point for event in step.events)
        case cmd.Choose(choice=choice):
            return any(isinstance(event, ev.Chosen) and event.choice == choice for event in step.events)
        case cmd.Say(text=text):
            return isinstance(first, ev.Said) and first.text == text and first.player.id == player.id
        case cmd.Join():
            return isinstance(first, ev.Joined) and first.player.id == player.id
        case cmd.Leave():
            return isinstance(first, ev.Left)
        case cmd.Ready():
            return isinstance(first, ev.Readied)
        case cmd.Offer() | cmd.Accept():
            return isinstance(first, ev.Offered | ev.Accepted)
        case cmd.Abort() | cmd.Claim():
            return isinstance(first, ev.Finished | ev.Retired)
        case cmd.Mute() | cmd.Unmute() | cmd.Kick() | cmd.Ban() | cmd.Unban():
            return isinstance(first, ev.Moderated) and first.player == command.player
        case cmd.SetWatchPolicy(watch=watch):
            return isinstance(first, ev.WatchPolicyChanged) and first.watch is watch
        case cmd.Resign():
            return not isinstance(first, ev.Hidden | ev.Said | ev.Joined)
        case _:
            return True
