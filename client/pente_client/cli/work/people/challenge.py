"""What `pente challenge` does."""

import argparse
from contextlib import suppress

from pente_client.cli.online.connect import with_client
from pente_client.cli.online.game_session import play_request
from pente_client.cli.online.matchmaking import challenge_request
from pente_client.cli.work.lobby import visit_lobby
from pente_client.connection import Client, ConnectionProblem, RequestRejected
from pente_client.input.people_orders import ChallengeOrder
from pente_client.play.people.challenge_terms import challenge_terms
from pente_core.clock.time_control import PerMove
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode


def run(args: argparse.Namespace) -> int:
    """Challenge the player, and play; the exit status."""
    name = args.player or args.level
    order = ChallengeOrder(name, args.ruleset, args.time, args.rated, args.seat)

    async def work(client: Client) -> int:
        terms = await challenge_terms(order, client.archive, client.me.id)
        try:
            return await play_request(args, client, challenge_request(name, terms), visit_lobby)
        except RequestRejected as rejected:
            if rejected.code != ErrorCode.NOT_RATED or not terms.may_be_casual:
                raise
        finally:
            await _withdraw(client)
        try:
            casual = challenge_request(name, terms, may_rate=False)
            return await play_request(args, client, casual, visit_lobby)
        finally:
            await _withdraw(client)

    return with_client(args, work)


async def _withdraw(client: Client) -> None:
    """Leave a room that still waits for the answer, but not if its game is by correspondence."""
    for room_id, replica in tuple(client.rooms.items()):
        time, is_waiting = replica.room.created.time, replica.room.status is ev.Status.WAITING
        is_patient = isinstance(time, PerMove) and time.is_correspondence
        if is_waiting and not is_patient and replica.seat_of_me is not None:
            with suppress(ConnectionProblem):
                await client.act(room_id, cmd.Leave())
