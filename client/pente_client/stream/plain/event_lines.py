"""The events of a room as lines of text."""

from collections.abc import Iterator
from typing import Final, assert_never

from pente_client.connection import RoomAdvanced
from pente_client.stream.output_port import is_decisive
from pente_client.stream.plain.known_presence import KnownPresence
from pente_client.stream.plain.room_lines import RoomLines, said_text
from pente_client.words.conditional_moves import end_of_plan_text
from pente_client.words.events import DescribedEvent, event_text
from pente_client.words.lists.annotations import annotation_text, comment_text
from pente_client.words.offers import offer_question
from pente_client.words.phrases import name_of, points_text
from pente_client.words.spoken.game_words import clocks_line, move_line
from pente_core.identity import PlayerId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_protocol.sentences import tell

_ON_THE_BOARD: Final = frozenset(
    {Termination.LINE, Termination.CAPTURES, Termination.NO_MOVES, Termination.DEAD}
)
"""Endings by a move, after which the board is not shown yet."""


class EventLines:
    """Makes lines of events; ``me`` is the player who reads them, if there is one.

    Mutable: it tells ``presence`` who has come and gone.
    """

    def __init__(self, rooms: RoomLines, presence: KnownPresence) -> None:
        self._rooms, self._presence = rooms, presence

    def lines(self, step: RoomAdvanced, me: PlayerId | None, *, with_turn: bool = True) -> Iterator[str]:
        """What has happened, and what has come of it.

        ``with_turn``: also whose turn it is then, in the line of a move.
        """
        if isinstance(step.event, ev.Joined):
            self._presence.joined(step.event.player.id)
        told = list(self._told(step.event, step.before, step.after, me))
        ended = end_of_plan_text(step.event, step.before, step.after, me)
        after = list(self._after(step, me, with_turn=with_turn))
        if isinstance(step.event, ev.Moved) and after and not self._rooms.form.with_boards:
            told, after = [f"{told[0]} {after[0]}"], after[1:]
        yield from (*told, *([] if ended is None else [ended]), *after)

    def _told(self, event: ev.Event, before: Room, after: Room, me: PlayerId | None) -> Iterator[str]:
        if isinstance(event, DescribedEvent):
            if not isinstance(event, ev.Gone | ev.Returned) or self._presence.notices(event, after):
                yield self._described(event, before, after, me)
            return
        match event:
            case ev.Moved():
                yield move_line(event, after.game, name_of(before.seats[event.seat]), event.seat)
            case ev.Said():
                yield said_text(event)
            case ev.CommentAdded():
                yield comment_text(event, after)
            case ev.VariationAdded() | ev.PointsMarked() | ev.AnnotationRemoved():
                yield annotation_text(event, before, after)
            case ev.Created() | ev.Finished() | ev.Hidden():
                pass
            case _ as unreachable:
                assert_never(unreachable)

    def _described(self, event: DescribedEvent, before: Room, after: Room, me: PlayerId | None) -> str:
        """An event in one sentence, with what else is good to know about it."""
        text = event_text(event, before, after, me)
        if isinstance(event, ev.Started):
            return f"{text.removesuffix('.')}: {self._rooms.sides(after)}."
        if isinstance(event, ev.Chosen) and event.choice is Choice.SWAP:
            return tell("plain.swapped-sides", text=text, sides=self._rooms.sides(after))
        if isinstance(event, ev.TakenBack):
            gone = before.game.turns[len(after.game.turns) :]
            points = [Point(turn) for turn in gone if isinstance(turn, int)]
            names = points_text(points, after.created.ruleset.size)
            return f"{text.removesuffix('.')}: {names}." if names else text
        if isinstance(event, ev.TimeGiven):
            return f"{text} {clocks_line(after, event.remaining)}"
        if isinstance(event, ev.Offered) and _is_for(me, event.seat, after):
            question = offer_question(after, event.seat, event.kind)
            return question if after.to_act is None else tell("plain.or-move", question=question)
        return text

    def _after(self, step: RoomAdvanced, me: PlayerId | None, *, with_turn: bool) -> Iterator[str]:
        """The board, the turn or the result, where an event has changed it."""
        at, with_boards = step.after.clock.since, self._rooms.form.with_boards
        turn = self._rooms.turn(step.room, step.after, me, at) if with_turn else ()
        match step.event:
            case ev.Moved() as moved if is_decisive(moved, step.before):
                pass  # the end that follows shows the board
            case ev.Left() if not any(step.after.seats):
                pass  # the room is closed next
            case ev.Started():
                yield from self._rooms.how_to_play(step.after, me)
                yield from self._rooms.drawn(step.after) if with_boards else ()
                yield from turn
            case ev.Moved():
                yield from self._rooms.drawn(step.after) if with_boards else ()
                yield from turn
            case ev.TakenBack():
                yield from self._rooms.drawn(step.after) if with_boards else ()
                if step.before.game.position.taken != step.after.game.position.taken:
                    yield from self._rooms.captured(step.after, step.after.game)
                yield from turn
            case ev.Readied() if step.after.status is ev.Status.PLAYING:
                pass  # whose turn it is was told when the game began
            case ev.Chosen() | ev.Retired() | ev.Joined() | ev.Left() | ev.Readied() | ev.Resumed():
                yield from turn
            case ev.Finished(termination=termination):
                if termination in _ON_THE_BOARD and with_boards:
                    yield from self._rooms.drawn(step.after)
                yield from self._rooms.result(step.room, step.after)
            case _:
                pass  # neither the board nor whose turn it is has changed


def _is_for(me: PlayerId | None, maker: int, room: Room) -> bool:
    """Whether a player is to answer an offer."""
    seat = None if me is None else room.seat_of(me)
    return seat is not None and seat != maker
