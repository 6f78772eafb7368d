"""Series: the games that the same players play one after the other, and how they stand."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol

from pente_client.connection import RequestRejected
from pente_client.words.phrases import name_of
from pente_core.identity import NO_ROOM, Identity, PlayerId, RoomId
from pente_core.room import Options, Room, predecessor_id
from pente_core.rules.outcome import Termination
from pente_protocol.messages import (
    GameFilter,
    GameSummary,
)

_LOOKED_THROUGH: Final = 50
"""How many of a player's latest games are looked through for those of a series."""


class GameFinder(Protocol):
    """Finds finished games; `pente_client.connection.Client.archive` does."""

    def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]: ...


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """What everybody has won in the games of a series that are over: in half points."""

    halves: Mapping[PlayerId, int] = field(default_factory=lambda: MappingProxyType({}))

    def after(
        self, seats: Sequence[Identity | None], why: Termination, winners: Sequence[int]
    ) -> "SeriesScore":
        """The series with one more game: a point for whoever won, half a point each for a draw."""
        if why is Termination.ABORTED:
            return self
        gains = dict.fromkeys(winners, 2) if winners else dict.fromkeys(range(len(seats)), 1)
        halves = dict(self.halves)
        for seat, player in enumerate(seats):
            if player is not None:
                halves[player.id] = halves.get(player.id, 0) + gains.get(seat, 0)
        return SeriesScore(MappingProxyType(halves))

    def with_game(self, room: Room) -> "SeriesScore":
        """The series with the game of a room, if that is over."""
        outcome = room.game.outcome
        return self if outcome is None else self.after(room.seats, outcome.termination, outcome.winners)

    def points(self, player: Identity | None) -> str:
        """What somebody has won so far: ``0``, ``0.5``, ``1``."""
        return f"{(self.halves.get(player.id, 0) if player else 0) / 2:g}"

    def text(self, seats: Sequence[Identity | None]) -> str:
        """What everybody at the board has won so far: ``ann 1.5, bob 0.5``."""
        return ", ".join(f"{name_of(player)} {self.points(player)}" for player in seats)


UNPLAYED: Final = SeriesScore()
"""A series of which no game is over."""


def is_set(options: Options) -> bool:
    """Whether a room is for a set of games."""
    return options.games > 1


def is_to_go_on(room: Room) -> bool:
    """Whether the next game of a set follows by itself, and has not been named yet."""
    outcome, created = room.game.outcome, room.created
    if outcome is None or outcome.termination is Termination.ABORTED or room.sequel:
        return False
    return is_set(created.options) and created.number % 2 == 1


def series_after(series: SeriesScore, room: Room) -> SeriesScore:
    """The series at the beginning of the room that follows this one; each set counts anew."""
    ends = is_set(room.created.options) and room.created.number % 2 == 0
    return UNPLAYED if ends else series.with_game(room)


def series_title(room: Room) -> str:
    """Which game of its series a room is for; empty where it is the only one so far."""
    created = room.created
    if is_set(created.options):
        return f"game {2 - created.number % 2} of 2"
    return f"game {created.number}" if created.number > 1 else ""


def series_score_text(room: Room, series: SeriesScore) -> str:
    """How the games stand of which a room's is one: ``after game 1 of 2: ann 1, bob 0``."""
    after = "after " if room.game.is_over else ""
    return f"{after}{series_title(room)}: {series.text(room.seats)}"


async def series_before(room: Room, archive: GameFinder) -> SeriesScore | None:
    """How a series stood when a room was opened, as the archive knows it; None where it does not."""
    earlier = _earlier(room)
    player = next((player for player in room.seats if player is not None), None)
    if not earlier or player is None:
        return UNPLAYED
    series = UNPLAYED
    try:
        async for games, _ in archive.games(GameFilter(player=player.id), most=_LOOKED_THROUGH):
            for game in games:
                if game.id in earlier:
                    earlier.discard(game.id)
                    series = series.after(game.players, game.termination, game.winners)
    except RequestRejected:
        return None
    return None if earlier else series


def _earlier(room: Room) -> set[RoomId]:
    """The rooms before this one, of the same set or of all rematches."""
    created, id_ = room.created, room.created.follows
    count = (created.number - 1) % 2 if is_set(created.options) else created.number - 1
    rooms = set[RoomId]()
    while id_ and len(rooms) < min(count, _LOOKED_THROUGH):
        rooms.add(id_)
        id_ = predecessor_id(id_) or NO_ROOM
    return rooms
