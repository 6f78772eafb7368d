"""Where a person's wishes become commands, and what comes from the server becomes the model."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, assert_never

from pente_client.connection import ConnectionProblem, FeaturedGameChanged, Resynced, RoomAdvanced, Update
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import NoSuchOffer, OfferAnswer
from pente_client.input.parse import (
    Input,
    InvalidInput,
    QuitInput,
    ShowBoard,
    ShowHelp,
    ShowMoves,
    ShowWho,
    ViewInput,
    command_label,
    parse_input,
)
from pente_client.screen.model.cursor import cursor_moved
from pente_client.screen.model.screen_model import Notice, PendingQuestion, ScreenModel
from pente_client.screen.model.update_model import needs_attention, update_model
from pente_client.screen.open_room import opened_model
from pente_client.screen.ports import GamePort
from pente_client.screen.shell import Shell
from pente_client.screen.text.clocks import until_change
from pente_client.terminal.glyphs import Glyphs
from pente_client.words.people import people_lines
from pente_core.clock.clock import reading
from pente_core.clock.instant import Instant, Millis, elapsed, later
from pente_core.identity import RoomId
from pente_core.room import Continued, Play, PlayerCommand, Refused, Resign, Room, Say, Status, decide
from pente_core.rules.point import Point
from pente_protocol.untrusted_text import clean

NEXT_GAME_DELAY: Final = Millis(6000)
"""How long a finished game stays to be seen before the next one that is followed."""
MY_NEXT_GAME_DELAY: Final = Millis(3000)
"""The same for one of ours before our next one, whose clocks may run already."""
_PATIENCE: Final = 0.4
"""Seconds after which a person wants to know that something is still on its way."""


class GameController:
    """The model and all that changes it. Mutable; has to be opened first."""

    def __init__(
        self, host: GamePort, around: Shell, glyphs: Glyphs, *, follows: bool, url: str = ""
    ) -> None:
        self._host = host
        self._around = around
        self._on_the_way: list[PlayerCommand] = []
        self._clock_changed = asyncio.Event()
        self._next: RoomId | None = None
        """The room that is shown next, while the one before may still be looked at."""
        self.model = ScreenModel(me=host.me, glyphs=glyphs, follows=follows, url=url)

    async def open(self, room: RoomId | None) -> None:
        """Sit down before a room; None: before the featured one, once there is one.

        Raises ConnectionProblem when the room can't be watched.
        """
        if self.model.follows:
            featured = await self._host.follow()
            room = room or featured
        if room is not None:
            await self._turn_to(room)

    async def listen(self) -> None:
        """Take what the connection tells, until it ends."""
        async for update in self._host.updates():
            before, self.model = self.model, update_model(self.model, update)
            if self.model.lost:
                self._change(sending=self._sent())
            if needs_attention(before, self.model):
                self._around.ring()
            self._look_ahead(before, update)
            self._clock_changed.set()
            self._around.changed()

    async def keep_time(self) -> None:
        """Have the screen drawn anew whenever a visible clock shows something else; never returns."""
        while True:
            self._clock_changed.clear()
            try:
                async with asyncio.timeout(self._until_tick()):
                    await self._clock_changed.wait()
            except TimeoutError:
                self._around.changed()

    def now(self) -> Instant:
        return self._host.server_now()

    def enter(self, text: str) -> bool:
        """Do what was typed, or play on the cursor when nothing was. Whether the text is done with."""
        if not text.strip() and not text.startswith(" "):
            self._play_cursor()
            return True
        try:
            order = parse_input(f"'{text}" if text.startswith(" ") else text, self.model.size)
        except InvalidInput as error:
            self.tell(str(error), is_error=True)
            return False
        return self._order(order, text)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor so far to the right and up; the first time, show it."""
        self._point_at(cursor_moved(self.model, columns, rows))

    def click(self, point: Point) -> None:
        """The first click on a point selects it, the second plays there."""
        if self.model.cursor == point:
            self._play_cursor()
        else:
            self._point_at(point)

    def answer(self, *, yes: bool) -> None:
        """Answer the question that was asked."""
        asked = self.model.asked
        self._change(asked=None)
        self._around.changed()
        if not yes or asked is None:
            return
        match asked:
            case PendingQuestion.RESIGN:
                self._send(Resign(), "/resign")
            case PendingQuestion.LEAVE:
                self._around.leave(0)
            case _ as unreachable:
                assert_never(unreachable)

    def ask_leave(self) -> None:
        """Leave; with a running game of ours only when asked for twice, or answered with yes."""
        if self.model.is_playing and not self.model.is_over and self.model.asked is not PendingQuestion.LEAVE:
            self._change(asked=PendingQuestion.LEAVE)
            self._around.changed()
        else:
            self._around.leave(1 if self.model.is_over else 0)

    def escape(self) -> None:
        """Put away what is in the way: the notice, then the cursor, then how far one has scrolled back."""
        if self.model.notice is not None:
            self._change(notice=None)
        elif self.model.cursor is not None:
            self._change(cursor=None)
        else:
            self._change(moves_back=0, talk_back=0)
        self._around.changed()

    def show_help(self, *, shown: bool) -> None:
        self._change(shows_help=shown)
        self._around.changed()

    def scroll(self, *, moves: int | None = None, talk: int | None = None) -> None:
        """Show the moves or the talk so many lines back from their end."""
        if moves is not None:
            self._change(moves_back=max(0, moves))
        if talk is not None:
            self._change(talk_back=max(0, talk))
        self._around.changed()

    def tell(self, text: str, *, is_error: bool = False) -> None:
        """Show one sentence in the status line."""
        self._change(notice=Notice(clean(text), is_error=is_error))
        self._around.changed()

    def typed(self) -> None:
        """The person goes on typing: an answer to what was typed before is no longer needed."""
        self._change(notice=None, heard=None)

    def _order(self, order: Input, text: str) -> bool:
        match order:
            case QuitInput():
                self.ask_leave()
            case ShowHelp() | ShowWho() | ShowBoard() | ShowMoves():
                self._display(order)
            case ModerationOrder():
                return self._discipline(order, text)
            case Resign() if self._may(order):
                self._change(asked=PendingQuestion.RESIGN)
                self._around.changed()
            case Resign():
                return False
            case OfferAnswer():
                return self._answer(order, text)
            case _:
                return self._send(order, text)
        return True

    def _display(self, order: ViewInput) -> None:
        match order:
            case ShowHelp():
                self.show_help(shown=True)
            case ShowWho() if self.model.room is not None:
                self.tell("; ".join(people_lines(self.model.room, self.model.presence)))
            case ShowWho():
                self.tell("there is no game yet", is_error=True)
            case ShowBoard() | ShowMoves():
                self.tell("the board and the moves are on the screen; PgUp and PgDn scroll")
            case _ as unreachable:
                assert_never(unreachable)

    def _discipline(self, order: ModerationOrder, text: str) -> bool:
        """Find out who is meant, and go on from there."""
        room = self.model.room
        if room is None or room.created.by.id != self.model.me.id:
            self.tell(
                "only the host of this room can do that" if room else "there is no game yet", is_error=True
            )
            return False
        self._around.start(self._find(order, room, text))
        return True

    async def _find(self, order: ModerationOrder, room: Room, text: str) -> None:
        try:
            self._send(await order.to(room, self._host.profile), text)
        except ConnectionProblem as problem:
            self._around.give_back(text)
            self.tell(str(problem), is_error=True)

    def _answer(self, answer: OfferAnswer, text: str) -> bool:
        room = self.model.room
        if room is None:
            self.tell("there is no game yet", is_error=True)
            return False
        try:
            return self._send(answer.to(room, self.model.me.id), text)
        except NoSuchOffer as error:
            self.tell(str(error), is_error=True)
            return False

    def _send(self, command: PlayerCommand, text: str) -> bool:
        """Send a command to the room unless it is certain to be refused; whether it was sent."""
        if not self._may(command):
            return False
        room = self.model.room_id
        assert room is not None
        turns = [sent for sent in self._on_the_way if not isinstance(sent, Say)]
        if turns and not isinstance(command, Say):
            self.tell(f"still sending {command_label(turns[0], self.model.size)}", is_error=True)
            return False
        self._on_the_way.append(command)
        self._change(notice=None, sending=self._sent() if self.model.lost else "")
        self._around.start(self._carry(room, command, text))
        self._around.changed()
        return True

    async def _carry(self, room: RoomId, command: PlayerCommand, text: str) -> None:
        """See a command through; when it is denied, say why and give back what was typed."""
        slow = asyncio.get_running_loop().call_later(_PATIENCE, self._show_sending)
        problem = ""
        try:
            await self._host.act(room, command)
        except ConnectionProblem as error:
            problem = str(error)
        finally:
            slow.cancel()
            self._on_the_way.remove(command)
        self._change(sending=self._sent() if self.model.lost else "")
        if problem:
            self._around.give_back(text)
            self.tell(problem, is_error=True)
        self._around.changed()

    def _may(self, command: PlayerCommand) -> bool:
        """Ask our own copy of the room first; its sentence is the same as the server's, only sooner."""
        if self.model.room is None:
            self.tell("there is no game yet", is_error=True)
            return False
        try:
            decide(self.model.room, command, by=self.model.me, now=self.now())
        except Refused as refused:
            self.tell(str(refused), is_error=True)
            return False
        return True

    def _play_cursor(self) -> None:
        if self.model.cursor is None:
            return
        self._send(Play(self.model.cursor), "")

    def _point_at(self, point: Point) -> None:
        self._change(cursor=point, notice=None)
        self._around.changed()

    def _look_ahead(self, before: ScreenModel, update: Update) -> None:
        """Go on to the next featured game, or to the room in which those who are shown go on."""
        match update:
            case FeaturedGameChanged(room=room) if self.model.follows:  # others are told too, for their lobby
                self._plan(room)
            case RoomAdvanced(room=room, event=Continued(room=sequel)) if room == self.model.room_id:
                self._plan(RoomId(sequel), is_replacing=False)
            case Resynced(room=room, after=after) if room == self.model.room_id and after.sequel:
                if before.room is not None and not before.room.sequel:
                    self._plan(RoomId(after.sequel), is_replacing=False)
            case _:
                pass

    def _plan(self, room: RoomId, *, is_replacing: bool = True) -> None:
        if self._next is None and room != self.model.room_id:
            self._next = room
            self._around.start(self._go_on())
        elif self._next is not None and is_replacing:
            self._next = room

    async def _go_on(self) -> None:
        """Show the next room, but not before the game that has just ended could be looked at."""
        room, following = self.model.room, self._next
        if following is not None and room is not None and self.model.seat is not None:
            with suppress(ConnectionProblem):  # it is tried again when it is to be shown
                await self._host.watch(following)  # so that the others see that we come
        if room is not None and room.status is Status.FINISHED:
            at = later(room.active, NEXT_GAME_DELAY if self.model.seat is None else MY_NEXT_GAME_DELAY)
            self._change(moves_on_at=at)
            self._clock_changed.set()
            await self._around.sleep(elapsed(self.now(), at) / 1000)
        following, self._next = self._next, None
        assert following is not None
        try:
            if following != self.model.room_id:
                await self._turn_to(following)
        except ConnectionProblem as problem:
            self._change(moves_on_at=None)
            self.tell(str(problem), is_error=True)
        self._around.changed()

    async def _turn_to(self, room: RoomId) -> None:
        """Show another room, and no longer watch the one before."""
        before = self.model
        replica = self._host.rooms.get(room) or await self._host.watch(room)
        fresh = await opened_model(before, room, replica, self._host)
        self.model = replace(fresh, lost=self.model.lost, is_over=self.model.is_over)
        self._clock_changed.set()
        if before.room_id is not None and before.room_id != room:
            await self._host.unwatch(before.room_id)

    def _until_tick(self) -> float:
        """Seconds until something on the screen changes by itself."""
        room = self.model.room
        counts_down = self.model.moves_on_at is not None or (room is not None and bool(room.absent))
        if room is None or room.clock.running is None or not room.clock.remaining:
            return 1.0 if counts_down else 3600.0
        left = room.clock.remaining_at(self.now())[room.clock.running]
        return min(1000, until_change(reading(room.created.time, left).time)) / 1000

    def _show_sending(self) -> None:
        self._change(sending=self._sent())
        self._around.changed()

    def _sent(self) -> str:
        return " and ".join(dict.fromkeys(command_label(sent, self.model.size) for sent in self._on_the_way))

    def _change(self, **changes: Any) -> None:
        self.model = replace(self.model, **changes)
