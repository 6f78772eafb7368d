"""What is played for a player the moment it is their turn: premoves, and a first stone that is forced."""

from collections.abc import Callable, Sequence
from typing import Final

from pente_client.connection import RequestRejected
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.words.series import is_to_go_on
from pente_core.identity import RoomId
from pente_core.room import Refused, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, format_point
from pente_protocol.sentences import tell

MOST_PREMOVES: Final = 8
WITHDRAWN: Final = tell("premove.cancelled")
NO_PREMOVE: Final = tell("premove.none")


class MovesAhead:
    """Moves that wait on this device for the player's turn. Mutable.

    ``refusal`` judges a command by our own copy of the room, ``send`` sends it. ``places_first``: whether a
    stone that has only one point to go to at the beginning of a game is placed by itself.
    """

    def __init__(
        self,
        connection: GamePort,
        front: FrontEnd,
        refusal: Callable[[CurrentRoom, cmd.PlayerCommand], Refused | None],
        send: Callable[[cmd.PlayerCommand], bool],
        *,
        places_first: Callable[[], bool],
    ) -> None:
        self._connection, self._front = connection, front
        self._refusal, self._send = refusal, send
        self._places_first = places_first
        self._room: RoomId | None = None
        self._points: tuple[Point, ...] = ()
        self._turns = 0
        """How many turns the game had when they were planned, or when the last of them was sent."""
        self._sent: tuple[RoomId, int] | None = None
        """The turn of a room for which something was sent."""

    def is_early(self, current: CurrentRoom) -> bool:
        """Whether it is another player's turn in the player's own game; never where they share a board."""
        if self._connection.shares_board:
            return False
        room = current.room
        seat = room.seat_of(self._connection.me.id)
        return room.status is ev.Status.PLAYING and seat is not None and room.to_act not in (None, seat)

    def is_waiting(self, current: CurrentRoom | None) -> bool:
        """Whether a turn of the player's is still to come: the game, or the next one of a set, has to begin,
        or another player to move.
        """
        if current is None or self._connection.shares_board:
            return False
        room = current.room
        if room.status is ev.Status.PLAYING:
            return self.is_early(current)
        is_seated = room.seat_of(self._connection.me.id) is not None
        return is_seated and (room.status is ev.Status.WAITING or is_to_go_on(room))

    def plan(self, current: CurrentRoom, points: Sequence[Point]) -> None:
        """Play these points at the next turns. Raises RequestRejected for what can't be planned."""
        room = current.room
        if not self.is_early(current):
            raise RequestRejected("no-premove", tell("premove.not-now"))
        taken = [point for point in points if room.game.position.board.geometry.bit[point] & _stones(room)]
        if taken:
            name = format_point(taken[0], room.created.ruleset.size)
            raise RequestRejected("occupied", tell("premove.occupied", point=name))
        self._room, self._points, self._turns = current.id, tuple(points), len(room.game.turns)
        self._front.premoves_changed(self._points)

    def add(self, current: CurrentRoom, point: Point) -> None:
        """Plan a point in place of another one; where a turn has two stones, for the second of them.

        Raises RequestRejected.
        """
        wanted = current.room.created.ruleset.stones_per_turn
        before = self._points if self._room == current.id and len(self._points) < wanted else ()
        self.plan(current, (*before, point) if point not in before else before)

    def cancel(self) -> bool:
        """Plan nothing any more; whether there was something."""
        had_some, self._points = bool(self._points), ()
        if had_some:
            self._front.premoves_changed(())
        return had_some

    def go_on(self) -> None:
        """Play what is due in the room that is shown, which may have changed."""
        current = self._front.current
        if current is None or (current.id, len(current.room.game.turns)) == self._sent:
            return
        if self._points and self._is_void(current):
            self.cancel()
        room, seat = current.room, current.room.seat_of(self._connection.me.id)
        if room.status is not ev.Status.PLAYING or seat is None or room.to_act != seat:
            return
        if self._points:
            self._play_next(current)
        elif self._places_first() and (point := _forced_first(room)) is not None:
            self._play(current, point)

    def _is_void(self, current: CurrentRoom) -> bool:
        """Whether what was planned is for another room, or for turns that were taken back or never come."""
        room = current.room
        is_back = len(room.game.turns) < self._turns
        return current.id != self._room or is_back or room.status is not ev.Status.PLAYING

    def _play_next(self, current: CurrentRoom) -> None:
        point, *rest = self._points
        refused = self._refusal(current, cmd.Play(point))
        if refused is not None:
            self.cancel()
            name = format_point(point, current.room.created.ruleset.size)
            self._front.notice(tell("premove.not-played", point=name, why=refused))
            return
        self._points, self._turns = tuple(rest), len(current.room.game.turns)
        self._front.premoves_changed(self._points)
        self._play(current, point)

    def _play(self, current: CurrentRoom, point: Point) -> None:
        self._sent = (current.id, len(current.room.game.turns))
        self._send(cmd.Play(point))


def _forced_first(room: Room) -> Point | None:
    """The only point for the very first stone, if there is only one."""
    points = room.game.position.legal_points
    if room.game.turns or room.game.position.choices or len(points) != 1:
        return None
    return next(iter(points))


def _stones(room: Room) -> int:
    return room.game.position.board.occupied
