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

DESCRIPTION = """
Run matches between computer players, all against all, and report what the results prove. Each opening is
played twice, with colours exchanged. Equal seeds give equal games, however many processes play them; on a
server too, as long as no clock limits the thinking.
"""
USUAL_TEST: Final = "elo0=0,elo1=100"
EXAMPLES = """
examples:
  pente arena priorities weights                        twenty games
  pente arena random priorities weights --games 10      a table of three
  pente arena ./mybot.py level-3                        a bot of your own, in a file
  pente arena patterns-5 patterns-1 --games 40 --move-time 1s --sprt   until one is proved
  pente arena engine patterns-5 --time 1+1              each game with a clock
  pente arena random priorities --save games.pgn --json >games.jsonl
  pente arena weights patterns --server wss://play.example.org --time 5+3
  pente arena "piskvork:./pbrain-one" "gtp:./other --gtp" patterns --ruleset gomoku

A player is a name, or name:option=value,option=value; `pente bot --list` shows them. patterns-5 is
patterns:level=5, and 3 or level-3 a level. ./mybot.py is the player in a file of your own,
./mybot.py:FastBot one of several there; it loses the games in which it fails. gtp:COMMAND and
piskvork:COMMAND are engines of others; their games depend on more than the seed.
A table shows how long each player took for a move, and in how many moves it took half as long again as it
might.
exit status: 0 success, 1 failure, 2 usage error, 3 cannot connect, 4 rejected by the server, 130 interrupted
(after printing the results so far).
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente arena`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more players")
    _add_games(parser)
    _add_limits(parser)
    engines = parser.add_argument_group("foreign engines", "An engine that fails in a game loses it.")
    add_options(engines, ENGINE_LIMITS)
    _add_openings(parser)
    _add_server(parser)
    _add_output(parser)


def _add_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("games")
    group.add_argument(
        "--games",
        type=whole_number(1),
        default=20,
        metavar="N",
        help="games between each two players (default: %(default)s)",
    )
    seed = replace(SEED, key="seed-arena", usual="random-seed")
    add_options(group, [ruleset_option("pente"), seed])
    group.add_argument(
        "--concurrency",
        type=whole_number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="games to play at a time, each in its own process (default: %(default)s)",
    )
    group.add_argument(
        "--max-plies",
        type=whole_number(1),
        default=400,
        metavar="N",
        help="end a game as a draw after N stones (default: %(default)s)",
    )
    group.add_argument(
        "--sprt",
        metavar="TEST",
        nargs="?",
        const=USUAL_TEST,
        help="elo0=A,elo1=B: stop as soon as it is decided, with error rates of 5%%, whether the first of "
        "two players is stronger by B Elo or by A; alpha=... and beta=... set the rates (default: "
        f"{USUAL_TEST}, which 24 games in a row decide; a smaller difference takes more --games)",
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "limits",
        "The first that is reached counts; a player takes no notice of what it does not count. Engines of "
        "others are told the time. With --time each game has a clock, and who runs out of time loses; else "
        "nobody loses for being late, and the table shows who takes longer.",
    )
    add_options(group, [MOVE_TIME, NODES, DEPTH, time_option("-", "-")])


def _add_openings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("openings")
    group.add_argument(
        "--openings",
        type=whole_number(0),
        metavar="N",
        help="different openings; 0 for the empty board (default: one for each pair of games)",
    )
    group.add_argument(
        "--opening-plies",
        type=whole_number(0),
        default=4,
        metavar="N",
        help="stones per opening (default: %(default)s)",
    )


def _add_server(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "on a server",
        "The players join as ordinary clients and play real games: openings are played as moves, and after "
        "--max-plies both agree to a draw. Two arenas at a time each need their own --identities.",
    )
    group.add_argument("--server", metavar="URL", help="play on this server (default: without a server)")
    add_options(group, [IDENTITIES, INSECURE, ACCEPT_ADDRESS, LOG_FILE], variables(LOG_FILE))


def _add_output(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save the games to FILE, as SGF for *.sgf, else as the text of pente.org",
    )
    group.add_argument(
        "--json", action="store_true", help="write one JSON object per line: each game, then a summary"
    )


def run(args: argparse.Namespace) -> int:
    """Play the games and print the results; the exit status."""
    from pente_bots.cli.arena_match import play_matches

    return play_matches(args)
