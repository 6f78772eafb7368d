"""The options of `pente serve`, each in one row.

A row is all that an option needs besides what it does: the command line, the variable, the help, completion,
the manual and `docs/serve.md` come from it. Limits have rows of their own, in `pente_server.limits.limits`.
"""

from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from pente_protocol.option import Listed, Number, OneOf, Option, OptionSection, Parsed, Whole, YesNo
from pente_protocol.untrusted_text import clean
from pente_server.diagnostics.log_format import LogFormat
from pente_server.limits.limit_options import LIMIT_OPTIONS
from pente_server.limits.networks import parse_network
from pente_server.net.http.site_names import parse_origin, parse_public_url, parse_server_name
from pente_server.store_address import check_url
from pente_server.webhook.forms import WebhookForm
from pente_server.webhook.notification import CHOSEN

T = TypeVar("T")

SSH_PORT: Final = 2222
LONGEST_SERVER_NAME: Final = 60
"""Characters of the name that players see."""


def _server_name(text: str) -> str:
    if clean(text, LONGEST_SERVER_NAME) != text:
        raise ValueError(
            f"{text!r} can't be shown; give a name of at most {LONGEST_SERVER_NAME} characters, on one line"
        )
    return text


def _host(text: str) -> str:
    if not text:
        raise ValueError("a host is missing; give an address such as 0.0.0.0")
    return text


_PATH: Final = Parsed(Path)
_NETWORK: Final = OptionSection("network")
_SSH: Final = OptionSection("ssh")
_STORE: Final = OptionSection("store")
_GAMES: Final = OptionSection("games")
_PLAYERS: Final = OptionSection("players")
_BROWSERS: Final = OptionSection("browsers")
WEBHOOK: Final = OptionSection("webhook")
_LOG: Final = OptionSection("log")


class ServerOption(Option[T], Generic[T], kw_only=True):
    """An option of the server that is no limit."""

    texts: str = "serve"


OPTIONS: Final[tuple[Option[Any], ...]] = (
    ServerOption(
        name="host",
        kind=Listed(Parsed(_host), repeats=True),
        metavar="HOST",
        default=("127.0.0.1",),
        section=_NETWORK,
        is_usual=True,
    ),
    ServerOption(
        name="port",
        kind=Whole(0, 65_535),
        metavar="PORT",
        default=8765,
        section=_NETWORK,
        is_usual=True,
    ),
    ServerOption(
        name="public_url",
        kind=Parsed(parse_public_url),
        metavar="URL",
        usual="network-address",
        section=_NETWORK,
        is_usual=True,
    ),
    ServerOption(
        name="trusted_proxy",
        kind=Listed(Parsed(parse_network), repeats=True, skips_blanks=True),
        metavar="CIDR",
        default=(),
        section=_NETWORK,
        is_usual=True,
    ),
    ServerOption(
        name="behind_proxy",
        kind=YesNo(),
        default=False,
        section=_NETWORK,
        is_usual=True,
    ),
    ServerOption(
        name="ssh",
        kind=Whole(0, 65_535),
        metavar="PORT",
        alone=SSH_PORT,
        places=(("alone", SSH_PORT),),
        section=_SSH,
        is_usual=True,
    ),
    ServerOption(
        name="ssh_host",
        kind=Parsed(str),
        metavar="NAME",
        default="",
        usual="ssh-address",
        section=_SSH,
    ),
    ServerOption(
        name="ssh_keys_only",
        kind=YesNo(),
        default=False,
        section=_SSH,
    ),
    ServerOption(
        name="ssh_sessions",
        kind=Whole(1, 10_000, "sessions"),
        default=100,
        section=_SSH,
    ),
    ServerOption(
        name="ssh_sessions_per_address",
        kind=Whole(1, 10_000, "sessions"),
        usual="address-connections",
        section=_SSH,
    ),
    ServerOption(
        name="redis",
        kind=Parsed(check_url),
        metavar="URL",
        excludes=("store",),
        section=_STORE,
        is_usual=True,
    ),
    ServerOption(
        name="store",
        kind=OneOf.of("embedded", "memory"),
        usual="embedded",
        excludes=("redis",),
        section=_STORE,
        is_usual=True,
    ),
    ServerOption(
        name="redis_password_file",
        kind=_PATH,
        metavar="FILE",
        section=_STORE,
    ),
    ServerOption(
        name="data",
        kind=_PATH,
        metavar="DIR",
        usual="server-directory",
        section=_STORE,
        is_usual=True,
    ),
    ServerOption(
        name="durability",
        kind=OneOf.of("strict", "any"),
        usual="strict-on-disk",
        section=_STORE,
    ),
    ServerOption(
        name="server_key",
        kind=_PATH,
        metavar="FILE",
        section=_STORE,
    ),
    ServerOption(
        name="name",
        kind=Parsed(_server_name),
        default="",
        section=_GAMES,
        is_usual=True,
    ),
    ServerOption(
        name="house",
        kind=YesNo(),
        default=False,
        section=_GAMES,
        is_usual=True,
    ),
    ServerOption(
        name="keep_bot_games",
        kind=YesNo(),
        default=False,
        section=_GAMES,
    ),
    ServerOption(
        name="idle_days",
        kind=Whole(1, 3650, "days"),
        default=30,
        section=_GAMES,
    ),
    ServerOption(
        name="no_lag_compensation",
        kind=YesNo(),
        default=False,
        section=_GAMES,
    ),
    ServerOption(
        name="password_file",
        kind=_PATH,
        metavar="FILE",
        section=_PLAYERS,
        is_usual=True,
        reloads=True,
    ),
    ServerOption(
        name="allow_list",
        kind=_PATH,
        metavar="FILE",
        section=_PLAYERS,
        is_usual=True,
        reloads=True,
    ),
    ServerOption(
        name="rate_bots",
        kind=YesNo(),
        default=False,
        section=_PLAYERS,
        is_usual=True,
    ),
    ServerOption(
        name="rate_handicaps",
        kind=YesNo(),
        default=False,
        section=_PLAYERS,
    ),
    ServerOption(
        name="no_web",
        kind=YesNo(),
        default=False,
        section=_BROWSERS,
        is_usual=True,
    ),
    ServerOption(
        name="allow_origin",
        kind=Listed(Parsed(parse_origin), repeats=True, skips_blanks=True),
        metavar="ORIGIN",
        default=(),
        section=_BROWSERS,
    ),
    ServerOption(
        name="server_name",
        kind=Listed(Parsed(parse_server_name), repeats=True, skips_blanks=True),
        metavar="NAME",
        default=(),
        section=_BROWSERS,
    ),
    ServerOption(
        name="webhook",
        kind=Parsed(str),
        metavar="URL",
        excludes=("webhook_url_file",),
        section=WEBHOOK,
    ),
    ServerOption(
        name="webhook_url_file",
        kind=_PATH,
        metavar="FILE",
        excludes=("webhook",),
        section=WEBHOOK,
        is_usual=True,
    ),
    ServerOption(
        name="webhook_form",
        kind=OneOf.of(*WebhookForm),
        default=WebhookForm.JSON,
        section=WEBHOOK,
        is_usual=True,
    ),
    ServerOption(
        name="webhook_secret_file",
        kind=_PATH,
        metavar="FILE",
        section=WEBHOOK,
    ),
    ServerOption(
        name="webhook_events",
        kind=Listed(OneOf.of(*CHOSEN)),
        metavar="EVENTS",
        default=CHOSEN,
        section=WEBHOOK,
    ),
    ServerOption(
        name="webhook_waits",
        kind=Number(1, 86_400, "seconds"),
        metavar="SECONDS",
        default=60.0,
        section=WEBHOOK,
    ),
    ServerOption(
        name="log_level",
        kind=OneOf.of("debug", "info", "warning", "error"),
        default="info",
        section=_LOG,
        is_usual=True,
        reloads=True,
    ),
    ServerOption(
        name="log_format",
        kind=OneOf.of(*LogFormat),
        default=LogFormat.TEXT,
        section=_LOG,
        is_usual=True,
    ),
    *LIMIT_OPTIONS,
)


def options_named(*names: str) -> tuple[Option[Any], ...]:
    """Some of the options, in this order."""
    by_name = {row.name: row for row in OPTIONS}
    return tuple(by_name[name] for name in names)
