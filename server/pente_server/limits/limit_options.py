"""The options of `pente serve` for limits: one table with a row for each field of `Allowance`."""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pente_server.limits.limit import SECOND, LimitRow
from pente_server.limits.limits import LIMITS, Allowance
from pente_server.limits.networks import InvalidNetwork, IpNetwork, Networks, parse_network
from pente_server.settings.environment import Reader, Repeated, Switch, default_from, listed

DESCRIPTION: Final = (
    "What peers may do. Each option can also be set by an environment variable with its name:"
    " PENTE_CHAT_PER_MINUTE for --chat-per-minute. A burst is how many are allowed at once after a time of"
    " none; where only the rate is given, it is at least three seconds of that. Questions, such as searches,"
    " cost units: one is some 5 ms of the server's processor time."
)
"""One line, as help folds each line of a group's description on its own."""


@dataclass(frozen=True, slots=True)
class NumberOption:
    """An option for the number or the burst of a limit."""

    name: str
    help: str
    least: float
    most: float
    usual: float
    is_whole: bool = False

    def read(self, text: str) -> float:
        """The number in a text. Raises ArgumentTypeError."""
        number = _number(text)
        if not self.least <= number <= self.most or (self.is_whole and number % 1):
            kind = "whole number" if self.is_whole else "number"
            raise argparse.ArgumentTypeError(
                f"{text!r} is out of range; give a {kind} from {self.least:.15g} to {self.most:.15g}"
            )
        return int(number) if self.is_whole else number


@dataclass(frozen=True, slots=True)
class SwitchOption:
    """An option that turns something in `Allowance` off; its variable is yes or no."""

    name: str
    help: str


@dataclass(frozen=True, slots=True)
class NetworksOption:
    """An option, given any number of times, for networks in `Allowance`; its variable has commas."""

    name: str
    help: str


LimitOption = NumberOption | SwitchOption | NetworksOption


def variable_of(option: LimitOption) -> str:
    """The environment variable that stands in for an option."""
    return f"PENTE_{option.name.upper()}"


def flag_of(option: LimitOption) -> str:
    """How an option is typed."""
    return f"--{option.name.replace('_', '-')}"


def _options_of(name: str, limit: LimitRow) -> Iterator[NumberOption]:
    least = 1 if limit.unit in (0, SECOND) else 0.1
    number = limit.number_name(name)
    yield NumberOption(number, limit.what, least, limit.most, limit.usual, limit.is_whole)
    if limit.unit:
        yield NumberOption(f"{name}_burst", "the same, at once", 1, limit.most, limit.burst)


LIMIT_OPTIONS: Final[tuple[LimitOption, ...]] = (
    *(option for name, limit in LIMITS.items() for option in _options_of(name, limit)),
    NetworksOption(
        "exempt_network",
        "a network without limits per address, such as 192.168.1.0/24; may be given several times",
    ),
    SwitchOption(
        "no_lag_compensation",
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
                    flag_of(option),
                    dest=option.name,
                    metavar="N",
                    type=Reader(option.read),
                    default=default_from(variable_of(option)) or None,
                    help=f"{option.help} ({_default(option)})",
                )
            case SwitchOption():
                group.add_argument(
                    flag_of(option),
                    dest=option.name,
                    action=Switch,
                    variable=variable_of(option),
                    help=option.help,
                )
            case NetworksOption():
                group.add_argument(
                    flag_of(option),
                    dest=option.name,
                    metavar="CIDR",
                    type=listed(_exempt_network),
                    action=Repeated,
                    default=default_from(variable_of(option)),
                    help=option.help,
                )


def allowance_from(args: argparse.Namespace, most_connections: int) -> Allowance:
    """The limits that the options ask for; ``most_connections`` is the default that the system allows."""
    given: dict[str, Any] = {"connections": most_connections}
    for name, limit in LIMITS.items():
        number = getattr(args, limit.number_name(name))
        if limit.unit:
            given[name] = limit.rate(number, getattr(args, f"{name}_burst"))
        elif number is not None:
            given[name] = number
    networks = Networks(args.exempt_network)
    return Allowance(**given, exempt_network=networks, no_lag_compensation=args.no_lag_compensation)


def _default(option: NumberOption) -> str:
    if option.name == "connections":
        return "as many as the system allows, up to 65,436"
    return f"{option.usual:.15g}"


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
