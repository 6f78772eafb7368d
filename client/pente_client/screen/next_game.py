"""The next game: the featured one, or that in which the players who are shown go on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, assert_never

from pente_client.connection import (
    ClientStopped,
    Connected,
    ConnectionProblem,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    LooksChanged,
    MessageArrived,
    MoveExplained,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.play.ports import GamePort
from pente_client.screen.attention import Attention
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_client.screen.open_room import opened_model
from pente_client.screen.ports import PagePort
from pente_client.words.sentences import sentence
from pente_client.words.waiting import MOVES_ON
from pente_core.clock.instant import Millis, elapsed, later
from pente_core.identity import RoomId
from pente_core.room import events as ev
from pente_protocol.untrusted_text import clean

NEXT_GAME_DELAY: Final = Millis(6000)
"""How long a finished game stays on the screen before the next one that is followed."""
MY_NEXT_GAME_DELAY: Final = Millis(3000)
"""The same for a game of the player's own before their next one, whose clocks wait for them so long."""


class NextGame:
    """Takes the screen from one room to the next. Mutable: knows which room is next.

    ``model`` gives the model on the screen, ``show`` puts another one in its place. ``attention`` holds a
    room on the screen that the person there is busy with.
    """

    def __init__(
        self,
        connection: GamePort,
        page: PagePort,
        model: Callable[[], ScreenModel],
        show: Callable[[ScreenModel], None],
        attention: Attention,
    ) -> None:
        self._connection, self._page = connection, page
        self._model, self._show, self._attention = model, show, attention
        self._plan_number = 0
        """Counts plans to go on: what waits for an earlier one does nothing."""
        self._lingers = False

    async def open(self, room: RoomId) -> None:
        """Show a room, and no longer watch the one before, unless the player plays there.

        Raises ConnectionProblem.
        """
        before = self._model()
        replica = self._connection.rooms.get(room) or await self._connection.watch(room)
        fresh = await opened_model(before, room, replica, self._connection)
        self._show(replace(fresh, lost=self._model().lost, is_over=self._model().is_over))
        if before.room_id is not None and before.room_id != room and not before.is_playing:
            await self._connection.unwatch(before.room_id)

    async def take_back(self, room: RoomId) -> None:
        """Show a room again that was opened at another connection meanwhile. Raises ConnectionProblem."""
        replica = await self._connection.watch(room)
        self._show(await opened_model(self._model(), room, replica, self._connection))

    def go_to(self, room: RoomId) -> None:
        """Go on to a game of the player's own, which has begun or will."""
        self._plan(room)

    def go_now(self) -> None:
        """Show the next room at once, because the player asks for it."""
        if self._model().next_room is not None:
            self._page.start(self._turn_to(self._taken()))

    def stay(self) -> None:
        """Show the next room only when the player asks for it."""
        self._plan_number += 1
        self._show(replace(self._model(), moves_on_at=None, notice=None))

    def look_ahead(self, before: ScreenModel, update: Update) -> None:
        """Go on to the room that an update names as the next; ``before`` is the model without the update."""
        model = self._model()
        match update:
            case FeaturedGameChanged(room=room, is_asked=is_asked):
                if model.follows and is_asked:
                    self._page.start(self._turn_to(room))
                elif model.follows:  # else the update is for the lobby
                    self._plan(room, lingers=True)
            case RoomAdvanced(room=room, event=ev.Continued(room=sequel)) if room == model.room_id:
                self._plan(RoomId(sequel), is_replacing=False)
            case Resynced(room=room, after=after) if room == model.room_id and after.sequel:
                if before.room is not None and not before.room.sequel:
                    self._plan(RoomId(after.sequel), is_replacing=False)
            case RoomAdvanced() | Resynced() | PresenceChanged() | LobbyChanged() | PlayersChanged():
                pass
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                pass
            case LooksChanged() | MoveExplained():
                pass
            case Connected() | Disconnected() | Superseded() | Removed() | ClientStopped():
                pass
            case _ as unreachable:
                assert_never(unreachable)

    def _plan(self, room: RoomId, *, is_replacing: bool = True, lingers: bool = False) -> None:
        """Show a room next; ``lingers``: not at once, even if the game that is shown goes on."""
        model = self._model()
        if model.next_room is not None:
            if is_replacing:
                self._show(replace(model, next_room=room))
        elif room != model.room_id:
            self._lingers = lingers
            self._show(replace(model, next_room=room))
            self._page.start(self._go_on(self._plan_number))

    def _taken(self) -> RoomId:
        """The next room, which is no longer waited for."""
        self._plan_number += 1
        room = self._model().next_room
        assert room is not None
        self._show(replace(self._model(), next_room=None, moves_on_at=None))
        return room

    async def _turn_to(self, room: RoomId) -> None:
        """Show a room at once, in place of the one that was planned."""
        self._plan_number += 1
        self._show(replace(self._model(), next_room=None, moves_on_at=None))
        await self._open_or_say(room)

    async def _open_or_say(self, room: RoomId) -> None:
        """Show a room, or why it can't be shown."""
        try:
            if room != self._model().room_id:
                await self.open(room)
        except ConnectionProblem as problem:
            notice = Notice(sentence(clean(str(problem))), is_error=True)
            self._show(replace(self._model(), next_room=None, moves_on_at=None, notice=notice))
        self._page.changed()

    async def _go_on(self, plan: int) -> None:
        """Show the next room, once the game that has just ended could be looked at, and nobody is busy."""
        if not self._connection.is_local:  # there, who plays on has asked for it, and the clock runs
            await self._linger()
            if self._plan_number == plan:
                await self._attention.is_free()
        if self._plan_number == plan:
            await self._open_or_say(self._taken())

    async def _linger(self) -> None:
        """Wait until the game that has just ended, or has gone dull, could be looked at."""
        model = self._model()
        room = model.room
        if room is not None and (self._lingers or room.status is ev.Status.FINISHED):
            delay = NEXT_GAME_DELAY if model.seat is None else MY_NEXT_GAME_DELAY
            is_over = room.status is ev.Status.FINISHED
            at = later(room.active if is_over else self._connection.server_now(), delay)
            notice = model.notice if is_over else Notice(MOVES_ON)
            self._show(replace(model, moves_on_at=at, notice=notice))
            await self._page.sleep(elapsed(self._connection.server_now(), at) / 1000)
