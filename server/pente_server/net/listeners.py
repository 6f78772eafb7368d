"""The sockets on which a server listens: one port at any number of addresses."""

import errno
import logging
import os
import socket
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from pente_server.limits.networks import parse_address

BACKLOG: Final = 1024
PORTS_TRIED: Final = 20
"""Free ports that are tried until one is free at all addresses."""
_NAMES_OF_THIS_MACHINE: Final = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")

_log = logging.getLogger(__name__)


class CannotListen(Exception):
    """The server can't listen; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class _Address:
    """An address to listen on, and the host of the options that stands for it."""

    host: str
    family: socket.AddressFamily
    at: tuple[Any, ...]
    """What the socket module calls an address, but for its port: an IP, and for IPv6 a flow and a scope."""

    @property
    def ip(self) -> str:
        return str(self.at[0])


def open_listeners(hosts: Sequence[str], port: int, option: str = "--port") -> tuple[socket.socket, ...]:
    """Listening sockets at all addresses of the hosts, on one port; 0 stands for any that is free.

    ``option`` chooses the port, for the message of an error. Logs a warning about a name that leads to this
    machine only. Raises CannotListen.
    """
    addresses = _without_covered([address for host in hosts for address in _resolve(host)])
    for _ in range(PORTS_TRIED):
        try:
            return _open(addresses, port)
        except _PortInUse as problem:
            if port:
                raise CannotListen(
                    f"port {port} is in use at {problem};"
                    f" stop the other program or choose another port with {option}"
                ) from None
    raise CannotListen(f"no port is free at all addresses; choose one with {option}")


def _resolve(host: str) -> tuple[_Address, ...]:
    """All addresses of a host, which may be a name."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:
        raise CannotListen(f"{host!r} is not a valid host name; give another with --host") from None
    except OSError as error:
        raise CannotListen(f"can't find the address of {host} ({error.strerror}); check --host") from None
    addresses = tuple(_Address(host, family, (at[0], *at[2:])) for family, *_, at in found)
    _warn_of_loopback(host, addresses)
    return addresses


def _warn_of_loopback(host: str, addresses: Iterable[_Address]) -> None:
    is_name = parse_address(host) is None and host.lower() not in _NAMES_OF_THIS_MACHINE
    ips = [address.ip for address in addresses]
    if is_name and all((ip := parse_address(text)) is not None and ip.is_loopback for text in ips):
        _log.warning(
            "%s is %s on this machine, which no other machine can reach;"
            " to serve others start with --host 0.0.0.0 or with an address of this machine in its network",
            host,
            " and ".join(ips),
        )


def _without_covered(addresses: Iterable[_Address]) -> list[_Address]:
    """The addresses without repetitions, and without those that a socket for all addresses serves too."""
    different = list({(address.family, address.at): address for address in addresses}.values())
    families = {address.family for address in different if _is_any(address.ip)}
    if socket.AF_INET6 in families and socket.has_dualstack_ipv6():
        return [address for address in different if address.ip == "::"]
    return [address for address in different if _is_any(address.ip) or address.family not in families]


def _is_any(ip: str) -> bool:
    return ip in ("0.0.0.0", "::")  # noqa: S104 -- compared, not listened on


class _PortInUse(Exception):
    """Another program listens there; the message is the address."""


class _NotHere(Exception):
    """An address is not one of this machine; the message is the system's."""


def _open(addresses: Sequence[_Address], port: int) -> tuple[socket.socket, ...]:
    """Open sockets for all hosts, or none. Raises _PortInUse and CannotListen.

    Of a name with several addresses one is enough: `localhost` may have one of IPv6 where there is no IPv6.
    """
    listeners: dict[_Address, socket.socket] = {}
    missing: dict[str, _NotHere] = {}
    with ExitStack() as opened:
        for address in addresses:
            try:
                listeners[address] = listener = opened.enter_context(_listen(address, port))
                port = listener.getsockname()[1]
            except _NotHere as problem:
                missing[address.host] = problem
        for host in missing.keys() - {address.host for address in listeners}:
            raise CannotListen(f"can't listen on {host} ({missing[host]}); check --host")
        opened.pop_all()
    return tuple(listeners.values())


def _listen(address: _Address, port: int) -> socket.socket:
    """Listen on an address. Raises _PortInUse, _NotHere and CannotListen."""
    ip, *rest = address.at
    both = ip == "::" and socket.has_dualstack_ipv6()
    try:
        return socket.create_server(
            (ip, port, *rest), family=address.family, backlog=BACKLOG, dualstack_ipv6=both
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _PortInUse(ip) from None
        reason = os.strerror(error.errno) if error.errno else str(error)
        if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
            raise _NotHere(reason) from None
        text = f"can't listen on {address.host} port {port} ({reason}); check --host and --port"
        raise CannotListen(text) from None
