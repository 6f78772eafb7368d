"""Warnings that the time of the player is running out, for outputs that show no clock."""

from collections.abc import Callable, Iterator
from typing import Final

from pente_core.clock.instant import Instant, elapsed
from pente_core.room import Room
from pente_protocol.sentences import tell

_LEFT: Final = ((60_000, "plain.one-minute"), (10_000, "plain.ten-seconds"))
"""Milliseconds on the clock at which something is said, with its sentence, if the turn began with more."""
_FIRST_MOVE: Final = 20_000
"""Milliseconds before a game is aborted for want of a first move at which that is said."""


class LowTime:
    """Says each warning once a turn. Mutable: it knows what it has said."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._turn = -1
        self._said: set[str] = set()

    def warn(self, room: Room, seat: int | None, now: Instant) -> Instant | None:
        """Say what the player on a seat has to know now; the moment of the next warning, if there is one."""
        if len(room.game.turns) != self._turn:
            self._turn, self._said = len(room.game.turns), set()
        warnings = [] if seat is None else sorted(_warnings(room, seat))
        due = [text for at, text in warnings if at <= now]
        if due and due[-1] not in self._said:
            self._say(due[-1])
        self._said.update(due)
        return min((at for at, _ in warnings if at > now), default=None)


def _warnings(room: Room, seat: int) -> Iterator[tuple[Instant, str]]:
    """When what is to be said in the turn of a seat; nothing in those of others."""
    if room.to_act != seat or room.paused is not None:
        return
    clock, flag = room.clock, room.clock.flag_at()
    if clock.running == seat and flag is not None:
        for left, key in _LEFT:
            if clock.remaining[seat] > left:
                yield Instant(flag - left), tell(key)
    until = room.first_moves.until if room.first_moves else None
    if until is not None and elapsed(clock.since, until) > 2 * _FIRST_MOVE:
        yield Instant(until - _FIRST_MOVE), tell("plain.first-move-soon")
