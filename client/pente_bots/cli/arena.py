"""`pente arena`: matches between computer players, and what their results prove."""

import argparse
import os
from pathlib import Path
from typing import Final

from pente_bots.cli.program_options import ENGINE_LIMITS, IDENTITIES
from pente_bots.players.player_options import DEPTH, MOVE_TIME, NODES, SEED
from pente_client.options.connection_options import ACCEPT_ADDRESS, INSECURE, LOG_FILE, variables
from pente_client.options.ruleset_options import ruleset_option, time_option
from pente_client.options.values import whole_number
from pente_core.value import replace
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-arena.description")
USUAL_TEST: Final = "elo0=0,elo1=100"
EXAMPLES = tell("cli-arena.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente arena`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=tell("cli-arena.players"))
    _add_games(parser)
    _add_limits(parser)
    engines = parser.add_argument_group(
        tell("cli-arena.group-foreign-engines"), tell("cli-arena.an-engine-that-fails-in")
    )
    add_options(engines, ENGINE_LIMITS)
    _add_openings(parser)
    _add_server(parser)
    _add_output(parser)


def _add_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-arena.group-games"))
    group.add_argument(
        "--games",
        type=whole_number(1),
        default=20,
        metavar="N",
        help=tell("cli-arena.games"),
    )
    seed = replace(SEED, key="seed-arena", usual="random-seed")
    add_options(group, [ruleset_option("pente"), seed])
    group.add_argument(
        "--concurrency",
        type=whole_number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help=tell("cli-arena.concurrency"),
    )
    group.add_argument(
        "--max-plies",
        type=whole_number(1),
        default=400,
        metavar="N",
        help=tell("cli-arena.max-plies"),
    )
    group.add_argument(
        "--sprt",
        metavar="TEST",
        nargs="?",
        const=USUAL_TEST,
        help=tell("cli-arena.sprt", usual_test=USUAL_TEST),
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tell("cli-arena.group-limits"),
        tell("cli-arena.the-first-that-is-reached"),
    )
    add_options(group, [MOVE_TIME, NODES, DEPTH, time_option("-", "-")])


def _add_openings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-arena.group-openings"))
    group.add_argument(
        "--openings",
        type=whole_number(0),
        metavar="N",
        help=tell("cli-arena.openings"),
    )
    group.add_argument(
        "--opening-plies",
        type=whole_number(0),
        default=4,
        metavar="N",
        help=tell("cli-arena.opening-plies"),
    )


def _add_server(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        tell("cli-arena.group-on-a-server"),
        tell("cli-arena.the-players-join-as-ordinary"),
    )
    group.add_argument("--server", metavar="URL", help=tell("cli-arena.server"))
    add_options(group, [IDENTITIES, INSECURE, ACCEPT_ADDRESS, LOG_FILE], variables(LOG_FILE))


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-arena.group-output"))
    group.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help=tell("cli-arena.save"),
    )
    group.add_argument("--json", action="store_true", help=tell("cli-arena.json"))


def run(args: argparse.Namespace) -> int:
    """Play the games and print the results; the exit status."""
    from pente_bots.cli.arena_match import play_matches

    return play_matches(args)
