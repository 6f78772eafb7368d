"""What a session draws, as text for a channel."""

from collections.abc import Callable
from typing import Final, TextIO, cast

from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

SMALLEST: Final = Size(rows=1, columns=1)
LARGEST: Final = Size(rows=150, columns=400)
"""A client may claim any size, and a drawing takes memory and time for each cell."""
USUAL: Final = Size(rows=24, columns=80)


def bounded_size(columns: int, rows: int) -> Size:
    """A window as a client claims it, in the bounds that are drawn; the usual one where it claims none.

    >>> bounded_size(0, 0), bounded_size(4_000_000_000, 30)
    (Size(rows=24, columns=80), Size(rows=30, columns=400))
    """
    if columns <= 0 or rows <= 0:
        return USUAL
    return Size(
        rows=min(max(rows, SMALLEST.rows), LARGEST.rows),
        columns=min(max(columns, SMALLEST.columns), LARGEST.columns),
    )


def output_to(send: Callable[[str], None], size: Callable[[], Size], term: str) -> Vt100_Output:
    """An output whose text goes to ``send``; ``term`` is the kind of terminal, as TERM has it."""
    return Vt100_Output(cast(TextIO, _Writer(send)), size, term=term, enable_cpr=False)


class _Writer:
    """As much of a text file as prompt_toolkit writes to. Mutable."""

    encoding: Final = "utf-8"

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send

    def write(self, text: str) -> int:
        self._send(text.replace("\n", "\r\n"))
        return len(text)

    def flush(self) -> None:
        """Without effect: nothing is kept back."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("a channel has no file descriptor")
