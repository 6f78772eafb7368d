"""`pente profile`: the ratings and results of a player."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.options.connection_options import add_connection, default_url
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name
from pente_client.stream.jsonl.fields import (
    game_fields,
    head_to_head_fields,
    player_fields,
    rating_point_fields,
    score_fields,
)
from pente_client.words.lists.game_list import game_lines
from pente_client.words.lists.profile import (
    profile_lines,
)
from pente_protocol.messages import GameFilter, GameSummary, ProfileFound

DESCRIPTION: Final = """
Show the ratings and results of a player on a server, by ruleset and speed, the latest ratings, how many games
were won or lost in a row, and the latest games. Without WHO, your own. `pente games` lists all games.
"""
EXAMPLES: Final = """
examples:
  pente profile                        your own profile
  pente profile anna                   another player's
  pente profile anna --against boris   with the results of anna against boris
  pente profile anna --url wss://pente.example.org
  pente profile anna --json            one JSON object, for programs

A question mark after a rating means that it is provisional: too few rated games, or none for a long time.

environment: PENTE_URL and PENTE_NAME are the defaults for --url and --name, PENTE_STATE is the directory of
your names and secrets.
exit status: 0 success, 2 usage error, 3 cannot connect, 4 rejected by the server, or no such player,
130 interrupted.
"""

LAST_GAMES: Final = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente profile`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    url = default_url()
    parser.add_argument(
        "who", nargs="?", metavar="WHO", type=read_name, help="the player's name (default: you)"
    )
    parser.add_argument(
        "--against",
        metavar="NAME",
        type=read_name,
        help="another player: show the results of the two against each other",
    )
    parser.add_argument("--url", default=url, help=f"the server (default: {url})")
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Tell; the exit status."""
    args.needs_account = not args.who

    async def work(client: Client) -> int:
        found = await client.profile(args.who or "", args.against or "")
        which = GameFilter(player=found.player.id)
        games = [game async for page, _ in client.archive.games(which, most=LAST_GAMES) for game in page]
        if args.json:
            print(json.dumps(_fields(found, games)))
        else:
            print("\n".join(_lines(found, games)))
        return 0

    return with_client(args, work)


def _lines(found: ProfileFound, games: Sequence[GameSummary]) -> Iterator[str]:
    yield from profile_lines(found)
    if games:
        yield "Latest games:"
        yield from (f"  {line}" for line in game_lines(games))


def _fields(found: ProfileFound, games: Sequence[GameSummary]) -> dict[str, Any]:
    return {
        "t": "profile",
        "player": player_fields(found.player),
        "scores": [score_fields(score) for score in found.scores],
        "history": [rating_point_fields(point) for point in found.history],
        "streaks": {
            "won": found.streaks.won,
            "lost": found.streaks.lost,
            "best": found.streaks.best,
            "games": found.streaks.games,
        },
        "against": None if found.against is None else head_to_head_fields(found.against),
        "games": [game_fields(game) for game in games],
    }
