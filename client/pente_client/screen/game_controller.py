"""The controller of the game screen: keys, clicks and lines in, updates in, the model out."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

from pente_client.connection import ConnectionProblem
from pente_client.connection.servers.join_link import JoinLink
from pente_client.input.analysis import GoTo, LookOrder, StepMoves
from pente_client.input.inputs import (
    ShowBoard,
    ShowConditions,
    ShowMoves,
    ShowRules,
    ShowWho,
    TuneInput,
    ViewInput,
)
from pente_client.play.bot_offer import bot_to_play, waits_for_anybody
from pente_client.play.leaving import give_up_seat
from pente_client.play.ports import CurrentRoom, GamePort
from pente_client.play.question import PendingQuestion
from pente_client.play.room_controller import RoomController
from pente_client.play.shown.advisor import AdviceKind, Advisor, GivenAdvice
from pente_client.play.shown.setup_draft import SetupDraft
from pente_client.play.viewpoint import Viewpoint, is_at_end
from pente_client.screen.attention import Attention
from pente_client.screen.autoplay import AutoplayLoop, faster, slower
from pente_client.screen.model.cursor import cursor_moved
from pente_client.screen.model.looked_at import LookedAt
from pente_client.screen.model.remarks import Remark, RemarkKind, bot_offer_remark
from pente_client.screen.model.screen_model import Notice, PaletteState, ScreenModel
from pente_client.screen.model.update_model import needs_attention, update_model
from pente_client.screen.next_game import NextGame
from pente_client.screen.ports import PagePort
from pente_client.screen.text.clocks import until_change
from pente_client.terminal.glyphs import Glyphs
from pente_client.words.conditional_moves import planned_lines
from pente_client.words.lists.annotations import notes_lines
from pente_client.words.lists.people import people_lines
from pente_client.words.lists.who_is_here import friend_lines, message_lines, who_is_here_lines
from pente_client.words.sentences import sentence
from pente_client.words.viewer_delay import shown_moment
from pente_client.words.waiting import NOT_ON_TV, gives_up_seat, tuned_text
from pente_core.clock.clock import reading
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Status
from pente_core.rules.point import Point, format_point
from pente_protocol.messages import DirectMessage, FriendList, OnlineList
from pente_protocol.messages.tv import BEST, BOTS, PEOPLE, TvChannel
from pente_protocol.untrusted_text import clean

OTHER_ROOM: Final = "You began this line in another room. Press Enter again to use it here."
_SLOW: Final = 0.4
"""Seconds after which a person wants to know that something is still on its way."""


class GameController:
    """The model and all that changes it; the front end of a `RoomController`. Mutable; has to be opened
    first.
    """

    def __init__(
        self,
        connection: GamePort,
        page: PagePort,
        glyphs: Glyphs,
        *,
        follows: bool,
        url: str = "",
        channel: TvChannel = BEST,
        shows_code: bool = False,
        advisor: Advisor | None = None,
    ) -> None:
        self._connection, self._page = connection, page
        self._clock_changed = asyncio.Event()
        self._slow: asyncio.TimerHandle | None = None
        self._room = RoomController(connection, self, advisor=advisor)
        self._attention = Attention(self._is_busy, page.sleep)
        self._next_game = NextGame(connection, page, lambda: self.model, self._replace, self._attention)
        self._autoplay = AutoplayLoop(self._step_on, page.sleep)
        self._line = ""
        self._line_of: RoomId | None = None
        """The room that was shown when the player began the line."""
        self.model = ScreenModel(
            me=connection.me,
            is_local=connection.is_local,
            shares_board=connection.shares_board,
            glyphs=glyphs,
            follows=follows,
            url=url,
            channel=channel,
            shows_code=shows_code,
        )

    async def open(self, room: RoomId | None) -> None:
        """Show a room; None: the featured one, once there is one.

        Raises ConnectionProblem when the room can't be watched.
        """
        await self._connection.receive_messages()
        if self.model.follows:
            featured = await self._connection.follow(self.model.channel)
            room = room or featured
        if room is not None:
            await self._next_game.open(room)
            self.start(self._find_bot())

    async def listen(self) -> None:
        """Take updates from the connection until it ends."""
        async for update in self._connection.updates():
            before, self.model = self.model, update_model(self.model, update)
            self._room.people.notice(update)
            if self.model.lost:
                self._change(sending=self._room.pending_label)
            self._room.noticed(update)
            if needs_attention(before, self.model):
                self._page.ring()
            if self.model.shares_board:
                self._change(me=self._connection.me)
            self._next_game.look_ahead(before, update)
            self._clock_changed.set()
            self._page.changed()

    async def keep_time(self) -> None:
        """Have the screen drawn anew whenever a visible clock shows something else; never returns."""
        while True:
            self._clock_changed.clear()
            try:
                async with asyncio.timeout(self._until_tick()):
                    await self._clock_changed.wait()
            except TimeoutError:
                self._page.changed()

    def now(self) -> Instant:
        """The moment of the game that is shown, by the server's clock."""
        return shown_moment(self.model.room, self.model.seat, self._connection.server_now())

    # What keys and clicks ask for --------------------------------------------------------------------

    def enter(self, text: str) -> bool:
        """Do what was typed, or play on the cursor when nothing was. Whether the text is done with."""
        self._change(notice=None)
        if not text.strip() and not text.startswith(" "):
            self._enter_nothing()
            return True
        if self._line_of not in (None, self.model.room_id):
            self._line_of = self.model.room_id
            self._notify(OTHER_ROOM, is_error=True)
            return False
        is_done = self._room.enter(f"'{text}" if text.startswith(" ") else text)
        if is_done:  # the line is empty now, of which its buffer does not tell
            self._line, self._line_of = "", None
            self._attention.changed()
        return is_done

    def _enter_nothing(self) -> None:
        """Play on the cursor, or go on to the next game."""
        if self.model.cursor is not None:
            self._play_cursor()
        elif self.model.next_room is not None:
            self._next_game.go_now()

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor so far to the right and up; the first time, show it."""
        self._point_at(cursor_moved(self.model, columns, rows))

    def click(self, point: Point) -> None:
        """The first click on a point selects it, the second plays there; a position is set up with one."""
        if self.model.draft is not None:
            self._change(cursor=point)
            self._play_cursor()
        elif self.model.cursor == point:
            self._play_cursor()
        else:
            self._point_at(point)

    def answer(self, *, yes: bool) -> None:
        """Answer the question that waits."""
        self._room.answer(yes=yes)

    def escape(self) -> None:
        """Put away what is in the way: the notice, then the next game, the cursor, autoplay, a past place,
        and the scrolling of the panes.
        """
        model = self.model
        if model.notice is not None:
            self._change(notice=None)
        elif model.moves_on_at is not None:
            self._next_game.stay()
        elif model.cursor is not None:
            self._change(cursor=None)
        elif model.pace is not None:
            self._set_pace(None)
        elif model.looked_at is not None:
            self._room.enter("/live")
        else:
            self._change(moves_back=0, chat_back=0)
        self._attention.changed()
        self._page.changed()

    def tune(self, order: TuneInput) -> None:
        if self.model.follows:
            self._page.start(self._tune(order))
        else:
            self._notify(NOT_ON_TV, is_error=True)

    def next_channel(self) -> None:
        """Follow the channel after this one, of those that are not about a ruleset."""
        first = (BEST, PEOPLE, BOTS)
        place = first.index(self.model.channel) if self.model.channel in first else -1
        self.tune(TuneInput(first[(place + 1) % len(first)]))

    async def _tune(self, order: TuneInput) -> None:
        channel = order.channel or self.model.channel
        beside = None if order.channel else self.model.room_id
        try:
            room = await self._connection.tune(channel, beside, back=order.back)
        except ConnectionProblem as problem:
            self._notify(sentence(clean(str(problem))), is_error=True)
            return
        self._change(channel=channel)
        self._notify(tuned_text(channel, room, beside))

    def show_help(self) -> None:
        self._change(shows_help=True, help_back=0)
        self._page.changed()

    def scroll_help(self, lines: int) -> None:
        """Show the help or the rules so many lines further down."""
        self._change(help_back=max(0, self.model.help_back + lines))
        self._page.changed()

    def show_palette(self, palette: PaletteState | None) -> None:
        """Show the list of actions in this state, or no more."""
        self._change(palette=palette, notice=None)
        self._page.changed()

    def close_cover(self) -> None:
        """Close what lies over the rest."""
        self._change(shows_help=False, shows_rules=False, shows_code=False)
        self._page.changed()

    def scroll(self, *, moves: int | None = None, chat: int | None = None) -> None:
        """Show the moves or the chat so many lines back from their end."""
        if moves is not None:
            self._change(moves_back=max(0, moves))
        if chat is not None:
            self._change(chat_back=max(0, chat))
        self._attention.changed()
        self._page.changed()

    def typed(self, text: str = "") -> None:
        """Put away the answer to what was typed before: the player goes on typing. ``text``: the line now."""
        self.line_is(text)
        self._change(notice=None, heard=None)

    def line_is(self, text: str) -> None:
        """The line has become another one, perhaps because it was done with."""
        if text and not self._line:
            self._line_of = self.model.room_id
        self._line = text
        self._line_of = self._line_of if text else None
        self._attention.changed()

    def pressed(self) -> None:
        """A key was pressed, or the mouse used, whatever it is for."""
        if self.model.seat is None:  # the clocks of a player's next game don't wait for long
            self._attention.pressed()

    def _is_busy(self) -> bool:
        """Whether the player would lose something if another room were shown now."""
        model = self.model
        if self._line or model.seat is not None or model.room is None:
            return bool(self._line)
        is_away = model.looked_at is not None and not is_at_end(model.room, model.looked_at.view)
        return is_away or bool(model.chat_back or model.moves_back)

    # What the room's controller asks for -------------------------------------------------------------

    @property
    def current(self) -> CurrentRoom | None:
        model = self.model
        if model.room is None or model.room_id is None:
            return None
        return CurrentRoom(model.room_id, model.room, model.presence)

    @property
    def question(self) -> PendingQuestion | None:
        return self.model.question

    def ask(self, question: PendingQuestion | None) -> None:
        self._change(question=question)
        self._page.changed()

    def show(self, view: ViewInput, current: CurrentRoom) -> None:
        match view:
            case ShowRules():
                self._change(shows_rules=True, help_back=0)
                self._page.changed()
            case ShowWho():
                self._notify("; ".join(people_lines(current.room, current.presence)))
            case ShowConditions():
                self._notify(" ".join(planned_lines(current.room, self.model.me.id)))
            case ShowBoard() | ShowMoves():
                self._notify("The board and the moves are on the screen. PgUp and PgDn scroll.")
            case _ as unreachable:
                assert_never(unreachable)

    def look(self, current: CurrentRoom, view: Viewpoint) -> None:
        is_live = current.room.status is Status.PLAYING and is_at_end(current.room, view)
        looked_at = None if is_live else LookedAt.of(current.room, view, self.model.looked_at)
        self._change(looked_at=looked_at, cursor=None, notice=None, advised=(), moves_back=0)
        self._attention.changed()
        self._page.changed()

    def autoplay(self, seconds: float | None) -> bool:
        self._set_pace(seconds)
        return True

    def show_notes(self, current: CurrentRoom) -> None:
        lines = notes_lines(current.room) or ["No notes yet. Look back with [ and type /comment TEXT."]
        remarks = tuple(Remark(RemarkKind.HAPPENED, line) for line in lines)
        self._replace(self.model.saying(remarks))
        self._page.changed()

    def step(self, moves: int) -> None:
        """Look so many moves on or back."""
        self._set_pace(None)
        self._look(StepMoves(moves))

    def look_at(self, node: int | None) -> None:
        """Look at a move of the game; None: at its end, or at the game as it is now."""
        self._set_pace(None)
        self._look(GoTo(node))

    def play_on(self, *, is_faster: bool) -> None:
        """Begin to step by itself, or do so faster; or slower, and then no more."""
        self._set_pace(faster(self.model.pace) if is_faster else slower(self.model.pace))

    def _look(self, order: LookOrder) -> bool:
        current = self.current
        return current is not None and self._room.look_back.do(order, current, "")

    def _set_pace(self, pace: float | None) -> None:
        if self._autoplay.set(pace):
            self.start(self._play_through())
        self._change(pace=pace)
        self._page.changed()

    async def _play_through(self) -> None:
        model = self.model
        if model.looked_at is None or model.looked_at.place + 1 == len(model.looked_at.line.entries):
            self._look(GoTo(0))  # from the beginning, as nothing follows
        await self._autoplay.run()
        self._change(pace=None)
        self._page.changed()

    def _step_on(self) -> bool:
        """One step of autoplay; whether there is another one."""
        before = self.model.looked_at
        if before is None or not self._look(StepMoves(1)):
            return False
        after = self.model.looked_at
        return after is not None and after.view != before.view

    def show_advice(self, current: CurrentRoom, given: GivenAdvice) -> None:
        del current
        points = given.advice.points if given.kind is not AdviceKind.EVAL else ()
        text, *more = given.lines
        self._change(advised=tuple(advised.point for advised in points[:1]))
        self._notify(text)
        if more:
            self._say(text, *more)

    def show_setup(self, current: CurrentRoom, draft: SetupDraft | None) -> None:
        del current
        self._change(draft=draft, notice=None, looked_at=None)
        self._page.changed()

    def show_code(self, room: RoomId, code: str, *, with_qr: bool) -> None:
        if room != self.model.room_id:
            return
        self._change(code=code)
        if with_qr:
            self._change(shows_code=True)
            self._page.changed()
        else:
            self._notify(". ".join(JoinLink(self.model.url, code).sentences))

    def show_people(self, found: OnlineList) -> None:
        self._say(*who_is_here_lines(found, self._connection.friends))

    def show_friends(self, found: FriendList) -> None:
        self._say(*friend_lines(found))

    def show_messages(self, messages: Sequence[DirectMessage]) -> None:
        self._say(*message_lines(messages))

    def go_to(self, room: RoomId) -> None:
        """Show a game of the player's own, unless another one is on."""
        if self.model.is_playing:
            self._notify("Your next game has begun. /quit leads to the lobby, where it comes first.")
        else:
            self._next_game.go_to(room)

    def _say(self, *lines: str) -> None:
        """Show lines where the chat is."""
        self._replace(self.model.saying(tuple(Remark(RemarkKind.HAPPENED, line) for line in lines)))
        self._page.changed()

    def reject(self, code: str, text: str, typed: str = "") -> None:
        del code  # for programs
        if typed:
            self._page.give_back(typed)
        self._notify(text, is_error=True)

    def notice(self, text: str) -> None:
        self._notify(text)

    def warn(self, problems: Sequence[str]) -> None:
        """Say what is wrong with what the player has set up."""
        self.model = self.model.saying(tuple(Remark(RemarkKind.HAPPENED, text) for text in problems))

    async def show_game(self, room: RoomId) -> None:
        await self._next_game.open(room)
        self._page.changed()

    def pending_changed(self) -> None:
        """Say what is on its way: at once without a connection, else only when it takes long."""
        label = self._room.pending_label
        if self._slow is not None:
            self._slow.cancel()
        self._slow = asyncio.get_running_loop().call_later(_SLOW, self._show_sending) if label else None
        self._change(sending=label if self.model.lost else "")
        self._page.changed()

    def quit(self) -> None:
        """Leave; a running game of the player's own only when asked for twice, or confirmed.

        Nobody asks who only waits: the seat is given up first, so that nobody joins a player who has gone.
        """
        model = self.model
        if model.room is not None and gives_up_seat(model.room, model.me.id) and not model.lost:
            self.start(self._give_up_seat())
        elif self._goes_on_without_us and model.question is not PendingQuestion.LEAVE:
            self.ask(PendingQuestion.LEAVE)
        else:
            self.leave()

    @property
    def _goes_on_without_us(self) -> bool:
        """Whether a game of the player's is on, with a clock that does not wait for them."""
        model = self.model
        return model.is_playing and not model.is_over and not model.is_local

    async def _find_bot(self) -> None:
        """Find a bot for a player who waits for anybody."""
        model = self.model
        if model.room is not None and waits_for_anybody(model.room, model.me.id):
            bot = await bot_to_play(self._connection)
            if bot is not None and self.model.room_id == model.room_id:
                self.model = replace(self.model, bot=bot).saying((bot_offer_remark(bot),))
                self._page.changed()

    async def _give_up_seat(self) -> None:
        if self.current is not None:
            has_left = await give_up_seat(self._connection, self.current, self.model.me.id)
            self._change(has_left=has_left)
        self.leave()

    def leave(self) -> None:
        self._autoplay.set(None)
        self._room.look_back.close()
        self._page.leave(1 if self.model.is_over else 0)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self._page.start(work)

    # The model ---------------------------------------------------------------------------------------

    def _play_cursor(self) -> None:
        """Play on the cursor, or try a move there, as if the point had been typed."""
        if self.model.cursor is not None:
            self._change(notice=None)
            self._room.enter(format_point(self.model.cursor, self.model.size))

    def _point_at(self, point: Point) -> None:
        self._change(cursor=point, notice=None)
        self._page.changed()

    def _notify(self, text: str, *, is_error: bool = False) -> None:
        """Show one sentence in the status line."""
        self._change(notice=Notice(clean(text), is_error=is_error))
        self._page.changed()

    def _until_tick(self) -> float:
        """Seconds until something on the screen changes by itself."""
        room = self.model.room
        counts_down = self.model.moves_on_at is not None or (room is not None and bool(room.absent))
        if room is None or room.clock.running is None or not room.clock.remaining:
            return 1.0 if counts_down else 3600.0
        left = room.clock.remaining_at(self.now())[room.clock.running]
        return min(1000, until_change(reading(room.created.time, left).time)) / 1000

    def _show_sending(self) -> None:
        self._change(sending=self._room.pending_label)
        self._page.changed()

    def _replace(self, model: ScreenModel) -> None:
        """Show another model, whose clocks may run differently."""
        self.model = model
        self._clock_changed.set()

    def _change(self, **changes: Any) -> None:
        self.model = replace(self.model, **changes)
