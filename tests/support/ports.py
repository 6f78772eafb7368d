"""Ports for servers of tests."""

import socket
import sys
from weakref import finalize


class HeldPort:
    """A port of the loopback on which nobody else comes to listen, also while a server of ours is down.

    A socket keeps it that is bound and never listens; beside that a server may listen, and who connects while
    none does is refused. Given back when this object is gone.
    """

    def __init__(self) -> None:
        keeper = socket.socket()
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        self.number: int = keeper.getsockname()[1]
        finalize(self, keeper.close)
        if sys.platform != "linux":  # there, nobody at all could listen: it is only likely to stay free
            keeper.close()
