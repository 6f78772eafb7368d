"""The player that analyses, and its limits, from the options."""

import argparse
from typing import Final

from pente_bots.review.reviewer import Reviewer
from pente_bots.roster.player_text import parse_player
from pente_bots.search.limit import Limit
from pente_core.clock.instant import Millis
from pente_core.records.model.field_formats import tidy
from pente_core.review.review import LONGEST_REVIEWER

REVIEW_SECONDS: Final = 1.0
POSITION_SECONDS: Final = 5.0


def chosen_analyst(args: argparse.Namespace, seconds: float) -> Reviewer:
    """The player that the options name, with ``seconds`` for a position where they say nothing else.

    Raises InvalidPlayerOption.
    """
    player = parse_player(args.player)
    label = tidy(f"{player.label}{_limits(args)}"[:LONGEST_REVIEWER])
    return Reviewer(player.make, label, _limit(args, seconds))


def _limit(args: argparse.Namespace, seconds: float) -> Limit:
    if args.move_time is None and (args.nodes is not None or args.depth is not None):
        return Limit(nodes=args.nodes, depth=args.depth)
    time = Millis(round(1000 * seconds)) if args.move_time is None else args.move_time
    return Limit(time=time, nodes=args.nodes, depth=args.depth)


def _limits(args: argparse.Namespace) -> str:
    """The limits that were named, as part of the name of a reviewer."""
    seconds = None if args.move_time is None else args.move_time / 1000
    named = (("nodes", args.nodes), ("depth", args.depth), ("seconds", seconds))
    words = [f"{value:g} {what}" for what, value in named if value is not None]
    return f" ({', '.join(words)})" if words else ""
