"""The arrival at a room: what the screen shows there first."""

from pente_client.connection import Replica
from pente_client.screen.model.remarks import chat_of, series_score_remark
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.ports import GamePort
from pente_client.words.series import SeriesScore, series_after, series_before
from pente_core.identity import RoomId
from pente_core.room import Room


async def opened_model(before: ScreenModel, id_: RoomId, replica: Replica, host: GamePort) -> ScreenModel:
    """The model of a room that is watched, after that of another or of none; of the connection it knows
    nothing.
    """
    series = await _series(before, id_, replica.room, host)
    room = replica.room
    gone = (room.seats[absence.seat] for absence in room.absent)
    fresh = ScreenModel(
        me=host.me,
        glyphs=before.glyphs,
        follows=before.follows,
        url=before.url,
        room_id=id_,
        known=room.version,
        presence=replica.presence,
        away=frozenset(player.id for player in gone if player is not None),
        series=series,
    )
    model = fresh.showing(room).saying(chat_of(room))
    if series is not None and series.halves:
        return model.saying((series_score_remark(room, series),))
    return model


async def _series(before: ScreenModel, id_: RoomId, room: Room, host: GamePort) -> SeriesScore | None:
    """How the series stands of which a room's game is one; None where nobody knows."""
    if before.room is not None and before.room.sequel == id_:
        return None if before.series is None else series_after(before.series, before.room)
    return await series_before(room, host.archive)
