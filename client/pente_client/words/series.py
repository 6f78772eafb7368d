"""Series: the games that the same players play one after the other, and the score."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol

from pente_client.connection import RequestRejected
from pente_client.words.phrases import name_of
from pente_core.identity import Identity, PlayerId
from pente_core.room import Options, Room
from pente_core.rules.outcome import Termination
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.sentences import tell

_LOOKED_THROUGH: Final = 50
"""How many of a player's latest games are searched for those of a series."""


class GameFinder(Protocol):
    """Finds finished games; `pente_client.connection.Client.archive` does."""

    def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]: ...


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """The score of the finished games of a series, in half points."""

    halves: Mapping[PlayerId, int] = field(default_factory=lambda: MappingProxyType({}))

    def after(
        self, seats: Sequence[Identity | None], why: Termination, winners: Sequence[int]
    ) -> "SeriesScore":
        """The score with one more game: a point for each winner, half a point each for a draw."""
        if why is Termination.ABORTED:
            return self
        gains = dict.fromkeys(winners, 2) if winners else dict.fromkeys(range(len(seats)), 1)
        halves = dict(self.halves)
        for seat, player in enumerate(seats):
            if player is not None:
                halves[player.id] = halves.get(player.id, 0) + gains.get(seat, 0)
        return SeriesScore(MappingProxyType(halves))

    def with_game(self, room: Room) -> "SeriesScore":
        """The score with the game of a room, if that is over."""
        outcome = room.game.outcome
        return self if outcome is None else self.after(room.seats, outcome.termination, outcome.winners)

    def points(self, player: Identity | None) -> str:
        """The points of a player: ``0``, ``0.5``, ``1``."""
        return f"{(self.halves.get(player.id, 0) if player else 0) / 2:g}"

    def text(self, seats: Sequence[Identity | None]) -> str:
        """The points of all players: ``ann 1.5, bob 0.5``."""
        return ", ".join(f"{name_of(player)} {self.points(player)}" for player in seats)


UNPLAYED: Final = SeriesScore()
"""The score before the first game is over."""


def is_set(options: Options) -> bool:
    """Whether a room is for a set of two games."""
    return options.games > 1


def is_to_go_on(room: Room) -> bool:
    """Whether the next game of a set follows by itself, and its room is not known yet."""
    outcome, created = room.game.outcome, room.created
    if outcome is None or outcome.termination is Termination.ABORTED or room.sequel:
        return False
    return created.game_of_set == 1


def series_after(series: SeriesScore, room: Room) -> SeriesScore:
    """The score at the start of the room that follows this one; each set is counted separately."""
    return UNPLAYED if room.created.game_of_set == 2 else series.with_game(room)


def series_title(room: Room) -> str:
    """The number of a room's game in its series; empty where it is the only one so far."""
    created = room.created
    if created.game_of_set:
        return tell("room.set-number", n=created.game_of_set)
    return tell("room.series-number", n=created.number) if created.number > 1 else ""


def series_score_text(room: Room, series: SeriesScore) -> str:
    """The score of the series to which a room's game belongs: ``After game 1 of 2: ann 1, bob 0``."""
    title = series_title(room)
    title = tell("series.after", game=title) if room.game.is_over else title
    return f"{title[:1].upper()}{title[1:]}: {series.text(room.seats)}"


async def series_before(room: Room, archive: GameFinder) -> SeriesScore | None:
    """The score when a room was opened, from the archive; None if the archive lacks a game."""
    wanted, missing = room.created.continues, _games_before(room)
    player = next((player for player in room.seats if player is not None), None)
    if not missing or not wanted or player is None:
        return UNPLAYED
    series, which = UNPLAYED, GameFilter(player=player.id, unplayed=True)
    try:
        async for games, _ in archive.games(which, most=_LOOKED_THROUGH):
            for game in games:  # the newest first, so each comes before the one that it follows
                if missing and game.id == wanted:
                    series = series.after(game.players, game.termination, game.winners)
                    wanted, missing = game.continues, missing - 1
    except RequestRejected:
        return None
    return None if missing else series


def _games_before(room: Room) -> int:
    """How many games before this one count: those of the same set, or all rematches."""
    created = room.created
    count = (created.number - 1) % 2 if is_set(created.options) else created.number - 1
    return min(count, _LOOKED_THROUGH)
