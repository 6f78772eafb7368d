"""A server for callgrind: in asyncio's own loop, it marks where counts end whenever SIGUSR1 comes.

Its arguments are those of ``pente serve``, which all checkouts have. Its clocks count a fiftieth of its
processor time, and the timers that it waited for, but not how long players keep it waiting: at valgrind's
speed, and on a busy machine, what it does every second would otherwise be counted with few moves or many.
"""

import os
import runpy
import selectors
import signal
import sys
import time
from typing import Final

MARK: Final = "getloadavg"
"""A function of the C library that no server calls; callgrind dumps its counts before it."""
SLOWER: Final = 50
"""How many times slower valgrind is, roughly."""
PATIENCE: Final = 5
"""How many times longer than a timer the server waits for players, who may be late on a busy machine."""

_STARTED: Final = time.time()
_waited = 0.0


class _WaitingSelector(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        global _waited  # noqa: PLW0603 -- there is one clock
        ready = super().select(timeout and timeout * PATIENCE)
        if timeout and not ready:
            _waited += timeout
        return ready


def _now() -> float:
    return _STARTED + time.process_time() / SLOWER + _waited


def _mark(*_: object) -> None:
    os.getloadavg()
    print("marked", flush=True)


if __name__ == "__main__":
    sys.modules["uvloop"] = None  # type: ignore[assignment]  # so that importing it fails
    selectors.DefaultSelector = _WaitingSelector  # type: ignore[misc]
    time.monotonic = time.time = _now
    time.time_ns = lambda: int(_now() * 1e9)
    signal.signal(signal.SIGUSR1, _mark)
    sys.argv[1:1] = ["serve"]
    runpy.run_module("pente_client", run_name="__main__", alter_sys=True)
