"""The chat and what happens, as remarks in the order of time."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from pente_client.words.bots.house_bots import bot_text
from pente_client.words.conditional_moves import end_of_plan_text
from pente_client.words.events import DescribedEvent, event_text, presence_text
from pente_client.words.lists.annotations import annotation_text, place_text
from pente_client.words.outcome import room_outcome_text
from pente_client.words.phrases import name_of
from pente_client.words.series import SeriesScore, series_score_text
from pente_client.words.waiting import bot_offer_text
from pente_core.identity import Identity, PlayerId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.move import Call
from pente_core.rules.point import format_point
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

KEPT: Final = 200
"""How many remarks are remembered."""


class RemarkKind(StrEnum):
    """What kind of remark it is; also the end of its style's name."""

    SAID = "said"
    ASIDE = "aside"
    """Said to viewers only."""
    CALLED = "called"
    """An announcement of the game: tria, tessera."""
    HAPPENED = "happened"


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark; all of its text is clean."""

    kind: RemarkKind
    text: str
    who: str = ""
    seat: int | None = None
    """The speaker's seat at that time, so that a viewer's name can't pretend to be a player's."""


def chat_remark(line: ev.Said, room: Room) -> Remark:
    kind = RemarkKind.ASIDE if line.to is ev.ChatAudience.WATCHERS else RemarkKind.SAID
    return Remark(kind, clean(line.text), name_of(line.player), room.seat_of(line.player.id))


def announcement_text(calls: Iterable[Call]) -> str:
    """What is announced of a move, in words.

    >>> announcement_text([Call.TESSERA, Call.TRIA, Call.TRIA])
    'tessera, double tria'
    """
    return ", ".join(_times(call, count) for call, count in Counter(calls).items())


def _times(call: Call, count: int) -> str:
    text = tell(f"call.{call}")
    return text if count == 1 else tell("turn.double-call" if count == 2 else "turn.many-calls", call=text)


def remarks(event: ev.Event, before: Room, after: Room, me: PlayerId | None = None) -> tuple[Remark, ...]:
    """What there is to say about an event that led from one room to another, to be read by ``me``."""
    ended = end_of_plan_text(event, before, after, me)
    if ended is not None:
        return (*_remarks(event, before, after, me), Remark(RemarkKind.HAPPENED, ended))
    return _remarks(event, before, after, me)


def _remarks(event: ev.Event, before: Room, after: Room, me: PlayerId | None) -> tuple[Remark, ...]:
    if isinstance(event, DescribedEvent):
        return (Remark(RemarkKind.HAPPENED, event_text(event, before, after, me)),)
    match event:
        case ev.Said():
            return (chat_remark(event, after),)
        case ev.VariationAdded() | ev.PointsMarked() | ev.AnnotationRemoved():
            return (Remark(RemarkKind.HAPPENED, annotation_text(event, before, after)),)
        case ev.CommentAdded(player=player, node=node, text=text):
            said = f"{place_text(after, node)}: {clean(text)}"
            return (Remark(RemarkKind.SAID, said, name_of(player), after.seat_of(player.id)),)
        case ev.Moved(calls=()):
            return ()
        case ev.Moved(seat=seat, point=point, calls=calls):
            at = format_point(point, after.created.ruleset.size)
            text = tell("status.called-at", calls=announcement_text(calls), point=at)
            return (Remark(RemarkKind.CALLED, text, name_of(before.seats[seat]), seat),)
        case ev.Created() | ev.Hidden():
            return ()
        case ev.Finished():
            return (Remark(RemarkKind.HAPPENED, room_outcome_text(after)),)
        case _ as unreachable:
            assert_never(unreachable)


def bot_offer_remark(bot: Identity) -> Remark:
    """That a bot would play with a player who waits."""
    text = bot_offer_text(bot_text(bot), tell("status.press-b"), tell("status.other-bot"))
    return Remark(RemarkKind.HAPPENED, text)


def series_score_remark(room: Room, series: SeriesScore) -> Remark:
    """The score of the series that a room's game belongs to."""
    return Remark(RemarkKind.HAPPENED, series_score_text(room, series))


def newly_absent(room: Room, before: RoomPresence, after: RoomPresence) -> frozenset[PlayerId]:
    """The players who were there before and are not any more."""
    return frozenset(
        player.id
        for player, then, now in zip(room.seats, before.present, after.present, strict=False)
        if player is not None and then and not now
    )


def present_players(room: Room, presence: RoomPresence) -> frozenset[PlayerId]:
    """The players who are there."""
    return frozenset(
        player.id
        for player, now in zip(room.seats, presence.present, strict=False)
        if player is not None and now
    )


def presence_remarks(
    room: Room, left: frozenset[PlayerId], returned: frozenset[PlayerId]
) -> tuple[Remark, ...]:
    """That players have gone away or come back."""
    return tuple(
        Remark(RemarkKind.HAPPENED, presence_text(player, is_here=player.id in returned))
        for player in room.seats
        if player is not None and player.id in left | returned
    )


def chat_of(room: Room) -> tuple[Remark, ...]:
    """The chat that a room remembers."""
    return tuple(chat_remark(line, room) for line in room.chat)


def missed_chat(known: Room, now: Room) -> tuple[Remark, ...]:
    """The chat of a room that was not yet there when it was ``known``."""
    seen = known.chat[-1].at if known.chat else 0
    return tuple(chat_remark(line, now) for line in now.chat if line.at > seen)
