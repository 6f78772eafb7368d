"""Setups: positions from which a game begins, instead of the empty board."""

from collections.abc import Iterable, Iterator
from typing import Final

from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.rows import all_lines, unbreakable_lines
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.turns import choices_due
from pente_core.rules.verdict import drawn
from pente_core.value import Value

MOST_TAKEN: Final = 4095
"""The maximum number of stones credited to a seat; position keys have room for so many."""


class BadSetup(ValueError):
    """No game can begin from the setup under these rules; the message says why in one sentence."""


class Setup(Value):
    """A position in which all seats are in the game, and no opening choice is left to make.

    The number of stones placed so far need not be said: each is on the board or was credited to a seat.
    Nothing is checked before `position` is called.
    """

    stones: tuple[tuple[Point, ...], ...]
    """The points of each colour's stones, in ascending order."""
    taken: tuple[int, ...] = ()
    """The stones credited to each seat; empty: none."""
    colour: int = 0
    """The colour of the next stone."""
    stones_left: int = 1
    """How many stones are left to place in this turn, including the next one."""
    made: tuple[Choice, ...] = ()
    """The choices that were made in a swap opening. Seats are numbered as they were after them."""

    @classmethod
    def of(cls, position: Position) -> "Setup":
        """The setup of a position. Raises BadSetup where the position is none that a game can begin from."""
        if position.out:
            raise BadSetup("a player has left the game in this position; choose one before that")
        board = position.board
        setup = cls(
            tuple(tuple(board.geometry.points(stones)) for stones in board.stones),
            position.taken if any(position.taken) else (),
            position.colour,
            position.stones_left,
            position.made,
        )
        if setup.ply != position.ply:
            raise BadSetup(
                f"{position.ply} stones were placed, but {setup.ply} are on the board or were captured"
            )
        setup.position(position.rules)
        return setup

    @property
    def ply(self) -> int:
        """How many stones have been placed so far."""
        return sum(map(len, self.stones)) + sum(self.taken)

    def position(self, rules: Ruleset) -> Position:
        """The position, by these rules. Raises BadSetup."""
        for problem in _problems(self, rules):
            raise BadSetup(problem)
        position = Position(
            compiled=compile_rules(rules),
            board=_board(self.stones, rules),
            taken=self.taken or (0,) * rules.sides,
            ply=self.ply,
            colour=self.colour,
            stones_left=self.stones_left,
            made=self.made,
        )
        if _is_over(position):
            raise BadSetup("the game is over in this position; choose one before its end")
        return position


def _problems(setup: Setup, rules: Ruleset) -> Iterator[str]:
    """The reasons why the setup does not fit the rules, whatever values it has."""
    if len(setup.stones) != rules.sides or len(setup.taken) not in (0, rules.sides):
        yield f"the position needs stones and captures for each of the {rules.sides} sides"
    if not any(setup.stones):
        yield "the position has no stone; leave it out to begin on the empty board"
    yield from _problems_of_stones(setup.stones, rules.size**2)
    if any(not 0 <= count <= MOST_TAKEN for count in setup.taken):
        yield f"a side can't have captured more than {MOST_TAKEN} stones, or fewer than none"
    if any(setup.taken) and not rules.captures:
        yield f"nothing is captured in {rules.base}; leave out the captured stones"
    if not 0 <= setup.colour < rules.sides:
        yield f"the next stone must be of one of the {rules.sides} colours"
    if not 1 <= setup.stones_left <= rules.stones_per_turn:
        yield f"a turn can have 1 to {rules.stones_per_turn} stones left, not {setup.stones_left}"
    if not _is_after_opening(setup, rules):
        yield f"the opening of {rules.base} is not over in this position; choose rules without a swap"


def _problems_of_stones(stones: Iterable[tuple[Point, ...]], points: int) -> Iterator[str]:
    seen: set[Point] = set()
    for own in stones:
        if any(not 0 <= point < points for point in own):
            yield "a stone of the position is not on the board"
        if list(own) != sorted(set(own)) or not seen.isdisjoint(own):
            yield "each point of the position can have one stone, and each colour's are in ascending order"
        seen.update(own)


def _is_after_opening(setup: Setup, rules: Ruleset) -> bool:
    """Whether the choices of the swap opening, if there is one, were all made."""
    made: tuple[Choice, ...] = ()
    for ply in range(min(setup.ply, _LAST_CHOICE) + 1):
        if due := choices_due(rules.swap, ply, made):
            made = setup.made[: len(made) + 1]
            if not made or made[-1] not in due:
                return False
    is_settled = bool(made) and made[-1] is not Choice.PASS
    return made == setup.made and is_settled == compile_rules(rules).swaps


_LAST_CHOICE: Final = 5
"""No opening choice is due after so many stones."""


def _board(stones: Iterable[tuple[Point, ...]], rules: Ruleset) -> Board:
    board = Board.empty(rules.size, rules.sides)
    for colour, points in enumerate(stones):
        board = board.toggled(colour, points)
    return board


def _is_over(position: Position) -> bool:
    """Whether a game would have ended before or in this position."""
    return drawn(position) is not None or _has_line(position) or _has_captures(position)


def _has_line(position: Position) -> bool:
    """Whether a row stands that has won."""
    compiled, board, rules = position.compiled, position.board, position.rules
    if not rules.unbreakable:
        return any(any(all_lines(compiled, board, colour)) for colour in range(rules.sides))
    # The other side's row may stand as long as the side to move can break it.
    own, other = position.colour, 1 - position.colour
    return any(all_lines(compiled, board, own)) or bool(unbreakable_lines(compiled, board, other))


def _has_captures(position: Position) -> bool:
    """Whether a side has captured enough to win."""
    rules = position.rules
    if not rules.captures:
        return False
    ahead = [position.taken_by_team(seat) - rules.goal_of(seat) for seat in range(rules.sides)]
    is_level = bool(rules.poof) and ahead[0] == ahead[1]  # then neither side has won
    return max(ahead) >= 0 and not is_level
