"""`pente shell`: a game by typed commands, and GTP."""

import argparse
from typing import Final

from pente_bots.players.player_options import PLAYER, SEED
from pente_bots.shell.reference import summary_lines
from pente_client.local.profiles import PROFILES
from pente_client.options.charset_options import add_charset
from pente_client.options.ruleset_options import add_rules
from pente_core.value import replace
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-shell.description")
_CONVENTIONS: Final = ("standard", "matrix")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente shell`."""
    parser.description = DESCRIPTION
    parser.epilog = _epilog()
    parser.add_argument("--gtp", action="store_true", help=tell("cli-shell.gtp"))
    parser.add_argument(
        "--profile",
        choices=list(PROFILES),
        help=tell("cli-shell.profile"),
    )
    player = replace(PLAYER, key="player-shell", usual="patterns-where-it-plays")
    add_options(parser, [player, replace(SEED, key="seed-shell", usual="sessions-differ")])
    parser.add_argument(
        "--coordinates",
        choices=_CONVENTIONS,
        default="standard",
        help=tell("cli-shell.coordinates"),
    )
    parser.add_argument(
        "--board",
        action=argparse.BooleanOptionalAction,
        help=tell("cli-shell.board"),
    )
    add_charset(parser)
    add_rules(parser, parser)


def run(args: argparse.Namespace) -> int:
    """Answer commands until quit or the end of input; the exit status."""
    from pente_bots.cli.shell_lines import answer_commands

    return answer_commands(args)


def _epilog() -> str:
    commands = "\n".join(f"  {line}" for line in summary_lines())
    return tell("cli-shell.commands-examples-pente-shell-a", commands=commands)
