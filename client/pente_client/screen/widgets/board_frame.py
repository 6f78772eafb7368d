"""The place of a board in an area: in its middle, or a part of it around where something happens."""

from dataclasses import dataclass

from pente_client.screen.text.board import board_lines, point_under
from pente_client.screen.text.board_view import BoardView
from pente_client.terminal.board_size import MARGIN, BoardSize
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import EMPTY, Line, line_width, section
from pente_core.rules.point import Point


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """Which part of a board is shown, and where."""

    size: BoardSize
    points: int
    letters_above: bool
    left: int
    """The empty columns before the board."""
    top: int
    """The empty lines above it."""
    first: tuple[int, int]
    """The first column (behind the row numbers) and the first line that are shown."""
    shown: tuple[int, int]
    """The columns and lines of points that are shown."""

    def lines(self, view: BoardView, glyphs: Glyphs) -> tuple[Line, ...]:
        """What the area shows."""
        drawn = board_lines(view, glyphs, self.size, letters_above=self.letters_above)
        letters, rows = drawn[-1], drawn[self.letters_above : -1]
        (column, row), (wide, high) = self.first, self.shown
        above, below, left, right = glyphs.beyond
        ends = row + high < len(rows), column + wide < self.size.width * self.points
        part = [self._placed(line) for line in rows[row : row + high]]
        if row and part:
            part[0] = _marked(part[0], self.left, f" {above}")
        if ends[0] and part:
            part[-1] = _marked(part[-1], self.left, f" {below}")
        letters = self._placed(letters)
        if column:
            letters = _marked(letters, self.left, f" {left}")
        if ends[1]:
            letters = _marked(letters, self.left + MARGIN + wide - 1, right)
        return (*(EMPTY,) * self.top, *([letters] if self.letters_above else []), *part, letters)

    def point_under(self, x: int, y: int) -> Point | None:
        """The point drawn at a column and a line of the area."""
        column, line = x - self.left, y - self.top - self.letters_above
        if not 0 <= line < self.shown[1] or column >= MARGIN + self.shown[0]:
            return None
        across = column if column < MARGIN else column + self.first[0]
        return point_under(across, line + self.first[1], self.points, self.size, letters_above=False)

    def _placed(self, line: Line) -> Line:
        if self.shown[0] < self.size.width * self.points:
            start = MARGIN + self.first[0]
            line = (*section(line, 0, MARGIN), *section(line, start, start + self.shown[0]))
        return (("", " " * self.left), *line) if self.left else line


def _marked(line: Line, column: int, mark: str) -> Line:
    """The line with a sign that the board goes on in place of what stands there."""
    end = line_width(line)
    return (*section(line, 0, column), ("class:board.lit", mark), *section(line, column + len(mark), end))


def frame_of(
    points: int, size: BoardSize, columns: int, lines: int, *, letters_above: bool, focus: Point
) -> BoardFrame:
    """The frame of a board in an area of ``columns`` x ``lines``; a part of it is around ``focus``."""
    wide, high = size.width * points, size.lines(points)
    shown = min(wide, columns - MARGIN), min(high, lines - 1 - letters_above)
    row, column = divmod(focus, points)
    middle = column * size.width + size.x, (points - 1 - row) * size.height + size.y
    first = tuple(
        max(0, min(at - part // 2, whole - part))
        for at, part, whole in zip(middle, shown, (wide, high), strict=True)
    )
    left = max(0, columns - MARGIN - wide) // 2
    top = max(0, lines - 1 - letters_above - high) // 2
    return BoardFrame(size, points, letters_above, left, top, (first[0], first[1]), shown)
