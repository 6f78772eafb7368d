"""The command line in a thread of this process, with pipes for its input and output."""

import asyncio
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pente_client.cli import main


class Program:
    """`pente` with some arguments. Mutable; runs once."""

    def __init__(self, *arguments: str) -> None:
        self.arguments = arguments
        self.out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        self.err = io.StringIO()
        self._input, self._typed = os.pipe()
        self._running: asyncio.Future[int] | None = None

    def start(self) -> None:
        self._running = asyncio.ensure_future(asyncio.to_thread(main, self.arguments))

    def type(self, *lines: str) -> None:
        """Type lines."""
        for line in lines:
            os.write(self._typed, line.encode() + b"\n")

    def end_of_input(self) -> None:
        os.close(self._typed)
        self._typed = -1

    async def ended(self) -> int:
        """Wait for its end: the exit status."""
        assert self._running is not None
        return await self._running

    @property
    def said(self) -> str:
        """All of its output so far."""
        buffer = self.out.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode()

    @contextmanager
    def plugged_in(self, monkeypatch: pytest.MonkeyPatch) -> Iterator["Program"]:
        """Stand in for the standard streams."""
        with os.fdopen(self._input) as stdin, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stdout", self.out)
            patch.setattr(sys, "stderr", self.err)
            self.start()
            try:
                yield self
            finally:
                if self._typed >= 0:
                    self.end_of_input()


def types_of(lines: list[dict[str, Any]]) -> list[str]:
    return [line["t"] for line in lines]
