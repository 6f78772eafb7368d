"""`pente profile`: how somebody has played."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.options.shared_options import add_connection, add_json, default_url, name_given
from pente_client.stream.jsonl import player_fields
from pente_client.words.game_list import game_fields, game_lines
from pente_client.words.phrases import name_of
from pente_client.words.profile import score_fields, score_lines
from pente_core.identity import PlayerKind
from pente_protocol.messages import GameFilter, GameSummary, ProfileFound

DESCRIPTION: Final = """
How somebody has played at a server: results and rating by ruleset and speed, and the last games, of which
pente games tells more. Without WHO: you.
"""
EXAMPLES: Final = """
examples:
  pente profile                        you, at the server on this machine
  pente profile anna                   somebody else
  pente profile anna --url wss://pente.example.org
  pente profile anna --json            one JSON object, for programs

A rating with a question mark is provisional: too few games were played yet, or the last one is long ago.

environment: PENTE_URL and PENTE_NAME stand in for --url and --name, PENTE_STATE is where identities are kept.
exit status: 0 done, 2 for a wrong command line, 3 when the server can't be reached, 4 when it refuses or
knows no such player, 130 after Ctrl-C.
"""

LAST_GAMES: Final = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente profile`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    url = default_url()
    parser.add_argument("who", nargs="?", metavar="WHO", type=name_given, help="a name (you)")
    parser.add_argument("--url", default=url, help=f"the server ({url})")
    add_connection(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Tell; the exit status."""

    async def work(client: Client) -> int:
        found = await client.profile(args.who or "")
        which = GameFilter(player=found.player.id)
        games = [game async for page, _ in client.archive.games(which, most=LAST_GAMES) for game in page]
        if args.json:
            print(json.dumps(_fields(found, games)))
        else:
            print("\n".join(_lines(found, games)))
        return 0

    return with_client(args, work)


def _lines(found: ProfileFound, games: Sequence[GameSummary]) -> Iterator[str]:
    bot = ", a bot" if found.player.kind is PlayerKind.BOT else ""
    yield f"{name_of(found.player)}{bot} (id {found.player.id})"
    if not found.scores:
        yield "  no finished games yet"
    yield from (f"  {line}" for line in score_lines(found.scores))
    if games:
        yield "last games:"
        yield from (f"  {line}" for line in game_lines(games))


def _fields(found: ProfileFound, games: Sequence[GameSummary]) -> dict[str, Any]:
    return {
        "t": "profile",
        "player": player_fields(found.player),
        "scores": [score_fields(score) for score in found.scores],
        "games": [game_fields(game) for game in games],
    }
