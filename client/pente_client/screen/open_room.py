"""The first model of a room."""

from pente_client.connection import NEEDS_UPDATE, Replica
from pente_client.play.ports import GamePort
from pente_client.play.series_start import PreviousGame, series_at_start
from pente_client.screen.model.remarks import chat_of, series_score_remark
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_core.identity import RoomId


async def opened_model(
    before: ScreenModel, id_: RoomId, replica: Replica, connection: GamePort
) -> ScreenModel:
    """The model of a room that is watched, after that of another or of none; it says nothing about the
    connection.
    """
    series = await series_at_start(replica.room, _previous(before), connection)
    room = replica.room  # the game may have gone on while the archive was asked
    gone = (room.seats[absence.seat] for absence in room.absent)
    fresh = ScreenModel(
        me=connection.me,
        is_local=before.is_local,
        shares_board=connection.shares_board,
        glyphs=before.glyphs,
        largest=before.largest,
        follows=before.follows,
        channel=before.channel,
        url=before.url,
        public_url=connection.public_url,
        fingerprint=connection.fingerprint,
        room_id=id_,
        is_read_only=replica.is_read_only,
        known=room.version,
        presence=replica.presence,
        away=frozenset(player.id for player in gone if player is not None),
        series=series,
        looks=replica.looks,
        code=connection.codes.known(id_),
        shows_code=before.shows_code,
        shows_help=before.shows_help,
        shows_rules=before.shows_rules,
        help_back=before.help_back,
        palette=before.palette,
        notice=Notice(NEEDS_UPDATE, is_error=True) if replica.is_read_only else None,
    )
    model = fresh.showing(room).saying(chat_of(room))
    if series is not None and series.halves:
        return model.saying((series_score_remark(room, series),))
    return model


def _previous(before: ScreenModel) -> PreviousGame | None:
    if before.room is None or before.room_id is None:
        return None
    return PreviousGame(before.room_id, before.room, before.series)
