"""The changes that an update makes in the model."""

from dataclasses import replace
from typing import assert_never

from pente_client.connection import (
    NEEDS_UPDATE,
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    LooksChanged,
    MessageArrived,
    MoveExplained,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.screen.model.remarks import (
    Remark,
    RemarkKind,
    bot_offer_remark,
    missed_chat,
    newly_absent,
    presence_remarks,
    present_players,
    remarks,
    series_score_remark,
)
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_client.words.connection import CONNECTED_AGAIN, CONNECTION_LOST, SUPERSEDED, loss_text, lost_reason
from pente_client.words.lists.explanation import explanation_lines
from pente_client.words.offers import offers_to
from pente_client.words.outcome import why_text
from pente_client.words.personal_news import news_text
from pente_client.words.series import series_title
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean


def update_model(model: ScreenModel, update: Update) -> ScreenModel:
    """The model once an update has arrived; updates of other rooms change nothing."""
    match update:
        case Connected():
            return replace(_noted(model, CONNECTED_AGAIN) if model.lost else model, lost="", sending="")
        case Disconnected(reason=reason):
            lost = model if model.lost else _noted(model, CONNECTION_LOST)
            return replace(lost, lost=lost_reason(reason), presence=None)
        case Superseded(room=room) if room == model.room_id:
            return replace(model, lost=SUPERSEDED, is_over=True, is_elsewhere=True)
        case Removed(room=room, reason=reason) if room == model.room_id and model.follows:
            return replace(model, notice=Notice(clean(reason), is_error=True))
        case Removed(room=room, reason=reason) if room == model.room_id:
            return replace(model, lost=clean(reason), is_over=True)
        case ClientStopped(reason=reason):
            return replace(model, lost=clean(reason) or tell("connection.was-closed"), is_over=True)
        case RoomAdvanced(room=room) if room == model.room_id:
            return _advanced(model, update)
        case Resynced(room=room, after=after, is_read_only=True) if room == model.room_id:
            shown = replace(model.showing(after), is_read_only=True, known=0)
            return replace(shown, notice=Notice(NEEDS_UPDATE, is_error=True))
        case Resynced(room=room, after=after, before=None) if room == model.room_id:
            return _resynced(model, after)
        case Resynced(room=room, after=after, before=Room() as before) if room == model.room_id:
            return _settled(replace(_noted(model, loss_text(before, after)).showing(after), known=0))
        case LooksChanged(room=room, looks=looks) if room == model.room_id:
            return replace(model, looks=looks)
        case MoveExplained(room=room) if room == model.room_id:
            return model.saying(
                tuple(Remark(RemarkKind.HAPPENED, line) for line in explanation_lines(update))
            )
        case PresenceChanged(room=room, presence=presence) if room == model.room_id:
            return _with_presence(model, presence)
        case InvitationReceived(summary=summary) if summary.id == model.room_id:
            return model
        case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
            return model.saying((Remark(RemarkKind.CALLED, news_text(update)),))
        case RoomAdvanced() | Resynced() | PresenceChanged() | Superseded() | Removed():
            return model
        case LobbyChanged() | LooksChanged() | MoveExplained() | PlayersChanged() | FeaturedGameChanged():
            return model
        case _ as unreachable:
            assert_never(unreachable)


def needs_attention(before: ScreenModel, after: ScreenModel) -> bool:
    """Whether the player should look up: it is their turn now, something is offered to
    them, or their game has ended.
    """
    if before.room is None or after.room is None or after.seat is None or before.room_id != after.room_id:
        return False
    ended = before.room.status is ev.Status.PLAYING and after.room.status is not ev.Status.PLAYING
    offered = len(offers_to(after.room, after.me.id)) > len(offers_to(before.room, before.me.id))
    return ended or offered or (after.is_my_turn and not before.is_my_turn)


def attention_text(before: ScreenModel, after: ScreenModel) -> str:
    """Why the player should look up, where `needs_attention`."""
    assert before.room is not None
    assert after.room is not None
    if before.room.status is ev.Status.PLAYING and after.room.status is not ev.Status.PLAYING:
        return tell("status.game-ended")
    is_turn = after.is_my_turn and not before.is_my_turn
    return tell("status.is-your-turn" if is_turn else "status.offered")


def gave_up_seat(update: Update, model: ScreenModel) -> bool:
    """Whether the player has left the room that is shown, before its game."""
    if not isinstance(update, RoomAdvanced) or update.room != model.room_id:
        return False
    event = update.event
    if not isinstance(event, ev.Left):
        return False
    player = update.before.seats[event.seat]
    return player is not None and player.id == model.me.id


def _with_presence(model: ScreenModel, presence: RoomPresence) -> ScreenModel:
    """The model with other people present; nothing is said of the player, or of what was before them."""
    room, before = model.room, model.presence
    if room is None:
        return replace(model, presence=presence)
    returned = model.away & present_players(room, presence)
    left = newly_absent(room, before, presence) - {model.me.id} if before and not model.known else frozenset()
    model = model.saying(presence_remarks(room, left, returned))
    return replace(model, presence=presence, away=(model.away | left) - returned)


def _noted(model: ScreenModel, text: str) -> ScreenModel:
    return model.saying((Remark(RemarkKind.HAPPENED, text),))


def _advanced(model: ScreenModel, step: RoomAdvanced) -> ScreenModel:
    if model.room is None or step.version <= model.known:
        return model
    model = _settled_bot_offer(replace(model.showing(step.after), known=0))
    if isinstance(step.event, ev.Gone | ev.Returned):
        return _attended(model, step.event, step.after)
    model = model.saying(remarks(step.event, step.before, step.after, model.me.id))
    if isinstance(step.event, ev.Finished) and (why := why_text(model.url, step.room, step.after)):
        model = _noted(model, why)
    if isinstance(step.event, ev.Finished) and model.series is not None and series_title(step.after):
        model = model.saying((series_score_remark(step.after, model.series.with_game(step.after)),))
    if isinstance(step.event, ev.Said) and step.event.player.id != model.me.id:
        return replace(model, heard=model.chat[-1])
    has_gone_on = step.after.changed == step.after.version
    return _settled(model) if has_gone_on else model


def _attended(model: ScreenModel, event: ev.Gone | ev.Returned, room: Room) -> ScreenModel:
    """The model once the room has noticed that a player went away or came back; presence may have told."""
    player = room.seats[event.seat]
    if player is None:
        return model
    if isinstance(event, ev.Gone):
        return replace(model.saying(remarks(event, room, room)), away=model.away | {player.id})
    is_known = player.id not in model.away
    returned = model if is_known else model.saying(remarks(event, room, room))
    return replace(returned, away=model.away - {player.id})


def _resynced(model: ScreenModel, after: Room) -> ScreenModel:
    if model.room is None or after.version <= model.known:
        return model
    said = missed_chat(model.room, after)
    return _settled(_settled_bot_offer(replace(model.showing(after), known=0)).saying(said))


def _settled_bot_offer(model: ScreenModel) -> ScreenModel:
    """The model without the offer of a bot, once nobody waits for a player any more."""
    return model if model.may_play_bot else without_bot_offer(model)


def without_bot_offer(model: ScreenModel) -> ScreenModel:
    """The model without the offer of a bot."""
    if model.bot is None:
        return model
    offer = bot_offer_remark(model.bot)
    return replace(model, bot=None, chat=tuple(remark for remark in model.chat if remark != offer))


def _settled(model: ScreenModel) -> ScreenModel:
    """The model once the game has gone on: notices and questions of the moment before are gone."""
    question = model.question if model.is_playing else None
    return replace(model, notice=None, heard=None, advised=(), question=question)
