"""The sockets on which the door listens: opened here, or handed over by the program that started it."""

import errno
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

BACKLOG: Final = 64


class CannotOpenDoor(Exception):
    """The door can't listen; the message is one sentence that says what to do."""


def open_sockets(hosts: Sequence[str], port: int) -> tuple[socket.socket, ...]:
    """Listening sockets at all hosts, on one port; 0 stands for any that is free. Raises CannotOpenDoor."""
    opened: list[socket.socket] = []
    with ExitStack() as stack:
        for host in hosts:
            for family, *_, address in _addresses(host):
                listener = stack.enter_context(_listen(host, family, str(address[0]), port))
                opened.append(listener)
                port = listener.getsockname()[1]
        stack.pop_all()
    return tuple(opened)


def handed_over(descriptors: Sequence[int]) -> tuple[socket.socket, ...]:
    """The listening sockets with some file descriptors. Raises CannotOpenDoor."""
    try:
        return tuple(socket.socket(fileno=descriptor) for descriptor in descriptors)
    except OSError as error:
        raise CannotOpenDoor(f"no socket was handed over ({error.strerror})") from None


def _addresses(host: str) -> Sequence[tuple[socket.AddressFamily, int, int, str, tuple[object, ...]]]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise CannotOpenDoor(f"there is no host {host!r}; check --host") from None
    return tuple(dict.fromkeys(found))


def _listen(host: str, family: socket.AddressFamily, ip: str, port: int) -> socket.socket:
    both = ip == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server((ip, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = f"port {port} is in use at {ip}; stop the other program or choose another with --port"
        else:
            text = f"can't listen on {host} port {port} ({error.strerror}); check --host and --port"
        raise CannotOpenDoor(text) from None
