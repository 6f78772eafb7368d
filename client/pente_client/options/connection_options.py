"""Options that say which server to connect to, under which name, and how."""

import argparse
import os
from pathlib import Path
from typing import Any, Final, TypeAlias

from pente_client.options.values import read_name, read_seconds
from pente_protocol.address import DEFAULT_URL

TURN_WAIT: Final = 60.0
"""Seconds for which a script that has ended waits for each turn, without --wait."""
_NAMED: Final = "_names_server"
"""The attribute of parsed options that says that the server was named."""
Group: TypeAlias = "argparse._ActionsContainer"  # noqa: SLF001 -- argparse has no public name for it
"""A parser, or a group of its options."""


def default_url() -> str:
    """The server to connect to when the command line names none."""
    return os.environ.get("PENTE_URL") or DEFAULT_URL


def url_for_friends(url: str) -> str:
    """What friends have to type to reach a server; empty for the one they reach without typing anything.

    PENTE_URL does not help them: it is set on this machine, not on theirs.
    """
    return "" if url == DEFAULT_URL else url


class _NameServer(argparse.Action):
    """Takes the server, which is named once: as a word, or with the option."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 -- argparse gives it
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,  # noqa: ARG002 -- the same
    ) -> None:
        if getattr(namespace, _NAMED, False):
            raise argparse.ArgumentError(self, "the server is named twice; leave one out")
        setattr(namespace, _NAMED, True)
        setattr(namespace, self.dest, values)


def names_server(args: argparse.Namespace) -> bool:
    """Whether the command line or the environment names the server."""
    return bool(getattr(args, _NAMED, False) or os.environ.get("PENTE_URL"))


def add_url(parser: argparse.ArgumentParser, shown: str = "", default: str | None = None) -> None:
    """Add the server as a word of the command line, and as an option.

    The help shows ``shown`` as the default, if it is not the ``default`` itself: what `default_url` says.
    """
    add_server(parser, shown, default)
    parser.add_argument(
        "url",
        nargs="?",
        metavar="URL",
        action=_NameServer,
        default=argparse.SUPPRESS,  # else it would take back what the option has said
        help="the server; --server URL says the same",
    )


def add_server(parser: argparse.ArgumentParser, shown: str = "", default: str | None = None) -> None:
    """Add the server as an option only, for a command with other words that could be one."""
    url = default_url() if default is None else default
    parser.set_defaults(url=url or None)
    for name, help_ in (("--server", f"the server (default: {shown or url})"), ("--url", argparse.SUPPRESS)):
        parser.add_argument(
            name, dest="url", metavar="URL", action=_NameServer, default=argparse.SUPPRESS, help=help_
        )


def add_connection(
    parser: argparse.ArgumentParser, *, names: bool = True, needs_account: bool = True, retries: bool = True
) -> None:
    """Add the options of a person's connection; with ``names`` false, all but the name.

    Without ``needs_account``, no account is opened for who has none. Without ``retries``, the command says
    itself what `--wait` means.
    """
    parser.set_defaults(needs_account=needs_account)
    group = parser.add_argument_group("connection")
    if names:
        add_name(group, "the one you used last there, or a guest name", os.environ.get("PENTE_NAME"))
    add_key(group)
    if retries:
        add_wait(group)
    add_insecure(group)
    add_accept_address(group)
    add_log_file(group)


def add_name(group: Group, shown: str, default: str | None = None) -> None:
    """Add the name to play under; the help shows ``shown`` as the default."""
    group.add_argument(
        "--name",
        metavar="NAME",
        type=read_name,
        default=default or None,
        help=f"the name to play under (default: {shown})",
    )


def add_key(group: Group) -> None:
    """Add the file with the key of a device. A key itself must not stand on a command line: others see it."""
    group.add_argument(
        "--key",
        metavar="FILE",
        help="sign in with a key that pente account key has made; - for stdin (default: PENTE_KEY)",
    )


def add_wait(group: Group) -> None:
    """Add how long to wait for a server that is down."""
    group.add_argument(
        "--wait",
        metavar="SECONDS",
        type=read_seconds,
        help="how long to retry if the server can't be reached at first (default: 0)",
    )


def add_accept_address(group: Group) -> None:
    """Add the consent to a new address of a known server."""
    group.add_argument(
        "--accept-address",
        action="store_true",
        help="use your name at a new address of a server that you know, without asking",
    )


def add_log_file(group: Group) -> None:
    """Add the log of the connection."""
    group.add_argument(
        "--log-file",
        metavar="FILE",
        type=Path,
        default=_default_log(),
        help="log what is sent and received, without secrets and chat (default: PENTE_LOG_FILE, or no log)",
    )


def _default_log() -> Path | None:
    path = os.environ.get("PENTE_LOG_FILE")
    return Path(path) if path else None


def add_insecure(group: Group) -> None:
    """Add the permission to send secrets without encryption."""
    group.add_argument(
        "--insecure", action="store_true", help="allow ws:// to another machine on a network you trust"
    )


def add_password_file(group: Group) -> None:
    """Add the file with the password of a room."""
    group.add_argument(
        "--room-password-file",
        metavar="FILE",
        type=Path,
        help="a file whose first line is the room's password",
    )


def add_qr(group: Group) -> None:
    """Add the QR code of a room that waits."""
    group.add_argument(
        "--qr", action="store_true", help="while waiting, show a QR code that a friend can scan to join"
    )
