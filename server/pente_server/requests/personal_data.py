"""Requests of players about their own data: getting what the server keeps, and deleting the account."""

import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.rating import RESULTS
from pente_core.room import PlannedLine, lines_of
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.rules.point import format_point
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages.base import Ok
from pente_protocol.messages.people import (
    CountedGame,
    DeleteAccount,
    PersonalData,
    PersonalDataFound,
    PlannedMoves,
    VacationSpan,
)
from pente_server.limits.errors import RequestDenied
from pente_server.live.hub import Hub
from pente_server.live.people.inboxes import shown
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.blocking import BlockRequests
from pente_server.requests.costs import LOG, QUESTION
from pente_server.requests.devices import device_infos
from pente_server.requests.direct_messages import DirectMessageRequests
from pente_server.requests.dispatch import answers
from pente_server.requests.friends import FriendRequests
from pente_server.requests.requester import Requester
from pente_server.results.pool_results import LedgerEntry
from pente_server.results.profiles import Profiles
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store.people.message_store import MessageStore
from pente_server.store.reviews.review_store import ReviewStore

_CURSOR: Final = re.compile("[0-9]{1,20}")
_LAST_CURSOR: Final = 2**64 - 1
"""Stores count with 64 bits, which is more than a number in JSON can have everywhere: so cursors are text."""


class PersonalDataRequests:
    """What the server keeps about the player, and deleting it."""

    def __init__(
        self,
        *,
        accounts: RequestedAccounts,
        profiles: Profiles,
        blocking: BlockRequests,
        friends: FriendRequests,
        messages: DirectMessageRequests,
        message_store: MessageStore,
        keeper: Keeper,
        room_directory: RoomDirectory,
        reviews: ReviewStore,
        hub: Hub,
        now: Callable[[], Instant],
    ) -> None:
        self._accounts = accounts
        self._profiles = profiles
        self._blocking = blocking
        self._friends = friends
        self._messages = messages
        self._message_store = message_store
        self._keeper = keeper
        self._room_directory = room_directory
        self._reviews = reviews
        self._hub = hub
        self._now = now

    @answers(PersonalData, cost=QUESTION)
    async def personal_data(self, requester: Requester, request: PersonalData) -> PersonalDataFound:
        """What is kept about the requester, with a page of the ledger.

        Raises RequestDenied, StoreUnavailable.
        """
        player = requester.player
        account = await self._accounts.own(requester)
        page = await self._accounts.store.ledger(player.id, _position(request.cursor))
        games = tuple(_counted(room, LedgerEntry.decode(entry)) for room, entry in page.entries.items())
        scores = await self._profiles.scores(account)
        names = tuple(await self._accounts.store.earlier_names(player.id, self._now()))
        blocked = await self._blocking.blocked_players(requester)
        return PersonalDataFound(
            id=request.id,
            player=player,
            renamed=account.renamed,
            earlier_names=names,
            scores=scores,
            games=games,
            cursor=str(page.cursor) if page.cursor else "",
            blocked=blocked,
            devices=device_infos(requester, account),
            friends=tuple(await self._friends.friends_of(requester)),
            messages=tuple(map(shown, (await self._message_store.inbox(player.id)).messages)),
            message_policy=await self._messages.policy_of(requester),
            notify=account.notify,
            vacations=tuple(VacationSpan(each.start, each.until) for each in account.vacations),
            planned=() if request.cursor else tuple([planned async for planned in self._planned(requester)]),
        )

    @answers(DeleteAccount, cost=QUESTION)
    async def delete_account(self, requester: Requester, request: DeleteAccount) -> None:
        """Delete the requester's account, reply, and end all connections of the player to this node.

        Raises RequestDenied and StoreUnavailable.
        """
        player = requester.player
        if request.name.casefold() != player.name.casefold():
            text = f"You are {player.name}. Give that name to delete your account."
            raise RequestDenied(ErrorCode.BAD_NAME, text)
        if seats := len(await self._room_directory.seats_of(player.id)):
            rooms = "1 room" if seats == 1 else f"{seats} rooms"
            text = f"You have seats in {rooms}. Finish or leave them, then delete your account."
            raise RequestDenied(ErrorCode.STILL_PLAYING, text)
        await self._accounts.own(requester)
        await self._reviews.forget(player.id)  # first: what remains of it would stay for ever
        await self._accounts.store.delete(player.id, player.name)
        requester.send_message(Ok(request.id))
        self._hub.end_sessions(player.id, CloseCode.ACCOUNT_DELETED, "this account was deleted")

    async def _planned(self, requester: Requester) -> AsyncIterator[PlannedMoves]:
        """The conditional moves of the requester in games that go on. Raises StoreUnavailable."""
        me = requester.player.id
        for summary in await self._room_directory.of_player(me):
            if summary.status is ev.Status.PLAYING and is_correspondence(summary.time):
                requester.charge(LOG)
                with suppress(UnknownRoom):
                    room = await self._keeper.current(summary.id)
                    if lines := lines_of(room.conditions, me):
                        yield PlannedMoves(summary.id, _named(lines, room.created.ruleset.size))


def _named(lines: Iterable[PlannedLine], size: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(format_point(point, size) for point in line) for line in lines)


def _position(cursor: str) -> int:
    """The place in the ledger that a cursor stands for. Raises RequestDenied."""
    if not cursor:
        return 0
    if _CURSOR.fullmatch(cursor) is None or int(cursor) > _LAST_CURSOR:
        text = "This cursor is not from a page of personal data. Start from the beginning."
        raise RequestDenied(ErrorCode.BAD_CURSOR, text)
    return int(cursor)


def _counted(room: RoomId, entry: LedgerEntry) -> CountedGame:
    after = None if entry.after is None else entry.after.points
    return CountedGame(
        room,
        entry.pool.ruleset,
        entry.pool.speed,
        entry.end,
        RESULTS[entry.result],
        entry.before.points,
        after,
    )
