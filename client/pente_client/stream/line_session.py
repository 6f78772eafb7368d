"""A person, or a program, before a room: what happens there is shown, and what they type is done."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from pente_client.connection import (
    Client,
    ClientStopped,
    ConnectionEnded,
    FeaturedGameChanged,
    LobbyChanged,
    Removed,
    Replica,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import NoSuchOffer, OfferAnswer
from pente_client.input.parse import (
    HELP,
    InvalidInput,
    QuitInput,
    RoomInput,
    ShowBoard,
    ShowHelp,
    ShowMoves,
    ShowWho,
    ViewInput,
    parse_input,
)
from pente_client.stream.output_port import Output
from pente_client.words.absence import available_claims, next_due
from pente_client.words.phrases import SUPERSEDED
from pente_client.words.series import (
    UNPLAYED,
    SeriesScore,
    is_to_go_on,
    series_after,
    series_before,
    series_title,
)
from pente_core.clock.instant import elapsed
from pente_core.identity import RoomId
from pente_core.room import ClaimKind, PlayerCommand, Resign, Room, Say, Status
from pente_core.rules.outcome import Termination

SETTLE_TIMEOUT: Final = 30.0
"""Seconds that a client waits after the end for what comes of it."""
QUIT_TIMEOUT: Final = 0.5
"""Seconds for what has come already to be shown to somebody who quits."""

SessionFlow = Callable[[], Coroutine[Any, Any, int]]
"""What is to be seen, from beginning to end; gives the exit status."""


class LineSession:
    """Shows the updates of one room after the other, and carries out the lines that are typed. Mutable.

    ``is_playing`` False: who types may only talk, to others who watch. ``asks``: whether a person is asked
    before a game is given up.
    """

    def __init__(
        self, client: Client, output: Output, lines: AsyncIterator[str], *, is_playing: bool, asks: bool
    ) -> None:
        self.room: RoomId | None = None
        self.featured: RoomId | None = None
        """The featured game, as far as updates were taken."""
        self._client = client
        self._output = output
        self._lines = lines
        self._is_playing = is_playing
        self._asks = asks
        self._asked: PlayerCommand | None = None
        self._updates = client.updates()
        self._coming: asyncio.Task[Update] | None = None
        """The next update, where it was waited for in vain."""
        self._begun = asyncio.Event()
        """Set once there is something to look at; before that nothing is read."""
        self._idle = asyncio.Event()
        """Set while all that has come was shown."""
        self._read_all = asyncio.Event()
        """Set once there are no more lines."""
        self._orders: asyncio.Queue[PlayerCommand | ModerationOrder] = asyncio.Queue()
        self._shown: Room | None = None
        """The room, as far as it was shown."""
        self._claims: tuple[ClaimKind, ...] = ()
        """What may be claimed, as was told."""
        self._carried: tuple[str, SeriesScore] = ("", UNPLAYED)
        """A room that was shown, and how its series stands since."""

    async def run(self, story: SessionFlow) -> int:
        """Let the story go on, and do what is typed, until it ends or somebody quits: the exit status."""
        telling = asyncio.create_task(self._told(story))
        reading = asyncio.create_task(self._read())
        acting = asyncio.create_task(self._act())
        tasks: set[asyncio.Task[Any]] = {telling, reading, acting}
        try:
            running: set[asyncio.Task[Any]] = set(tasks)
            while running:
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                if telling in done:
                    return telling.result()
                for task in done:
                    if task.result():
                        return 0
            return 0
        finally:
            if self._coming is not None:
                tasks.add(self._coming)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _told(self, story: SessionFlow) -> int:
        first = await anext(self._updates)  # the welcome: it comes before everything else that is said
        self._output.show(first)
        return await story()

    async def enter(self, room: RoomId, password: str = "") -> None:
        """Watch a room that is to be followed next. Raises Denied and ConnectionEnded."""
        self.room = room
        await self._client.watch(room, password)

    async def follow(self, room: RoomId) -> Room:
        """Show a room that is watched until its game is over; the room then, once all is told of it.

        Raises ConnectionEnded when the connection is lost for good.
        """
        self.room, self._shown, self._claims = room, None, ()
        self._begun.set()
        series = await self._series_before(room, self._client.rooms.get(room))
        await self._until(_is_over)
        after = await self._until_settled()
        self._output.over(room, after)
        if series is not None:
            self._carried = (room, series_after(series, after))
            if series_title(after):
                self._output.standing(room, after, series.with_game(after))
        return after

    async def next_room(self, *, stays: bool) -> RoomId | None:
        """The room in which those who have just played go on; None: nowhere, as far as is known.

        With ``stays`` it may still be agreed on, until there are no more lines to read.
        """
        room = await self._until(_is_over)
        if room.status is not Status.FINISHED:
            return None
        if stays and self._asks and not room.sequel:
            self._output.notice("/rematch asks for another game, /quit leaves")
        ended = asyncio.create_task(self._read_all.wait())
        try:
            while stays and not room.sequel and await self._next(ended):
                room = await self._until(_is_over)
        finally:
            ended.cancel()
        return RoomId(room.sequel) if room.sequel else None

    async def _series_before(self, id_: RoomId, replica: Replica | None) -> SeriesScore | None:
        """How the series stands of which a room's game is one, which is told; None where nobody knows."""
        if replica is None:
            return None
        room = replica.room
        before, series = self._carried
        known = series if room.created.follows == before else await series_before(room, self._client.archive)
        if known is not None and known.halves:
            self._output.standing(id_, room, known)
        return known

    async def _until(self, holds: Callable[[Room], bool]) -> Room:
        """The room that was shown last, once something holds of it."""
        while self._shown is None or not holds(self._shown):
            await self._next()
        return self._shown

    async def _until_settled(self) -> Room:
        """Wait for what comes of the end (ratings, the next game of a set), but not for ever."""
        give_up = asyncio.create_task(asyncio.sleep(SETTLE_TIMEOUT))
        try:
            room = await self._until(_is_over)
            while (is_to_go_on(room) or _is_to_be_rated(room)) and await self._next(give_up):
                room = await self._until(_is_over)
            return room
        finally:
            give_up.cancel()

    async def until_featured(self) -> RoomId:
        """Wait until another game is featured."""
        self.room = self._shown = None
        self._begun.set()
        while True:
            update = await self._next()
            if isinstance(update, FeaturedGameChanged):
                return update.room

    async def _next(self, give_up: "asyncio.Task[Any] | None" = None) -> Update | None:
        """The next update that concerns the room, which has been shown; None once ``give_up`` is done.

        Raises ConnectionEnded when the connection is lost for good.
        """
        while True:
            self._coming = self._coming or asyncio.create_task(self._take())
            done, _ = await asyncio.wait({self._coming}, timeout=0)
            if not done:
                done = await self._idly(self._coming, give_up)
            if self._coming in done:
                coming, self._coming = self._coming, None
                return coming.result()
            if done:
                return None

    async def _idly(
        self, coming: "asyncio.Task[Update]", give_up: "asyncio.Task[Any] | None"
    ) -> "set[asyncio.Task[Any]]":
        """Wait, with nothing left to show, until something is done or more may be claimed."""
        wanted: set[asyncio.Task[Any]] = {coming} if give_up is None else {coming, give_up}
        timeout = self._until_due()
        self._idle.set()
        done, _ = await asyncio.wait(wanted, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        self._idle.clear()
        return done

    def _until_due(self) -> float | None:
        """Seconds until something more may be claimed; what may be claimed already is told."""
        room, now = self._shown, self._client.server_now()
        if not self._is_playing or self.room is None or room is None or not room.absent:
            self._claims = ()
            return None
        claims = available_claims(room, self._client.me, now)
        if claims and claims != self._claims:
            self._output.overdue(self.room, room, claims)
        self._claims = claims
        due = next_due(room, now)
        return None if due is None else elapsed(now, due) / 1000 + 0.01

    async def _take(self) -> Update:
        async for update in self._updates:
            if self._concerns(update):
                self._output.show(update)
                if isinstance(update, RoomAdvanced | Resynced):
                    self._shown = update.after
                if isinstance(update, ClientStopped):
                    raise ConnectionEnded(update.reason)
                if isinstance(update, Superseded):
                    raise ConnectionEnded(SUPERSEDED)
                if isinstance(update, Removed):
                    raise ConnectionEnded(update.reason)
                return update
        raise ConnectionEnded("the connection was closed")

    def _concerns(self, update: Update) -> bool:
        """Whether it is about the room that is shown, or about no room in particular."""
        if isinstance(update, FeaturedGameChanged):
            self.featured = update.room
        if isinstance(update, LobbyChanged):
            return False
        room = getattr(update, "room", None)
        return room is None or room == self.room or isinstance(update, FeaturedGameChanged)

    async def _read(self) -> bool:
        """Take lines as they come; True once somebody quits, False when there are no more."""
        await self._begun.wait()
        async for line in self._lines:
            if not line.strip():
                continue
            asked, self._asked = self._asked, None
            if asked is not None and line.strip().lower() in {"y", "yes"}:
                self._orders.put_nowait(asked)
                continue
            try:
                order = parse_input(line, self._size())
            except InvalidInput as bad:
                self._output.error("bad-input", str(bad))
                continue
            if isinstance(order, QuitInput):
                with suppress(TimeoutError):
                    async with asyncio.timeout(QUIT_TIMEOUT):
                        await self._idle.wait()
                return True
            self._do(order)
        self._read_all.set()
        return False

    def _do(self, order: RoomInput | ViewInput) -> None:
        room = self.room
        replica = self._client.rooms.get(room) if room is not None else None
        if isinstance(order, ShowHelp):
            for line in HELP:
                self._output.notice(line)
        elif room is None or replica is None:
            self._output.error("no-room", "there is no game here now")
        elif isinstance(order, ShowBoard):
            self._output.board(room, replica.room)
        elif isinstance(order, ShowMoves):
            self._output.moves(room, replica.room)
        elif isinstance(order, ShowWho):
            self._output.who(room, replica.room, replica.presence)
        elif isinstance(order, ModerationOrder):
            self._orders.put_nowait(order)
        elif not self._is_playing and not isinstance(order, Say):
            self._output.error("only-watching", "you only watch here; to play: pente play")
        elif isinstance(order, OfferAnswer):
            self._answer(order, replica.room)
        else:
            self._ask_or_do(order)

    def _answer(self, answer: OfferAnswer, room: Room) -> None:
        try:
            self._orders.put_nowait(answer.to(room, self._client.me.id))
        except NoSuchOffer as error:
            self._output.error("no-offer", str(error))

    def _ask_or_do(self, order: PlayerCommand) -> None:
        if isinstance(order, Resign) and self._asks:
            self._asked = order
            self._output.notice("give the game up? type y for yes")
        else:
            self._orders.put_nowait(order)

    async def _act(self) -> None:
        """Ask the server for one thing after the other."""
        while True:
            order = await self._orders.get()
            room = self.room
            replica = self._client.rooms.get(room) if room is not None else None
            if room is None or replica is None:
                continue
            try:
                if isinstance(order, ModerationOrder):
                    order = await order.to(replica.room, self._client.profile)
                await self._client.act(room, order)
            except RequestRejected as denied:
                self._output.error(denied.code, denied.text)
            except ConnectionEnded:
                return  # whoever tells the story says so

    def _size(self) -> int:
        replica = self._client.rooms.get(self.room) if self.room is not None else None
        return replica.room.created.ruleset.size if replica else 19


def _is_over(room: Room) -> bool:
    return room.status in (Status.FINISHED, Status.CLOSED)


def _is_to_be_rated(room: Room) -> bool:
    """Whether it is still to be told what the game did to ratings."""
    outcome = room.game.outcome
    is_counted = outcome is not None and outcome.termination is not Termination.ABORTED
    return room.created.options.rated and is_counted and not room.rated
