"""What waits for a player on a server: read once, or waited for."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from typing import Any, Final

from pente_client.connection import (
    Client,
    Connected,
    ConnectionEnded,
    InvitationReceived,
    LobbyChanged,
    MessageArrived,
    Update,
)
from pente_client.connection.replica.validate import InvalidEvent, check_event
from pente_client.stream.jsonl.fields import message_fields, player_fields
from pente_client.words.lists.inbox import InboxContents, InboxItem, RematchOffer, inbox_of, time_left
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import RoomId
from pente_core.room import OfferKind, Room, apply, replay
from pente_core.room.offers import open_offer
from pente_protocol.logs.json_lines import EventLog
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.lists import ListedRoom, RoomFilter
from pente_protocol.sentences import tell

RECENT: Final = Millis(7 * 24 * 60 * 60 * 1000)
"""How long after a game a rematch is looked for."""
MOST_RECENT: Final = 5
"""In so many games of the player at most, the newest ones."""
LOOK_EVERY: Final = 60.0
"""Seconds between two looks for rematches: a server tells of them only in their rooms."""


async def read_inbox(client: Client) -> InboxContents:
    """What waits for the player now. That does not make messages read."""
    rows = await client.list_rooms(RoomFilter(player=client.me.name))
    found = await client.messages()
    new = [message for message in found.messages if message.at > found.read]
    return InboxContents(inbox_of(rows, client.me, client.blocked), await _rematches(client), new)


async def first_inbox(client: Client) -> InboxContents:
    """What waits for the player, once something does. Raises ConnectionEnded."""
    await client.receive_messages()
    rows = {row.room.id: row for row in await client.browse(RoomFilter(player=client.me.name))}
    messages: list[DirectMessage] = []
    rematches: Sequence[RematchOffer] = await _rematches(client)
    async with aclosing(_updates(client)) as updates:
        while not (
            inbox := InboxContents(inbox_of(rows.values(), client.me, client.blocked), rematches, messages)
        ):
            update = await anext(updates)
            if update is None:
                rematches = await _rematches(client)
            elif isinstance(update, MessageArrived):
                messages.append(update.message)
            else:
                _follow(rows, update)
    return inbox


async def _updates(client: Client) -> AsyncGenerator[Update | None]:
    """The updates of a client, and None now and then. Raises ConnectionEnded at their end."""
    updates = client.updates()
    while True:
        waiting = asyncio.ensure_future(
            anext(updates, ConnectionEnded(tell("steps.the-connection-was-closed")))
        )
        try:
            while not (await asyncio.wait({waiting}, timeout=LOOK_EVERY))[0]:
                yield None
            update = waiting.result()
        finally:
            waiting.cancel()
            await asyncio.wait({waiting})
        if isinstance(update, ConnectionEnded):
            raise update
        yield update


def _follow(rows: dict[RoomId, ListedRoom], update: Update) -> None:
    """Bring rows up to date."""
    match update:
        case LobbyChanged(news=news):
            rows.update((row.room.id, row) for row in news.rooms)
            for id_ in news.removed:
                rows.pop(id_, None)
        case InvitationReceived(summary=summary):
            rows[summary.id] = ListedRoom(summary)
        case Connected(welcome=welcome):
            rows.update((row.room.id, row) for row in welcome.rooms)
        case _:
            pass


async def _rematches(client: Client) -> Sequence[RematchOffer]:
    """The rematches that were offered to the player lately."""
    recent = [game async for game in _recent_games(client, client.server_now())]
    logs = [log async for log in client.archive.logs([game.id for game in recent])]
    offers = (_rematch_in(client, game, log) for game, log in zip(recent, logs, strict=False))
    return [offer for offer in offers if offer is not None]


async def _recent_games(client: Client, now: Instant) -> AsyncIterator[GameSummary]:
    mine = GameFilter(player=client.me.id)
    async for page, _ in client.archive.games(mine, most=MOST_RECENT):
        for game in page:
            if elapsed(game.end, now) < RECENT:
                yield game


def _rematch_in(client: Client, game: GameSummary, log: EventLog) -> RematchOffer | None:
    room = _room_after(log)
    if room is None:
        return None
    seat, offer = room.seat_of(client.me.id), open_offer(room.offers, OfferKind.REMATCH)
    if room.sequel or seat is None or offer is None or not offer.concerns(seat):
        return None
    by = room.seats[offer.seat]
    return None if by is None or by.id in client.blocked else RematchOffer(game, by)


def _room_after(log: EventLog) -> Room | None:
    """The room that a log describes; None for a log that this version can't follow."""
    try:
        room = replay(log.events[:1])
        for event in log.events[1:]:
            check_event(room, event)
            room = apply(room, event)
    except (InvalidEvent, ValueError):
        return None
    return room


def inbox_fields(inbox: InboxContents, now: Instant) -> Iterator[dict[str, Any]]:
    """What waits, as JSON."""
    yield from (_item_fields(item, now) for item in inbox.rooms)
    yield from map(_rematch_fields, inbox.rematches)
    yield from ({"t": "message", **message_fields(message)} for message in inbox.messages)


def _rematch_fields(offer: RematchOffer) -> dict[str, Any]:
    game = offer.game
    return {"t": "rematch", "room": game.id, "ruleset": game.ruleset.spec} | {
        "time": format_time_control(game.time),
        "by": player_fields(offer.by),
        "ended": game.end,
    }


def _item_fields(item: InboxItem, now: Instant) -> dict[str, Any]:
    room, activity = item.row.room, item.row.activity
    return {
        "t": item.kind.value,
        "room": room.id,
        "ruleset": room.ruleset.spec,
        "time": format_time_control(room.time),
        "host": player_fields(room.host),
        "seats": [player_fields(player) for player in room.seats],
        "ply": activity.ply,
        "deadline": activity.deadline,
        "paused_at": activity.paused_at,
        "resumes_at": activity.resumes_at,
        "left_ms": time_left(item, now),
    }
