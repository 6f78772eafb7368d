"""The trace of a simulation: all that crossed a wire or reached the store, as a digest and its last steps."""

import asyncio
from collections import deque
from hashlib import blake2b
from typing import Final

import msgpack

LAST: Final = 40
"""Steps that are shown of a run that fails."""


class Trace:
    """Mutable."""

    def __init__(self) -> None:
        self._digest = blake2b(digest_size=16)
        self._last: deque[tuple[float, str, bytes]] = deque(maxlen=LAST)
        self.steps = 0

    def note(self, what: str, body: bytes = b"") -> None:
        """Something has happened now."""
        now = asyncio.get_running_loop().time()
        self._digest.update(f"{now:.9f} {what} ".encode())
        self._digest.update(body)
        self._last.append((now, what, body))
        self.steps += 1

    def digest(self) -> str:
        return self._digest.hexdigest()

    def last(self) -> str:
        """The last steps, a line each."""
        return "\n".join(f"{now:10.6f} {what} {_shown(body)}".rstrip() for now, what, body in self._last)


def _shown(body: bytes) -> str:
    return str(msgpack.unpackb(body, strict_map_key=False))[:300] if body else ""
