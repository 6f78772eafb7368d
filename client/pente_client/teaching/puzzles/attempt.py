"""How far a person has come in a puzzle: what each of their stones is worth, by the puzzle's solution."""

from dataclasses import dataclass
from enum import Enum

from pente_core.puzzles.forcing import forced_by, hopeless_reply
from pente_core.puzzles.puzzle import PuzzleAttack, PuzzleTask
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win


class StoneWorth(Enum):
    """What a stone of the attacker is worth."""

    RIGHT = "right"
    """It wins as quickly as possible, but not yet."""
    WINS = "wins"
    """The game is over with it."""
    SLOWER = "slower"
    """It wins too, but later."""
    REFUTED = "refuted"
    """It threatens to win, and an answer stops that for good."""
    LOSES = "loses"
    """The opponent wins at once."""
    QUIET = "quiet"
    """It threatens nothing, so the opponent is free."""
    MISSES_WIN = "misses win"
    """Another stone would have won at once."""


@dataclass(frozen=True, slots=True)
class TriedStone:
    """A stone of the attacker, and what it is worth."""

    point: Point
    worth: StoneWorth
    reply: Point | None = None
    """The answer to it; None: there is none."""

    @property
    def is_mistake(self) -> bool:
        return self.worth not in (StoneWorth.RIGHT, StoneWorth.WINS, StoneWorth.SLOWER)


@dataclass(frozen=True, slots=True)
class PuzzleProgress:
    """A puzzle after some stones."""

    position: Position
    """In which the attacker is to move, or made the last stone."""
    task: PuzzleTask
    """What was to be found there."""
    last: TriedStone | None
    """The attacker's last stone; None: there was none yet."""
    is_answered: bool
    """Whether the answer to it, if there is one, is on the board."""

    @property
    def asks(self) -> bool:
        """Whether the attacker's next stone is to be found."""
        return self.is_answered and (self.last is None or self.last.worth is StoneWorth.RIGHT)

    @property
    def stones_left(self) -> int:
        """How many stones of the attacker it still takes."""
        return own_stones(self.task)


def progress_of(game: Game, task: PuzzleTask) -> PuzzleProgress:
    """The progress of a game that began with the position of a task. All its turns are stones."""
    state, last = game.beginning, None
    before = state.position
    for number, turn in enumerate(game.turns):
        assert isinstance(turn, int)  # nobody can leave a puzzle, or choose in it
        if number % 2 == 0:
            before, state = state.position, state.with_turn(turn)
            last = tried(before, task, turn, state)
            if last.worth is not StoneWorth.RIGHT:
                return PuzzleProgress(before, task, last, last.reply is None or len(game.turns) > number + 1)
        else:
            assert last is not None
            state, task = state.with_turn(turn), _after(task, last.point, turn)
            before = state.position
    return PuzzleProgress(before, task, last, is_answered=len(game.turns) % 2 == 0)


def tried(before: Position, task: PuzzleTask, point: Point, after: Game) -> TriedStone:
    """What a stone is worth that was just played; ``after`` is the game with it."""
    if after.outcome is not None:
        won = before.colour in after.outcome.winners
        return TriedStone(point, StoneWorth.WINS if won else StoneWorth.QUIET)
    if attack := _attack(task, point):
        reply = attack.replies[0].point if attack.replies else hopeless_reply(after.position)
        return TriedStone(point, StoneWorth.RIGHT, reply)
    if point in task.slower:
        return TriedStone(point, StoneWorth.SLOWER)
    if refuting := next((each.reply for each in task.failures if each.point == point), None):
        return TriedStone(point, StoneWorth.REFUTED, refuting)
    if not task.attacks:
        return TriedStone(point, StoneWorth.MISSES_WIN)
    wins = points_that_win(after.position)
    if wins:
        winning = next(after.position.board.geometry.points(wins))
        return TriedStone(point, StoneWorth.LOSES, winning)
    return TriedStone(point, StoneWorth.QUIET)


def right_stone(position: Position, task: PuzzleTask) -> Point:
    """The stone to be found."""
    if task.attacks:
        return task.attacks[0].point
    return next(position.board.geometry.points(points_that_win(position)))


def solution_line(position: Position, task: PuzzleTask) -> tuple[Point, ...]:
    """The stones from here to the win, against the defence that lasts longest."""
    line = list[Point]()
    while task.attacks:
        attack = task.attacks[0]
        after = forced_by(position, attack.point)
        assert after is not None
        reply = attack.replies[0].point if attack.replies else hopeless_reply(after)
        line += (attack.point, reply)
        position, task = after.play(reply)[1], _after(task, attack.point, reply)
    return (*line, right_stone(position, task))


def own_stones(task: PuzzleTask) -> int:
    """How many stones the attacker needs."""
    if not task.attacks:
        return 1
    replies = task.attacks[0].replies
    return 1 + (own_stones(replies[0].task) if replies else 1)


def _attack(task: PuzzleTask, point: Point) -> PuzzleAttack | None:
    return next((attack for attack in task.attacks if attack.point == point), None)


def _after(task: PuzzleTask, point: Point, reply: Point) -> PuzzleTask:
    """What is to be found after an answer. After one that stops nothing, it is the win."""
    attack = _attack(task, point)
    assert attack is not None
    return next((each.task for each in attack.replies if each.point == reply), PuzzleTask())
