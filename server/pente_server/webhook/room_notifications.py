"""Notifications of rooms: a game begins or ends, and somebody waits. Private rooms lead to none."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset
from pente_protocol.join_codes import GAME_PATH, ROOM_PATH
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.store.errors import StoreUnavailable
from pente_server.webhook.notification import Notification, WebhookEvent

WAITED_BEFORE: Final = Millis(10 * 60 * 1000)
"""How long after a notification that a player waits there is no other one, whatever rooms they open."""

MOST_AT_ONCE: Final = 20
"""Notifications of games of one host that may follow each other at once. Two accounts of one person could
else begin one game after the other, and fill the host's channel.
"""
ANOTHER_EVERY: Final = 60.0
"""Seconds after which there may be one more. Games that begin meanwhile are no news."""

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

ReadRoom = Callable[[RoomId], Awaitable[Room]]


class RoomNotifications(RoomObserver):
    """Adds a notification when a public game with a person begins or ends, or its host waits for too long.

    Mutable: it knows the rooms that wait.
    """

    def __init__(
        self,
        add: Callable[[Notification], None],
        events: frozenset[WebhookEvent],
        *,
        waits: float,
        read_room: ReadRoom,
        is_here: Callable[[PlayerId], bool],
        is_first: Callable[[PlayerId, Millis], Awaitable[bool]],
        now: Callable[[], Instant],
        server: str = "",
        link_to: Callable[[str], str] = lambda _: "",
    ) -> None:
        """``waits``: after how many seconds somebody waits. ``is_here``: whether a player is connected to
        this node: of several nodes, that of the room's host adds the notification. ``is_first``: whether
        this was not asked of the player for so long; it may raise StoreUnavailable.
        """
        self._add = add
        self._events = events
        self._waits = waits
        self._read_room = read_room
        self._is_here = is_here
        self._is_first = is_first
        self._now = now
        self._server = server
        self._link_to = link_to
        self._limits = TokenBuckets(1 / ANOTHER_EVERY, MOST_AT_ONCE, monotonic)
        self._looks: set[asyncio.Task[None]] = set()

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        """What is waited for, to be cancelled when the node stops."""
        return self._looks

    def advanced(self, advance: Advance) -> None:
        room = advance.after
        if is_hidden(room) or not _has_person(room) or not self._is_here(room.created.by.id):
            return
        kinds = set(map(type, advance.events))
        is_begun = ev.Started in kinds and WebhookEvent.GAME_BEGINS in self._events
        if is_begun and not self._limits.of(room.created.by.id).try_take():
            self._add(self._notification(WebhookEvent.GAME_BEGINS, advance.room_id, room))
        is_over = ev.Finished in kinds and WebhookEvent.GAME_ENDS in self._events and _is_played(room)
        if is_over and not self._limits.of(f"{room.created.by.id}:ends").try_take():
            self._add(self._notification(WebhookEvent.GAME_ENDS, advance.room_id, room))
        if ev.Created in kinds and WebhookEvent.SOMEBODY_WAITS in self._events:
            look = asyncio.get_running_loop().create_task(self._look(advance.room_id))
            self._looks.add(look)
            look.add_done_callback(self._looks.discard)

    async def _look(self, room_id: RoomId) -> None:
        """Look at a new room after a while, and tell whether its host still waits."""
        await asyncio.sleep(self._waits)
        with suppress(UnknownRoom, StoreUnavailable):
            room = await self._read_room(room_id)
            if self._waits_still(room) and await self._is_first(room.created.by.id, WAITED_BEFORE):
                self._add(self._notification(WebhookEvent.SOMEBODY_WAITS, room_id, room))

    def _waits_still(self, room: Room) -> bool:
        is_open = room.status is ev.Status.WAITING and None in room.seats and not room.invited
        return is_open and not is_hidden(room) and self._is_here(room.created.by.id)

    def _notification(self, event: WebhookEvent, room_id: RoomId, room: Room) -> Notification:
        names = tuple(player.name for player in room.seats if player is not None)
        rules, time = rules_of(room), format_time_control(room.created.time)
        if event is WebhookEvent.GAME_BEGINS:
            what = f"{' and '.join(names)} have begun a game"
            how, command = "To watch", f"pente watch {room_id}"
        elif event is WebhookEvent.GAME_ENDS:
            what, how, command = ending_text(room), "To see it", f"pente replay {room_id}"
        else:
            what = f"{room.created.by.name} waits for an opponent"
            how, command = "To join", f"pente play --room {room_id}"
        path = GAME_PATH if event is WebhookEvent.GAME_ENDS else ROOM_PATH
        link = self._link_to(f"{path}{room_id}")
        text = f"{what} ({rules}, {time}). {how}: {link or command}"
        return Notification(
            id=f"{event}-{room_id}",
            event=event,
            at=self._now(),
            text=text,
            server=self._server,
            room=room_id,
            players=names,
            ruleset=rules,
            time=time,
            link=link,
        )


def _is_played(room: Room) -> bool:
    """Whether the end of a game is news: one that was aborted, or in which nobody has moved, is none."""
    outcome = room.game.outcome
    return outcome is not None and outcome.termination is not Termination.ABORTED and room.game.stones > 0


def is_hidden(room: Room) -> bool:
    """Whether nothing of a room may be told to everybody at once."""
    return room.options.hides_games or room.options.viewer_delay is not None


def rules_of(room: Room) -> str:
    """The name of the rules of a room."""
    rules = room.created.ruleset
    return rules.base if isinstance(rules.spec, str) else f"{rules.base}, changed"


def ending_text(room: Room) -> str:
    """Who beat whom, how, and after how many stones: ``ann beat bob by five pairs, 34 stones``."""
    game, names = room.game, [player.name if player else "nobody" for player in room.seats]
    stones = f"{game.stones} stone{'' if game.stones == 1 else 's'}"
    outcome = game.outcome
    if outcome is None or not outcome.winners:
        return f"The game of {' and '.join(names)} ended without a winner, {stones}"
    won = " and ".join(names[seat] for seat in outcome.winners)
    lost = " and ".join(name for seat, name in enumerate(names) if seat not in outcome.winners)
    taken = game.position.taken_by_team(outcome.winners[0])
    how = {
        Termination.LINE: " with a row",
        Termination.CAPTURES: f" by {taken_text(game.rules, taken)}",
        Termination.TIME: " on time",
        Termination.RESIGNATION: " by resignation",
        Termination.FORFEIT: ", who did not come back",
    }
    return f"{won} beat {lost}{how.get(outcome.termination, '')}, {stones}"


def taken_text(rules: Ruleset, stones: int) -> str:
    """What was captured, in pairs where stones leave the board only in pairs.

    >>> taken_text(Ruleset(), 10), taken_text(Ruleset(captures=(2, 3)), 15)
    ('five pairs', '15 stones')
    """
    only_pairs = rules.captures == (2,) and not rules.poof and stones % 2 == 0
    count, unit = (stones // 2, "pair") if only_pairs else (stones, "stone")
    said = _WORDS[count] if count < len(_WORDS) else str(count)
    return f"{said} {unit}{'' if count == 1 else 's'}"


def _has_person(room: Room) -> bool:
    """Whether a person plays in the room: games between bots are no news."""
    return any(player is not None and player.kind is PlayerKind.PERSON for player in room.seats)
