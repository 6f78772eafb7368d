"""Wins by force, with their whole main line."""

from collections.abc import Iterator
from typing import Final

from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.forcing_search import ForcingSearch
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.kernel.move_picker import MovePicker
from pente_bots.engine.kernel.search_budget import SearchBudget
from pente_bots.engine.position_board import board_of, is_supported, picker_of
from pente_bots.search.request import NeverStop, SearchLine, StopFlag
from pente_bots.search.score import Score
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_MOST_OWN_STONES: Final = 36
_HASH_BITS: Final = 16


def forced_win(
    position: Position,
    nodes: int = 100_000,
    stop: StopFlag = NeverStop(),  # noqa: B008 -- it has no state
) -> SearchLine | None:
    """A win for the side to move by stones that each threaten to win at once: fours, and threats to capture
    the last stones. The main line ends with the stone that wins; the other side chooses the longest way.

    It is proven: whatever the other side answers, by blocking or capturing, the side to move wins. None: it
    found none within ``nodes`` positions, or the rules are not supported, or no stone is due.
    """
    if not (is_supported(position.rules) and position.legal_points) or _is_restricted(position):
        return None
    board = board_of(position)
    picker = picker_of(board, position)
    picker.is_thorough = True
    budget = SearchBudget(nodes, stop.is_set)
    forcing = ForcingSearch(board, picker, HashTable(_HASH_BITS), budget)
    stones, own = 0, 1
    while not stones and own <= _MOST_OWN_STONES and not budget.stopped:
        stones = forcing.win(own, nodes)
        own += 2
    if budget.error is not None:
        raise budget.error
    if not stones:
        return None
    forcing.budget = SearchBudget(0, NeverStop().is_set)
    points = tuple(Point(board.point_of(cell)) for cell in _line(board, picker, forcing, own))
    return SearchLine(points, Score.won(len(points)))


def _is_restricted(position: Position) -> bool:
    """Whether the opening rules close points that a forced win might need; there is none that early."""
    return position.ply <= position.compiled.second_ply


def _line(board: EngineBoard, picker: MovePicker, forcing: ForcingSearch, own: int) -> Iterator[int]:
    """The cells of a win that was found, which looks so many own stones ahead."""
    side = board.side
    while not board.wins(side):
        forcing.win(own, _PLENTY)
        cell = forcing.first()
        yield cell
        board.place(cell)
        answer = _longest_answer(board, picker, forcing, own)
        yield answer
        board.place(answer)
        own -= 1
    yield picker.winning_cell()


_PLENTY: Final = 10_000_000


def _longest_answer(board: EngineBoard, picker: MovePicker, forcing: ForcingSearch, own: int) -> int:
    answers = picker.listed(picker.list_answers())
    longest, best = 0, answers[0]
    for cell in answers:
        board.place(cell)
        stones = forcing.win(own, _PLENTY)
        board.undo()
        if stones > longest:
            longest, best = stones, cell
    return best
