"""Options that select finished games."""

import argparse

from pente_client.options.ruleset_options import ruleset_option
from pente_protocol.choices.game_result import GameResult
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add the filters."""
    group = parser.add_argument_group(tell("flag.group-filters"), tell("flag.only-games-that-match-all"))
    group.add_argument("--player", metavar="P", default="", help=tell("flag.player"))
    add_options(group, [ruleset_option(None, "ruleset-filter")])
    group.add_argument("--since", metavar="WHEN", help=tell("flag.since"))
    group.add_argument(
        "--until",
        metavar="WHEN",
        help=tell("flag.until"),
    )
    group.add_argument(
        "--result",
        choices=[result.value for result in GameResult],
        help=tell("flag.result"),
    )
    group.add_argument(
        "--position",
        metavar="MOVES",
        help=tell("flag.position"),
    )
