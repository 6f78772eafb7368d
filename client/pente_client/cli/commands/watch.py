"""`pente watch`: watch a game."""

import argparse

from pente_client.input.commands import CHANNELS
from pente_client.options.connection_options import ROOM_PASSWORD_FILE, STAY, add_connection, add_server
from pente_client.options.output_options import add_game_output
from pente_core.value import replace
from pente_protocol.option_arguments import add_options

DESCRIPTION = """
Watch a game. Without ROOM, watch TV: a game that is worth watching, and another one when it is
over, nothing has happened for a minute, or a player has left. You need no name for that; to chat, give one
with --name.
"""
EXAMPLES = """
examples:
  pente watch                            on this machine's server
  pente watch wss://pente.example.org    on a friend's server
  pente watch --channel people           only games without bots; bots: only games of bots
  pente watch --grid                     several games at once
  pente watch ROOM --open                the same in a browser
  pente watch K7M2QX                     the room with a join code
  pente watch ROOM --plain | tee game.txt    one line a move
  pente watch ROOM --boards              the board after each move
  pente watch ROOM --plain --stay        watch the rematch too
  pente watch --json --once              one game; see client/README.md

typed while watching with --plain or --json:
  'TEXT, /say TEXT      chat; /watchers TEXT is seen by the viewers only
  /tv next, /tv back    another game of the channel; /tv people turns to games without bots
  /who                  show who is in the room
  /board, /moves        show the board, the moves
  /row 10, /around K10  say in words what stands there; /stones, /clock
  /block NAME           no more chat, invitations or company of a player, in any room; /unblock undoes it
  /mute, /kick, /ban NAME  in your own room: silence or remove a viewer; /unmute and /unban undo it
  /watchers invited     in your own room: only invited people may watch; /watchers anybody undoes it
  /quit                 leave

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets, PENTE_ROOM_PASSWORD is the password of the room, PENTE_ASCII=yes draws in ASCII.
exit status: 0 the game is over, or /quit; 1 connection lost; 2 usage error; 3 cannot connect; 4 rejected by
the server; 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente watch`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_server(parser)
    parser.add_argument("first", nargs="?", metavar="URL", help="the server; --server URL says the same")
    parser.add_argument(
        "room", nargs="?", metavar="ROOM", help="the room, by its id or join code (default: TV)"
    )
    parser.add_argument(
        "--channel",
        metavar="CHANNEL",
        choices=CHANNELS,
        help="TV: best (all games; the default), people (games without bots), bots (games of bots only), or a"
        " ruleset such as keryo-pente",
    )
    parser.add_argument("--once", action="store_true", help="with --plain or --json: exit after one game")
    add_options(parser, [replace(STAY, key="stay-watch")])
    parser.add_argument(
        "--grid", action="store_true", help="several games at once, on small boards; Enter watches one"
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open it in a browser instead, or print the link where there is none",
    )
    add_options(parser, [ROOM_PASSWORD_FILE])
    add_connection(parser, needs_account=False)
    add_game_output(parser)


def run(args: argparse.Namespace) -> int:
    """Watch the game; the exit status."""
    from pente_client.cli.steps.watching import watch

    return watch(args)
