"""The options of `pente serve` for limits: one table with a row for each field of `Allowance`."""

import argparse
import math
from dataclasses import dataclass, replace
from typing import Any, Final

from pente_server.limits.limits import Allowance
from pente_server.limits.networks import InvalidNetwork, IpNetwork, Networks, parse_network
from pente_server.settings.environment import Reader, Repeated, Switch, default_from, listed

DESCRIPTION: Final = (
    "What peers may do. Each option can also be set by an environment variable with its name:"
    " PENTE_CHAT_PER_MINUTE for --chat-per-minute. A burst is how many are allowed at once after a time of"
    " none; where only the rate is given, it is at least three seconds of that. Questions, such as searches,"
    " cost units: one is some 5 ms of the server's processor time."
)
"""One line, as help folds each line of a group's description on its own."""
MINUTE: Final = 60
HOUR: Final = 3600
BURST_SECONDS: Final = 3
"""Seconds of a given rate that a burst allows at least, if it is not given itself."""


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option for a number in `Allowance`."""

    field: str
    flag: str
    help: str
    least: float
    most: float
    per: int = 1
    """The seconds of the option's unit: fields are per second, and some options per minute or hour."""
    burst: str = ""
    """For a rate, the field of its burst."""

    @property
    def is_whole(self) -> bool:
        """Whether the number must be a whole one."""
        return isinstance(getattr(Allowance(), self.field), int)

    def read(self, text: str) -> float:
        """The value of the field for a text. Raises ArgumentTypeError."""
        number = _number(text)
        if not self.least <= number <= self.most or (self.is_whole and number % 1):
            kind = "whole number" if self.is_whole else "number"
            raise argparse.ArgumentTypeError(
                f"{text!r} is out of range; give a {kind} from {self.least:.15g} to {self.most:.15g}"
            )
        return int(number) if self.is_whole else number / self.per


@dataclass(frozen=True, slots=True)
class SwitchOption:
    """An option that turns something in `Allowance` off; its variable is yes or no."""

    field: str
    flag: str
    help: str


@dataclass(frozen=True, slots=True)
class NetworksOption:
    """An option, given any number of times, for networks in `Allowance`; its variable has commas."""

    field: str
    flag: str
    help: str


LimitOption = NumberOption | SwitchOption | NetworksOption


def variable_of(option: LimitOption) -> str:
    """The environment variable that stands in for an option."""
    return "PENTE_" + option.flag.removeprefix("--").replace("-", "_").upper()


_MANY: Final = 1_000_000


def _count(field: str, flag: str, help_: str, most: float = _MANY) -> NumberOption:
    return NumberOption(field, flag, help_, 1, most)


def _rate(field: str, flag: str, what: str, per: int = MINUTE) -> tuple[NumberOption, NumberOption]:
    """A rate and its burst."""
    name = flag.rpartition("-per-")[0]
    burst = f"{field}_burst"
    least = 1 if per == 1 else 0.1
    return (
        NumberOption(field, flag, what, least, _MANY, per, burst),
        NumberOption(burst, f"{name}-burst", "the same, at once", 1, _MANY),
    )


LIMIT_OPTIONS: Final[tuple[LimitOption, ...]] = (
    _count("connections", "--connections", "open connections in total", 10_000_000),
    _count("connections_per_address", "--connections-per-address", "open connections from one address"),
    *_rate("sockets", "--sockets-per-second", "new connections from one address", 1),
    *_rate(
        "http_requests",
        "--http-requests-per-second",
        "other HTTP requests from one address, such as pages and health checks",
        1,
    ),
    *_rate("accounts", "--accounts-per-minute", "new accounts from one address"),
    NetworksOption(
        "exempt_networks",
        "--exempt-network",
        "a network without limits per address, such as 192.168.1.0/24; may be given several times",
    ),
    *_rate("messages", "--messages-per-second", "messages on one connection of a person", 1),
    *_rate(
        "invalid_messages",
        "--invalid-messages-per-minute",
        "messages on one connection that are not valid; with more it is closed",
    ),
    *_rate("questions", "--questions-per-second", "units for questions on one connection", 1),
    NumberOption(
        "bot_factor",
        "--bot-factor",
        "how many times more messages, new rooms and invitations a bot may have than a person",
        1,
        _MANY,
    ),
    *_rate("chat", "--chat-per-minute", "chat messages and comments of one player"),
    *_rate(
        "annotations",
        "--annotations-per-minute",
        "variations and marks of one player in games that are over, and plans of moves in others",
    ),
    *_rate("direct_messages", "--direct-messages-per-minute", "direct messages of one player"),
    *_rate("reports", "--reports-per-hour", "reports of one player to the host", HOUR),
    *_rate(
        "reports_per_address", "--reports-per-address-per-hour", "reports to the host from one address", HOUR
    ),
    *_rate("reviews", "--reviews-per-hour", "finished games that one player has analysed", HOUR),
    *_rate("reviews_per_address", "--reviews-per-address-per-hour", "games analysed for one address", HOUR),
    *_rate(
        "vacation_changes",
        "--vacation-changes-per-hour",
        "vacations that one player takes, changes or ends",
        HOUR,
    ),
    *_rate("openings", "--openings-per-minute", "rooms that one person opens"),
    *_rate("joins", "--joins-per-minute", "open seats that one player takes"),
    *_rate("joins_per_address", "--joins-per-address-per-minute", "open seats taken from one address"),
    _count("rooms", "--rooms-per-person", "live rooms in which one person has a seat"),
    _count("bot_rooms", "--rooms-per-bot", "live rooms in which one bot has a seat"),
    _count("watched", "--watched-rooms", "rooms that one connection may watch"),
    *_rate("invitations", "--invitations-per-minute", "invitations to one person, from all others"),
    *_rate(
        "invitations_from_one",
        "--invitations-from-one-per-minute",
        "invitations to one person, from one other",
    ),
    _count("open_invitations", "--open-invitations", "unanswered invitations to one person"),
    _count(
        "open_invitations_from_one",
        "--open-invitations-from-one",
        "unanswered invitations to one person, from one other",
    ),
    *_rate(
        "password_tries", "--password-tries-per-minute", "passwords of rooms that one player sets or tries"
    ),
    *_rate(
        "wrong_room_passwords",
        "--wrong-room-passwords-per-minute",
        "wrong passwords for one room, and from one address",
    ),
    *_rate("wrong_codes", "--wrong-codes-per-minute", "join codes of no room that one player tries"),
    *_rate(
        "wrong_codes_per_address",
        "--wrong-codes-per-address-per-minute",
        "join codes of no room that are tried from one address",
    ),
    *_rate(
        "wrong_server_passwords",
        "--wrong-server-passwords-per-minute",
        "wrong passwords for the server from one address",
    ),
    SwitchOption(
        "makes_up_for_lag",
        "--no-lag-compensation",
        "count network delay as thinking time, instead of giving back up to 0.3 s of it per move",
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for limits, in a group of their own."""
    group = parser.add_argument_group("limits", DESCRIPTION)
    for option in LIMIT_OPTIONS:
        match option:
            case NumberOption():
                group.add_argument(
                    option.flag,
                    dest=option.field,
                    metavar="N",
                    type=Reader(option.read),
                    default=default_from(variable_of(option)) or None,
                    help=f"{option.help} ({_default(option)})",
                )
            case SwitchOption():
                group.add_argument(
                    option.flag,
                    dest=option.field,
                    action=Switch,
                    variable=variable_of(option),
                    help=option.help,
                )
            case NetworksOption():
                group.add_argument(
                    option.flag,
                    dest=option.field,
                    metavar="CIDR",
                    type=listed(_exempt_network),
                    action=Repeated,
                    default=default_from(variable_of(option)),
                    help=option.help,
                )


def allowance_from(args: argparse.Namespace, most_connections: int) -> Allowance:
    """The limits that the options ask for; ``most_connections`` is the default that the system allows."""
    given: dict[str, Any] = {"connections": most_connections}
    for option in LIMIT_OPTIONS:
        value = getattr(args, option.field)
        match option:
            case NetworksOption():
                given[option.field] = Networks(value)
            case SwitchOption():
                given[option.field] = not value
            case NumberOption():
                if value is not None:
                    given[option.field] = value
    usual = Allowance()
    for option in LIMIT_OPTIONS:
        if isinstance(option, NumberOption) and option.burst and option.field in given:
            least = max(getattr(usual, option.burst), BURST_SECONDS * given[option.field])
            given.setdefault(option.burst, least)
    return replace(usual, **given)


def _default(option: NumberOption) -> str:
    if option.field == "connections":
        return "as many as the system allows, up to 65,436"
    return f"{getattr(Allowance(), option.field) * option.per:.15g}"


def _number(text: str) -> float:
    """The number in a text; NaN, which is in no range, for anything else."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def _exempt_network(text: str) -> IpNetwork:
    """A network whose addresses the limits can tell from others. Raises ArgumentTypeError."""
    try:
        network = parse_network(text)
    except InvalidNetwork as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if network.version == 6 and network.prefixlen > 64:
        wide = network.supernet(new_prefix=64)
        raise argparse.ArgumentTypeError(
            f"{text!r} is too small, as all of an IPv6 /64 network counts as one address; give {wide}"
        )
    return network
