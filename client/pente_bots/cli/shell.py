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

DESCRIPTION: Final = """
Play, set up and judge positions by typed commands, by hand or from a script. In a terminal Tab completes
words and the arrows bring back lines; through a pipe there is nothing but answers. An empty line ends each
answer, and an error begins with Error:. Ctrl-C gives up the running command, not the shell. --gtp speaks the
Go Text Protocol instead, for programs that manage engines.
"""
_CONVENTIONS: Final = ("standard", "matrix")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente shell`."""
    parser.description = DESCRIPTION
    parser.epilog = _epilog()
    parser.add_argument(
        "--gtp", action="store_true", help="speak GTP, version 2, with our extension for captures"
    )
    parser.add_argument(
        "--profile",
        choices=list(PROFILES),
        help="a published game, with its rules and players; pente local --help describes them",
    )
    player = replace(PLAYER, key="player-shell", usual="patterns-where-it-plays")
    add_options(parser, [player, replace(SEED, key="seed-shell", usual="sessions-differ")])
    parser.add_argument(
        "--coordinates",
        choices=_CONVENTIONS,
        default="standard",
        help="standard: no column I, row 1 at the bottom (the default); matrix: with column I, row 1 on top",
    )
    parser.add_argument(
        "--board",
        action=argparse.BooleanOptionalAction,
        help="draw the board after every change (default: in a terminal)",
    )
    add_charset(parser)
    add_rules(parser, parser)


def run(args: argparse.Namespace) -> int:
    """Answer commands until quit or the end of input; the exit status."""
    from pente_bots.cli.shell_lines import answer_commands

    return answer_commands(args)


def _epilog() -> str:
    commands = "\n".join(f"  {line}" for line in summary_lines())
    return f"""
commands:
{commands}

examples:
  pente shell                                     a shell in this terminal
  pente shell --ruleset gomoku --size 15          with other rules
  pente shell --profile cmput                     a published game
  pente shell --seed 1 <moves.txt                 a script: the same answers every time
  printf 'play K10\\ngenmove 3\\n' | pente shell     who answers K10 how
  pente shell --gtp --player patterns:level=3     an engine for programs that manage engines

environment: PENTE_STATE is the directory where typed lines are remembered, PENTE_ASCII=1 draws boards in
ASCII.
exit status: 0 quit, or the end of input; 2 usage error; 130 interrupted while no command was running.
"""
