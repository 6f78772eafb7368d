"""What only a server can do: a local client answers each such request with one sentence."""

# ruff: noqa: ARG002 -- requests are rejected, whatever they ask

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from typing import Any, Final, NoReturn

from pente_client.connection import RequestRejected
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import DEFAULT_OPTIONS, Options
from pente_core.rules.point import Point
from pente_core.rules.setup import Setup
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.account import VacationFound
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.messages.direct_messages import MessageList, MessageSent
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import ListedRoom, OnlineList, RoomFilter, RoomSummary
from pente_protocol.messages.people import ProfileFound
from pente_protocol.sentences import tell

NO_SERVER: Final = "no-server"
"""The code of a rejection of what needs a server."""


def _reject() -> NoReturn:
    raise RequestRejected(NO_SERVER, tell("local.no-server"))


class NoCodes:
    """A local room has no join code."""

    def known(self, room: RoomId) -> str:
        return ""

    async def share(self, room: RoomId) -> str:
        _reject()


class NoArchive:
    """No finished games but those that were shown."""

    async def games(
        self,
        which: GameFilter,
        cursor: str = "",
        most: int | None = None,
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]:
        yield (), ""


class NoServer:
    """The part of a `pente_client.play.ports.GamePort` that needs a server. Raises RequestRejected."""

    @property
    def is_aside(self) -> bool:
        return False

    @property
    def may_look(self) -> bool:
        return False

    @property
    def invitations(self) -> Sequence[RoomSummary]:
        return ()

    @property
    def friends(self) -> Collection[PlayerId]:
        return frozenset()

    @property
    def archive(self) -> NoArchive:
        return NoArchive()

    @property
    def codes(self) -> NoCodes:
        return NoCodes()

    async def look(self, room: RoomId, node: int | None, points: Sequence[Point] = ()) -> None:
        """Nobody else looks at the game."""

    async def receive_messages(self) -> None:
        """None will come."""

    async def follow(self, channel: TvChannel = BEST) -> RoomId | None:
        _reject()

    async def tune(
        self,
        channel: TvChannel,
        beside: RoomId | None = None,
        *,
        back: bool = False,
    ) -> RoomId | None:
        _reject()

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]:
        return ()

    async def profile(self, name: str, against: str = "") -> ProfileFound:
        _reject()

    async def block(self, player: str) -> Identity:
        _reject()

    async def unblock(self, player: str) -> Identity:
        _reject()

    async def online(self, kind: PlayerKind | None = None) -> OnlineList:
        _reject()

    async def browse_players(self) -> OnlineList:
        _reject()

    async def leave_players(self) -> None:
        """Nobody was looked at."""

    async def list_friends(self) -> FriendList:
        _reject()

    async def befriend(self, player: str) -> Identity:
        _reject()

    async def unfriend(self, player: str) -> Identity:
        _reject()

    async def write(self, to: str, text: str) -> MessageSent:
        _reject()

    async def messages(self) -> MessageList:
        _reject()

    async def read_messages(self, until: Instant) -> None:
        _reject()

    async def take_vacation(self, days: int | None = None) -> VacationFound:
        _reject()

    async def report(self, player: str, text: str, room: RoomId | None = None) -> None:
        _reject()

    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
        accepts_rating: bool = False,
        setup: Setup | None = None,
        keeps_seats: bool = False,
    ) -> RoomId:
        _reject()
