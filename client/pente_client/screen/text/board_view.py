"""What a board shows, as sets of points."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.glyphs import Glyphs
from pente_core.rules.geometry import Bits, geometry
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a board shows, as sets of points."""

    rules: Ruleset
    stones: tuple[Bits, ...]
    """The points of each colour."""
    closed: Bits = 0
    """Where the opening forbids the next stone."""
    gone: Bits = 0
    """Where the last turn took stones away."""
    last: Bits = 0
    """The stones of the last turn."""
    won: Bits = 0
    """The winning rows."""
    marked: Bits = 0
    """The points to which somebody draws attention."""
    cursor: Bits = 0
    ghost: Bits = 0
    """Where a stone would go, that is typed or under the cursor."""
    colour: int = 0
    """The colour of that stone."""
    planned: tuple[Bits, ...] = ()
    """The player's premoves, one after the other."""
    planned_colour: int = 0
    """The colour of their stones."""
    is_turned: bool = False
    """Whether the board is seen from its other side: its first row and its last column come first."""


class BoardRow(NamedTuple):
    """One row of a board: what its lines depend on. Bit 0 is the leftmost point.

    A tuple, because it is made and looked up for every row of every frame.
    """

    size: int
    number: int
    """From 0 at the bottom of what is drawn."""
    label: int
    """From 0; the same, unless the board is turned round."""
    stones: tuple[tuple[str, str, Bits], ...]
    """The name, the character and the points of each colour."""
    ghost_name: str
    """The colour of a stone that is not there yet."""
    planned_name: str
    """The colour of premoves."""
    planned: tuple[Bits, ...]
    """The premoves, one after the other; those of other rows are 0. Empty: none is in this row."""
    closed: Bits
    gone: Bits
    last: Bits
    won: Bits
    marked: Bits
    cursor: Bits
    ghost: Bits

    @property
    def is_lit(self) -> bool:
        """Whether its number shows where something happens."""
        return bool(self.last | self.cursor | self.ghost)


def board_view_of(model: ScreenModel, typed: Point | None = None) -> BoardView | None:
    """What the model's board shows, with the stone of a point that is typed; None without a room."""
    room = model.room
    if room is None:
        return None
    game = model.game or room.game
    position, outcome = game.position, game.outcome
    last = model.moves.last if model.moves else None
    cursor = () if model.cursor is None else (model.cursor,)
    return BoardView(
        rules=position.rules,
        stones=position.board.stones,
        closed=0 if outcome or model.draft else _closed(position),
        gone=last.gone & ~position.board.occupied if last else 0,
        last=last.stones if last else 0,
        won=_bits(position, (point for line in outcome.lines for point in line)) if outcome else 0,
        marked=_bits(position, marked_points(model)),
        cursor=_bits(position, cursor),
        ghost=_ghost(model, position, cursor if typed is None else (typed,)),
        colour=position.colour if not outcome else 0,
        is_turned=model.is_turned,
        planned=tuple(_bits(position, (point,)) for point in _premoves(model)),
        planned_colour=_own_colour(model, position),
    )


def marked_points(model: ScreenModel) -> Iterable[Point]:
    """The points that are marked where the player looks, and those that somebody shows now; else premoves."""
    if model.room is None or model.looked_at is None:
        return (*_premoves(model), *model.advised)
    view = model.looked_at.view
    kept = (marks.points for marks in model.room.analysis.marks if marks.node == view.node)
    shown = (look.points for look in model.looks if look.node == view.node)
    return chain(view.points, model.advised, _better(model), *kept, *shown)


def _better(model: ScreenModel) -> Sequence[Point]:
    """Where a review would have placed a stone instead of the one before the player looks on."""
    if model.review is None or model.looked_at is None or model.looked_at.view.tried:
        return ()
    if model.practice is not None and not model.practice.is_done:
        return ()
    stone = model.review.placed_at(model.looked_at.view.node)
    return () if stone is None else stone.review.line[:1]


def _premoves(model: ScreenModel) -> Sequence[Point]:
    """The premoves; none where the board shows another moment."""
    return model.premoves if model.looked_at is None else ()


def _own_colour(model: ScreenModel, position: Position) -> int:
    """The colour with which the player goes on; in an opening it is not always that of the seat."""
    if model.is_my_turn or model.seat is None:
        return position.colour
    return 1 - position.colour if len(position.rules.colours) == 2 else model.seat


def rows_of(view: BoardView, glyphs: Glyphs) -> Iterator[BoardRow]:
    """The rows from the top."""
    view, size = drawn_view(view), view.rules.size
    stride, full = size + 1, (1 << size) - 1
    names = [(name, glyphs.stone(view.rules, colour)) for colour, name in enumerate(view.rules.colours)]
    marks = (view.closed, view.gone, view.last, view.won, view.marked, view.cursor, view.ghost)
    ghost_name, planned_name = view.rules.colours[view.colour], view.rules.colours[view.planned_colour]
    for number in range(size - 1, -1, -1):
        shift = number * stride
        stones = tuple((*name, bits >> shift & full) for name, bits in zip(names, view.stones, strict=True))
        label = size - 1 - number if view.is_turned else number
        planned = tuple(bits >> shift & full for bits in view.planned)
        own = (planned_name, planned) if any(planned) else ("", ())
        drawn = (bits >> shift & full for bits in marks)
        yield BoardRow(size, number, label, stones, ghost_name, *own, *drawn)


def drawn_view(view: BoardView) -> BoardView:
    """The view with its points where they are drawn."""
    if not view.is_turned:
        return view
    turn = partial(_turned, view.rules.size)
    marks = (view.closed, view.gone, view.last, view.won, view.marked, view.cursor, view.ghost)
    closed, gone, last, won, marked, cursor, ghost = map(turn, marks)
    return replace(
        view,
        stones=tuple(map(turn, view.stones)),
        closed=closed,
        gone=gone,
        last=last,
        won=won,
        marked=marked,
        cursor=cursor,
        ghost=ghost,
        planned=tuple(map(turn, view.planned)),
    )


def turned_point(point: Point, size: int) -> Point:
    """Where a point is on a board that is turned round."""
    return Point(size * size - 1 - point)


def _turned(size: int, bits: Bits) -> Bits:
    """The points turned round the centre: their bits in the reverse order."""
    return int(f"{bits:0{size * (size + 1) - 1}b}"[::-1], 2)


def lit_columns(view: BoardView) -> Bits:
    """The columns in which something happens, as bits, as they are drawn."""
    view = drawn_view(view)
    size, bits, lit = view.rules.size, view.last | view.cursor | view.ghost, 0
    for number in range(size):
        lit |= bits >> number * (size + 1)
    return lit & ((1 << size) - 1)


def _ghost(model: ScreenModel, position: Position, points: Iterable[Point]) -> Bits:
    """Those of the points where a stone of the player may go now; none while it is not their turn."""
    if not model.is_my_turn or position.choices:
        return 0
    return _bits(position, (point for point in points if point in position.legal_points))


def _closed(position: Position) -> Bits:
    """The empty points where the next stone may not go, where the rules forbid some; else none."""
    if position.choices:
        return 0
    empty = position.board.geometry.full & ~position.board.occupied
    return empty & ~position.legal_points.bits if position.ply else 0


def _bits(position: Position, points: Iterable[Point]) -> Bits:
    bits = 0
    for point in points:
        bits |= geometry(position.rules.size).bit[point]
    return bits
