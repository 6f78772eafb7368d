"""`pente local`: play on this machine, without a server."""

import argparse

from pente_client.local.profiles import PROFILES
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_game_output
from pente_client.options.ruleset_options import add_rules, time_option
from pente_client.options.values import read_name, read_seconds
from pente_client.words.bots.levels import LEVELS
from pente_protocol.option_arguments import add_options
from pente_protocol.untrusted_text import clean

DESCRIPTION = """
Play on this machine, without a server: two to four people at one keyboard, or you against the computer. Every
move is saved at once; --continue goes on with the last game, also after a crash. New to Pente? pente tutorial
"""
EXAMPLES = """
examples:
  pente local                              two people at this keyboard
  pente local --against 2                  you against the computer, level 2 of 12
  pente local --against patterns --colour random
  pente local --names anna,boris --time 5+3
  pente local --ruleset keryo-pente --size 13
  pente local --between patterns weights   watch two computer players
  pente local --profile cmput --against priorities
  pente local --from 'K10 L11 M10'         begin after these moves
  pente local --from games.pgn#12          begin as the first game of a file stood after 12 stones
  pente local --from ID#24                 the same with a finished game of the server
  pente local --save evening.pgn           write the record of the games when you leave
  pente local --list                       list saved games
  pente local --continue                   go on with the game played last; --continue ID: with that one;
                                           name a --profile again for its words

Typed while playing is what pente play --help lists, as far as it needs no other people. /takeback takes the
last move back without asking, /hint, /why and /eval advise, /setup sets up a position. A clock stands still
while a saved game is closed; /resume starts it again. What comes from a pipe is done in order, each move in
its turn; --wait bounds how long a turn is waited for once the pipe has ended.

levels for --against and --between (11 and 12 only where the engine is compiled):
{levels}

profiles:
{profiles}

environment: PENTE_NAME is the default for --name, PENTE_STATE is the directory of your saved games, PENTE_URL
is the server of --from ID#N, PENTE_ASCII=yes draws boards in ASCII.
exit status: 0 the game is over, or /quit; 1 the game can't be read or saved, or goes on without a move of a
pipe that was refused; 2 usage error; 3 cannot connect and 4 rejected by the server (--from ID#N);
130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente local`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES.format(profiles=_profiles(), levels=_levels())
    _add_players(parser)
    group = parser.add_argument_group("the game")
    group.add_argument(
        "--profile",
        choices=list(PROFILES),
        help="a published game, with its rules, players and words (below)",
    )
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--from",
        dest="start",
        metavar="WHAT",
        help="begin from a position: FILE or FILE#N, ID#N, moves, or a position as a line of text",
    )
    which.add_argument(
        "--continue",
        dest="game",
        metavar="ID",
        nargs="?",
        const="",
        help="go on with a saved game (default: the last one that is not over)",
    )
    which.add_argument("--list", action="store_true", help="list saved games, the last one first")
    group.add_argument("--save", metavar="FILE", help="write the record to FILE (.pgn, .sgf or .jsonl)")
    add_options(group, [time_option("no-clock")])
    add_rules(parser, group)
    add_connection(parser, needs_account=False)
    add_game_output(parser)
    add_server(parser)


def _levels() -> str:
    """A line for each level."""
    return "\n".join(f"  {number:>2}  {name}: {style}" for number, (name, style) in enumerate(LEVELS, 1))


def _profiles() -> str:
    """A line for each profile, and one for what may be changed in it."""
    return "\n".join(
        f"  {profile.name:<7} {profile.about}; players: {', '.join(profile.players)}"
        for profile in PROFILES.values()
    )


def run(args: argparse.Namespace) -> int:
    """Play; the exit status."""
    from pente_client.cli.steps.local_session import play_on_this_machine

    return play_on_this_machine(args)


def _add_players(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("players (default: people who share this keyboard)")
    group.add_argument(
        "--against",
        metavar="WHO",
        help="play a computer player: a level from 1 to 12 (below), or a name that pente bot --list shows, "
        "with options as in patterns:depth=4",
    )
    group.add_argument(
        "--between",
        metavar="WHO",
        nargs="+",
        help="watch computer players, one for each side",
    )
    group.add_argument(
        "--colour", metavar="COLOUR", help="your colour, or random (default: the one that moves first)"
    )
    group.add_argument(
        "--names",
        metavar="NAME,NAME",
        type=_names,
        help="the names of the people, in the order in which they move",
    )
    group.add_argument(
        "--explain",
        action=argparse.BooleanOptionalAction,
        help="have computer players say what they think before they move",
    )
    group.add_argument(
        "--pace",
        metavar="SECONDS",
        type=read_seconds,
        help="the least time that a computer player takes for a turn (default: that of the profile, else 0; "
        "at least 0.5 with --between on a screen)",
    )


def _names(text: str) -> list[str]:
    names = [read_name(name.strip()) for name in text.split(",")]
    if len({name.casefold() for name in names}) < len(names):
        raise argparse.ArgumentTypeError(f"{clean(text, 60)!r} has a name twice")
    return names
