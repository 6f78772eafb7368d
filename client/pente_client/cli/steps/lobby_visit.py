"""The lobby on the screen, and what is chosen there, until the person leaves."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

from pente_client.cli.steps.computer_players import ComputerAdvisor, engine_is_compiled
from pente_client.cli.steps.game_session import UnusableRequest
from pente_client.cli.steps.lessons import learn_for_lobby
from pente_client.cli.steps.lobby_pages import visit_boards, visit_pages
from pente_client.cli.steps.matchmaking import GameRequest, challenge_request, find_game, own_rooms
from pente_client.cli.steps.new_game import request_of_form
from pente_client.cli.steps.rating_consent import RatingShown
from pente_client.cli.steps.room_password import is_password_missing, watch_with_password
from pente_client.connection import Client, RequestRejected
from pente_client.files.stdout import say_folded
from pente_client.input.people_orders import ChallengeOrder
from pente_client.lobby.choice import (
    ChallengePlayer,
    JoinByCode,
    JoinRoom,
    LeaveLobby,
    LobbyChoice,
    OpenGame,
    PageToShow,
    PlayNow,
    ShowOnline,
    TakeTutorial,
    WatchBoards,
    WatchFeatured,
    WatchRoom,
)
from pente_client.options.new_game import TOLD
from pente_client.play.people.challenge_terms import challenge_terms
from pente_client.play.shown.guidance import Guidance
from pente_client.teaching.puzzles.solved import TUTORIAL, SolvedPuzzles
from pente_client.terminal.ask import ask, write_line
from pente_client.words.bots.levels import UNCOMPILED
from pente_client.words.lists.own_games import opponents_text
from pente_client.words.phrases import name_of
from pente_client.words.sentences import sentence
from pente_client.words.waiting import kept_text, lobby_command, play_command
from pente_core.identity import RoomId
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.lists import RoomSummary
from pente_protocol.sentences import tell

RoomChoice = PlayNow | JoinRoom | JoinByCode | ChallengePlayer | OpenGame | WatchRoom
_PASSWORD = tell("steps.password")
_YES = ("y", "yes")


async def visit_lobby(
    client: Client,
    server: str,
    friends: str,
    farewell: Callable[[str], None] = say_folded,
    first: LobbyChoice | None = None,
    *,
    solved: SolvedPuzzles | None = None,
) -> int:
    """Show the lobby, then what is chosen there, until the person leaves; the exit status.

    ``friends`` type this to come. ``farewell`` takes lines that are good to know once the screen is gone.
    ``first`` is done before the lobby is shown. ``solved`` knows who needs no tutorial; None: who comes from
    elsewhere has no place for that on this machine.
    """
    from pente_client.lobby import run_lobby
    from pente_client.lobby.people_page import run_people

    is_new = solved is None or TUTORIAL not in solved
    notice, news, refused = "", [UNCOMPILED] * (not engine_is_compiled()), None
    left: LeaveLobby | None = None
    while True:
        choice = first or await run_lobby(
            client,
            server,
            notice or " ".join(news),
            is_error=bool(notice),
            refused=refused,
            is_new=is_new,
            way_in=lobby_command(friends),
            is_leaving=left is not None,
        )
        first, left = None, None
        if isinstance(choice, LeaveLobby):
            _tell_of_rooms(client, choice.running, friends, farewell)
            return choice.status
        notice, news = "", []
        try:
            if isinstance(choice, ShowOnline):
                people = await run_people(client)
                if isinstance(people, LeaveLobby):
                    left = people
                elif isinstance(people, ChallengeOrder):
                    await _challenge(client, people, friends, news.append)
            elif isinstance(choice, PageToShow):
                left = await visit_pages(client, choice)
            elif isinstance(choice, WatchBoards):
                left = await visit_boards(client)
            elif isinstance(choice, TakeTutorial):
                text, is_learned = await learn_for_lobby(name_of(client.me))
                news.append(text)
                is_new = is_new and not is_learned
                if solved is not None and is_learned:
                    solved.add(TUTORIAL)
            else:
                await _follow(client, choice, friends, news.append)
        except RequestRejected as denied:
            notice = sentence(denied.text)
        except UnusableRequest as bad:
            notice = sentence(str(bad))
        if left is not None and (left.status or not client.is_connected):
            return left.status
        refused = choice.words if notice and isinstance(choice, OpenGame) else None
        await _unwatch_others(client)


async def _challenge(client: Client, order: ChallengeOrder, url: str, say: Callable[[str], None]) -> None:
    """Invite a player, and wait in the room for the answer."""
    from pente_client.screen import run_screen

    terms = await challenge_terms(order, client.archive, client.me.id)
    try:
        room = await find_game(client, challenge_request(order.name, terms))
    except RequestRejected as rejected:
        if rejected.code != ErrorCode.NOT_RATED or not terms.may_be_casual:
            raise
        room = await find_game(client, challenge_request(order.name, terms, may_rate=False))
    await run_screen(client, room, url=url, say=say, guidance=Guidance(ComputerAdvisor()))


async def _unwatch_others(client: Client) -> None:
    """Watch no rooms any more but the player's own live ones."""
    for room_id, replica in tuple(client.rooms.items()):
        if replica.seat_of_me is None or replica.room.status in (ev.Status.FINISHED, ev.Status.CLOSED):
            await client.unwatch(room_id)


def _tell_of_rooms(
    client: Client, running: Sequence[RoomSummary], url: str, farewell: Callable[[str], None]
) -> None:
    """Say what becomes of games that run and rooms that wait, after a player has left the lobby."""
    for summary in running:
        way_in = play_command(url, summary.id)
        farewell(
            tell(
                "steps.your-game-with-goes-on",
                opponents_text=opponents_text(summary, client.me.id),
                way_in=way_in,
            )
        )
    for room_id, replica in client.rooms.items():
        text = kept_text(replica.room, client.me.id, play_command(url, room_id))
        if text:
            farewell(text)


async def _follow(
    client: Client, choice: RoomChoice | WatchFeatured, url: str, say: Callable[[str], None]
) -> None:
    """Do what was chosen, until the person returns to the lobby; ``say`` takes what to tell them there."""
    from pente_client.screen import run_screen

    if isinstance(choice, WatchFeatured):
        await run_screen(client, None, say=say, guidance=Guidance(ComputerAdvisor()))
        return
    room = await enter_chosen(client, choice)
    if room is not None:
        await run_screen(client, room, url=url, say=say, guidance=Guidance(ComputerAdvisor()))


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
            if (await ask(tell("steps.play-it-y-n", told=TOLD)) or "").lower() not in _YES:
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
