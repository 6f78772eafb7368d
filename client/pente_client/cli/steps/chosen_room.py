"""The room that was chosen in the lobby, with what a person is asked before it opens."""

from dataclasses import replace
from typing import assert_never

from pente_client.cli.steps.matchmaking import GameRequest, find_game, own_rooms
from pente_client.cli.steps.new_game import request_of_form
from pente_client.cli.steps.rating_consent import RatingShown
from pente_client.cli.steps.room_password import is_password_missing, watch_with_password
from pente_client.connection import Client, RequestRejected
from pente_client.lobby.choice import ChallengePlayer, JoinByCode, JoinRoom, OpenGame, PlayNow, WatchRoom
from pente_client.options.new_game import TOLD
from pente_client.terminal.ask import ask, write_line
from pente_client.words.sentences import sentence
from pente_core.identity import RoomId

RoomChoice = PlayNow | JoinRoom | JoinByCode | ChallengePlayer | OpenGame | WatchRoom
_PASSWORD = "The password of this room (Enter: back to the lobby):"
_YES = ("y", "yes")


async def enter_chosen(client: Client, choice: RoomChoice) -> RoomId | None:
    """Enter the chosen room, or open it; None if the person would rather not.

    A password is asked for until it is right, and consent where a rating would show a private game. Raises
    RequestRejected and UnusableRequest.
    """
    request = GameRequest()
    while True:
        try:
            return await _entered(client, choice, request)
        except RatingShown:
            if (await ask(f"{TOLD} Play it? y/n") or "").lower() not in _YES:
                return None
            request = replace(request, accepts_rating=True)
        except RequestRejected as rejected:
            if not is_password_missing(rejected):
                raise
            if request.password:
                write_line(sentence(rejected.text))
            request = replace(request, password=await ask(_PASSWORD, is_secret=True) or "")
            if not request.password:
                return None


async def _entered(client: Client, choice: RoomChoice, answers: GameRequest) -> RoomId:
    if isinstance(choice, WatchRoom):
        await watch_with_password(client, choice.room, answers.password)
        return choice.room
    wanted = await _request_of(client, choice)
    answered = replace(
        wanted,
        password=answers.password or wanted.password,
        accepts_rating=answers.accepts_rating or wanted.accepts_rating,
    )
    return await find_game(client, answered, await own_rooms(client))


async def _request_of(
    client: Client, choice: PlayNow | JoinRoom | JoinByCode | ChallengePlayer | OpenGame
) -> GameRequest:
    match choice:
        case PlayNow():
            return GameRequest()
        case JoinRoom(room):
            return GameRequest(room=room)
        case JoinByCode(code):
            return GameRequest(code=code)
        case ChallengePlayer(name):
            return GameRequest(against=name)
        case OpenGame(words):
            return await request_of_form(client, words)
        case _ as unreachable:
            assert_never(unreachable)
