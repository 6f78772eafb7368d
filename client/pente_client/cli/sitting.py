"""A person, or a program, before a room: what happens there is shown, and what they type is done."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final

from pente_client.cli.orders import HELP, BadOrder, Quit, ShowBoard, ShowHelp, ShowMoves, read_order
from pente_client.connection import (
    Client,
    ConnectionEnded,
    Denied,
    Ended,
    FeaturedNow,
    LobbyChanged,
    Resynced,
    SentAway,
    Stepped,
    TakenOver,
    Update,
)
from pente_client.offers import Answer, NoOffer
from pente_client.output import Output
from pente_client.wording import TAKEN_OVER
from pente_core.outcome import Termination
from pente_core.room import Audience, PlayerCommand, Resign, Room, Say, Status
from pente_protocol.messages import RoomId

RATED_WITHIN: Final = 30.0
"""Seconds that a client waits after the end for what the game did to ratings."""

Story = Callable[[], Coroutine[Any, Any, int]]
"""What is to be seen, from beginning to end; gives the exit status."""


class Sitting:
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
        self._orders: asyncio.Queue[PlayerCommand] = asyncio.Queue()

    async def run(self, story: Story) -> int:
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

    async def _told(self, story: Story) -> int:
        first = await anext(self._updates)  # the welcome: it comes before everything else that is said
        self._output.show(first)
        return await story()

    async def follow(self, room: RoomId) -> Room:
        """Show a room that is watched until its game is over; the room then.

        Raises ConnectionEnded when the connection is lost for good.
        """
        self.room = room
        self._begun.set()
        while True:
            match await self._next():
                case Stepped(after=after) | Resynced(after=after) if _is_over(after):
                    after = await self._until_rated(after)
                    self._output.over(room, after)
                    return after
                case _:
                    pass

    async def _until_rated(self, room: Room) -> Room:
        """The room once it has told what the game did to ratings, or takes too long about it."""
        outcome = room.game.outcome
        if not room.created.options.rated or outcome is None or outcome.termination is Termination.ABORTED:
            return room
        give_up = asyncio.get_running_loop().time() + RATED_WITHIN
        while not room.rated:
            self._coming = self._coming or asyncio.create_task(self._take())
            left = give_up - asyncio.get_running_loop().time()
            if not (await asyncio.wait({self._coming}, timeout=left))[0]:
                break
            match await self._next():
                case Stepped(after=after) | Resynced(after=after):
                    room = after
                case _:
                    pass
        return room

    async def until_featured(self) -> RoomId:
        """Wait until another game is featured."""
        self.room = None
        self._begun.set()
        while True:
            update = await self._next()
            if isinstance(update, FeaturedNow):
                return update.room

    async def _next(self) -> Update:
        """The next update that concerns the room, which has been shown.

        Raises ConnectionEnded when the connection is lost for good.
        """
        coming, self._coming = self._coming or asyncio.create_task(self._take()), None
        return await coming

    async def _take(self) -> Update:
        async for update in self._updates:
            if self._concerns(update):
                self._output.show(update)
                if isinstance(update, Ended):
                    raise ConnectionEnded(update.reason)
                if isinstance(update, TakenOver):
                    raise ConnectionEnded(TAKEN_OVER)
                if isinstance(update, SentAway):
                    raise ConnectionEnded(update.reason)
                return update
        raise ConnectionEnded("the connection was closed")

    def _concerns(self, update: Update) -> bool:
        """Whether it is about the room that is shown, or about no room in particular."""
        if isinstance(update, FeaturedNow):
            self.featured = update.room
        if isinstance(update, LobbyChanged):
            return False
        room = getattr(update, "room", None)
        return room is None or room == self.room or isinstance(update, FeaturedNow)

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
                order = read_order(line, self._size())
            except BadOrder as bad:
                self._output.error("bad-input", str(bad))
                continue
            if isinstance(order, Quit):
                return True
            self._do(order)
        return False

    def _do(self, order: PlayerCommand | Answer | ShowBoard | ShowMoves | ShowHelp) -> None:
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
        elif not self._is_playing and not isinstance(order, Say):
            self._output.error("only-watching", "you only watch here; to play: pente play")
        elif isinstance(order, Answer):
            self._answer(order, replica.room)
        elif self._is_playing:
            self._ask_or_do(order)
        elif isinstance(order, Say):
            self._orders.put_nowait(Say(order.text, Audience.WATCHERS))

    def _answer(self, answer: Answer, room: Room) -> None:
        try:
            self._orders.put_nowait(answer.to(room, self._client.me.id))
        except NoOffer as error:
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
            if self.room is None:
                continue
            try:
                await self._client.act(self.room, order)
            except Denied as denied:
                self._output.error(denied.code, denied.text)
            except ConnectionEnded:
                return  # whoever tells the story says so

    def _size(self) -> int:
        replica = self._client.rooms.get(self.room) if self.room is not None else None
        return replica.room.created.ruleset.size if replica else 19


def _is_over(room: Room) -> bool:
    return room.status in (Status.FINISHED, Status.CLOSED)
