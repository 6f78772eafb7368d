"""What `pente leaders` does."""

import argparse
import json
from typing import Any

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.stream.jsonl.fields import player_fields, score_fields
from pente_client.words.lists.leaders import boards_text
from pente_core.rating import Speed
from pente_protocol.messages import Leader, Leaderboard


def run(args: argparse.Namespace) -> int:
    """Show the leaders; the exit status."""
    speed = None if args.speed is None else Speed(args.speed)

    async def work(client: Client) -> int:
        boards = await client.leaders(args.ruleset, speed)
        if args.json:
            for board in boards:
                print(json.dumps(_fields(board)))
        else:
            print(boards_text(boards, args.ruleset))
        return 0

    return with_client(args, work)


def _fields(board: Leaderboard) -> dict[str, Any]:
    return {
        "t": "leaders",
        "ruleset": board.ruleset,
        "speed": board.speed.value,
        "leaders": [_leader_fields(leader) for leader in board.leaders],
        "provisional": [_leader_fields(leader) for leader in board.provisional],
    }


def _leader_fields(leader: Leader) -> dict[str, Any]:
    return {"player": player_fields(leader.player), **score_fields(leader.score)}
