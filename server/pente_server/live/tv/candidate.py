"""Candidates: the games that may be on TV, and how much each one is worth watching.

The score of a game is worked out from what its last move has changed, by a node to which one of its players
is connected. It costs some microseconds, whatever else goes on.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgpack

from pente_core.clock.clock import PerMove, TimeControl
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Options, Room
from pente_core.room import events as ev
from pente_core.rules.move import Call
from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE, TvChannel
from pente_protocol.messages.lists import ListedRoom
from pente_server.rooms.room_listing import is_public

DULL_AFTER: Final = Millis(60_000)
"""A game without a move for so long is not on TV."""
_UNKNOWN_RATING: Final = 1000
_EACH_PERSON: Final = 30
"""What a person is worth in place of a bot: more than a good player in place of a weak one."""
_RATING_STEP: Final = 40
"""So many rating points on average are worth one point of the score."""
_MOST_FOR_RATING: Final = 50
_MOST_VIEWERS: Final = 10
"""More viewers than these are worth no more, so that a crowd does not keep itself."""
_FOUR: Final = 12
_OPEN_THREE: Final = 4
_LAST_PAIR: Final = 8
_LOW_CLOCK: Final = 6
_LOW: Final = Millis(20_000)
_ONLY: Final = {PlayerKind.PERSON: (PEOPLE,), PlayerKind.BOT: (BOTS,)}
_CALLS: Final = {Call.OPEN_TESSERA: _FOUR, Call.TESSERA: _FOUR // 2, Call.OPEN_TRIA: _OPEN_THREE}


class Candidate(NamedTuple):
    """A game that may be on TV."""

    room: RoomId
    score: int
    """The higher, the more it is worth watching."""
    moved_at: Instant
    channels: tuple[TvChannel, ...]
    players: tuple[PlayerId, ...]
    """It is never shown to these."""

    @property
    def dull_at(self) -> Instant:
        """When it leaves TV, unless there is a move before."""
        return later(self.moved_at, DULL_AFTER)


def candidate_of(
    room_id: RoomId, room: Room, events: Sequence[ev.Event] = (), viewers: int = 0
) -> Candidate | None:
    """A game after some events; None: it can't be on TV, as it is not played, or not for everyone to watch,
    or takes days, or one of its players is away.
    """
    if room.status is not ev.Status.PLAYING or room.absent or room.paused is not None:
        return None
    if not _is_eligible(room.options, room.created.time):
        return None
    known = _rated(room_id, room.seats, room.created.ruleset.base, room.active)
    return known._replace(score=known.score + 2 * min(viewers, _MOST_VIEWERS) + _tension(room, events))


def candidate_in(row: ListedRoom) -> Candidate | None:
    """A game of a list, of which only this is known; None: it can't be on TV."""
    room = row.room
    if room.status is not ev.Status.PLAYING or not _is_eligible(room.options, room.time):
        return None
    return _rated(room.id, room.seats, room.ruleset.base, row.activity.last_activity)


def _is_eligible(options: Options, time: TimeControl) -> bool:
    """Whether anybody may watch the game as it is, and turns do not take days."""
    is_live = is_public(options) and options.viewer_delay is None
    return is_live and not (isinstance(time, PerMove) and time.is_correspondence)


def _rated(room_id: RoomId, seats: Sequence[Identity | None], ruleset: str, at: Instant) -> Candidate:
    players = [player for player in seats if player is not None]
    ids = tuple(player.id for player in players)
    return Candidate(room_id, _strength(players), at, _channels(players, ruleset), ids)


def _channels(players: Sequence[Identity], ruleset: str) -> tuple[TvChannel, ...]:
    kinds = {player.kind for player in players}
    only = _ONLY.get(next(iter(kinds)), ()) if len(kinds) == 1 else ()
    return (BEST, *only, TvChannel(ruleset))


def _strength(players: Sequence[Identity]) -> int:
    people = sum(player.kind is PlayerKind.PERSON for player in players)
    rated = sum(_UNKNOWN_RATING if player.rating is None else player.rating for player in players)
    average = rated // len(players) // _RATING_STEP
    return _EACH_PERSON * people * 2 // len(players) + min(average, _MOST_FOR_RATING)


def _tension(room: Room, events: Sequence[ev.Event]) -> int:
    """How near the end is: a row of four, a side that needs one more pair, a clock that runs out."""
    calls = max(
        (_CALLS.get(call, 0) for event in events if isinstance(event, ev.Moved) for call in event.calls),
        default=0,
    )
    goal = room.created.ruleset.goal
    pairs = _LAST_PAIR if goal and max(room.game.position.taken) >= goal - 2 else 0
    clocks = _LOW_CLOCK if any(left < _LOW for left in room.clock.remaining) else 0
    return calls + pairs + clocks


def packed_candidate(candidate: Candidate) -> bytes:
    body: bytes = msgpack.packb(candidate[1:])
    return body


def unpacked_candidate(room: RoomId, body: bytes) -> Candidate | None:
    """What `packed_candidate` has written; None if it is of another version."""
    try:
        content: Any = msgpack.unpackb(body)
        score, moved_at, channels, players, *_ = content
        return Candidate(room, int(score), Instant(int(moved_at)), tuple(channels), tuple(players))
    except (ValueError, TypeError, msgpack.UnpackException):
        return None
