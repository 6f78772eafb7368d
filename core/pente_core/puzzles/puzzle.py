"""Puzzles as values: a position, and every defence against the attack that wins it."""

from collections.abc import Iterator

from pente_core.identity import NO_ROOM, RoomId
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.value import Value


class PuzzleTask(Value):
    """What the attacker has to find in a position."""

    attacks: "tuple[PuzzleAttack, ...]" = ()
    """Every stone with which threats win quickest; none: a stone wins at once, as the rules can tell."""
    slower: tuple[Point, ...] = ()
    """Stones that win too, but later."""
    failures: "tuple[FailedThreat, ...]" = ()
    """Stones that threaten to win, and win nothing."""


class PuzzleAttack(Value):
    """A stone of the solution. It threatens to win with the next one."""

    point: Point
    replies: "tuple[PuzzleReply, ...]" = ()
    """Every stone that stops the threat, the one that lasts longest first; none: nothing stops it."""


class PuzzleReply(Value):
    """A stone of the defender, and what is to be found after it."""

    point: Point
    task: PuzzleTask


class FailedThreat(Value):
    """A stone that threatens to win, and the answer that refutes it."""

    point: Point
    reply: Point


class Puzzle(Value):
    """A position in which the side to move wins by threats alone, against every defence.

    Nothing is checked here; `pente_core.puzzles.proof.flaw_of` does that.
    """

    position: Position
    win_in: int
    """The stones of both sides until the win, as few as threats can do it with."""
    task: PuzzleTask
    source: str = ""
    """Where it is from, in a few words; may be empty."""
    game: RoomId = NO_ROOM
    """The room of the server's game that it is from; empty: it is from elsewhere."""

    @property
    def own_stones(self) -> int:
        """How many of them are the attacker's."""
        return (self.win_in + 1) // 2

    @property
    def id(self) -> str:
        """Eight hexadecimal digits, by which it is found again."""
        return f"{self.position.key:016x}"[:8]


class WrittenPuzzle(Value):
    """A position in which the side to move wins by threats alone, with the whole solution, as it travels."""

    position: str
    """The position as text."""
    win_in: int
    """The stones of both sides until the win."""
    solution: PuzzleTask
    source: str = ""
    """Where it is from, in a few words."""
    game: RoomId = NO_ROOM
    """The game of the server that it is from, if it is from one."""


def nodes_of(task: PuzzleTask) -> int:
    """How many positions of the attacker a solution has."""
    return 1 + sum(nodes_of(reply.task) for attack in task.attacks for reply in attack.replies)


def threats_of(task: PuzzleTask) -> int:
    """How many threats a solution names, also those that fail or win later: a measure of checking it."""
    replies = (reply for attack in task.attacks for reply in attack.replies)
    own = len(task.attacks) + len(task.slower) + len(task.failures)
    return own + sum(threats_of(reply.task) for reply in replies)


def main_line(task: PuzzleTask) -> Iterator[Point]:
    """The first stones of the solution against the longest defence, as far as it is written down."""
    while task.attacks:
        attack = task.attacks[0]
        yield attack.point
        if not attack.replies:
            return
        yield attack.replies[0].point
        task = attack.replies[0].task
