"""A client without a server: all rooms are in this process, and their logs in files."""

import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Self

from pente_client.connection import (
    ClientStopped,
    Replica,
    RequestRejected,
    Resynced,
    Update,
)
from pente_client.connection.replica.validate import InvalidEvent
from pente_client.connection.state.updates import UpdateQueue
from pente_client.local.computer_turns import AT_ONCE, TurnManner
from pente_client.local.local_room import NOT_SAVED, LocalRoom, RoomHost, not_saved_text
from pente_client.local.new_game import LocalGame, LocalPlayer, first_events, next_events
from pente_client.local.no_server import NoServer
from pente_client.local.ports import Opponent, OpponentFinder
from pente_client.local.saved_game import SavedGame, UnusableGame
from pente_client.local.speakers import sender, shares_board, speaker
from pente_client.play.shown.own_words import Seats
from pente_client.words.sentences import sentence
from pente_core.clock.instant import Instant
from pente_core.clock.time_control import BadTimeControl
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.apply import with_clocks
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import BadSetup, Setup
from pente_protocol.messages.checkpoint import NO_MARK
from pente_protocol.sentences import tell


def present() -> Instant:
    """The time by the clock of this machine."""
    return Instant(time.time_ns() // 1_000_000)


class LocalClient(NoServer):
    """A `pente_client.play.ports.GamePort` without a server. Mutable; an async context manager.

    Every event is saved before it is shown, so that a game survives the end of the program at any moment.
    """

    def __init__(
        self,
        directory: Path,
        finder: OpponentFinder,
        present: Callable[[], Instant] = present,
        manner: TurnManner = AT_ONCE,
    ) -> None:
        """``directory`` is where games are saved, ``finder`` knows the computer players, who play in a
        ``manner``.
        """
        self._directory, self._finder, self._manner = directory, finder, manner
        self._rooms: dict[RoomId, LocalRoom] = {}
        self._latest = RoomId("")
        self._queue = UpdateQueue()
        self._clock = _SteadyTime(present)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for local in self._rooms.values():
            self._pause(local, self.server_now())
            await local.close()
        self._queue.close()

    def begin(self, game: LocalGame) -> RoomId:
        """Begin a game, and save it.

        Raises BadSetup and BadTimeControl, ValueError for an unknown computer player, and OSError.
        """
        id_ = self._new_id()
        events = first_events(game, self.server_now())
        opponents = self._opponents(events)
        self._open(id_, SavedGame.create(self._directory, id_, events), _replica(id_, events), opponents)
        return id_

    def resume(self, path: Path) -> RoomId:
        """Go on with a saved game; its clock stands still until somebody resumes it.

        Raises UnusableGame, also for an unknown computer player, and OSError.
        """
        saved, log = SavedGame.open(path)
        try:
            id_ = log.room or self._new_id()
            events, opponents = log.events, self._opponents(log.events)
            replica = _replica(id_, events)
        except ValueError as unknown:
            saved.close()
            raise UnusableGame(sentence(str(unknown))) from None
        except BaseException:
            saved.close()
            raise
        self._clock.after(events[-1].at)
        # What a killed program took of a turn is not counted.
        self._open(id_, saved, replica, opponents, at=events[-1].at)
        return id_

    # What is known --------------------------------------------------------------------------------------

    @property
    def me(self) -> Identity:
        return speaker(self._room)

    @property
    def public_url(self) -> str:
        return ""

    @property
    def fingerprint(self) -> str:
        return ""

    @property
    def is_local(self) -> bool:
        return True

    @property
    def shares_board(self) -> bool:
        """Whether several people sit at this keyboard."""
        return shares_board(self._room)

    def sender(self, room: RoomId, command: cmd.PlayerCommand) -> Identity:
        return sender(self._rooms[room].room, command)

    @property
    def latest(self) -> RoomId:
        """The room of the game that was begun last."""
        return self._latest

    @property
    def files(self) -> Sequence[Path]:
        """The files of all games, in the order in which they were played.

        Once this is closed, those of games that had hardly begun are gone.
        """
        return [local.saved.path for local in self._rooms.values()]

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        return {id_: local.replica for id_, local in self._rooms.items()}

    @property
    def latency(self) -> None:
        """None: there is no server."""

    def server_now(self) -> Instant:
        return self._clock.now()

    async def updates(self) -> AsyncIterator[Update]:
        while (update := await self._queue.take()) is not None:
            yield update

    async def settled(self) -> None:
        """Wait until no computer player is thinking."""
        await self._rooms[self._latest].settled()

    # What is asked --------------------------------------------------------------------------------------

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        local = self._known(room)
        return local.carry_out(command, sender(local.room, command))

    async def watch(self, room: RoomId) -> Replica:
        replica = self._known(room).replica
        self._queue.push(Resynced(room, replica.room))
        return replica

    async def set_up(
        self, room: RoomId, setup: Setup | None, rules: Ruleset | None = None, seats: Seats = None
    ) -> RoomId:
        """Begin another game in place of one, which can be gone on with later."""
        before = self._known(room).room
        try:
            players = tuple(map(_player, before.seats)) if seats is None else self._seated(seats)
            game = LocalGame(rules or before.created.ruleset, players, before.created.time, setup)
            following = self.begin(game)
        except (BadSetup, BadTimeControl, ValueError) as bad:
            raise RequestRejected("bad-setup", str(bad)) from None
        except OSError as error:
            raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None
        await self._rooms[room].rest()
        return following

    async def unwatch(self, room: RoomId) -> None:
        """The game stays open: it may be looked at again."""

    async def forget(self, room: RoomId) -> None:
        """Close a game that is shown no more, and delete its file."""
        local = self._rooms.pop(room)
        await local.close()
        local.saved.path.unlink(missing_ok=True)

    def _known(self, room: RoomId) -> LocalRoom:
        """Raises RequestRejected for a room that was forgotten, or never there."""
        if room not in self._rooms:
            raise RequestRejected("unknown-room", tell("local.no-such-game"))
        return self._rooms[room]

    @property
    def _room(self) -> Room:
        return self._rooms[self._latest].room

    def _open(
        self,
        id_: RoomId,
        saved: SavedGame,
        replica: Replica,
        opponents: Mapping[PlayerId, Opponent],
        *,
        at: Instant | None = None,
    ) -> None:
        """Take up a room. Its clock, if it runs, is stopped at a moment (None: it goes on)."""
        push = self._queue.push
        host = RoomHost(self.server_now, self._new_id, push, self._continue, self._fail, push, self._manner)
        local = self._rooms[id_] = LocalRoom(replica, saved, opponents, host)
        self._latest = id_
        if at is not None:
            self._pause(local, at)
        local.wake()

    def _continue(self, before: RoomId, room: Room, id_: RoomId) -> None:
        events = next_events(room, before, self.server_now())
        saved = SavedGame.create(self._directory, id_, events)
        self._open(id_, saved, _replica(id_, events), self._opponents(events))

    def _opponents(self, events: tuple[ev.Event, ...]) -> dict[PlayerId, Opponent]:
        """The computer players who have joined. Raises ValueError."""
        joined = [event.player for event in events if isinstance(event, ev.Joined)]
        return {
            player.id: self._finder.opponent(player.name)
            for player in joined
            if player.kind is PlayerKind.BOT
        }

    def _seated(self, seats: Sequence[str | None]) -> tuple[LocalPlayer, ...]:
        """Computer players, and in the other seats people: first those who have played here before.

        Raises ValueError for an unknown computer player.
        """
        seated = (player for local in self._rooms.values() for player in local.room.seats if player)
        known = dict.fromkeys(player.name for player in seated if player.kind is not PlayerKind.BOT)
        fresh = (f"player-{number}" for number in count(1))
        people = chain(known, (name for name in fresh if name not in known))
        return tuple(
            LocalPlayer(next(people))
            if name is None
            else LocalPlayer(self._finder.opponent(name).name, is_computer=True)
            for name in seats
        )

    def _pause(self, local: LocalRoom, at: Instant) -> None:
        """Stop the clock of a game that is left, or was: a game that nobody looks at costs no time."""
        room = local.room
        if room.status is ev.Status.PLAYING and room.paused is None and room.clock.is_timed:
            local.record(with_clocks(room, (ev.Paused(at),)))

    def _fail(self, text: str) -> None:
        self._queue.push(ClientStopped(text))

    def _new_id(self) -> RoomId:
        """An id that begins with the time, so that files are in the order of their games."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime())
        return RoomId(f"{stamp}-{secrets.token_hex(4)}")


class _SteadyTime:
    """The time, which never goes back. Mutable."""

    def __init__(self, present: Callable[[], Instant]) -> None:
        self._present, self._least = present, Instant(0)

    def after(self, moment: Instant) -> None:
        """From now on, no time is before this."""
        self._least = max(self._least, moment)

    def now(self) -> Instant:
        self.after(self._present())
        return self._least


def _player(player: Identity | None) -> LocalPlayer:
    assert player is not None  # all seats are taken from the beginning
    return LocalPlayer(player.name, player.kind is PlayerKind.BOT)


def _replica(id_: RoomId, events: tuple[ev.Event, ...]) -> Replica:
    """The room of a log, every event of which was checked. Raises UnusableGame."""
    created, *others = events
    if not isinstance(created, ev.Created):
        raise UnusableGame(tell("local.not-a-game"))
    replica = Replica.opened(id_, created, NO_MARK, created.by.id)
    try:
        for version, event in enumerate(others, start=2):
            replica.step(version, event, None)
    except InvalidEvent as invalid:
        raise UnusableGame(tell("local.no-fit", reason=invalid)) from None
    if None in replica.room.seats:
        raise UnusableGame(tell("local.empty-seat"))
    return replica
