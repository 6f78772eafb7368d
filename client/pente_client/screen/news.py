"""What an update from the connection changes in the model."""

from dataclasses import replace
from typing import assert_never

from pente_client.connection import (
    Connected,
    Disconnected,
    Ended,
    FeaturedNow,
    InvitedTo,
    LobbyChanged,
    PresenceChanged,
    Resynced,
    SentAway,
    Stepped,
    TakenOver,
    Update,
)
from pente_client.offers import offers_to
from pente_client.screen.model import Model
from pente_client.screen.talk import Kind, Remark, gone, here, missed, presence_remarks, remarks, score_remark
from pente_client.series import title_of_series
from pente_client.wording import TAKEN_OVER, name_of
from pente_core.room import (
    Chosen,
    Closed,
    Event,
    Finished,
    Gone,
    Joined,
    Moved,
    Readied,
    Retired,
    Returned,
    Room,
    Said,
    Started,
    Status,
    TakenBack,
)
from pente_protocol.messages import Presence
from pente_protocol.text import clean


def told(model: Model, update: Update) -> Model:
    """The model once an update has arrived; updates of other rooms change nothing."""
    match update:
        case Connected():
            return replace(_noted(model, "connected again") if model.lost else model, lost="", sending="")
        case Disconnected(reason=reason):
            lost = model if model.lost else _noted(model, "the connection is lost")
            return replace(lost, lost=clean(reason.partition(";")[0]) or "no connection", presence=None)
        case TakenOver(room=room) if room == model.room_id:
            return replace(model, lost=TAKEN_OVER, is_over=True)
        case SentAway(room=room, reason=reason) if room == model.room_id:
            return replace(model, lost=clean(reason), is_over=True)
        case Ended(reason=reason):
            return replace(model, lost=clean(reason) or "it was closed", is_over=True)
        case Stepped(room=room) if room == model.room_id:
            return _stepped(model, update)
        case Resynced(room=room, after=after) if room == model.room_id:
            return _resynced(model, after)
        case PresenceChanged(room=room, presence=presence) if room == model.room_id:
            return _met(model, presence)
        case InvitedTo(summary=summary) if summary.id != model.room_id:
            text = f"invites you: {model.way_to(summary.id)}"
            return model.saying((Remark(Kind.CALLED, text, name_of(summary.host)),))
        case Stepped() | Resynced() | PresenceChanged() | InvitedTo() | TakenOver() | SentAway():
            return model
        case LobbyChanged() | FeaturedNow():
            return model
        case _ as unreachable:
            assert_never(unreachable)


def deserves_a_look(before: Model, after: Model) -> bool:
    """Whether the person should look up: it is their turn now, something is offered to
    them, or their game has ended.
    """
    if before.room is None or after.room is None or after.seat is None or before.room_id != after.room_id:
        return False
    ended = before.room.status is Status.PLAYING and after.room.status is not Status.PLAYING
    offered = len(offers_to(after.room, after.me.id)) > len(offers_to(before.room, before.me.id))
    return ended or offered or (after.is_my_turn and not before.is_my_turn)


def _met(model: Model, presence: Presence) -> Model:
    """Who is here has changed; of ourselves, and of what was before we were here, nothing is said."""
    room, before = model.room, model.presence
    if room is None:
        return replace(model, presence=presence)
    returned = model.away & here(room, presence)
    left = gone(room, before, presence) - {model.me.id} if before and not model.known else frozenset()
    model = model.saying(presence_remarks(room, left, returned))
    return replace(model, presence=presence, away=(model.away | left) - returned)


def _noted(model: Model, text: str) -> Model:
    return model.saying((Remark(Kind.HAPPENED, text),))


def _stepped(model: Model, step: Stepped) -> Model:
    if model.room is None or step.version <= model.known:
        return model
    model = replace(model.showing(step.after), known=0)
    if isinstance(step.event, Gone | Returned):
        return _attended(model, step.event, step.after)
    model = model.saying(remarks(step.event, step.before, step.after, model.me.id))
    if isinstance(step.event, Finished) and model.series is not None and title_of_series(step.after):
        model = model.saying((score_remark(step.after, model.series.with_game(step.after)),))
    if isinstance(step.event, Said) and step.event.player.id != model.me.id:
        return replace(model, heard=model.talk[-1])
    return _settled(model) if _is_of_the_game(step.event) else model


def _attended(model: Model, event: Gone | Returned, room: Room) -> Model:
    """The room has noticed that somebody went away or came back, which may have been told already."""
    player = room.seats[event.seat]
    if player is None:
        return model
    if isinstance(event, Gone):
        return replace(model.saying(remarks(event, room, room)), away=model.away | {player.id})
    told_already = player.id not in model.away
    returned = model if told_already else model.saying(remarks(event, room, room))
    return replace(returned, away=model.away - {player.id})


def _resynced(model: Model, after: Room) -> Model:
    if model.room is None or after.version <= model.known:
        return model
    said = missed(model.room, after)
    return _settled(replace(model.showing(after), known=0).saying(said))


def _settled(model: Model) -> Model:
    """It has gone on: what was said of the moment before no longer holds, nor does its question."""
    return replace(model, notice=None, heard=None, asked=model.asked if model.is_playing else None)


def _is_of_the_game(event: Event) -> bool:
    return isinstance(
        event, Joined | Readied | Started | Moved | Chosen | Retired | TakenBack | Finished | Closed
    )
