"""What waits for a player: turns, offers, invitations and messages, as lines of text."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum
from itertools import groupby
from typing import Final

from pente_client.words.lists.activity import is_host_present
from pente_client.words.lists.own_games import (
    due_text,
    on_turn,
    opponents_text,
    own_order,
    paused_activity_text,
)
from pente_client.words.lists.who_is_here import message_lines
from pente_client.words.phrases import name_of, rules_name
from pente_client.words.waiting import play_command
from pente_core.clock.clock import TimeControl, format_time_control
from pente_core.clock.instant import Instant
from pente_core.clock.time_control import duration_text
from pente_core.identity import Identity, PlayerId
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_protocol.messages.archive import GameSummary
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.lists import ListedRoom
from pente_protocol.sentences import tell

NOTHING: Final = tell("waits.nothing")


class InboxKind(StrEnum):
    """What a room waits for."""

    TURN = "turn"
    OFFER = "offer"
    INVITATION = "invitation"


_TITLES: Final = {
    InboxKind.TURN: "waits.turns",
    InboxKind.OFFER: "waits.offers",
    InboxKind.INVITATION: "waits.invitations",
}


@dataclass(frozen=True, slots=True)
class InboxItem:
    """A room that waits for the player."""

    kind: InboxKind
    row: ListedRoom


@dataclass(frozen=True, slots=True)
class RematchOffer:
    """An offer of a rematch that the player can still accept, after a game that is over."""

    game: GameSummary
    by: Identity


@dataclass(frozen=True, slots=True)
class InboxContents:
    """All that waits for a player; false if nothing does."""

    rooms: Sequence[InboxItem] = ()
    rematches: Sequence[RematchOffer] = ()
    messages: Sequence[DirectMessage] = ()
    """Those that the player has not read."""

    def __bool__(self) -> bool:
        return bool(self.rooms or self.rematches or self.messages)


def inbox_of(
    rows: Iterable[ListedRoom], me: Identity, blocked: AbstractSet[PlayerId] = frozenset()
) -> Sequence[InboxItem]:
    """What waits for a player in their rooms: turns with the least time left first, offers, invitations.

    A game can be there twice. Invitations of players in ``blocked`` are left out.
    """
    known = sorted(rows, key=lambda row: own_order(row, me.id))
    return [
        *(InboxItem(InboxKind.TURN, row) for row in on_turn(known, me.id)),
        *(InboxItem(InboxKind.OFFER, row) for row in known if _has_offer(row, me.id)),
        *(InboxItem(InboxKind.INVITATION, row) for row in known if _is_invited(row, me.id, blocked)),
    ]


def inbox_lines(
    inbox: InboxContents, me: Identity, now: Instant, url: str = "", zone: tzinfo | None = None
) -> Iterator[str]:
    """A line for each, with what to type to get there; ``url`` of the server, empty for the default."""
    for kind, members in groupby(inbox.rooms, key=lambda item: item.kind):
        yield tell(_TITLES[kind], times=tell("list.local-times"))
        for item in members:
            yield f"  {_about(item, me, now, zone)}: {play_command(url, item.row.room.id)}"
    if inbox.rematches:
        yield tell("waits.rematches")
        for offer in inbox.rematches:
            yield f"  {_game(offer)}: {play_command(url, offer.game.id)}"
    if inbox.messages:
        yield tell("waits.messages")
        yield from (f"  {line}" for line in message_lines(inbox.messages))
        yield tell("waits.mark-as-read", command=f"pente messages{url and ' --server '}{url}")
    if not inbox:
        yield NOTHING


def time_left(item: InboxItem, now: Instant) -> int | None:
    """The milliseconds in which the player has to move; None: no clock, or nothing to do with one."""
    due = item.row.activity.deadline
    return None if due is None or item.kind is not InboxKind.TURN else max(0, due - now)


def _about(item: InboxItem, me: Identity, now: Instant, zone: tzinfo | None) -> str:
    room, left = item.row.room, time_left(item, now)
    whom = name_of(room.host) if item.kind is InboxKind.INVITATION else opponents_text(room, me.id)
    parts = [whom, f"{rules_name(room.ruleset)} {_time(room.time)}"]
    if left is not None:
        due = due_text(room, item.row.activity, now, zone)
        parts += [*filter(None, (due,)), tell("waits.left", span=duration_text(left))]
    if item.row.activity.paused_at is not None:
        parts.append(paused_activity_text(item.row.activity, now, zone))
    return ", ".join(parts)


def _game(offer: RematchOffer) -> str:
    game = offer.game
    return f"{name_of(offer.by)}, {rules_name(game.ruleset)} {_time(game.time)}"


def _time(control: TimeControl) -> str:
    time = format_time_control(control)
    return tell("waits.no-clock") if time == "-" else time


def _has_offer(row: ListedRoom, me: PlayerId) -> bool:
    seats = enumerate(row.room.seats)
    mine = {seat for seat, player in seats if player is not None and player.id == me}
    return row.room.status is ev.Status.PLAYING and not mine.isdisjoint(row.activity.to_answer)


def _is_invited(row: ListedRoom, me: PlayerId, blocked: AbstractSet[PlayerId]) -> bool:
    """Whether an invitation waits for an answer: one to a live game is void while its host is away."""
    room = row.room
    is_invited = any(player.id == me for player in room.invited)
    is_due = is_correspondence(room.time) or is_host_present(room, row.activity)
    return is_invited and is_due and room.status is ev.Status.WAITING and not room.involves(blocked)
