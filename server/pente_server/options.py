"""The options of `pente serve`, each in one row.

A row is all that an option needs besides what it does: the command line, the variable, the help, completion,
the manual and `docs/serve.md` come from it. Limits have rows of their own, in `pente_server.limits.limits`.
"""

from pathlib import Path
from typing import Any, Final

from pente_protocol.option import Listed, Number, OneOf, Option, OptionSection, Parsed, Whole, YesNo
from pente_protocol.untrusted_text import clean
from pente_server.diagnostics.log_format import LogFormat
from pente_server.limits.limit_options import LIMIT_OPTIONS
from pente_server.limits.networks import parse_network
from pente_server.net.http.site_names import parse_origin, parse_public_url, parse_server_name
from pente_server.store_address import check_url
from pente_server.webhook.forms import WebhookForm
from pente_server.webhook.notification import CHOSEN

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


_PATH: Final = Parsed(Path, "the path of a file or directory")
_NETWORK: Final = OptionSection("network", "network")
_SSH: Final = OptionSection("ssh", "SSH", "People play with an SSH client alone; see pente ssh-door --help.")
_STORE: Final = OptionSection("store", "store")
_GAMES: Final = OptionSection("games", "games and bots")
_PLAYERS: Final = OptionSection("players", "players")
_BROWSERS: Final = OptionSection("browsers", "browsers")
WEBHOOK: Final = OptionSection(
    "webhook",
    "webhook",
    "Tell the host what happens, by an HTTP request for each notification. Secrets are in files only: with"
    " Discord, Slack and some others the address itself is one.",
)
_LOG: Final = OptionSection("log", "log")
_AGAIN: Final = "may be given several times"

OPTIONS: Final[tuple[Option[Any], ...]] = (
    Option(
        name="host",
        kind=Listed(Parsed(_host, "an address such as 0.0.0.0"), repeats=True),
        metavar="HOST",
        default=("127.0.0.1",),
        help="address to listen on; 0.0.0.0 stands for all IPv4 addresses of this machine, and :: for all"
        f" addresses; {_AGAIN}",
        section=_NETWORK,
        is_usual=True,
    ),
    Option(
        name="port",
        kind=Whole(0, 65_535),
        metavar="PORT",
        default=8765,
        help="port to listen on; 0 picks a free one",
        section=_NETWORK,
        is_usual=True,
    ),
    Option(
        name="public_url",
        kind=Parsed(parse_public_url, "an address such as https://pente.example.org"),
        metavar="URL",
        usual="its address in the network, if it listens there without a trusted proxy",
        help="where others find this server, such as https://pente.example.org, for all links, QR codes and"
        " notifications",
        section=_NETWORK,
        is_usual=True,
    ),
    Option(
        name="trusted_proxy",
        kind=Listed(Parsed(parse_network, "a network"), repeats=True, skips_blanks=True),
        metavar="CIDR",
        default=(),
        help="believe the X-Forwarded-For or Forwarded header of the reverse proxies in this network, such as"
        f" 10.1.2.0/24, or at this address; {_AGAIN}",
        section=_NETWORK,
        is_usual=True,
    ),
    Option(
        name="behind_proxy",
        kind=YesNo(),
        default=False,
        help="trust all reverse proxies on this machine and in private networks",
        section=_NETWORK,
        is_usual=True,
    ),
    Option(
        name="ssh",
        kind=Whole(0, 65_535),
        metavar="PORT",
        alone=SSH_PORT,
        help="let people play over SSH, with nothing installed, at this port of the same addresses"
        f" ({SSH_PORT} if none is given)",
        section=_SSH,
        is_usual=True,
    ),
    Option(
        name="ssh_host",
        kind=Parsed(str, "the name of a machine"),
        metavar="NAME",
        default="",
        usual="that of --public-url, else the address they reached",
        help="with --ssh: the name of this machine that people are shown",
        section=_SSH,
    ),
    Option(
        name="ssh_keys_only",
        kind=YesNo(),
        default=False,
        help="with --ssh: nobody plays without an SSH key",
        section=_SSH,
    ),
    Option(
        name="ssh_sessions",
        kind=Whole(1, 10_000, "sessions"),
        default=100,
        help="with --ssh: people at once",
        section=_SSH,
    ),
    Option(
        name="ssh_sessions_per_address",
        kind=Whole(1, 10_000, "sessions"),
        usual="as many as --connections-per-address, where they count too",
        help="with --ssh: people at once from one address",
        section=_SSH,
    ),
    Option(
        name="redis",
        kind=Parsed(check_url, "the address of a Redis or Valkey such as redis://cache:6379"),
        metavar="URL",
        excludes=("store",),
        help="use this Redis or Valkey instead of a private one",
        section=_STORE,
        is_usual=True,
    ),
    Option(
        name="store",
        kind=OneOf.of("embedded", "memory"),
        usual="embedded",
        excludes=("redis",),
        help="embedded: a private Valkey; memory: no storage, for trying things out",
        section=_STORE,
        is_usual=True,
    ),
    Option(
        name="redis_password_file",
        kind=_PATH,
        metavar="FILE",
        help="the first line of FILE is the password for --redis (or write it into the URL in PENTE_REDIS)",
        section=_STORE,
    ),
    Option(
        name="data",
        kind=_PATH,
        metavar="DIR",
        usual="pente/server in your directory of state, such as ~/.local/state",
        help="directory for the private store",
        section=_STORE,
        is_usual=True,
    ),
    Option(
        name="durability",
        kind=OneOf.of("strict", "any"),
        usual="strict; with --store memory: any",
        help="strict: serve only while the store can't lose an acknowledged move; any: serve all the same,"
        " and warn",
        section=_STORE,
    ),
    Option(
        name="server_key",
        kind=_PATH,
        metavar="FILE",
        help="keep the server's key in FILE, which only you can read, instead of in the store and in exports;"
        " a key that is in the store moves there, and without any one is drawn",
        section=_STORE,
    ),
    Option(
        name="name",
        kind=Parsed(_server_name, "a name"),
        default="",
        help="name of this server that players see, such as 'Café Central'",
        section=_GAMES,
        is_usual=True,
    ),
    Option(
        name="house",
        kind=YesNo(),
        default=False,
        help="run house bots, and a game between two of them; of the servers on one store, one runs them",
        section=_GAMES,
        is_usual=True,
    ),
    Option(
        name="keep_bot_games",
        kind=YesNo(),
        default=False,
        help="keep games between bots instead of deleting them after a day",
        section=_GAMES,
    ),
    Option(
        name="idle_days",
        kind=Whole(1, 3650, "days"),
        default=30,
        help="end a game without a clock after N days without a move",
        section=_GAMES,
    ),
    Option(
        name="no_lag_compensation",
        kind=YesNo(),
        default=False,
        help="count network delay as thinking time, instead of giving back up to 0.3 s of it per move",
        section=_GAMES,
    ),
    Option(
        name="password_file",
        kind=_PATH,
        metavar="FILE",
        help="require a password, the first line of FILE (or the content of PENTE_SERVER_PASSWORD)",
        section=_PLAYERS,
        is_usual=True,
        reloads=True,
    ),
    Option(
        name="allow_list",
        kind=_PATH,
        metavar="FILE",
        help="admit only players whose name or id is in FILE, one per line; it is read again when it changes",
        section=_PLAYERS,
        is_usual=True,
        reloads=True,
    ),
    Option(
        name="rate_bots",
        kind=YesNo(),
        default=False,
        help="allow rated games with bots, which change people's ratings",
        section=_PLAYERS,
        is_usual=True,
    ),
    Option(
        name="rate_handicaps",
        kind=YesNo(),
        default=False,
        help="allow rated games that begin from a position, or in which one side has more time or needs less",
        section=_PLAYERS,
    ),
    Option(
        name="no_web",
        kind=YesNo(),
        default=False,
        help="no page to watch and play in: browsers get the text that other programs get, which says what to"
        " type in a terminal; /api stays",
        section=_BROWSERS,
        is_usual=True,
    ),
    Option(
        name="allow_origin",
        kind=Listed(Parsed(parse_origin, "an origin"), repeats=True, skips_blanks=True),
        metavar="ORIGIN",
        default=(),
        help="let web pages from elsewhere use this server, such as those of https://club.example.org;"
        f" {_AGAIN}",
        section=_BROWSERS,
    ),
    Option(
        name="server_name",
        kind=Listed(Parsed(parse_server_name, "a name"), repeats=True, skips_blanks=True),
        metavar="NAME",
        default=(),
        help="a name of this server for browsers in a private network without a reverse proxy, besides"
        f" localhost, the name of this machine and its addresses; {_AGAIN}",
        section=_BROWSERS,
    ),
    Option(
        name="webhook",
        kind=Parsed(str, "an address"),
        metavar="URL",
        excludes=("webhook_url_file",),
        help="send notifications to this address, https:// or http://",
        section=WEBHOOK,
    ),
    Option(
        name="webhook_url_file",
        kind=_PATH,
        metavar="FILE",
        excludes=("webhook",),
        help="send notifications to the address in the first line of FILE",
        section=WEBHOOK,
        is_usual=True,
    ),
    Option(
        name="webhook_form",
        kind=OneOf.of(*WebhookForm),
        default=WebhookForm.JSON,
        help="what the receiver understands",
        section=WEBHOOK,
        is_usual=True,
    ),
    Option(
        name="webhook_secret_file",
        kind=_PATH,
        metavar="FILE",
        help="sign notifications with the first line of FILE, at least 16 characters, or whsec_ and base64",
        section=WEBHOOK,
    ),
    Option(
        name="webhook_events",
        kind=Listed(OneOf.of(*CHOSEN)),
        metavar="EVENTS",
        default=CHOSEN,
        help="which notifications, separated by commas; your-turn names only players who have asked for it",
        section=WEBHOOK,
    ),
    Option(
        name="webhook_waits",
        kind=Number(1, 86_400, "seconds"),
        metavar="SECONDS",
        default=60.0,
        help="after how long a player without an opponent is somebody who waits",
        section=WEBHOOK,
    ),
    Option(
        name="log_level",
        kind=OneOf.of("debug", "info", "warning", "error"),
        default="info",
        help="lowest level of the log on stderr",
        section=_LOG,
        is_usual=True,
        reloads=True,
    ),
    Option(
        name="log_format",
        kind=OneOf.of(*LogFormat),
        default=LogFormat.TEXT,
        help="form of the log: text, or one JSON object a line",
        section=_LOG,
        is_usual=True,
    ),
    *LIMIT_OPTIONS,
)


def options_named(*names: str) -> tuple[Option[Any], ...]:
    """Some of the options, in this order."""
    by_name = {row.name: row for row in OPTIONS}
    return tuple(by_name[name] for name in names)
