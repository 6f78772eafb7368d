"""The server of a node: what the kernel does for it while it is busy."""

import select
import socket
from contextlib import ExitStack
from typing import Final

from tests.support.peer import Served, serving

AT_ONCE: Final = 300
"""More than asyncio's own backlog, and fewer than most systems' limit."""


def connect_many(served: Served, sockets: ExitStack) -> int:
    """Connect without giving the server a turn of the loop; how many connections the kernel has opened."""
    poll = select.poll()
    for _ in range(AT_ONCE):
        peer = sockets.enter_context(socket.socket())
        peer.setblocking(False)
        peer.connect_ex(("127.0.0.1", served.port))
        poll.register(peer, select.POLLOUT)
    return len(poll.poll(0))


async def test_all_who_come_back_at_once_are_connected_at_once() -> None:
    async with serving() as served:
        with ExitStack() as sockets:
            assert connect_many(served, sockets) == AT_ONCE
