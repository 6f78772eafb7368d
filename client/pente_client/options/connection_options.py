"""Options that say which server to connect to, under which name, and how."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from pente_core.value import replace
from pente_protocol.address import DEFAULT_URL
from pente_protocol.option import Number, Option, OptionSection, Parsed, YesNo
from pente_protocol.option_arguments import Where, add_options, add_sections
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import check_name

TURN_WAIT: Final = 60.0
"""Seconds for which a script that has ended waits for each turn, without --wait."""
_NAMED: Final = "_names_server"
"""The attribute of parsed options that says that the server was named."""

T = TypeVar("T")


class ConnectionOption(Option[T], Generic[T], kw_only=True):
    """An option of what connects to a server."""

    texts: str = "connecting"


CONNECTION: Final = OptionSection("connection")
PATH: Final = Parsed(Path, "kind.path")
SECONDS: Final = Number(unit="seconds")
NAME: Final = ConnectionOption(
    name="name", kind=Parsed(check_name, "kind.name"), metavar="NAME", usual="last-name", section=CONNECTION
)
KEY: Final = ConnectionOption(
    name="key", kind=Parsed(str, "kind.path"), metavar="FILE", usual="PENTE_KEY", section=CONNECTION
)
"""Of a device. A key itself must not stand on a command line: others see it."""
WAIT: Final = ConnectionOption(name="wait", kind=SECONDS, metavar="SECONDS", usual="0", section=CONNECTION)
INSECURE: Final = ConnectionOption(name="insecure", kind=YesNo(), default=False, section=CONNECTION)
ACCEPT_ADDRESS: Final = ConnectionOption(
    name="accept_address", kind=YesNo(), default=False, section=CONNECTION
)
LOG_FILE: Final = ConnectionOption(
    name="log_file", kind=PATH, metavar="FILE", usual="no-log", section=CONNECTION
)
ROOM_PASSWORD_FILE: Final = ConnectionOption(name="room_password_file", kind=PATH, metavar="FILE")
STAY: Final = ConnectionOption(name="stay", kind=YesNo(), default=False)
QR: Final = ConnectionOption(name="qr", kind=YesNo(), default=False)


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
            raise argparse.ArgumentError(self, tell("flag.the-server-is-named-twice"))
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
        help=tell("flag.url"),
    )


def add_server(parser: argparse.ArgumentParser, shown: str = "", default: str | None = None) -> None:
    """Add the server as an option only, for a command with other words that could be one."""
    url = default_url() if default is None else default
    parser.set_defaults(url=url or None)
    parser.add_argument(
        "--server",
        dest="url",
        metavar="URL",
        action=_NameServer,
        default=argparse.SUPPRESS,
        help=tell("flag.the-server-default", url=shown or url),
    )


def add_connection(
    parser: argparse.ArgumentParser, *, names: bool = True, needs_account: bool = True, retries: bool = True
) -> None:
    """Add the options of a person's connection; with ``names`` false, all but the name.

    Without ``needs_account``, no account is opened for who has none. Without ``retries``, the command says
    itself what `--wait` means.
    """
    parser.set_defaults(needs_account=needs_account)
    wanted = {NAME.name: names, WAIT.name: retries}
    rows = (NAME, KEY, WAIT, INSECURE, ACCEPT_ADDRESS, LOG_FILE)
    shown = tuple(row for row in rows if wanted.get(row.name, True))
    add_sections(parser, shown, variables(NAME, LOG_FILE))


def add_name(where: Where, usual: str) -> None:
    """Add the name to play under, and what it is usually."""
    add_options(where, [replace(NAME, usual=usual)], variables(NAME))


def variables(*rows: Option[Any]) -> Mapping[str, str]:
    """The variables of the environment that stand in for some options."""
    return {row.variable: os.environ.get(row.variable, "") for row in rows}
