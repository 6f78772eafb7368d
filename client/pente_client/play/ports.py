"""What a room's controller needs of a connection, and what it asks of the page or program in front of it."""

from collections.abc import AsyncIterator, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pente_client.connection import Replica, Update
from pente_client.input.parse import ViewInput
from pente_client.play.question import PendingQuestion
from pente_client.words.series import GameFinder
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import PlayerCommand, Room
from pente_protocol.messages import ListedRoom, ProfileFound, RoomFilter, RoomPresence

CONNECTION_LOST: Final = "connection-lost"
"""The code of a rejection that came from no server: the connection has ended."""


class GamePort(Protocol):
    """A connected client, as `pente_client.connection.Client` is one.

    All that it raises is a `pente_client.connection.ConnectionProblem`.
    """

    @property
    def me(self) -> Identity: ...

    @property
    def rooms(self) -> Mapping[RoomId, Replica]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    async def act(self, room: RoomId, command: PlayerCommand) -> int: ...

    async def watch(self, room: RoomId) -> Replica: ...

    async def unwatch(self, room: RoomId) -> None: ...

    async def follow(self) -> RoomId | None: ...

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]: ...

    async def profile(self, name: str) -> ProfileFound: ...

    async def block(self, player: str) -> Identity: ...

    async def unblock(self, player: str) -> Identity: ...

    @property
    def archive(self) -> GameFinder: ...

    def server_now(self) -> Instant: ...


@dataclass(frozen=True, slots=True)
class CurrentRoom:
    """The room that input is about, at the moment that the front end shows."""

    id: RoomId
    room: Room
    presence: RoomPresence | None = None


class FrontEnd(Protocol):
    """What shows a room and takes input for it: a full-screen page, or lines of text or JSON.

    The question on show belongs to the front end, because it may have to put it away by itself.
    """

    @property
    def current(self) -> CurrentRoom | None:
        """The room that input is about; None while there is none."""

    @property
    def question(self) -> PendingQuestion | None:
        """The question that waits for an answer."""

    def ask(self, question: PendingQuestion | None) -> None:
        """Show a question, or none any more."""

    def show(self, view: ViewInput, current: CurrentRoom) -> None:
        """Show a part of the room, because the player asked for it."""

    def show_help(self) -> None:
        """Show what can be typed."""

    def reject(self, code: str, text: str, typed: str = "") -> None:
        """Say why something was not done; ``typed`` is what the player may want to change, if it is gone."""

    def notice(self, text: str) -> None:
        """Show a sentence that is not part of the game."""

    async def go_to(self, room: RoomId) -> None:
        """Show another room of the player's. Raises ConnectionProblem."""

    def pending_changed(self) -> None:
        """React to a command that was sent or answered."""

    def quit(self) -> None:
        """Leave, because the player asked for it; may ask first."""

    def leave(self) -> None:
        """Leave at once."""

    def start(self, work: Coroutine[Any, Any, None]) -> object:
        """Run something in the background; a front end that queues runs one thing after the other."""
