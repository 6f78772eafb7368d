"""A computer's review of a finished game, as `pente games show --review` shows it."""

import argparse
import json
import sys

from pente_client.connection import Client, RequestRejected
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.words.lists.game_review import NO_REVIEWER, REVIEWING, review_lines
from pente_core.identity import RoomId
from pente_core.records import Unplayable, replay_record
from pente_core.review.review import GameReview, problems_of_review
from pente_core.rules.game import Game
from pente_protocol.codec import plain
from pente_protocol.logs.game_records import record_in
from pente_protocol.logs.json_lines import EventLog


async def known_review(client: Client, room: RoomId, game: Game) -> GameReview | None:
    """The review of a finished game, if it is made already; it is not waited for, nor asked for."""
    try:
        found = await client.reviews.find(room)
    except RequestRejected:  # by a server that knows nothing of reviews, or of this game
        return None
    review = found.review
    if review is None or any(problems_of_review(review, game.stones, game.rules.size**2)):
        return None
    return review


async def wanted_review(client: Client, room: RoomId, game: Game) -> GameReview | None:
    """The review of a finished game, which is asked for and waited for; None: nobody makes one.

    Raises RequestRejected.
    """
    known = await known_review(client, room, game)
    if known is None:
        print(REVIEWING, file=sys.stderr, flush=True)
    return known or await client.reviews.made(room, game)


async def show_review(args: argparse.Namespace, client: Client, log: EventLog) -> ExitStatus:
    """Show the review of a game, once it is made; the exit status."""
    try:
        game = replay_record(record_in(log))
    except (Unplayable, ValueError) as problem:
        return fail(args, f"game {args.id}: {problem}")
    review = await client.reviews.made(args.id, game)
    if review is None:
        return fail(args, NO_REVIEWER)
    if args.json:
        say(json.dumps({"t": "review", "game": args.id, "review": plain(review)}))
    else:
        for line in review_lines(game, review):
            say(line)
    return ExitStatus.SUCCESS
