"""Positions: a board, the captures so far, and the side to move.

Positions are immutable values. A move gives a new position, which shares everything that did not change with
the old one; to take a move back, keep the old one.
"""

from collections.abc import Iterator

from pente_core.rules import position_keys
from pente_core.rules.board import Board
from pente_core.rules.captures import captures_by, poofed_by
from pente_core.rules.compiled_rules import CompiledRules, compile_rules
from pente_core.rules.geometry import Bits, geometry
from pente_core.rules.move import Choice, Illegal, IllegalMove, Move
from pente_core.rules.point import Point
from pente_core.rules.rows import rows_made
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.turns import choices_due, code_of, next_colour, seat_to_act, stones_in_turn
from pente_core.value import Value, replace


class PointSet(Value):
    """A set of points that supports ``in``, ``len``, ``bool`` and iteration in ascending order."""

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


class Position(Value):
    """A board with a side to move. It does not know whether the game is over; `Game` does."""

    compiled: CompiledRules
    """The ruleset, with its lookup tables."""
    board: Board
    taken: tuple[int, ...]
    """The stones credited to each seat: those it captured, and those that the other seat lost to a poof."""
    ply: int = 0
    """How many stones have been placed so far."""
    colour: int = 0
    """The colour of the next stone."""
    stones_left: int = 1
    """How many stones are left to place in this turn, including the next one."""
    made: tuple[Choice, ...] = ()
    """The choices made in a swap opening."""
    out: int = 0
    """The set of seats, as bits, that are out of the game while others play on."""

    @classmethod
    def initial(cls, rules: Ruleset) -> "Position":
        """The position before the first move."""
        return cls(compile_rules(rules), Board.empty(rules.size, rules.sides), (0,) * rules.sides)

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.compiled.rules

    @property
    def to_act(self) -> int:
        """The seat that places the next stone or makes the choice that is due."""
        if not self.compiled.swaps:
            return self.colour
        return seat_to_act(self.rules.swap, self.ply, self.made, self.colour)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices open to the seat to act; empty when a stone is due."""
        return choices_due(self.rules.swap, self.ply, self.made)

    @property
    def legal_points(self) -> PointSet:
        """The points where the next stone may be placed; empty while a choice is due."""
        return PointSet(self.rules.size, 0 if self.choices else self._open_points())

    @property
    def is_blocked(self) -> bool:
        """Whether the seat to act has nothing to do: no choice is due, and no point is open."""
        # After the opening every empty point is open, so the cheap comparison answers almost every call.
        if self.board.occupied != self.compiled.full and self.ply > self.compiled.second_ply:
            return False
        return not (self.choices or self._open_points())

    def why_illegal(self, point: Point) -> Illegal | None:
        """The reason why the next stone may not be placed on ``point`` (any integer); None if it may."""
        compiled = self.compiled
        if not 0 <= point < compiled.points:
            return Illegal.OFF_BOARD
        if compiled.swaps and self.choices:
            return Illegal.CHOICE_DUE
        bit = self.board.geometry.bit[point]
        if self.board.occupied & bit:
            return Illegal.OCCUPIED
        if self.ply > compiled.second_ply or self._open_points() & bit:
            return None
        return Illegal.NOT_CENTRE if self.ply == 0 else Illegal.RESTRICTED

    def play(self, point: Point) -> "tuple[Move, Position]":
        """Place the next stone on ``point``: the move with its effects, and the position after it.

        Raises IllegalMove.
        """
        move, after, _ = self.judge(point)
        return move, after

    def judge(self, point: Point) -> "tuple[Move, Position, tuple[Bits, ...]]":
        """Like `play`, and also return the winning rows that the new stone made.

        Whether they win is for `pente_core.rules.verdict.verdict` to decide. Raises IllegalMove.
        """
        illegal = self.why_illegal(point)
        if illegal is not None:
            raise IllegalMove(illegal)
        compiled, colour = self.compiled, self.colour
        captured = captures_by(compiled, self.board, colour, point)
        poofed = poofed_by(compiled, self.board, colour, point) if compiled.rules.poof else ()
        board = self.board.after(colour, point, captured, poofed)
        calls, lines = rows_made(compiled, board, colour, point) if point not in poofed else ((), ())
        move = Move(colour, point, captured, poofed, calls)
        return move, self._after(move, board), lines

    def after(self, move: Move) -> "Position":
        """The position after a move that `play` returned for this position; nothing is checked again."""
        return self._after(move, self.board.after(move.colour, move.point, move.captured, move.poofed))

    def choose(self, choice: Choice) -> "Position":
        """The position after a choice in a swap opening. Raises IllegalMove when that choice is not due."""
        if choice not in self.choices:
            raise IllegalMove(Illegal.NO_CHOICE_DUE)
        return replace(self, made=(*self.made, choice))

    def without(self, seat: int) -> "Position":
        """The position after ``seat`` drops out: it has no more turns, and its stones stay on the board.

        At least one other seat must still be in the game (not checked).
        """
        out = self.out | 1 << seat
        if self.colour != seat:
            return replace(self, out=out)
        colour = next_colour(seat, self.rules.sides, out)
        return replace(self, out=out, colour=colour, stones_left=stones_in_turn(self.rules, self.ply))

    def passed(self) -> "Position":
        """The position if the side to move gave up the rest of its turn: the null move of a search.

        No ruleset allows it, and no game contains it. It answers what the next side threatens. No stone was
        placed, so the opening rules of the first stones apply as before. Raises IllegalMove while a choice
        is due.
        """
        if self.choices:
            raise IllegalMove(Illegal.CHOICE_DUE)
        colour = next_colour(self.colour, self.rules.sides, self.out)
        return replace(self, colour=colour, stones_left=stones_in_turn(self.rules, self.ply))

    def taken_by_team(self, seat: int) -> int:
        """The stones credited to ``seat`` and its partners."""
        return sum(self.taken[partner] for partner in self.rules.team(seat))

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of the position (see `pente_core.rules.position_keys`)."""
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
        compiled, rules = self.compiled, self.compiled.rules
        taken = self._taken_after(move) if move.captured or move.poofed else self.taken
        colour, left = self.colour, self.stones_left - 1
        if not left:
            colour, left = next_colour(colour, rules.sides, self.out), rules.stones_per_turn
        return Position(compiled, board, taken, self.ply + 1, colour, left, self.made, self.out)

    def _open_points(self) -> Bits:
        """The empty points that the opening rules do not close."""
        compiled = self.compiled
        empty = compiled.full & ~self.board.occupied
        if self.ply == 0:
            return empty & compiled.first
        return empty & compiled.second if self._is_second() else empty

    def _is_second(self) -> bool:
        """Whether the side that moves first is about to place its second stone.

        The number of stones placed does not tell: the second turn comes earlier if seats have dropped out. So
        this looks for an early turn of colour 0 that begins with at most one stone of its own on the board;
        it may have none, because rulesets can capture single stones.
        """
        compiled, own = self.compiled, self.board.stones[0]
        begins = self.colour == 0 and self.stones_left == compiled.rules.stones_per_turn
        return begins and self.ply <= compiled.second_ply and own.bit_count() <= 1
