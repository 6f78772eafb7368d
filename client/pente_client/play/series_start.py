"""The scores at the beginning of a game: of its series, and against its opponent."""

from dataclasses import dataclass

from pente_client.connection import ConnectionProblem
from pente_client.play.ports import GamePort
from pente_client.words.series import SeriesScore, series_after, series_before
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.value import replace
from pente_protocol.messages.people import HeadToHead


@dataclass(frozen=True, slots=True)
class PreviousGame:
    """A room that was shown before, and how its series stood at its beginning (None: unknown)."""

    id: RoomId
    room: Room
    series: SeriesScore | None


async def series_at_start(
    room: Room, previous: PreviousGame | None, connection: GamePort
) -> SeriesScore | None:
    """How the series stands of which a room's game is one: by what was seen before, else by the archive.

    None where that is unknown.
    """
    if previous is None or room.created.continues != previous.id:
        return await series_before(room, connection.archive)
    return None if previous.series is None else series_after(previous.series, previous.room)


class OpponentScores:
    """The results of the player against each opponent, with the games that end meanwhile. Mutable."""

    def __init__(self, connection: GamePort) -> None:
        self._connection = connection
        self._scores: dict[PlayerId, HeadToHead | None] = {}
        """By opponent; None: it was asked for, and is not known."""
        self._counted: set[RoomId] = set()

    def is_unknown(self, room: Room) -> bool:
        """Whether a room has an opponent whose score was not asked for yet."""
        other = opponent_in(room, self._connection.me.id)
        return other is not None and not self._connection.is_local and other.id not in self._scores

    async def find(self, id_: RoomId, room: Room) -> None:
        """Ask for the score against the opponent in a room; without an answer there is none."""
        other = opponent_in(room, self._connection.me.id)
        if other is None or not self.is_unknown(room):
            return
        self._scores[other.id] = None
        try:
            found = await self._connection.profile("", against=other.name)
        except ConnectionProblem:
            return
        if room.status is ev.Status.FINISHED:
            self._counted.add(id_)
        self._scores[other.id] = found.against

    def count(self, id_: RoomId, room: Room) -> HeadToHead | None:
        """The score against the opponent in a room now, with its game if that is over; None: unknown."""
        me = self._connection.me.id
        other = opponent_in(room, me)
        score = None if other is None else self._scores.get(other.id)
        if score is not None and room.game.is_over and id_ not in self._counted:
            self._counted.add(id_)
            score = self._scores[score.opponent.id] = _with_game(score, room, me)
        return score


def opponent_in(room: Room, me: PlayerId) -> Identity | None:
    """The one other player of a game for two, who may only be invited yet; None where there is none."""
    others = {
        player.id: player for player in (*room.seats, *room.invited) if player is not None and player.id != me
    }
    is_in_it = room.seat_of(me) is not None or any(player.id == me for player in room.invited)
    return next(iter(others.values())) if len(room.seats) == 2 and is_in_it and len(others) == 1 else None


def _with_game(score: HeadToHead, room: Room, me: PlayerId) -> HeadToHead:
    outcome, seat = room.game.outcome, room.seat_of(me)
    if outcome is None or seat is None or outcome.termination is Termination.ABORTED:
        return score
    if not outcome.winners:
        return replace(score, draws=score.draws + 1)
    if seat in outcome.winners:
        return replace(score, wins=score.wins + 1)
    return replace(score, losses=score.losses + 1)
