"""Notifications of turns: those that the store keeps, for players who want to be notified of them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from time import monotonic
from typing import Final, Protocol

from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant, elapsed
from pente_core.clock.time_control import duration_text
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_core.room.absence import is_correspondence
from pente_core.room.offers import OfferKind, open_offer
from pente_core.value import replace
from pente_protocol.join_codes import ROOM_PATH
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store import Account, StoreUnavailable
from pente_server.store.house_store import LeaseHolder
from pente_server.store.notification_store import AwaitedTurn, TurnStore, WebhookStore, awaited_turn
from pente_server.webhook.notification import Notification, WebhookEvent, encode_notification
from pente_server.webhook.room_notifications import ReadRoom, is_hidden, rules_of
from pente_server.webhook.turns import IsPresent, each_awaited, goes_on, is_notice

SWEEP_EVERY: Final = 2.0
"""Seconds between two looks at the turns that have begun."""
MOST_AT_ONCE: Final = 20
"""Notifications of turns that one player may cause at once. Two accounts of one person could else play many
games against each other until the host's channel is full of them, and other notifications fall out of the
queue.
"""
ANOTHER_EVERY: Final = 60.0
"""Seconds after which one more follows. The turns that go on wait for that: none is lost."""


class AccountReader(Protocol):
    """Reads accounts; see `AccountStore.by_ids`."""

    async def by_ids(self, players: Sequence[PlayerId]) -> Sequence[Account | None]: ...


class TurnNotifications:
    """Queues a notification for a turn that has begun, and writes its text when it is sent.

    Only the node that sends notifications does so. A turn of a player who is in the room waits a while, as
    the player sees it. Whether the turn still goes on, and whether the player wants to know of it, is looked
    at again just before it is sent.
    """

    def __init__(
        self,
        turns: TurnStore,
        queue: WebhookStore,
        accounts: AccountReader,
        *,
        node: LeaseHolder,
        read_room: ReadRoom,
        is_present: IsPresent,
        now: Callable[[], Instant],
        waits: float,
        server: str = "",
        link_to: Callable[[str], str] = lambda _: "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """``waits``: after how many seconds a player who is in the room is notified all the same."""
        self._turns, self._queue, self._accounts = turns, queue, accounts
        self._node = node
        self._read_room = read_room
        self._is_present = is_present
        self._now = now
        self._waits = waits
        self._server = server
        self._link_to = link_to
        self._sleep = sleep
        self._limits = TokenBuckets(1 / ANOTHER_EVERY, MOST_AT_ONCE, monotonic)

    async def run(self) -> None:
        """Look at the turns that have begun, until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # the heartbeat logs it
                if await self._queue.hold(self._node):
                    await self.sweep()
            await self._sleep(SWEEP_EVERY)

    async def sweep(self) -> None:
        """Queue notifications for the turns that have begun. Raises StoreUnavailable."""
        turns = await self._turns.begun()
        wanting = await self._wanting({turn.player for turn in turns})
        for turn in turns:
            if turn.player not in wanting and not is_notice(turn):
                await self._turns.settled(turn)
            elif not self._is_seen(turn):
                await self._settle(turn)

    async def prepared(self, notification: Notification) -> Notification | None:
        """A notification as it is to be sent now; None if there is no reason for it any more.

        Raises StoreUnavailable.
        """
        if notification.event is not WebhookEvent.YOUR_TURN:
            return notification
        turn = _turn_of(notification)
        room = None if turn is None else await self._room(turn)
        if turn is None or room is None:
            return None
        account = (await self._wanting({turn.player})).get(turn.player)
        if account is None:
            return None
        link = self._link_to("/inbox" if is_hidden(room) else f"{ROOM_PATH}{turn.room}")
        return _worded(replace(notification, link=link), turn, room, account.name, self._now())

    async def _wanting(self, players: set[PlayerId]) -> dict[PlayerId, Account]:
        """The accounts of those players who want to be notified."""
        accounts = await self._accounts.by_ids(sorted(players)) if players else ()
        return {account.id: account for account in accounts if account is not None and account.notify}

    def _is_seen(self, turn: AwaitedTurn) -> bool:
        is_new = elapsed(turn.at, self._now()) < self._waits * 1000
        return is_new and self._is_present(turn.room, turn.player)

    async def _settle(self, turn: AwaitedTurn) -> None:
        """Queue the notification of a turn, unless there is no reason for it any more.

        That of a player who had too many of late is left for later.
        """
        bucket = self._limits.of(turn.player)
        if bucket.try_take():
            return
        is_announced = False
        try:
            is_announced = await self._announced(turn)
        finally:
            if not is_announced:
                bucket.give_back()
        await self._turns.settled(turn)

    async def _announced(self, turn: AwaitedTurn) -> bool:
        """Queue the notification of a turn, if there is a reason for it; whether there was one."""
        room = await self._room(turn)
        if room is None:
            return False
        is_slow = is_correspondence(room.created.time)
        due = [each for each in each_awaited(turn, room) if is_slow or not self._is_there(each)]
        for each in due:
            await self._push(each)
        return bool(due)

    async def _push(self, turn: AwaitedTurn) -> None:
        subject = f"{turn.room} {turn.value.decode()}"
        id_ = f"{WebhookEvent.YOUR_TURN}-{sha256(subject.encode()).hexdigest()[:16]}"
        notification = Notification(id_, WebhookEvent.YOUR_TURN, turn.at, "", self._server, subject=subject)
        await self._queue.push(encode_notification(notification))

    def _is_there(self, turn: AwaitedTurn) -> bool:
        return self._is_present(turn.room, turn.player)

    async def _room(self, turn: AwaitedTurn) -> Room | None:
        """The room of a turn that goes on; else None. Raises StoreUnavailable."""
        try:
            room = await self._read_room(turn.room)
        except UnknownRoom:
            return None
        return room if goes_on(turn, room) else None


def _turn_of(notification: Notification) -> AwaitedTurn | None:
    room, _, value = notification.subject.partition(" ")
    return awaited_turn(RoomId(room), value.encode())


def _worded(
    notification: Notification, turn: AwaitedTurn, room: Room, name: str, now: Instant
) -> Notification:
    """The notification with what it says now. Of a private game it names nobody but the player."""
    offer = open_offer(room.offers, OfferKind.RESUME)
    flag = room.clock.flag_at() if offer is None else offer.until
    left = "" if flag is None else f", with {duration_text(max(0, flag - now))} left"
    what = "it is your turn" if offer is None else "your opponent wants to go on after the pause"
    said = replace(notification, subject="", deadline=flag)
    if is_hidden(room):
        text = f"{name}, {what} in a private game{left}. To see it: {said.link or 'pente inbox'}"
        return replace(said, text=text, players=(name,))
    others = [player.name for player in room.seats if player is not None and player.id != turn.player]
    rules, time = rules_of(room), format_time_control(room.created.time)
    whom = f"{name}, {what} against {' and '.join(others)} ({rules}, {time}){left}."
    return replace(
        said,
        text=f"{whom} To play: {said.link or f'pente play --room {turn.room}'}",
        room=turn.room,
        players=(name, *others),
        ruleset=rules,
        time=time,
    )
