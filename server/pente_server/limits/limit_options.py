"""The options of `pente serve` for limits, made from the rows in `pente_server.limits.limits`."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

from pente_protocol.choices.server_limit import Per
from pente_protocol.option import Listed, Number, Option, OptionSection, Parsed, Whole
from pente_protocol.sentences import tell
from pente_server.limits.limit import SECOND, LimitRow
from pente_server.limits.limits import LIMITS, Allowance
from pente_server.limits.networks import InvalidNetwork, IpNetwork, Networks, parse_network

T = TypeVar("T")

_SECTIONS: Final[Mapping[Per, OptionSection]] = {per: OptionSection("limits", per) for per in Per}
_BURSTS: Final = OptionSection("bursts")


class _LimitOption(Option[T], Generic[T], kw_only=True):
    texts: str = "limit"
    burst: str = ""
    """Of a rate, the usual burst."""

    @property
    def usual_text(self) -> str:
        """The default, that of a rate with its burst."""
        number = self.text("usual") or super().usual_text
        return tell("limit.with-burst", number=number, burst=self.burst) if self.burst else number


class _BurstOption(_LimitOption[float]):
    @property
    def help(self) -> str:
        return tell("limit.at-once", what=super().help)


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
    return _LimitOption[Any](
        name=limit.number_name(name),
        key=name,
        kind=Whole(1, int(limit.most)) if limit.is_whole else Number(least, limit.most),
        usual=f"{limit.usual:.15g}",
        burst=f"{limit.burst:.15g}" if limit.unit else "",
        section=_SECTIONS[limit.per],
        is_usual=limit.is_usual,
    )


def _burst_options(rows: Mapping[str, LimitRow]) -> Iterator[Option[Any]]:
    for name, limit in rows.items():
        if limit.unit:
            yield _BurstOption(
                name=f"{name}_burst",
                key=name,
                kind=Number(1, limit.most),
                usual=f"{limit.burst:.15g}",
                section=_BURSTS,
            )


LIMIT_OPTIONS: Final[tuple[Option[Any], ...]] = (
    *(_number_option(name, limit) for per in Per for name, limit in LIMITS.items() if limit.per is per),
    _LimitOption(
        name="exempt_network",
        kind=Listed(Parsed(_exempt_network), repeats=True, skips_blanks=True),
        metavar="CIDR",
        default=(),
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
