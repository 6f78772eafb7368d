"""The score of a series at the beginning of one of its games."""

from dataclasses import dataclass

from pente_client.play.ports import GamePort
from pente_client.words.series import SeriesScore, series_after, series_before
from pente_core.identity import RoomId
from pente_core.room import Room


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
