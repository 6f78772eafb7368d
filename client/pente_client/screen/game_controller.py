"""The controller of the game screen: keys, clicks and lines in, updates in, the model out."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pente_client.connection import ConnectionProblem
from pente_client.input.analysis import LookOrder
from pente_client.input.inputs import TuneInput
from pente_client.play.bot_offer import waits_for_anybody
from pente_client.play.ports import CurrentRoom, GamePort
from pente_client.play.room_controller import RoomController
from pente_client.play.series_start import OpponentScores
from pente_client.play.shown.guidance import NO_GUIDANCE, Guidance
from pente_client.play.viewpoint import Viewpoint, is_at_end
from pente_client.screen.attention import Attention
from pente_client.screen.leaving_game import LeavingGame
from pente_client.screen.looking_back import LookingBack
from pente_client.screen.model.cursor import cursor_moved
from pente_client.screen.model.looked_at import LookedAt
from pente_client.screen.model.remarks import bot_offer_remark
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.model.update_model import (
    attention_text,
    needs_attention,
    update_model,
    without_bot_offer,
)
from pente_client.screen.next_game import NextGame
from pente_client.screen.ports import PagePort
from pente_client.screen.room_front import RoomFront
from pente_client.screen.text.clocks import until_change
from pente_client.screen.tv_tuner import TvTuner
from pente_client.settings.settings import Settings
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.pages.palette import PaletteState
from pente_client.words.lists.profile import standing_text
from pente_client.words.sentences import sentence
from pente_client.words.viewer_delay import shown_moment
from pente_core.clock.clock import reading
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, format_point
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

OTHER_ROOM: Final = tell("status.line-of-other-room")
_SLOW: Final = 0.4
"""Seconds after which a person wants to know that something is still on its way."""


class GameController(RoomFront):
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
        settings: Callable[[], Settings] = Settings,
        guidance: Guidance = NO_GUIDANCE,
    ) -> None:
        model = ScreenModel(
            me=connection.me,
            is_local=connection.is_local,
            shares_board=connection.shares_board,
            glyphs=glyphs,
            follows=follows,
            url=url,
            public_url=connection.public_url,
            fingerprint=connection.fingerprint,
            channel=channel,
            shows_code=shows_code,
        )
        super().__init__(connection, page, model)
        self._slow: asyncio.TimerHandle | None = None
        self._room = RoomController(connection, self, settings=settings, guidance=guidance)
        self.attention = Attention(self._is_busy, page.sleep)
        self._next_game = NextGame(connection, page, lambda: self.model, self._replace, self.attention)
        self.looking = LookingBack(self, page, self._look)
        self._scores = OpponentScores(connection)
        self.tv = TvTuner(connection, page, self)
        self.leaving = LeavingGame(connection, self, self.leave)
        self._line = ""
        self._line_of: RoomId | None = None
        """The room that was shown when the player began the line."""

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
            self._room.ahead.go_on()
            if self._room.lessons is not None:
                self._room.lessons.show()
            self.start(self._find_bot())
            self._note_standing()

    async def listen(self) -> None:
        """Take updates from the connection until it ends."""
        async for update in self._connection.updates():
            before, self.model = self.model, update_model(self.model, update)
            self._room.notice(update)
            if self.model.lost:
                self.change(sending=self._room.pending_label)
            self._room.noticed(update)
            if needs_attention(before, self.model) and not self.model.is_local:  # where they sit at the board
                self._page.ring(attention_text(before, self.model))
            if self.model.shares_board:
                self.change(me=self._connection.me)
            self._note_standing()
            self._next_game.look_ahead(before, update)
            self.leaving.noticed(update)
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

    @property
    def latency(self) -> float | None:
        return self._connection.latency

    def now(self) -> Instant:
        """The moment of the game that is shown, by the server's clock."""
        return shown_moment(self.model.room, self.model.seat, self._connection.server_now())

    # What keys and clicks ask for --------------------------------------------------------------------

    def enter(self, text: str) -> bool:
        """Do what was typed, or play on the cursor when nothing was. Whether the text is done with."""
        self.change(notice=None)
        if not text.strip() and not text.startswith(" "):
            self._enter_nothing()
            return True
        if self._line_of not in (None, self.model.room_id):
            self._line_of = self.model.room_id
            self.notify(OTHER_ROOM, is_error=True)
            return False
        is_done = self._room.enter(f"'{text}" if text.startswith(" ") else text)
        if is_done:  # the line is empty now, of which its buffer does not tell
            self._line, self._line_of = "", None
            self.attention.changed()
        return is_done

    def _enter_nothing(self) -> None:
        """Play on the cursor, or go on to the next game, or here with one that was opened elsewhere."""
        if self.model.is_elsewhere:
            self.take_back()
        elif self.model.goes_on_with_lesson or self.model.goes_on_with_practice:
            self._room.enter("/next")
        elif self.model.cursor is not None:
            self._play_cursor()
        elif self.model.next_room is not None:
            self._next_game.go_now()

    def take_back(self) -> None:
        """Show a room here again that was opened at another connection."""
        if self.model.is_elsewhere and self.model.room_id is not None:
            self.start(self._take_back(self.model.room_id))

    async def _take_back(self, room: RoomId) -> None:
        try:
            await self._next_game.take_back(room)
        except ConnectionProblem as problem:
            self.notify(sentence(clean(str(problem))), is_error=True)
        self._page.changed()

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor so far to the right and up; the first time, show it."""
        way = -1 if self.model.is_turned else 1
        self._point_at(cursor_moved(self.model, way * columns, way * rows))

    def click(self, point: Point) -> None:
        """The first click on a point selects it, the second plays there.

        While a question waits, a click on the point that it is about says yes, and one elsewhere no.
        """
        if self.model.question is not None:
            self.answer(yes=self.model.question.command == cmd.Play(point))
            return
        if self.model.draft is not None:
            self.change(cursor=point)
            self._play_cursor()
        elif self.model.cursor == point:
            self._play_cursor()
        else:
            self._point_at(point)

    def answer(self, *, yes: bool) -> None:
        """Answer the question that waits."""
        self._room.answer(yes=yes)

    def escape(self) -> None:
        """Put away what is in the way: the notice, then premoves, the next game, the cursor, autoplay, a past
        place, and the scrolling of the panes.
        """
        model = self.model
        if model.notice is not None:
            self.change(notice=None)
        elif model.premoves:
            self._room.withdraw_premoves()
        elif model.moves_on_at is not None:
            self._next_game.stay()
        elif model.cursor is not None:
            self.change(cursor=None)
        elif model.pace is not None:
            self.looking.set_pace(None)
        elif model.looked_at is not None:
            self._room.enter("/live")
        else:
            self.change(moves_back=0, chat_back=0)
        self.attention.changed()
        self._page.changed()

    def show_help(self) -> None:
        self.change(shows_help=True, help_back=0)
        self._page.changed()

    def scroll_help(self, lines: int) -> None:
        """Show the help or the rules so many lines further down."""
        self.change(help_back=max(0, self.model.help_back + lines))
        self._page.changed()

    def show_palette(self, palette: PaletteState | None) -> None:
        """Show the list of actions in this state, or no more."""
        self.change(palette=palette, notice=None)
        self.attention.changed()
        self._page.changed()

    def close_cover(self) -> None:
        """Close what lies over the rest."""
        self.change(shows_help=False, shows_rules=False, shows_code=False)
        self.attention.changed()
        self._page.changed()

    def scroll(self, *, moves: int | None = None, chat: int | None = None) -> None:
        """Show the moves or the chat so many lines back from their end."""
        if moves is not None:
            self.change(moves_back=max(0, moves))
        if chat is not None:
            self.change(chat_back=max(0, chat))
        self.attention.changed()
        self._page.changed()

    def typed(self, text: str = "") -> None:
        """Put away the answer to what was typed before: the player goes on typing. ``text``: the line now."""
        self.line_is(text)
        self.change(notice=None, heard=None)

    def line_is(self, text: str) -> None:
        """The line has become another one, perhaps because it was done with."""
        if text and not self._line:
            self._line_of = self.model.room_id
        self._line = text
        self._line_of = self._line_of if text else None
        self.attention.changed()

    def pressed(self) -> None:
        """A key was pressed, or the mouse used, whatever it is for."""
        if self.model.seat is None:  # the clocks of a player's next game don't wait for long
            self.attention.pressed()

    def _is_busy(self) -> bool:
        """Whether the player would lose something if another room were shown now."""
        model = self.model
        if self._line or model.seat is not None or model.room is None:
            return bool(self._line)
        if model.covers or model.palette is not None or self._page.is_covered():
            return True
        is_away = model.looked_at is not None and not is_at_end(model.room, model.looked_at.view)
        return is_away or bool(model.chat_back or model.moves_back)

    # What the room's controller asks for -------------------------------------------------------------

    def look(self, current: CurrentRoom, view: Viewpoint) -> None:
        is_live = current.room.status is ev.Status.PLAYING and is_at_end(current.room, view)
        looked_at = None if is_live else LookedAt.of(current.room, view, self.model.looked_at)
        self.change(looked_at=looked_at, cursor=None, notice=None, advised=(), moves_back=0)
        self.attention.changed()
        self._page.changed()

    def flip_board(self) -> bool:
        self.change(is_turned=not self.model.is_turned)
        self._page.changed()
        return True

    def autoplay(self, seconds: float | None) -> bool:
        self.looking.set_pace(seconds)
        return True

    def go_to(self, room: RoomId) -> None:
        """Show a game of the player's own, unless another one is on."""
        if self.model.is_playing:
            self.notify(tell("status.next-game-begun"))
        else:
            self._next_game.go_to(room)

    def tune(self, order: TuneInput) -> None:
        self.tv.tune(order)

    def _look(self, order: LookOrder) -> bool:
        current = self.current
        return current is not None and self._room.look_back.do(order, current, "")

    async def show_game(self, room: RoomId) -> None:
        await self._next_game.open(room)
        self._page.changed()

    def pending_changed(self) -> None:
        """Say what is on its way: at once without a connection, else only when it takes long."""
        label = self._room.pending_label
        if self._slow is not None:
            self._slow.cancel()
        self._slow = asyncio.get_running_loop().call_later(_SLOW, self._show_sending) if label else None
        self.change(sending=label if self.model.lost else "")
        self._page.changed()

    def quit(self) -> None:
        self.leaving.quit()

    async def _find_bot(self) -> None:
        """Find a bot for a player who waits for anybody."""
        model = self.model
        if model.room is not None and waits_for_anybody(model.room, model.me.id):
            await self._room.bots.find()
            if self.model.room_id == model.room_id:
                self._offer_bot()

    def choose_bot(self, steps: int) -> None:
        """Offer another bot to a player who waits."""
        self._room.bots.choose(steps)
        self._offer_bot()

    def _offer_bot(self) -> None:
        """Show which bot is offered, in place of the one before."""
        bot = self._room.bots.chosen
        if bot is not None and bot != self.model.bot:
            self.model = replace(without_bot_offer(self.model), bot=bot).saying((bot_offer_remark(bot),))
            self._page.changed()

    def _note_standing(self) -> None:
        """Show how the player stands against the opponent, once that is known, and again after the game."""
        current = self.current
        if current is None:
            return
        if self._scores.is_unknown(current.room):
            self.start(self._find_standing(current))
        score = self._scores.count(current.id, current.room)
        self.change(standing="" if score is None else standing_text(score))

    async def _find_standing(self, found_in: CurrentRoom) -> None:
        await self._scores.find(found_in.id, found_in.room)
        self._note_standing()
        if self.model.standing and self.model.room_id == found_in.id and self.model.is_live:
            self.say(self.model.standing)
        self._page.changed()

    def leave(self) -> None:
        self.looking.close()
        self._room.look_back.close()
        self._page.leave(1 if self.model.is_over else 0)

    # The model ---------------------------------------------------------------------------------------

    def _play_cursor(self) -> None:
        """Play on the cursor, or try a move there, as if the point had been typed."""
        if self.model.cursor is not None:
            self.change(notice=None)
            self._room.enter(format_point(self.model.cursor, self.model.size))

    def _point_at(self, point: Point) -> None:
        self.change(cursor=point, notice=None)
        self._page.changed()

    def _until_tick(self) -> float:
        """Seconds until something on the screen changes by itself."""
        room = self.model.room
        counts_down = self.model.moves_on_at is not None or (
            room is not None and room.paused is None and bool(room.absent)
        )
        if room is None or room.clock.running is None or not room.clock.remaining:
            return 1.0 if counts_down else 3600.0
        left = room.clock.remaining_at(self.now())[room.clock.running]
        return min(1000, until_change(reading(room.created.time, left).time)) / 1000

    def _show_sending(self) -> None:
        self.change(sending=self._room.pending_label)
        self._page.changed()
