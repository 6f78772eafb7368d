"""Puzzles as lines of JSON, and as they travel.

A line has the position as `pente_core.notation` writes it, ``win_in``, the source, and the solution: for each
stone of it every answer, and what follows that answer. It may have the ``game`` of a server that it is from.
Points are written as everywhere; what is empty is left out, and keys that are not known are skipped. A
`WrittenPuzzle` has the same with numbers for points, and lists that keep their order everywhere. Only to make
a `Puzzle` of one takes time, as its position is parsed.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from pente_core.identity import NO_ROOM, RoomId
from pente_core.notation import BadPosition, format_position, parse_position
from pente_core.puzzles.puzzle import (
    FailedThreat,
    Puzzle,
    PuzzleAttack,
    PuzzleReply,
    PuzzleTask,
    WrittenPuzzle,
)
from pente_core.records.model.field_formats import tidy
from pente_core.rules.point import COLUMNS, BadPoint, Point, format_point, parse_point

MOST_BYTES: Final = 65_536
"""The longest line that is read."""
_MOST_SOURCE: Final = 80


class BadPuzzle(ValueError):
    """The text is not a puzzle; the message says why in a sentence without a full stop."""


class _TaskForm(msgspec.Struct, omit_defaults=True):
    wins: "dict[str, dict[str, _TaskForm]]" = {}
    slower: list[str] = []
    fails: dict[str, str] = {}


class _PuzzleForm(msgspec.Struct, omit_defaults=True):
    position: str
    win_in: int
    solution: _TaskForm
    source: str = ""
    game: RoomId = NO_ROOM


def format_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle, without its end; the inverse of `parse_puzzle`."""
    return line_of(written(puzzle))


def parse_puzzle(line: str) -> Puzzle:
    """Parse a line. Raises BadPuzzle. Whether the solution is right is not checked."""
    return puzzle_of(written_in(line))


def written(puzzle: Puzzle) -> WrittenPuzzle:
    """A puzzle as it travels; the inverse of `puzzle_of`."""
    position = format_position(puzzle.position)
    return WrittenPuzzle(position, puzzle.win_in, puzzle.task, puzzle.source, puzzle.game)


def puzzle_of(sent: WrittenPuzzle) -> Puzzle:
    """The puzzle that is written there. Raises BadPuzzle. Whether the solution is right is not checked."""
    _check_points(sent)
    try:
        position = parse_position(sent.position)
    except BadPosition as bad:
        raise BadPuzzle(str(bad)) from None
    return Puzzle(position, sent.win_in, sent.solution, tidy(sent.source)[:_MOST_SOURCE], sent.game)


def line_of(sent: WrittenPuzzle) -> str:
    """The line of a puzzle, without its end; the inverse of `written_in`. Raises BadPuzzle."""
    _check_points(sent)
    task = _task_form(sent.solution, _size(sent.position))
    form = _PuzzleForm(sent.position, sent.win_in, task, sent.source, sent.game)
    return msgspec.json.encode(form).decode()


def written_in(line: str) -> WrittenPuzzle:
    """The puzzle of a line. Raises BadPuzzle. Its position is not checked."""
    if len(line) > MOST_BYTES:
        raise BadPuzzle(f"a puzzle has at most {MOST_BYTES} characters")
    try:
        form = _DECODER.decode(line)
        task = _task(form.solution, _size(form.position))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadPuzzle("this is not a puzzle") from None
    except BadPoint as bad:
        raise BadPuzzle(str(bad)) from None
    return WrittenPuzzle(form.position, form.win_in, task, form.source, form.game)


def _size(position: str) -> int:
    """The size of the board, as its rows say. Raises BadPuzzle."""
    size = position.partition(" ")[0].count("/") + 1
    if size > len(COLUMNS):
        raise BadPuzzle(f"a board has at most {len(COLUMNS)} rows")
    return size


def _check_points(sent: WrittenPuzzle) -> None:
    """Raises BadPuzzle for a solution with a point that is not on the board, or without an end."""
    points = range(_size(sent.position) ** 2)
    try:
        if not all(point in points for point in _points(sent.solution)):
            raise BadPuzzle("its solution has a point that is not on the board")
    except RecursionError:
        raise BadPuzzle("its solution is too long") from None


def _points(task: PuzzleTask) -> list[Point]:
    """All points of a solution."""
    found = [*task.slower]
    for failure in task.failures:
        found += (failure.point, failure.reply)
    for attack in task.attacks:
        found.append(attack.point)
        for reply in attack.replies:
            found += (reply.point, *_points(reply.task))
    return found


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of a file; empty lines are skipped. Raises BadPuzzle, which names the line."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse_puzzle(line)
            except BadPuzzle as bad:
                raise BadPuzzle(f"line {number}: {bad}") from None


_DECODER: Final = msgspec.json.Decoder(_PuzzleForm)


def _task_form(task: PuzzleTask, size: int) -> _TaskForm:
    return _TaskForm(
        {
            format_point(attack.point, size): {
                format_point(reply.point, size): _task_form(reply.task, size) for reply in attack.replies
            }
            for attack in task.attacks
        },
        [format_point(point, size) for point in task.slower],
        {format_point(each.point, size): format_point(each.reply, size) for each in task.failures},
    )


def _task(form: _TaskForm, size: int) -> PuzzleTask:
    """Raises BadPoint."""
    return PuzzleTask(
        tuple(
            PuzzleAttack(parse_point(name, size), tuple(_replies(replies, size)))
            for name, replies in form.wins.items()
        ),
        tuple(parse_point(name, size) for name in form.slower),
        tuple(
            FailedThreat(parse_point(name, size), parse_point(reply, size))
            for name, reply in form.fails.items()
        ),
    )


def _replies(forms: Mapping[str, _TaskForm], size: int) -> Iterator[PuzzleReply]:
    """Raises BadPoint."""
    for name, then in forms.items():
        yield PuzzleReply(parse_point(name, size), _task(then, size))
