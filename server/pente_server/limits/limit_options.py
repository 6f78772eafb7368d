"""The options of `pente serve` for limits, made from the rows in `pente_server.limits.limits`."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pente_protocol.option import Listed, Number, Option, OptionSection, Parsed, Whole
from pente_server.limits.limit import BURST_SECONDS, SECOND, LimitRow, Per
from pente_server.limits.limits import LIMITS, Allowance
from pente_server.limits.networks import InvalidNetwork, IpNetwork, Networks, parse_network

_ABOUT: Final = (
    "Each rate, such as --chat-per-minute, has a burst, such as --chat-burst: how many are allowed at once"
    " after a time of none; see pente serve --help bursts. Questions, such as searches, cost units: one is"
    " some 5 ms of the server's processor time."
)
_SECTIONS: Final[Mapping[Per, OptionSection]] = {
    per: OptionSection(
        "limits",
        f"limits for {'each ' * (per is not Per.SERVER) or 'the '}{per}",
        _ABOUT if per is Per.SERVER else "",
    )
    for per in Per
}
_BURSTS: Final = OptionSection(
    "bursts",
    "bursts",
    "How many are allowed at once after a time of none. Where only the rate is given, it is as many as usual,"
    f" but at least {BURST_SECONDS} seconds of that rate.",
)


def _exempt_network(text: str) -> IpNetwork:
    """A network whose addresses the limits can tell from others. Raises InvalidNetwork."""
    network = parse_network(text)
    if network.version == 6 and network.prefixlen > 64:
        wide = network.supernet(new_prefix=64)
        raise InvalidNetwork(
            f"{text!r} is too small, as all of an IPv6 /64 network counts as one address; give {wide}"
        )
    return network


def _number_option(name: str, limit: LimitRow) -> Option[Any]:
    least = 1 if limit.unit in (0, SECOND) else 0.1
    return Option[Any](
        name=limit.number_name(name),
        kind=Whole(1, int(limit.most)) if limit.is_whole else Number(least, limit.most),
        usual=limit.usual_text,
        help=limit.what,
        section=_SECTIONS[limit.per],
        is_usual=limit.is_usual,
    )


def _burst_options(rows: Mapping[str, LimitRow]) -> Iterator[Option[Any]]:
    for name, limit in rows.items():
        if limit.unit:
            yield Option(
                name=f"{name}_burst",
                kind=Number(1, limit.most),
                usual=f"{limit.burst:.15g}",
                help=f"at once: {limit.what}",
                section=_BURSTS,
            )


LIMIT_OPTIONS: Final[tuple[Option[Any], ...]] = (
    *(_number_option(name, limit) for per in Per for name, limit in LIMITS.items() if limit.per is per),
    Option(
        name="exempt_network",
        kind=Listed(Parsed(_exempt_network, "a network"), repeats=True, skips_blanks=True),
        metavar="CIDR",
        default=(),
        help="a network without limits per address, such as 192.168.1.0/24; may be given several times",
        section=_SECTIONS[Per.ADDRESS],
    ),
    *_burst_options(LIMITS),
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
