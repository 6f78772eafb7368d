"""`pente lobby`: open games, bots, and games to watch."""

import argparse
import sys
from typing import Final

from pente_client.options.connection_options import add_connection, add_url, url_for_friends
from pente_client.options.output_options import add_output, wants_screen
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-lobby.description")
EXAMPLES: Final = tell("cli-lobby.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente lobby`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    add_url(parser)
    parser.add_argument("--follow", action="store_true", help=tell("cli-lobby.follow"))
    add_connection(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Show the lobby; the exit status."""
    from pente_client.cli.steps.computer_players import engine_is_compiled
    from pente_client.cli.steps.connect import is_interactive, with_client
    from pente_client.cli.steps.lobby_lines import print_lobby, stay_in_lobby
    from pente_client.cli.steps.lobby_visit import visit_lobby
    from pente_client.teaching.puzzles.solved import SolvedPuzzles, solved_file
    from pente_client.words.bots.levels import UNCOMPILED

    if wants_screen(args):
        friends, solved = url_for_friends(args.url), SolvedPuzzles(solved_file())
        return with_client(args, lambda client: visit_lobby(client, args.url, friends, solved=solved))
    if not engine_is_compiled():
        print(UNCOMPILED, file=sys.stderr, flush=True)
    if is_interactive(args) and sys.stdout.isatty() and not args.follow:
        return stay_in_lobby(args)
    return with_client(args, lambda client: print_lobby(client, as_json=args.json, follow=args.follow))
