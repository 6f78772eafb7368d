"""One room after the other, each followed until its game is over."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Never

from pente_client.connection import FeaturedGameChanged
from pente_client.play.bot_offer import BotOffer, waits_for_anybody
from pente_client.play.ports import GamePort
from pente_client.play.series_start import OpponentScores, PreviousGame, series_at_start
from pente_client.stream.output_port import Output
from pente_client.stream.update_feed import UpdateFeed
from pente_client.words.bots.house_bots import bot_text
from pente_client.words.series import SeriesScore, is_to_go_on, series_title
from pente_client.words.waiting import bot_offer_text
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_protocol.sentences import tell

SETTLE_TIMEOUT: Final = 30.0
"""Seconds that a client waits after the end of a game for what follows from it."""
LINGERS: Final = 6.0
"""Seconds for which a game on TV is still shown that has gone dull: its end may just come."""


class RoomFollower:
    """Shows the rooms that a session is about, in order. Mutable.

    ``asks``: whether a person is told how to go on after a game. ``start`` does work beside what is shown.
    """

    def __init__(
        self,
        client: GamePort,
        output: Output,
        feed: UpdateFeed,
        *,
        asks: bool,
        start: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._client, self._output, self._feed, self._asks, self._start = client, output, feed, asks, start
        self.begun = asyncio.Event()
        """Set once there is something to look at; before that nothing is read."""
        self.no_more_lines = asyncio.Event()
        """Set once there are no more lines."""
        self._previous: PreviousGame | None = None
        self._scores = OpponentScores(client)

    @property
    def featured(self) -> RoomId | None:
        """The featured game, as far as updates were taken."""
        return self._feed.featured

    async def enter(self, room: RoomId) -> None:
        """Watch a room that is to be followed next. Raises RequestRejected and ConnectionEnded."""
        self._feed.room = room
        if room in self._client.rooms:  # its first snapshot was for nobody: ask for another one
            await self._client.unwatch(room)
        await self._client.watch(room)

    async def follow(self, room: RoomId, *, on_tv: bool = False) -> Room:
        """Show a room that is watched until its game is over; the room then, once all of it was shown.

        It is another room if the player has gone on to one meanwhile.
        ``on_tv``: only until another game is featured. Raises ConnectionEnded when the connection is lost for
        good.
        """
        self._feed.turn_to(room)
        self.begun.set()
        if self._feed.is_playing:
            self._start(self._offer_bot(room))
        series = await self._series_at_start(room)
        if on_tv and not _is_over(shown := await self._until_tv_moves_on(room)):
            return shown
        await self._feed.until(_is_over)
        after = await self._until_settled()
        if self._feed.room not in (None, room):
            room, series = self._feed.room, None
        self._output.finished(room, after)
        self._previous = PreviousGame(room, after, series)
        if series is not None and series_title(after):
            self._output.series_score(room, after, series.with_game(after))
        if after.game.is_over:
            self._show_standing(room, after)
        return after

    def noticed(self) -> None:
        """Find out how the player stands against an opponent who was not there before."""
        id_, room = self._feed.room, self._feed.shown
        if id_ is not None and room is not None and self._scores.is_unknown(room):
            self._start(self._find_standing(id_, room))

    async def _find_standing(self, id_: RoomId, room: Room) -> None:
        await self._scores.find(id_, room)
        if not _is_over(room):
            self._show_standing(id_, room)

    def _show_standing(self, id_: RoomId, room: Room) -> None:
        score = self._scores.count(id_, room)
        if score is not None:
            self._output.head_to_head(id_, score)

    async def follow_series(self, room: RoomId, *, stays: bool) -> Room:
        """Show a room that is watched, and those in which its players go on; the last one then.

        ``stays``: see `next_room`. Raises RequestRejected and ConnectionEnded.
        """
        while True:
            after = await self.follow(room)
            room = self._feed.room or room
            following = await self.next_room(stays=stays)
            if following is None:
                return after
            await self.enter(following)
            await self._client.unwatch(room)
            room = following

    async def follow_lessons(self, room: RoomId) -> Never:
        """Show a room, and those that come into its place, for ever."""
        await self.enter(room)
        self._feed.turn_to(room)
        self.begun.set()
        while True:
            await self._feed.next()

    async def next_room(self, *, stays: bool) -> RoomId | None:
        """The room in which the players of a finished game go on; None: nowhere, as far as is known.

        With ``stays`` they may still agree on one, until there are no more lines to read.
        """
        room = await self._feed.until(_is_over)
        if room.status is not ev.Status.FINISHED:
            return None
        if stays and self._asks and not room.sequel:
            self._output.notice(tell("plain.after-game"))
        ended = asyncio.create_task(self.no_more_lines.wait())
        try:
            while stays and not room.sequel and await self._feed.next(ended):
                room = await self._feed.until(_is_over)
        finally:
            ended.cancel()
        return RoomId(room.sequel) if room.sequel else None

    async def until_featured(self) -> RoomId:
        """Wait until another game is featured."""
        self._feed.turn_to(None)
        self.begun.set()
        while True:
            update = await self._feed.next()
            if isinstance(update, FeaturedGameChanged):
                return update.room

    async def _until_tv_moves_on(self, room: RoomId) -> Room:
        """The room once its game is over, or another one was asked for, or has been featured for a while."""

        def moves_on(shown: Room) -> bool:
            return _is_over(shown) or self.featured not in {None, room}

        shown = await self._feed.until(moves_on)
        give_up = asyncio.create_task(asyncio.sleep(LINGERS))
        try:
            while not (_is_over(shown) or self._feed.is_asked) and await self._feed.next(give_up):
                shown = await self._feed.until(moves_on)
            return shown
        finally:
            give_up.cancel()

    async def _offer_bot(self, room: RoomId) -> None:
        """Say that a bot would play with a player who waits for anybody."""
        replica = self._client.rooms.get(room)
        if replica is None or not waits_for_anybody(replica.room, self._client.me.id):
            return
        bot = await BotOffer(self._client).find()
        if bot is not None:
            self._output.notice(
                bot_offer_text(bot_text(bot), tell("plain.type-bot"), tell("plain.other-bot"))
            )

    async def _series_at_start(self, id_: RoomId) -> SeriesScore | None:
        """The score at the beginning of a room's game, which is shown; None where it is unknown."""
        replica = self._client.rooms.get(id_)
        if replica is None:
            return None
        room = replica.room
        score = await series_at_start(room, self._previous, self._client)
        if score is not None and score.halves:
            self._output.series_score(id_, room, score)
        return score

    async def _until_settled(self) -> Room:
        """Wait for what follows from the end (ratings, the next game of a set), but not for ever."""
        give_up = asyncio.create_task(asyncio.sleep(SETTLE_TIMEOUT))
        try:
            room = await self._feed.until(_is_over)
            while (is_to_go_on(room) or _is_to_be_rated(room)) and await self._feed.next(give_up):
                room = await self._feed.until(_is_over)
            return room
        finally:
            give_up.cancel()


def _is_over(room: Room) -> bool:
    return room.status in (ev.Status.FINISHED, ev.Status.CLOSED)


def _is_to_be_rated(room: Room) -> bool:
    """Whether the new ratings after the game are still to come."""
    outcome, created = room.game.outcome, room.created
    if outcome is None or not created.options.rated or room.rated:
        return False
    if created.game_of_set:
        return created.game_of_set == 2  # be its second game aborted: it counts as it stood
    return outcome.termination is not Termination.ABORTED
