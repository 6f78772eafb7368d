"""Options that select finished games."""

import argparse
import re
from typing import Final

from pente_client.options.positions import InvalidFilter, position_of
from pente_client.options.ruleset_options import add_ruleset
from pente_core.clock.instant import Instant
from pente_core.notation import format_position
from pente_core.records import DayTime
from pente_core.records.model.calendar_day import instant_of, parse_day, parse_day_time
from pente_protocol.messages import GameFilter, GameResult
from pente_protocol.untrusted_text import clean

_DAY: Final = 86_400_000


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add the filters."""
    group = parser.add_argument_group("filters", "Only games that match all filters are selected.")
    group.add_argument("--player", metavar="P", default="", help="played by P, a name or an id")
    add_ruleset(group, default=None, what="played with exactly this ruleset")
    group.add_argument("--since", metavar="WHEN", help="ended on this day or later: 2026-01-31 (UTC)")
    group.add_argument("--until", metavar="WHEN", help="ended on this day or earlier; also 2026-01-31T18:30")
    group.add_argument(
        "--result",
        choices=[result.value for result in GameResult],
        help="won or lost by P, drawn, aborted, or won by a colour",
    )
    group.add_argument(
        "--position",
        metavar="MOVES",
        help="reached this position, also rotated or mirrored: moves such as 'K10 L11', or the position as a"
        " line of text",
    )


def filter_of(args: argparse.Namespace) -> GameFilter:
    """The filter that the options describe. Raises InvalidFilter."""
    position = None if args.position is None else position_of(args.position.split(), args.ruleset)
    return GameFilter(
        player=args.player,
        ruleset="" if args.ruleset is None else args.ruleset.spec,
        ended_from=None if args.since is None else _moment(args.since),
        ended_before=None if args.until is None else _moment(args.until, whole_day=_DAY),
        result=None if args.result is None else GameResult(args.result),
        position="" if position is None else format_position(position),
    )


def _moment(text: str, whole_day: int = 0) -> Instant:
    """A day, or a time on a day, in UTC; ``whole_day`` is added to a day without a time.

    Raises InvalidFilter.
    """
    day, _, time = re.sub("[T ]", " ", text.strip().upper().removesuffix("Z")).partition(" ")
    try:
        if not time:
            return Instant(instant_of(parse_day(day), DayTime(0, 0)) + whole_day)
        return instant_of(parse_day(day), parse_day_time(time))
    except ValueError:
        raise InvalidFilter(
            f"{clean(text, 40)!r} is not a day; write 2026-01-31, or 2026-01-31T18:30 (UTC)"
        ) from None
