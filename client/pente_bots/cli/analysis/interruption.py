"""Ctrl-C as a flag: the first one asks to stop, the second one interrupts."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interruption:
    """Whether somebody has pressed Ctrl-C: it is a `pente_bots.search.request.StopFlag`. Mutable."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def is_set(self) -> bool:
        return self._event.is_set()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take the first Ctrl-C until the block is left; in the main thread, which alone gets one."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self._noticed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _noticed(self, number: int, frame: FrameType | None) -> None:
        if self._event.is_set():
            signal.default_int_handler(number, frame)
        self._event.set()
