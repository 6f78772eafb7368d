"""The keys of a session as prompt_toolkit reads them: fed as text, without a file descriptor."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from typing import Final

from prompt_toolkit.input import Input, vt100_parser
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress

LONGEST_SEQUENCE: Final = 64
"""Characters without any key. The parser takes quadratic time for a sequence, and none is as long."""
LONGEST_PASTE: Final = 16_384
"""Characters that may be pasted at once."""
_PIECE: Final = 32
_MOST_REMEMBERED: Final = 20_000
"""Beginnings of sequences that the parser may remember, for all sessions together."""
_NUMBERS: Final = count()


class ChannelInput(Input):
    """What a person types at the other end of a channel. Mutable; used in the session's own thread only."""

    def __init__(self) -> None:
        self._keys: list[KeyPress] = []
        self._parser = Vt100Parser(self._keys.append)
        self._callbacks: list[Callable[[], None]] = []
        """The readers, the one that reads now at the end."""
        self._is_closed = False
        self._unmatched = 0
        """Characters since the last key."""
        self._hash = f"channel-{next(_NUMBERS)}"

    def feed(self, text: str) -> None:
        """Take what was typed, and have it read. What is too long for a key or a paste is dropped."""
        for start in range(0, len(text), _PIECE):
            self._parse(text[start : start + _PIECE])
        _forget_beginnings()
        self._notify()

    def _parse(self, piece: str) -> None:
        before = len(self._keys)
        self._parser.feed(piece)
        self._unmatched = 0 if len(self._keys) > before else self._unmatched + len(piece)
        longest = LONGEST_PASTE if _is_pasting(self._parser) else LONGEST_SEQUENCE
        if self._unmatched > longest:
            self._parser.reset()
            self._unmatched = 0

    def close(self) -> None:
        """End the input: whatever reads it gets an EOFError."""
        self._is_closed = True
        self._notify()

    def _notify(self) -> None:
        if self._callbacks:
            self._callbacks[-1]()

    def read_keys(self) -> list[KeyPress]:
        keys = self._keys[:]
        self._keys.clear()  # in place: the parser holds on to the list
        return keys

    def flush_keys(self) -> list[KeyPress]:
        self._parser.flush()
        return self.read_keys()

    @property
    def closed(self) -> bool:
        return self._is_closed

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Have the keys read by a callback during the block, also those that came before it."""
        return self._attached(input_ready_callback)

    @contextmanager
    def _attached(self, callback: Callable[[], None]) -> Iterator[None]:
        self._callbacks.append(callback)
        try:
            if self._keys or self._is_closed:
                callback()
            yield
        finally:
            self._callbacks.remove(callback)

    @contextmanager
    def _detached(self) -> Iterator[None]:
        callbacks, self._callbacks = self._callbacks, []
        try:
            yield
        finally:
            self._callbacks = callbacks

    def detach(self) -> AbstractContextManager[None]:
        return self._detached()

    def raw_mode(self) -> AbstractContextManager[None]:
        """Without effect: the terminal of an SSH client is in raw mode already."""
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    def fileno(self) -> int:
        raise NotImplementedError("a channel has no file descriptor")

    def typeahead_hash(self) -> str:
        """Another one for each session, as prompt_toolkit keeps typed keys of all inputs in one place."""
        return self._hash


# prompt_toolkit documents neither of what these two use. Without it, nothing longer than a sequence can be
# pasted, and the parser remembers what all sessions have typed.


def _is_pasting(parser: Vt100Parser) -> bool:
    """Whether the beginning of a paste has come, and not its end."""
    return bool(getattr(parser, "_in_bracketed_paste", False))


def _forget_beginnings() -> None:
    """Bound what the parser remembers in a dictionary of the process."""
    remembered = getattr(vt100_parser, "_IS_PREFIX_OF_LONGER_MATCH_CACHE", {})
    if len(remembered) > _MOST_REMEMBERED:
        remembered.clear()
