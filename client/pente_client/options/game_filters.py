"""Options that select finished games."""

import argparse

from pente_client.options.ruleset_options import ruleset_option
from pente_protocol.choices.game_result import GameResult
from pente_protocol.option_arguments import add_options


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add the filters."""
    group = parser.add_argument_group("filters", "Only games that match all filters are selected.")
    group.add_argument("--player", metavar="P", default="", help="played by P, a name or an id")
    add_options(group, [ruleset_option(None, "ruleset-filter")])
    group.add_argument("--since", metavar="WHEN", help="ended on this day or later: 2026-01-31, local time")
    group.add_argument(
        "--until",
        metavar="WHEN",
        help="ended on this day or earlier; also 2026-01-31T18:30, or T18:30Z for UTC",
    )
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
