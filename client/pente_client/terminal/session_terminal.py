"""The terminal of a session: that of this process, or one at the other end of a connection.

A process may run many sessions, so pages ask here, and never the process itself.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class SessionTerminal:
    """What pages want to know of a terminal; prompt_toolkit's `AppSession` has its input and output."""

    environ: Mapping[str, str]
    """The environment of the person at the terminal, as far as it is known."""
    encoding: str
    """How text is encoded for it, in any spelling; empty: unknown."""
    is_own: bool = False
    """Whether it is the terminal of this process, which may be suspended at it."""


_CURRENT: Final[ContextVar[SessionTerminal]] = ContextVar("session terminal")


def session_terminal() -> SessionTerminal:
    """The terminal of the session that asks; that of this process unless `at_terminal` says another."""
    known = _CURRENT.get(None)
    return known or SessionTerminal(os.environ, sys.stdout.encoding or "", is_own=True)


@contextmanager
def at_terminal(terminal: SessionTerminal) -> Iterator[None]:
    """Have the block, and the tasks that it starts, be a session at another terminal."""
    token = _CURRENT.set(terminal)
    try:
        yield
    finally:
        _CURRENT.reset(token)
