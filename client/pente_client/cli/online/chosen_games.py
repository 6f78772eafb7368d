"""Which finished games the options of a command select."""

import argparse
import re

from pente_client.options.positions import InvalidFilter, position_of
from pente_client.words.lists.local_time import local_moment
from pente_core.clock.instant import Instant
from pente_core.notation import format_position
from pente_core.records import DayTime
from pente_core.records.model.calendar_day import instant_of, parse_day, parse_day_time
from pente_protocol.messages import GameFilter, GameResult
from pente_protocol.untrusted_text import clean


def filter_of(args: argparse.Namespace) -> GameFilter:
    """The filter that the options describe. Raises InvalidFilter."""
    position = None if args.position is None else position_of(args.position.split(), args.ruleset)
    return GameFilter(
        player=args.player,
        ruleset="" if args.ruleset is None else args.ruleset.spec,
        ended_from=None if args.since is None else _moment(args.since),
        ended_before=None if args.until is None else _moment(args.until, whole_day=1),
        result=None if args.result is None else GameResult(args.result),
        position="" if position is None else format_position(position),
    )


def _moment(text: str, whole_day: int = 0) -> Instant:
    """A day, or a time on a day, local but for a time that ends with Z; ``whole_day``: days added to one
    without a time.

    Raises InvalidFilter.
    """
    typed = text.strip().upper()
    day, _, time = re.sub("[T ]", " ", typed.removesuffix("Z")).partition(" ")
    try:
        if not time:
            return local_moment(parse_day(day), DayTime(0, 0), days_later=whole_day)
        return (instant_of if typed.endswith("Z") else local_moment)(parse_day(day), parse_day_time(time))
    except ValueError:
        raise InvalidFilter(
            f"{clean(text, 40)!r} is not a day; write 2026-01-31, or 2026-01-31T18:30, in your local time"
        ) from None
