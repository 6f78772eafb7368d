"""A position that can be played: the board, what was taken, and whose turn it is.

Positions are values. `Position.judge` asks the rules what a move would do, `Position.after` does it, and
going back is keeping the position before; all of them share what did not change.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from pente_core.rules import position_keys
from pente_core.rules.board import Board
from pente_core.rules.captures import captures_by, poofed_by
from pente_core.rules.compiled_rules import CompiledRules, compile_rules
from pente_core.rules.fast_new import fast_new
from pente_core.rules.geometry import Bits, geometry
from pente_core.rules.move import Call, Capture, Choice, Illegal, IllegalMove, Move
from pente_core.rules.point import Point
from pente_core.rules.rows import rows_made
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.turns import choices_due, code_of, next_colour, seat_to_act, stones_in_turn


@dataclass(frozen=True, slots=True)
class PointSet:
    """Some points of a board: answers ``in``, ``len``, ``bool`` and ``for`` (ascending)."""

    size: int
    bits: Bits

    def __contains__(self, point: object) -> bool:
        return (
            isinstance(point, int)
            and 0 <= point < self.size**2
            and bool(self.bits & geometry(self.size).bit[point])
        )

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __iter__(self) -> Iterator[Point]:
        return geometry(self.size).points(self.bits)


@dataclass(frozen=True, slots=True)
class Position:
    """A board on which somebody is to act. It does not know whether the game is over: `Game` does."""

    rules: Ruleset
    board: Board
    taken: tuple[int, ...]
    """The stones credited to each seat, by captures and by the other's poofs."""
    ply: int = 0
    """How many stones were placed so far."""
    colour: int = 0
    """The colour of the next stone."""
    stones_left: int = 1
    """How many stones are still to be placed in this turn, the next one included."""
    made: tuple[Choice, ...] = ()
    """The choices made in a swap opening."""
    out: int = 0
    """The seats that resigned or lost on time while others play on, as a set of bits."""
    compiled: CompiledRules = field(init=False, repr=False, compare=False)
    """The ruleset worked out for the board."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", compile_rules(self.rules))

    @classmethod
    def initial(cls, rules: Ruleset) -> "Position":
        """The empty board of a ruleset."""
        return cls(rules, Board.empty(rules.size, rules.sides), (0,) * rules.sides)

    @property
    def to_act(self) -> int:
        """The seat that places the next stone, or makes the choice that is due."""
        if not self.compiled.swaps:
            return self.colour
        return seat_to_act(self.rules.swap, self.ply, self.made, self.colour)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers that the seat to act may give; empty when a stone is due."""
        return choices_due(self.rules.swap, self.ply, self.made)

    @property
    def legal_points(self) -> PointSet:
        """Where the next stone may be placed."""
        return PointSet(self.rules.size, 0 if self.choices else self._open_points())

    @property
    def is_blocked(self) -> bool:
        """Whether nothing can be done: no choice is due, and no point is open."""
        if self.board.occupied != self.compiled.full and self.ply > self.compiled.second_ply:
            return False
        return not (self.choices or self._open_points())

    def why_illegal(self, point: Point) -> Illegal | None:
        """Why the next stone may not be placed on ``point`` (any number); None when it may."""
        law = self.compiled
        if not 0 <= point < law.points:
            return Illegal.OFF_BOARD
        if law.swaps and self.choices:
            return Illegal.CHOICE_DUE
        bit = self.board.geometry.bit[point]
        if self.board.occupied & bit:
            return Illegal.OCCUPIED
        if self.ply > law.second_ply or self._open_points() & bit:
            return None
        return Illegal.NOT_CENTRE if self.ply == 0 else Illegal.RESTRICTED

    def play(self, point: Point) -> "tuple[Move, Position]":
        """What placing the next stone on ``point`` does, and the position it leads to.

        Raises IllegalMove.
        """
        move, after, _ = self.judge(point)
        return move, after

    def judge(self, point: Point) -> "tuple[Move, Position, tuple[Bits, ...]]":
        """The same as `play`, and the winning rows that the new stone made, for the verdict."""
        illegal = self.why_illegal(point)
        if illegal is not None:
            raise IllegalMove(illegal)
        law, colour = self.compiled, self.colour
        captured = captures_by(law, self.board, colour, point)
        poofed = poofed_by(law, self.board, colour, point) if law.rules.poof else ()
        board = self.board.after(colour, point, captured, poofed)
        calls, lines = rows_made(law, board, colour, point) if point not in poofed else ((), ())
        move = _move(colour, point, captured, poofed, calls)
        return move, self._after(move, board), lines

    def after(self, move: Move) -> "Position":
        """The position after a move that `play` gave for this one; nothing is checked again."""
        return self._after(move, self.board.after(move.colour, move.point, move.captured, move.poofed))

    def choose(self, choice: Choice) -> "Position":
        """The position after an answer in a swap opening. Raises IllegalMove when it is not due."""
        if choice not in self.choices:
            raise IllegalMove(Illegal.NO_CHOICE_DUE)
        return replace(self, made=(*self.made, choice))

    def without(self, seat: int) -> "Position":
        """The position once ``seat`` is out of the game: it loses its turns, its stones stay.

        At least one other seat must be in the game (not checked).
        """
        out = self.out | 1 << seat
        if self.colour != seat:
            return replace(self, out=out)
        colour = next_colour(seat, self.rules.sides, out)
        return replace(self, out=out, colour=colour, stones_left=stones_in_turn(self.rules, self.ply))

    def taken_by_team(self, seat: int) -> int:
        """The stones credited to ``seat`` and its partners."""
        return sum(self.taken[partner] for partner in self.rules.team(seat))

    @property
    def key(self) -> int:
        """The 64-bit key of the position, equal in every process (see `pente_core.rules.position_keys`)."""
        key = self.board.key ^ position_keys.board_key(self.rules.size)
        for seat, count in enumerate(self.taken):
            if count:
                key ^= position_keys.taken_key(seat, count)
        if self.made:
            key ^= position_keys.choices_key(code_of(self.made))
        if self.out:
            key ^= position_keys.out_key(self.out)
        return key ^ position_keys.turn_key(self.to_act, self.colour, self.stones_left)

    def _taken_after(self, move: Move) -> tuple[int, ...]:
        taken = list(self.taken)
        taken[move.colour] += sum(len(capture.points) for capture in move.captured)
        if move.poofed:
            taken[1 - move.colour] += len(move.poofed)
        return tuple(taken)

    def _after(self, move: Move, board: Board) -> "Position":
        rules = self.rules
        taken = self._taken_after(move) if move.captured or move.poofed else self.taken
        colour, left = self.colour, self.stones_left - 1
        if not left:
            colour, left = next_colour(colour, rules.sides, self.out), rules.stones_per_turn
        return _position(rules, board, taken, self.ply + 1, colour, left, self.made, self.out, self.compiled)

    def _open_points(self) -> Bits:
        """The empty points that the opening leaves open."""
        law = self.compiled
        empty = law.full & ~self.board.occupied
        if self.ply == 0:
            return empty & law.first
        return empty & law.second if self._is_second() else empty

    def _is_second(self) -> bool:
        """Whether the first side is to place its second stone: it begins a turn, early in the game.

        By then only single stones can have been taken, so that no more than one of its own is on the board.
        """
        law, own = self.compiled, self.board.stones[0]
        begins = self.colour == 0 and self.stones_left == law.rules.stones_per_turn
        return begins and self.ply <= law.second_ply and own.bit_count() <= 1


_move: Callable[[int, Point, tuple[Capture, ...], tuple[Point, ...], tuple[Call, ...]], Move] = fast_new(Move)
_position: Callable[
    [Ruleset, Board, tuple[int, ...], int, int, int, tuple[Choice, ...], int, CompiledRules], Position
] = fast_new(Position)
