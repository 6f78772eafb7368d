"""A terminal emulator as the output of a page: what a person would see."""

import io
from collections.abc import Sequence

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output


class EmulatedTerminal:
    """An output, and the screen on which it arrives. Mutable."""

    def __init__(self, size: Size, depth: ColorDepth = ColorDepth.DEPTH_24_BIT) -> None:
        self.size = size
        self._sent = io.StringIO()
        self._screen = pyte.Screen(size.columns, size.rows)
        self._stream = pyte.Stream(self._screen)
        self.output = Vt100_Output(
            self._sent, lambda: self.size, term="xterm-256color", default_color_depth=depth
        )

    def resize(self, size: Size) -> None:
        """Have another size; what was shown stays where it was, or is cut off."""
        self._read()
        self.size = size
        self._screen.resize(size.rows, size.columns)

    @property
    def cells(self) -> Sequence[Sequence[pyte.screens.Char]]:
        """What is shown: characters with their colours."""
        self._read()
        rows, columns = range(self.size.rows), range(self.size.columns)
        return [[self._screen.buffer[row][column] for column in columns] for row in rows]

    @property
    def rows(self) -> Sequence[str]:
        """The same, without colours."""
        return ["".join(cell.data for cell in row).rstrip() for row in self.cells]

    @property
    def cursor(self) -> tuple[int, int]:
        """The column and the row."""
        self._read()
        return self._screen.cursor.x, self._screen.cursor.y

    def taken(self) -> str:
        """What was sent since the last look at it, or at the screen."""
        return self._read()

    def _read(self) -> str:
        text = self._sent.getvalue()
        self._sent.seek(0)
        self._sent.truncate()
        self._stream.feed(text)
        return text
