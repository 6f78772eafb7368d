"""Planning of conditional moves: what ``/if`` means in a room."""

from dataclasses import dataclass
from typing import Final

from pente_core.identity import PlayerId
from pente_core.room import PlannedLine, Room, lines_of
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import parse_point
from pente_protocol.sentences import tell

HOW_TO_PLAN: Final = tell("typed.how-to-plan")


@dataclass(frozen=True, slots=True)
class PlanOrder:
    """Lines to be planned beside those that are planned already."""

    lines: tuple[PlannedLine, ...]

    def to(self, room: Room, me: PlayerId) -> cmd.SetConditions:
        """The command that plans them.

        Lines that give another answer to the same moves are replaced: the newest one counts.
        """
        seat = room.seat_of(me)
        kept = [
            line
            for line in lines_of(room.conditions, me)
            if not any(_answers_otherwise(room.game, seat, line, new) for new in self.lines)
        ]
        return cmd.SetConditions((*kept, *self.lines))


def read_plan(text: str, size: int) -> PlanOrder:
    """The lines that were typed, with commas between them.

    >>> read_plan("K10 L11, m12 n13", 19).lines
    ((180, 200), (220, 240))

    Raises BadPoint, and ValueError for a line without points.
    """
    lines = [line.split() for line in text.split(",")]
    if not all(lines):
        raise ValueError(HOW_TO_PLAN)
    return PlanOrder(tuple(tuple(parse_point(name, size) for name in line) for line in lines))


def _answers_otherwise(game: Game, seat: int | None, old: PlannedLine, new: PlannedLine) -> bool:
    """Whether two lines first differ in what the seat plays."""
    for planned, point in zip(old, new, strict=False):
        if planned != point:
            return game.position.to_act == seat
        try:
            _, game = game.play(point)
        except IllegalMove:
            return False
    return False
