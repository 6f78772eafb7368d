"""A session in lines: what happens in a room is shown, and what a person or a program types is done."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from pente_client.connection import RequestRejected, Update
from pente_client.input.inputs import (
    TuneInput,
)
from pente_client.play.leaving import give_up_seat
from pente_client.play.ports import GamePort
from pente_client.play.room_controller import RoomController
from pente_client.play.shown.guidance import NO_GUIDANCE, Guidance
from pente_client.settings.settings import Settings
from pente_client.stream.line_front import LineFront
from pente_client.stream.output_port import Output
from pente_client.stream.room_follower import RoomFollower
from pente_client.stream.typed_lines import TypedLines
from pente_client.stream.update_feed import UpdateFeed
from pente_client.words.waiting import (
    NO_REPLY,
    NOT_ON_TV,
    UNANSWERED,
    away_text,
    left_text,
    not_done_text,
    play_command,
    refused_text,
    tuned_text,
)
from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.room import events as ev
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.sentences import tell

ANSWER_TIMEOUT: Final = 5.0
"""Seconds in which the answer to what was typed is awaited before the player leaves."""
QUIT_TIMEOUT: Final = 0.5
"""Seconds in which what has come already is still shown before the player leaves."""

SessionFlow = Callable[[], Coroutine[Any, Any, int]]
"""All that a session shows, from beginning to end; gives the exit status."""


class LineSession(LineFront):
    """Shows the updates of one room after the other, and carries out the lines that are typed. Mutable.

    The front end of a `RoomController`. ``is_playing`` False: input may only be chat, with others who
    watch. ``asks``: whether a person confirms a resignation; what a program or a script types in its game
    is done strictly in order, and a move waits for its turn. ``url`` is what has to be typed to come back.
    ``at_end_of_input``: what to wait for before the session ends with its input; None: it goes on, unless
    moves were typed and answered. ``wait``: the most seconds for each turn once the input has ended; None:
    for ever.
    ``review`` is what a computer says about the game, which is over.
    """

    def __init__(
        self,
        client: GamePort,
        output: Output,
        lines: AsyncIterator[str],
        *,
        is_playing: bool,
        asks: bool,
        url: str = "",
        at_end_of_input: Callable[[], Awaitable[None]] | None = None,
        wait: float | None = None,
        settings: Callable[[], Settings] = Settings,
        guidance: Guidance = NO_GUIDANCE,
        review: GameReview | None = None,
    ) -> None:
        super().__init__(client, output, UpdateFeed(client, output, is_playing=is_playing, url=url), review)
        self.channel: TvChannel | None = None
        """The channel of TV that is followed; None: this is not TV."""
        self._lines, self._asks, self._url = lines, asks, url
        self._at_end_of_input, self._wait = at_end_of_input, wait
        self._controller = RoomController(
            client,
            self,
            may_play=is_playing,
            asks=asks,
            queues=True,
            settings=settings,
            guidance=guidance,
        )
        self._feed.on_update = self._controller.notice
        self._feed.on_shown = self._note
        self.rooms = RoomFollower(client, output, self._feed, asks=asks, start=self.start)
        self._next_rooms: list[RoomId] = []
        """Games of the player that have begun beside the one that is shown."""
        self._has_next = asyncio.Event()
        self._is_quitting = False
        self._script: TypedLines | None = None
        """What a program or a script types in its game; None for all else."""
        self._has_moved = False
        """Whether a script has typed a move."""
        self._move = ""
        """The move of a script that is on its way; empty while another line is."""
        self._refused: list[str] = []
        """What a script has typed that was meant for a turn, and was refused."""
        self._is_over = False
        """Whether all was shown that the session is for."""
        self._has_shown = asyncio.Event()
        """Set when something was shown, or all was."""
        self._work: asyncio.Queue[Coroutine[Any, Any, None]] = asyncio.Queue()
        """What is asked of the server, one thing after the other."""

    async def run(self, flow: SessionFlow) -> int:
        """Run the flow, and do what is typed, until it ends or the player quits: the exit status."""
        if self._feed.is_playing and not self._asks and self._controller.lessons is None:
            self._script = TypedLines(self._lines)
        showing = asyncio.create_task(self._show(flow))
        reading = asyncio.create_task(self._read())
        working = asyncio.create_task(self._do_work())
        tasks: set[asyncio.Task[Any]] = {showing, reading, working}
        try:
            running: set[asyncio.Task[Any]] = set(tasks)
            while running:
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                if showing in done:
                    await self._finish_script(reading)
                    return showing.result()
                for task in done:
                    if (status := task.result()) is not None:
                        return int(status)
            return 0
        except asyncio.CancelledError:  # Ctrl-C
            self._is_quitting = True
            raise
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._script is not None:
                await self._script.close()
            if self._is_quitting:
                await self._say_farewell()
            await self._feed.close()
            self._controller.look_back.close()
            self._drop_work()
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIT_TIMEOUT):
                    await self._controller.people.withdraw()

    async def _say_farewell(self) -> None:
        """Say what becomes of a room on a server, and close one that waits if nobody was told of it."""
        current, me = self.current, self._client.me.id
        if current is None or self._client.is_local:
            return
        has_left = await give_up_seat(self._client, current, me)
        way_in = play_command(self._url, current.id)
        now = self._client.server_now()
        text = left_text(current.room, me) if has_left else away_text(current.room, me, way_in, now)
        if text:
            self._output.notice(text)

    async def _show(self, flow: SessionFlow) -> int:
        if not self._client.is_local:
            await self._feed.first()
        await self._client.receive_messages()
        status = await self._until_next(flow)
        while self._next_rooms:
            room = self._next_rooms.pop(0)
            status = await self._until_next(lambda room=room: self._play(room))  # type: ignore[misc]
        return status

    async def _until_next(self, flow: SessionFlow) -> int:
        """Do what a flow does, but leave it when a game of the player's begins while they only watch."""
        self._has_next.clear()
        showing, leaving = asyncio.create_task(flow()), asyncio.create_task(self._has_next.wait())
        try:
            await asyncio.wait({showing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            return showing.result() if showing.done() else 0
        finally:
            for task in (showing, leaving):
                task.cancel()
            await asyncio.gather(showing, leaving, return_exceptions=True)

    async def _play(self, room: RoomId) -> int:
        """Show a game of the player's own, and those that follow it."""
        self._controller.allow_playing()
        self._feed.is_playing = True
        await self.rooms.enter(room)
        await self.rooms.follow_series(room, stays=False)
        return 0

    # What the room's controller asks for -------------------------------------------------------------

    def tune(self, order: TuneInput) -> None:
        if self.channel is None:
            self.reject("no-tv", NOT_ON_TV)
        else:
            self.start(self._tune(order, order.channel or self.channel))

    async def _tune(self, order: TuneInput, channel: TvChannel) -> None:
        beside = None if order.channel else self._feed.room
        try:
            room = await self._client.tune(channel, beside, back=order.back)
        except RequestRejected as rejected:
            self.reject(rejected.code, str(rejected))
            return
        self.channel = channel
        self._output.notice(tuned_text(channel, room, beside))

    async def show_game(self, room: RoomId) -> None:
        if room in self._client.rooms:  # to be shown whole again
            await self._client.unwatch(room)
        self._feed.turn_to(room)
        await self._client.watch(room)

    def go_to(self, room: RoomId) -> None:
        self._next_rooms.append(room)
        current = self.current
        is_busy = current is not None and current.room.status is ev.Status.PLAYING
        if is_busy and current is not None and current.room.seat_of(self._client.me.id) is not None:
            self._output.notice(tell("plain.next-game-begun"))
        else:
            self._has_next.set()

    def reject(self, code: str, text: str, typed: str = "") -> None:
        super().reject(code, text, typed)
        if self._script is not None and (self._move or code == "bad-input"):
            self._refused.append(self._move or self._script.current)
            self._move = ""

    def quit(self) -> None:
        self.leave()

    def leave(self) -> None:
        self._is_quitting = True

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self._work.put_nowait(work)

    # Lines and work ----------------------------------------------------------------------------------

    async def _read(self) -> int | None:
        """Take lines as they come; the exit status once the session ends with them, else None."""
        await self.rooms.begun.wait()
        try:
            async for line in self._lines if self._script is None else self._script:
                await self._enter(line)
                if self._is_quitting:
                    await self._show_the_rest_before_leaving()
                    return 0
            self.rooms.no_more_lines.set()
            return await self._end_with_input()
        except TimeoutError:
            left = () if self._script is None else self._script.left
            self.reject("not-done" if left else "no-reply", not_done_text(left) if left else NO_REPLY)
            self._is_quitting = True
            return 1

    async def _enter(self, line: str) -> None:
        """Do what a line asks for, in a script not before its turn."""
        if self._controller.lessons is not None:
            await self._enter_in_lesson(line)
            return
        if not line.strip() or self._is_answer(line.strip().lower()):
            return
        if self._script is not None and not self._controller.is_to_quit(line):
            await self._patiently(self._until_done(), ANSWER_TIMEOUT)
            if self._controller.is_move(line):
                self._has_moved = True
                await self._patiently(
                    self._until(lambda: not self._controller.ahead.is_waiting(self.current))
                )
                self._move = line
            else:
                self._move = ""
        self._controller.enter(line)

    async def _end_with_input(self) -> int | None:
        """Wait for the reply to what was typed; the exit status, None where the session goes on.

        Raises TimeoutError.
        """
        if self._script is not None:
            self._script.forget()
        if self._at_end_of_input is not None:
            await self._work.join()
            await self._patiently(self._at_end_of_input())
            await self._show_the_rest()
            return self._tell_refused()
        if not self._has_moved:
            return None
        await self._patiently(self._until_done(), ANSWER_TIMEOUT)
        await self._patiently(self._until(lambda: not self._controller.ahead.is_waiting(self.current)))
        if self.current is None or self.current.room.status is not ev.Status.PLAYING:
            return None  # what follows from its end is still shown
        self._is_quitting = True
        return self._tell_refused()

    def _tell_refused(self) -> int:
        """Say what a game goes on without at the end of a script; the exit status."""
        is_on = self.current is not None and self.current.room.status is ev.Status.PLAYING
        if not (self._refused and is_on):
            return 0
        self._output.error("not-done", refused_text(self._refused))
        return 1

    async def _patiently(self, wanted: Awaitable[None], least: float = 0.0) -> None:
        """Wait, once the input has ended for some seconds, but ``least`` of them. Raises TimeoutError."""
        waiting = asyncio.ensure_future(wanted)
        ended = asyncio.ensure_future(self._script.ended.wait() if self._script else asyncio.Future())
        try:
            await asyncio.wait({waiting, ended}, return_when=asyncio.FIRST_COMPLETED)
            async with asyncio.timeout(None if self._wait is None else max(self._wait, least)):
                await waiting
        finally:
            ended.cancel()
            waiting.cancel()
            await asyncio.gather(waiting, ended, return_exceptions=True)

    async def _until_done(self) -> None:
        """Wait until what was typed before is done and shown."""
        await self._work.join()
        await self._until(lambda: self._feed.is_up_to_date and self._controller.is_up_to_date)

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, or nothing more will be shown."""
        while not (holds() or self._is_over):
            self._has_shown.clear()
            await self._has_shown.wait()

    def _note(self, update: Update) -> None:
        self._controller.noticed(update)
        self.rooms.noticed()
        self._has_shown.set()

    async def _finish_script(self, reading: "asyncio.Task[int | None]") -> None:
        """Do what a script has typed already, now that the end was shown."""
        self._is_over = True
        self._has_shown.set()
        if self._script is None:
            return
        idle = asyncio.create_task(self._script.is_idle.wait())
        await asyncio.wait({reading, idle}, timeout=ANSWER_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()

    async def _enter_in_lesson(self, line: str) -> None:
        """Do what a line asks for, and show what comes of it: it may be the end. Nothing means: go on."""
        self._controller.enter(line if line.strip() else "/next")
        await self._work.join()
        if self._at_end_of_input is not None:
            await self._at_end_of_input()
        if self._feed.shown is None:  # a room that is still to be shown
            self._feed.idle.clear()
        await self._show_the_rest()

    async def _show_the_rest_before_leaving(self) -> None:
        """Show what came of what was typed, or say that it is not known."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await self._work.join()
        except TimeoutError:
            self._output.notice(UNANSWERED)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(QUIT_TIMEOUT):
                await self._show_the_rest()

    async def _show_the_rest(self) -> None:
        """Do what was typed before, and show what came of it."""
        await self._work.join()
        while not self._feed.is_up_to_date:
            self._feed.idle.clear()
            await self._feed.idle.wait()
        await self._feed.idle.wait()

    def _is_answer(self, line: str) -> bool:
        """Answer the question that waits; a line that is neither yes nor no withdraws it."""
        if self.question is None:
            return False
        self._controller.answer(yes=line in {"y", "yes"})
        return line in {"y", "yes", "n", "no"}

    async def _do_work(self) -> None:
        """Do one thing after the other; never returns."""
        while True:
            await (await self._work.get())
            self._work.task_done()

    def _drop_work(self) -> None:
        while not self._work.empty():
            self._work.get_nowait().close()
