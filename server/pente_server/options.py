"""The options of `pente serve`."""

import argparse
import os
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from platformdirs import user_state_path

from pente_protocol.untrusted_text import clean
from pente_server import durability_options, store_address
from pente_server.access import access_options
from pente_server.diagnostics.log_format import LogFormat
from pente_server.limits import limit_options
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.http import site_options
from pente_server.settings.environment import Reader, Repeated, Switch, default_from, listed
from pente_server.webhook import webhook_options

SSH_PORT: Final = 2222
MOST_SSH_SESSIONS: Final = 10_000
LONGEST_SERVER_NAME: Final = 60
"""Characters of the name that players see."""
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
DESCRIPTION = """
Run a server. Without --redis, it stores everything in a data directory, in a private Valkey that it starts
and stops itself. Every move is written to disk before any player sees it.
"""
PRIVATE_NETWORKS: Final = tuple(
    map(
        parse_network,
        ("127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"),
    )
)
"""Loopback (RFC 1122, RFC 4291) and the networks for private use (RFC 1918, RFC 4193)."""
EXAMPLES = """
examples:
  pente serve                              for players on this machine
  pente serve --host 0.0.0.0               for your network
  pente serve --house                      with bots to play against, and a game to watch
  pente serve --redis redis://cache:6379   with your own Redis or Valkey
  pente serve --host 0.0.0.0 --ssh         also for people who have only an SSH client
  pente serve --password-file secret.txt   for players who know the password
  pente serve --webhook-url-file url.txt --webhook-form discord   tell a channel what happens
  pente serve @server.options              with the options in a file

environment: PENTE_HOST, PENTE_PORT, PENTE_PUBLIC_URL, PENTE_SSH, PENTE_SSH_HOST, PENTE_SSH_SESSIONS,
PENTE_SSH_SESSIONS_PER_ADDRESS, PENTE_REDIS, PENTE_DATA, PENTE_DURABILITY, PENTE_LOG_LEVEL, PENTE_NAME,
PENTE_TRUSTED_PROXY, PENTE_BEHIND_PROXY and PENTE_NO_WEB (yes or no), PENTE_ALLOW_ORIGIN and
PENTE_SERVER_NAME set the defaults of the options, several hosts, networks, origins or names of hosts
separated by commas; PENTE_WEBHOOK is the address of --webhook; PENTE_SERVER_PASSWORD is used without
--password-file.
options in a file: @FILE stands for the options in FILE, with # for comments.
SIGHUP: the server reads the password and the allow list again, and with them --log-level, --password-file and
--allow-list if they are in a file of options. What can't be used stays as it was, and the log says so.
exit status: 0 after Ctrl-C or SIGTERM, 1 if the server can't start or go on, 2 for an invalid command line.
"""


class InvalidOptions(Exception):
    """A command line can't be understood; the message is one sentence."""


class _RaisingParser(argparse.ArgumentParser):
    def __init__(self) -> None:
        super().__init__(add_help=False)
        add_arguments(self)

    def error(self, message: str) -> NoReturn:
        raise InvalidOptions(message)

    def parse_known_args(self, *args: Any, **options: Any) -> Any:
        try:
            return super().parse_known_args(*args, **options)
        except UnicodeDecodeError:
            raise InvalidOptions("a file of options is not valid UTF-8") from None

    def flag(self, name: str) -> str:
        return next(action.option_strings[0] for action in self._actions if action.dest == name)


def parse_options(words: Sequence[str]) -> argparse.Namespace:
    """Read options again as they were typed, with the files that they name. Raises InvalidOptions."""
    return _RaisingParser().parse_args(words)


def flags_of(names: Iterable[str]) -> list[str]:
    """The options that set some attributes of parsed options, as they are typed."""
    return list(map(_RaisingParser().flag, names))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente serve`."""
    parser.fromfile_prefix_chars = "@"
    parser.convert_arg_line_to_args = _words  # type: ignore[assignment]  # else a line is one word
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    _add_address(parser)
    _add_store(parser)
    _add_conduct(parser)
    access_options.add_arguments(parser)
    site_options.add_arguments(parser)
    webhook_options.add_arguments(parser)
    limit_options.add_arguments(parser)


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        dest="hosts",
        metavar="HOST",
        action=Repeated,
        type=Reader(_hosts),
        default=default_from("PENTE_HOST", "127.0.0.1"),
        help="address to listen on (%(default)s); 0.0.0.0 stands for all IPv4 addresses of this machine, and"
        " :: for all addresses; may be given several times",
    )
    parser.add_argument(
        "--port",
        default=default_from("PENTE_PORT", "8765"),
        type=Reader(_port),
        help="port to listen on (%(default)s); 0 picks a free one",
    )
    site_options.add_public_url(parser)
    _add_proxies(parser)
    _add_ssh(parser)


def _add_ssh(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ssh",
        metavar="PORT",
        nargs="?",
        const=SSH_PORT,
        default=default_from("PENTE_SSH") or None,
        type=Reader(_port),
        help=f"let people play over SSH, with nothing installed, at this port of the same addresses"
        f" ({SSH_PORT} if none is given); see pente ssh-door --help",
    )
    parser.add_argument(
        "--ssh-host",
        metavar="NAME",
        default=default_from("PENTE_SSH_HOST"),
        help="with --ssh: the name of this machine that people are shown (default: that of --public-url, else"
        " the address they reached)",
    )
    parser.add_argument(
        "--ssh-keys-only", action="store_true", help="with --ssh: nobody plays without an SSH key"
    )
    parser.add_argument(
        "--ssh-sessions",
        metavar="N",
        type=Reader(_sessions),
        default=default_from("PENTE_SSH_SESSIONS", "100"),
        help="with --ssh: people at once (%(default)s)",
    )
    parser.add_argument(
        "--ssh-sessions-per-address",
        metavar="N",
        type=Reader(_sessions),
        default=default_from("PENTE_SSH_SESSIONS_PER_ADDRESS") or None,
        help="with --ssh: people at once from one address (as many as --connections-per-address, where they"
        " count too)",
    )


def _add_proxies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trusted-proxy",
        dest="trusted_networks",
        metavar="CIDR",
        action=Repeated,
        type=listed(parse_network),
        default=default_from("PENTE_TRUSTED_PROXY"),
        help="believe the X-Forwarded-For or Forwarded header of the reverse proxies in this network, such as"
        " 10.1.2.0/24, or at this address; may be given several times",
    )
    parser.add_argument(
        "--behind-proxy",
        action=Switch,
        variable="PENTE_BEHIND_PROXY",
        help="trust all reverse proxies on this machine and in private networks",
    )


def trusted_proxies(args: argparse.Namespace) -> Networks:
    """The networks of the proxies whose forwarding headers are believed."""
    return Networks((*args.trusted_networks, *(PRIVATE_NETWORKS if args.behind_proxy else ())))


def default_data() -> Path:
    """The data directory without --data."""
    data = os.environ.get("PENTE_DATA")
    return Path(data) if data else user_state_path("pente") / "server"


def _add_store(parser: argparse.ArgumentParser) -> None:
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--redis",
        metavar="URL",
        type=store_address.check_option,
        help="use this Redis or Valkey instead of a private one",
    )
    place.add_argument(
        "--store",
        choices=("embedded", "memory"),
        help="embedded: a private Valkey (default); memory: no storage, for trying things out",
    )
    store_address.add_arguments(parser)
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=default_data(),
        help="directory for the private store (%(default)s)",
    )
    durability_options.add_argument(parser)
    access_options.add_server_key(parser)


def _add_conduct(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        metavar="TEXT",
        type=Reader(_name),
        default=default_from("PENTE_NAME"),
        help="name of this server that players see, such as 'Café Central'",
    )
    parser.add_argument(
        "--house",
        action="store_true",
        help="run house bots, and a game between two of them; of the servers on one store, one runs them",
    )
    parser.add_argument(
        "--keep-bot-games",
        action="store_true",
        help="keep games between bots instead of deleting them after a day",
    )
    parser.add_argument(
        "--idle-days",
        type=_days,
        default=30,
        metavar="N",
        help="end a game without a clock after N days without a move (%(default)s)",
    )
    parser.add_argument(
        "--log-level",
        metavar=f"{{{','.join(LOG_LEVELS)}}}",
        type=Reader(_log_level),
        default=default_from("PENTE_LOG_LEVEL", "info"),
        help="lowest level of the log on stderr (%(default)s)",
    )
    parser.add_argument(
        "--log-format",
        choices=[str(form) for form in LogFormat],
        default=str(LogFormat.TEXT),
        help="form of the log: text, or one JSON object a line (%(default)s)",
    )


def _name(text: str) -> str:
    if clean(text, LONGEST_SERVER_NAME) != text:
        raise argparse.ArgumentTypeError(
            f"{text!r} can't be shown; give a name of at most {LONGEST_SERVER_NAME} characters, on one line"
        )
    return text


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; give a number from 0 to 65535")
    return int(text)


def _sessions(text: str) -> int:
    if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= MOST_SSH_SESSIONS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of sessions; give one from 1 to {MOST_SSH_SESSIONS}"
        )
    return int(text)


def _words(line: str) -> list[str]:
    """The words of a line in a file of options, as a shell would split it. Raises ArgumentError."""
    if any("\ud800" <= char <= "\udfff" for char in line):  # Python 3.12 reads what is no text as surrogates
        raise argparse.ArgumentError(None, "a file of options is not valid UTF-8; save it as UTF-8 text")
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise argparse.ArgumentError(None, f"the line {line!r} can't be read ({error})") from None
    if any(word.startswith("@") for word in words):  # it could name itself
        raise argparse.ArgumentError(None, f"the line {line!r} names a file; a file of options can't")
    return words


def _hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(host.strip() for host in text.split(","))
    if not all(hosts):
        raise argparse.ArgumentTypeError(f"{text!r} has no host; give an address such as 0.0.0.0")
    return hosts


def _log_level(text: str) -> str:
    if text not in LOG_LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a log level; give {', '.join(LOG_LEVELS)}")
    return text


def _days(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 3650:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days; give one from 1 to 3650")
    return int(text)
