"""What a player's dealings with other people need of a connection, and of the page or program in front."""

from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import Any, Final, Protocol

from pente_client.words.series import GameFinder
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.rules.setup import Setup
from pente_protocol.messages.account import VacationFound
from pente_protocol.messages.direct_messages import DirectMessage, MessageList, MessageSent
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList, RoomSummary

CONNECTION_LOST: Final = "connection-lost"
"""The code of a rejection that came from no server: the connection has ended."""


class PeoplePort(Protocol):
    """A connected client, as `pente_client.connection.Client` is one.

    All that it raises is a `pente_client.connection.ConnectionProblem`.
    """

    @property
    def me(self) -> Identity: ...

    @property
    def is_aside(self) -> bool: ...

    @property
    def invitations(self) -> Sequence[RoomSummary]: ...

    @property
    def friends(self) -> Collection[PlayerId]: ...

    @property
    def archive(self) -> GameFinder: ...

    async def online(self, kind: PlayerKind | None = None) -> OnlineList: ...

    async def browse_players(self) -> OnlineList: ...

    async def leave_players(self) -> None: ...

    async def list_friends(self) -> FriendList: ...

    async def befriend(self, player: str) -> Identity: ...

    async def unfriend(self, player: str) -> Identity: ...

    async def write(self, to: str, text: str) -> MessageSent: ...

    async def messages(self) -> MessageList: ...

    async def read_messages(self, until: Instant) -> None: ...

    async def take_vacation(self, days: int | None = None) -> VacationFound: ...

    async def receive_messages(self) -> None: ...

    async def report(self, player: str, text: str, room: RoomId | None = None) -> None: ...

    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = ...,
        accepts_rating: bool = ...,
        setup: Setup | None = ...,
        keeps_seats: bool = ...,
    ) -> RoomId: ...

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int: ...

    async def unwatch(self, room: RoomId) -> None: ...


class PeopleFront(Protocol):
    """What shows other people to the player: a full-screen page, or lines of text or JSON."""

    def show_people(self, found: OnlineList) -> None:
        """Show who is online."""

    def show_friends(self, found: FriendList) -> None:
        """Show the friends of the player."""

    def show_messages(self, messages: Sequence[DirectMessage]) -> None:
        """Show messages to the player, the oldest first."""

    def notice(self, text: str) -> None:
        """Show a sentence."""

    def reject(self, code: str, text: str, typed: str = "") -> None:
        """Say why something was not done; ``typed`` is what the player may want to change, if it is gone."""

    def go_to(self, room: RoomId) -> None:
        """Show a game in which the player has a seat now, unless another one of theirs is on."""

    def start(self, work: Coroutine[Any, Any, None]) -> object:
        """Run something in the background; a front end that queues runs one thing after the other."""
