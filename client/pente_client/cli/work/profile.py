"""What `pente profile` does."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
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

LAST_GAMES: Final = 5


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
