"""The headless Chromium of a test process: started when a test first needs it, gone with the process."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.support.waiting import LONG_PATIENCE

WHOLE_CHROMIUM: Final = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
"""The path of a browser with all that people see of it, such as notifications; None where there is none."""
CHROMIUM: Final = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
"""The path of the browser that most tests use: the same engine without that takes half as much time."""

needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="needs Chromium (on Debian: apt install chromium)"
)

_FLAGS: Final = (
    "--headless",
    "--no-sandbox",  # tests may run as root, and it shows no pages but ours
    "--disable-gpu",
    "--disable-dev-shm-usage",  # which is small in containers
    "--no-proxy-server",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--lang=en-US",
    "--mute-audio",
    # What a page does does not depend on which of several is in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    # Names for examples lead to this machine, as if somebody made them lead here. No other name is found.
    "--host-resolver-rules=MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    # Beside the port: it ends as soon as nobody holds the other end of its pipe, however this process ends.
    "--remote-debugging-port=0",
    "--remote-debugging-pipe",
)
_WITH_PIPE: Final = 'exec "$0" "$@" 3<&0 4>/dev/null'


class BrowserProcess:
    """A browser with no window and no pages yet. Mutable: until `end`."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._data = Path(tempfile.mkdtemp(prefix="pente-browser-"))
        self._process = subprocess.Popen(
            ("sh", "-c", _WITH_PIPE, program, *_FLAGS, f"--user-data-dir={self._data}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.url = self._url()
        """Where it speaks its DevTools protocol."""

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def _url(self) -> str:
        """What it writes into a file once it listens."""
        told, give_up = self._data / "DevToolsActivePort", time.monotonic() + LONG_PATIENCE
        while not (told.exists() and "\n" in (text := told.read_text(encoding="utf-8"))):
            if not self.is_alive or time.monotonic() > give_up:
                self.end()
                raise AssertionError(f"{self._program} did not start")
            time.sleep(0.01)  # it tells nobody
        port, path = text.split()
        return f"ws://127.0.0.1:{port}{path}"

    def end(self) -> None:
        """End it with all its processes and files."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        # Those it had started write on until the signal reaches them.
        while self._data.exists():
            shutil.rmtree(self._data, ignore_errors=True)


_running: dict[str, BrowserProcess] = {}
"""By the path of the program."""


def running_browser(*, is_whole: bool = False) -> BrowserProcess:
    """The browser of this process, a new one after a crash; ``is_whole``: with all that people see of it.

    Skips the test where there is none.
    """
    program = WHOLE_CHROMIUM if is_whole else CHROMIUM
    if program is None:
        pytest.skip(f"needs {'the whole of ' if is_whole else ''}Chromium")
    if program in _running and not _running[program].is_alive:
        _running.pop(program).end()
    if program not in _running:
        _running[program] = BrowserProcess(program)
    return _running[program]


def end_browser() -> None:
    """End the browsers of this process, if it has any."""
    while _running:
        _running.popitem()[1].end()
