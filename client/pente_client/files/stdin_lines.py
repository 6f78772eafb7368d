"""Lines that a person or a program types, read without a thread that would outlive the client."""

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Final

LONGEST: Final = 2000
"""Bytes of a line; the rest of a longer one is dropped."""
_CHUNK: Final = 4096


async def typed_lines(descriptor: int) -> AsyncIterator[str]:
    """The lines of a terminal, pipe or file, without their ends; ends with the file.

    The descriptor stays as it is: a terminal that is shared with the output must not become non-blocking.
    """
    rest = b""
    while chunk := await _read(descriptor):
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:LONGEST]
        for line in lines:
            yield line[:LONGEST].decode("utf-8", "replace").rstrip("\r")
    if rest:
        yield rest.decode("utf-8", "replace")


async def _read(descriptor: int) -> bytes:
    """The next bytes, once there are some; none at the end of the file, or when it can't be read."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    try:
        loop.add_reader(descriptor, _set, ready)
    except (OSError, ValueError, NotImplementedError):
        await asyncio.sleep(0)  # a file, which is always ready and can't be waited for
    else:
        try:
            await ready
        finally:
            loop.remove_reader(descriptor)
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
