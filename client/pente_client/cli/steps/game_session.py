"""Playing in a room that was asked for: on the screen, or in lines."""

import argparse
from collections.abc import Awaitable, Callable
from dataclasses import replace

from pente_client.cli.steps.computer_players import ComputerAdvisor
from pente_client.cli.steps.connect import (
    is_interactive,
    line_settings,
    output_for,
    stdin_lines,
    with_client,
)
from pente_client.cli.steps.matchmaking import GameRequest, find_game
from pente_client.cli.steps.rating_consent import RatingShown, is_accepted
from pente_client.cli.steps.room_password import with_room_password
from pente_client.connection import Client
from pente_client.files.stdout import say_folded
from pente_client.options.connection_options import TURN_WAIT, url_for_friends
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.options.output_options import wants_screen
from pente_client.play.shown.guidance import Guidance
from pente_client.stream.line_session import LineSession
from pente_core.room import events as ev


class UnusableRequest(ValueError):
    """What was asked for makes no sense, as the server has shown; the message says what to do."""


Completed = Callable[[Client, GameRequest], Awaitable[GameRequest]]
"""Adds to a request what only the server knows. May raise UnusableRequest."""


async def _as_it_is(_: Client, request: GameRequest) -> GameRequest:
    return request


Lobby = Callable[[Client, str, str], Awaitable[int]]
"""Shows the lobby of a server, with what friends type to come there; the exit status."""


def find_and_play(
    args: argparse.Namespace,
    request: GameRequest,
    complete: Completed = _as_it_is,
    lobby: Lobby | None = None,
) -> int:
    """Find the requested game and play it; ask whether the player accepts it if it is private and rated.

    ``lobby`` follows on the full screen, once the player has left a room that waits.
    """
    asked: list[GameRequest] = []

    async def play(client: Client, password: str) -> int:
        wanted = replace(request, password=password)
        try:
            wanted = await complete(client, wanted)
            return await play_request(args, client, wanted, lobby)
        except UnusableRequest as bad:
            return fail(args, bad, ExitStatus.USAGE)
        except RatingShown:
            asked.append(wanted)
            return ExitStatus.REJECTED

    if request.room is None and not request.code:
        status = with_client(args, lambda client: play(client, request.password))
    else:
        status = with_room_password(args, play)
    if not asked:
        return status
    if not is_accepted(args):
        return fail(args, RatingShown(), ExitStatus.REJECTED)
    accepted = replace(asked[0], accepts_rating=True)
    return with_client(args, lambda client: play_request(args, client, accepted, lobby))


async def play_request(
    args: argparse.Namespace, client: Client, request: GameRequest, lobby: Lobby | None = None
) -> int:
    """Find the requested game, or open it, and play it; the exit status. For ``lobby``, see `find_and_play`.

    Raises what `find_game` raises, and ConnectionEnded.
    """
    if wants_screen(args):
        from pente_client.screen import run_screen

        room = await find_game(client, request)
        url = url_for_friends(args.url)
        shows_code = getattr(args, "qr", False)
        return await run_screen(
            client,
            room,
            url=url,
            say=say_folded,
            shows_code=shows_code,
            guidance=Guidance(ComputerAdvisor()),
            then=None if lobby is None else lambda: lobby(client, args.url, url),
        )
    session = LineSession(
        client,
        output_for(args, client),
        stdin_lines(),
        is_playing=True,
        asks=is_interactive(args),
        url=url_for_friends(args.url),
        wait=TURN_WAIT if args.wait is None else args.wait,
        settings=lambda: line_settings(args),
        guidance=Guidance(ComputerAdvisor()),
    )
    stays = args.stay or is_interactive(args)
    return await session.run(lambda: _play_in_lines(client, session, request, stays=stays))


async def _play_in_lines(client: Client, session: LineSession, request: GameRequest, *, stays: bool) -> int:
    """A game, and the ones that follow it; the exit status."""
    last = await session.rooms.follow_series(await find_game(client, request), stays=stays)
    return ExitStatus.SUCCESS if last.status is ev.Status.FINISHED else ExitStatus.FAILURE
