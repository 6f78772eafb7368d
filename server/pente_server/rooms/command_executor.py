"""The command executor: decides commands, commits what follows from them, and answers those who asked.

A command in an idle room is decided at once, and the store calls back: it costs neither a task nor a lock.
What has to wait for anything else runs in a task, which has the room until it is done.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

from pente_core.room import Reason, Refused, Room, Step, was_too_late
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.command_decider import CommandResult, OnResult, RoomCommand
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_cache import RoomCache
from pente_server.rooms.loaded.room_log import RoomLogReader
from pente_server.rooms.outages import RoomCredits
from pente_server.rooms.recorder import ATTEMPTS, Recorder
from pente_server.store import CommitResult, Committed, Conflict, Duplicate, StoreUnavailable

LONGEST_FALL: Final = 3
"""The most events that a fallen flag causes: a seat retires, the game ends, and a sequel is named."""


class CommandExecutor:
    """Carries out commands, one at a time in each room. Mutable: its running tasks."""

    def __init__(
        self,
        rooms: RoomCache,
        room_log: RoomLogReader,
        catch_up: CatchUp,
        recorder: Recorder,
        *,
        outage_credits: RoomCredits,
        decide: Callable[[LoadedRoom, RoomCommand], Step],
        is_serving: Callable[[], bool],
    ) -> None:
        """``decide`` raises Refused and RequestDenied."""
        self._rooms = rooms
        self._room_log = room_log
        self._catch_up = catch_up
        self._recorder = recorder
        self._credits = outage_credits
        self._decide = decide
        self._is_serving = is_serving
        self.tasks: set[asyncio.Task[int]] = set()

    def begin(self, asked: RoomCommand, done: OnResult) -> None:
        """Carry out a command, once for each key: now if the room is idle, else after those before.

        An exception that this raises itself is a bug; then ``done`` is not called.
        """
        loaded = self._rooms.loaded(asked.room_id)
        if loaded is None:
            self._run(done, self._load(asked))
        elif loaded.try_take():
            self._decide_now(loaded, asked, done)
        else:
            self._run(done, self._queue(loaded, loaded.queue_up(), asked))

    def _decide_now(self, loaded: LoadedRoom, asked: RoomCommand, done: OnResult) -> None:
        """Decide a command in a room that was taken for it, unless something has to be waited for."""
        if loaded.is_doubtful or self._credits.outages() or not self._is_serving():
            self._run(done, self._carry_out(loaded, asked))
            return
        try:
            taken = self._decide(loaded, asked)
            answered = partial(self._answered, loaded, asked, taken, done)
            self._recorder.submit(loaded, taken, asked.key_in(loaded.room), answered)
        except (Refused, RequestDenied):
            self._run(done, self._carry_out(loaded, asked))
        except BaseException:
            loaded.leave()
            raise

    def _answered(
        self,
        loaded: LoadedRoom,
        asked: RoomCommand,
        taken: Step,
        done: OnResult,
        answer: CommitResult | Exception,
    ) -> None:
        if isinstance(answer, Conflict | Duplicate):
            self._run(done, self._carry_out(loaded, asked, is_behind=True))
            return
        loaded.leave()
        if isinstance(answer, Committed):
            done(Refused(Reason.TOO_LATE) if taken.too_late else answer.version)
        else:
            done(answer)

    def _run(self, done: OnResult, work: Coroutine[Any, Any, int]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(partial(self._finish, done))

    def _finish(self, done: OnResult, task: "asyncio.Task[int]") -> None:
        self.tasks.discard(task)
        done(_result(task))

    async def _load(self, asked: RoomCommand) -> int:
        loaded = await self._rooms.get(asked.room_id)
        if not loaded.try_take():
            await loaded.wait(loaded.queue_up())
        return await self._carry_out(loaded, asked)

    async def _queue(self, loaded: LoadedRoom, place: "asyncio.Future[None]", asked: RoomCommand) -> int:
        await loaded.wait(place)
        return await self._carry_out(loaded, asked)

    async def _carry_out(self, loaded: LoadedRoom, asked: RoomCommand, *, is_behind: bool = False) -> int:
        """Carry out a command in a room that was taken for it, and leave the room."""
        try:
            if is_behind:
                await self._catch_up.catch_up(loaded)
            for _ in range(ATTEMPTS):
                version = await self._attempt(loaded, asked)
                if version is not None:
                    return version
            raise StoreUnavailable("the room is busy: other nodes keep changing it")
        finally:
            loaded.leave()

    async def _attempt(self, loaded: LoadedRoom, asked: RoomCommand) -> int | None:
        """Decide and commit a command once; None if it has to be decided again, as the room has changed."""
        if self._credits.outages():
            await self._credits.apply(loaded)
        # Checked here, as the node may have stopped serving while the command waited for the room.
        if not self._is_serving():
            raise StoreUnavailable("the store is not reachable")
        key = asked.key_in(loaded.room)
        try:
            taken = self._decide(loaded, asked)
        except (Refused, RequestDenied):
            # The refusal may be wrong: the command may be a repetition of one that was carried out, or this
            # node may have an old version of the room.
            done = await self._room_log.done(asked.room_id, key)
            was_behind = await self._catch_up.catch_up(loaded)
            if done is not None:
                return await self._first_answer(loaded.room, asked, done)
            if was_behind:
                return None
            raise
        match await self._recorder.commit(loaded, taken, key):
            case Committed(version):
                if taken.too_late:
                    raise Refused(Reason.TOO_LATE)
                return version
            case Duplicate() as done_before:
                version = key.version(done_before)
                return await self._first_answer(loaded.room, asked, version)
            case Conflict():  # another node was faster; the recorder has read its events
                return None

    async def _first_answer(self, room: Room, asked: RoomCommand, version: int) -> int:
        """The result of a command that was carried out before and led to ``version``."""
        start = max(0, version - LONGEST_FALL)
        bodies = (await self._room_log.read(asked.room_id, start))[: version - start]
        if was_too_late(asked.command, self._room_log.events(asked.room_id, bodies, room.created.format)):
            raise Refused(Reason.TOO_LATE)
        return version


def _result(task: "asyncio.Task[int]") -> CommandResult:
    if task.cancelled():
        return StoreUnavailable("the server is stopping")
    error = task.exception()
    return error if isinstance(error, Exception) else task.result()
