"""Requests of players about their own data: getting what the server keeps, and deleting the account."""

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Final

from pente_core.identity import RoomId
from pente_core.rating import RESULTS
from pente_core.room import PlannedLine, lines_of
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.rules.point import format_point
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages import (
    CountedGame,
    DeleteAccount,
    Ok,
    PersonalData,
    PersonalDataFound,
    PlannedMoves,
    VacationSpan,
)
from pente_server.limits.errors import RequestDenied
from pente_server.live.people.inboxes import shown
from pente_server.requests.people.blocking import blocked_players
from pente_server.requests.people.devices import device_infos
from pente_server.requests.people.direct_messages import policy_of
from pente_server.requests.people.friends import friends_of
from pente_server.requests.people.players import own_account
from pente_server.requests.requester.costs import LOG
from pente_server.requests.requester.requester import Requester
from pente_server.results.pool_results import LedgerEntry
from pente_server.rooms.loaded.room_log import UnknownRoom

_CURSOR: Final = re.compile("[0-9]{1,20}")
_LAST_CURSOR: Final = 2**64 - 1
"""Stores count with 64 bits, which is more than a number in JSON can have everywhere: so cursors are text."""


async def personal_data(requester: Requester, request: PersonalData) -> PersonalDataFound:
    """What is kept about the requester, with a page of the ledger. Raises RequestDenied, StoreUnavailable."""
    ports, player = requester.ports.players, requester.player
    account = await own_account(requester)
    page = await ports.accounts.ledger(player.id, _position(request.cursor))
    games = tuple(_counted(room, LedgerEntry.decode(entry)) for room, entry in page.entries.items())
    scores = await ports.profiles.scores(account)
    names = tuple(await ports.accounts.earlier_names(player.id, ports.now()))
    blocked = await blocked_players(requester)
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
        friends=tuple(await friends_of(requester)),
        messages=tuple(map(shown, (await requester.ports.people.messages.inbox(player.id)).messages)),
        message_policy=await policy_of(requester),
        notify=account.notify,
        vacations=tuple(VacationSpan(each.start, each.until) for each in account.vacations),
        planned=() if request.cursor else tuple([planned async for planned in _planned(requester)]),
    )


async def delete_account(requester: Requester, request: DeleteAccount) -> None:
    """Delete the requester's account, reply, and end all connections of the player to this node.

    Raises RequestDenied and StoreUnavailable.
    """
    player = requester.player
    if request.name.casefold() != player.name.casefold():
        text = f"You are {player.name}. Give that name to delete your account."
        raise RequestDenied(ErrorCode.BAD_NAME, text)
    if seats := len(await requester.ports.rooms.room_directory.seats_of(player.id)):
        rooms = "1 room" if seats == 1 else f"{seats} rooms"
        text = f"You have seats in {rooms}. Finish or leave them, then delete your account."
        raise RequestDenied(ErrorCode.STILL_PLAYING, text)
    await own_account(requester)
    await requester.ports.reviews.reviews.forget(player.id)  # first: what remains of it would stay for ever
    await requester.ports.players.accounts.delete(player.id, player.name)
    requester.send_message(Ok(request.id))
    requester.ports.rooms.hub.end_sessions(player.id, CloseCode.ACCOUNT_DELETED, "this account was deleted")


async def _planned(requester: Requester) -> AsyncIterator[PlannedMoves]:
    """The conditional moves of the requester in games that go on. Raises StoreUnavailable."""
    rooms, me = requester.ports.rooms, requester.player.id
    for summary in await rooms.room_directory.of_player(me):
        if summary.status is ev.Status.PLAYING and is_correspondence(summary.time):
            requester.charge(LOG)
            with suppress(UnknownRoom):
                room = await rooms.keeper.current(summary.id)
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
