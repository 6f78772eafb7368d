"""`pente puzzle`: find the win, and make puzzles from games."""

import argparse
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_game_output
from pente_client.options.record_options import add_format
from pente_client.options.values import whole_number
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-puzzle.description")
EXAMPLES: Final = tell("cli-puzzle.examples")
MAKE_EXAMPLES: Final = HELP + tell("cli-puzzle.examples-pente-puzzle-make-games")
LEAST: Final = 3
MOST: Final = 11
"""The usual bounds of a win, in stones of both sides."""
GAMES: Final = 100
"""How many games of a server are looked through that has no puzzles of them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente puzzle`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_play(actions.add_parser("play", help=tell("cli-puzzle.action-play"), epilog=EXAMPLES))
    _add_make(actions.add_parser("make", help=tell("cli-puzzle.action-make"), epilog=MAKE_EXAMPLES))


def _add_play(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group(tell("cli-puzzle.group-which-puzzles-default-those-that"))
    which.add_argument("--from", dest="file", metavar="FILE", help=tell("cli-puzzle.from"))
    which.add_argument(
        "--games",
        metavar="N",
        type=whole_number(1),
        help=tell("cli-puzzle.games", games=GAMES),
    )
    parser.set_defaults(usual_games=GAMES)
    which.add_argument("--shuffle", action="store_true", help=tell("cli-puzzle.shuffle"))
    _add_bounds(which)
    add_connection(parser, needs_account=False)
    add_game_output(parser)
    add_server(parser, "none", default="")


def _add_make(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="GAMES", nargs="+", help=tell("cli-puzzle.files"))
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=tell("cli-puzzle.output"))
    add_format(parser, "--from", "GAMES")
    _add_bounds(parser)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1),
        help=tell("cli-puzzle.workers"),
    )
    parser.add_argument("-q", "--quiet", action="store_true", help=tell("cli-puzzle.quiet"))
    parser.set_defaults(json=False)


def _add_bounds(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--least",
        metavar="N",
        type=whole_number(3),
        default=LEAST,
        help=tell("cli-puzzle.least"),
    )
    group.add_argument(
        "--most",
        metavar="N",
        type=whole_number(3),
        default=MOST,
        help=tell("cli-puzzle.most"),
    )


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    from pente_client.cli.steps.puzzles import run_action

    return run_action(args)
