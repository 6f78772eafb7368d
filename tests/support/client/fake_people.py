"""Other people without a server: what a test says of them, and what was asked about them."""

from collections.abc import Mapping, Sequence
from typing import Any

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import DEFAULT_OPTIONS, Options
from pente_core.rules.setup import Setup
from pente_protocol.messages.account import VacationFound
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.direct_messages import DirectMessage, MessageList, MessageSent
from pente_protocol.messages.friends import FriendList
from pente_protocol.messages.lists import OnlineList, RoomSummary


class FakePeople:
    """The requests about other people of a client. Mutable; a test sets what there is."""

    def __init__(self) -> None:
        self.invitations: list[RoomSummary] = []
        self.friends: set[PlayerId] = set()
        self.here = OnlineList(RequestId(1))
        self.friend_list = FriendList(RequestId(1))
        self.inbox: tuple[DirectMessage, ...] = ()
        self.asked: list[tuple[str, ...]] = []
        """What was asked for, in order."""
        self.receives = False
        self.is_aside = False
        self.opened = RoomId("room-challenge")

    async def browse_players(self) -> OnlineList:
        return self.here

    async def leave_players(self) -> None:
        self.asked.append(("leave players",))

    async def list_friends(self) -> FriendList:
        return self.friend_list

    async def befriend(self, player: str) -> Identity:
        return self._named("befriend", player)

    async def unfriend(self, player: str) -> Identity:
        return self._named("unfriend", player)

    async def write(self, to: str, text: str) -> MessageSent:
        return MessageSent(RequestId(1), self._named("write", to, text), Instant(1))

    async def messages(self) -> MessageList:
        return MessageList(RequestId(1), self.inbox)

    async def read_messages(self, until: Instant) -> None:
        self.asked.append(("read", str(until)))

    async def receive_messages(self) -> None:
        self.receives = True

    async def take_vacation(self, days: int | None = None) -> VacationFound:
        self.asked.append(("vacation", str(days)))
        return VacationFound(RequestId(1), None, 20)

    async def report(self, player: str, text: str, room: RoomId | None = None) -> None:
        self.asked.append(("report", player, text, room or ""))

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
        rated = "rated" if options.rated else "casual"
        name = ruleset if isinstance(ruleset, str) else str(ruleset["base"])
        self.asked.append(("create", name, time, rated, str(seat), *invite))
        return self.opened

    def _named(self, what: str, name: str, *more: str) -> Identity:
        self.asked.append((what, name, *more))
        return Identity(PlayerId("f" * 32), name)
