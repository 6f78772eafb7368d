"""The lobby on a screen: keys go in through a pipe, and what is drawn can be read."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input

from pente_client.connection import (
    ClientStopped,
    InvitationReceived,
    LobbyChanged,
    RoomAdvanced,
    Update,
)
from pente_client.lobby import (
    ChallengePlayer,
    JoinRoom,
    LeaveLobby,
    LobbyChoice,
    OpenGame,
    PlayNow,
    WatchFeatured,
    WatchRoom,
)
from pente_client.lobby.choice import ShowExplorer, ShowGames, ShowLeaders, ShowProfile, TakeTutorial
from pente_client.lobby.lobby_screen import LobbyScreen
from pente_client.terminal.glyphs import UNICODE
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import Options, apply
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import LOCKED
from pente_core.value import replace
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import (
    ListedPlayer,
    ListedRoom,
    LobbyUpdate,
    OnlineList,
    RoomFilter,
    RoomSummary,
)
from tests.client.lobby.test_lobby_model import BOB, EVE, ME, REVIEWER, ROBOT, SERVER, a_room
from tests.support.client.fake_client import room_of
from tests.support.client.mouse import click_on, wheel
from tests.support.client.piped_terminal import SizedOutput
from tests.support.conditions import described
from tests.support.waiting import patience

CTRL_P, ESC, F2 = "\x10", "\x1b", "\x1bOQ"


class Server:
    """What the lobby asks, with answers at hand. Mutable."""

    def __init__(self, *rooms: RoomSummary, bots: tuple[Identity, ...] = ()) -> None:
        self.rooms, self.bots = rooms, bots
        self.welcome = Welcome(RequestId(1), "pente", ME, Instant(0), "strict")
        self.acted: list[tuple[RoomId, cmd.PlayerCommand]] = []
        self._news: asyncio.Queue[Update] = asyncio.Queue()

    def server_now(self) -> Instant:
        return Instant(0)

    def tell(self, update: Update) -> None:
        self._news.put_nowait(update)

    async def updates(self) -> AsyncIterator[Update]:
        while True:
            yield await self._news.get()

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]:
        assert which.player == "anna"
        return tuple(ListedRoom(room) for room in self.rooms if ME in room.seats)

    async def browse(self) -> tuple[ListedRoom, ...]:
        return tuple(ListedRoom(room) for room in self.rooms if not room.options.private)

    async def online(self, kind: PlayerKind | None = None) -> OnlineList:
        players = self.bots if kind is PlayerKind.BOT else (ME, *self.bots)
        return OnlineList(RequestId(2), tuple(map(ListedPlayer, players)), 1 + len(self.bots))

    async def follow(self) -> RoomId | None:
        return None

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        self.acted.append((room, command))
        return 1

    async def receive_messages(self) -> None:
        pass


class Stage:
    """A running lobby. Mutable."""

    def __init__(self, screen: LobbyScreen, keys: PipeInput, output: SizedOutput) -> None:
        self.screen, self._keys, self._output = screen, keys, output
        self._drawn = asyncio.Event()
        self.choice: asyncio.Task[LobbyChoice] = asyncio.create_task(screen.run())
        screen.app.after_render += lambda _: self._drawn.set()

    def type(self, text: str) -> None:
        self._keys.send_text(text)

    @property
    def text(self) -> str:
        drawn = self.screen.app.renderer.last_rendered_screen
        size = self._output.size
        if drawn is None:
            return ""
        rows = ("".join(drawn.data_buffer[y][x].char for x in range(size.columns)) for y in range(size.rows))
        return "\n".join(row.rstrip() for row in rows)

    @property
    def bells(self) -> int:
        return self._output.bells

    async def until(self, holds: str | Callable[[str], bool]) -> None:
        sees = holds if callable(holds) else lambda text: holds in text
        wanted = described(holds)[0] if callable(holds) else repr(holds)
        async with patience(f"{wanted} in the lobby", self._seen):
            while not sees(self.text):
                self._drawn.clear()
                await self._drawn.wait()

    async def chosen(self) -> LobbyChoice:
        async with patience("a choice in the lobby", self._seen):
            return await self.choice

    def _seen(self) -> list[str]:
        return [self.text]


@asynccontextmanager
async def at(server: Server) -> AsyncIterator[Stage]:
    output = SizedOutput(80, 24)
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        screen = LobbyScreen(server, SERVER, {"PENTE_ASCII": "0"})
        await screen.controller.open()
        stage = Stage(screen, keys, output)
        try:
            await stage.until("online")
            yield stage
        finally:
            stage.choice.cancel()
            await asyncio.gather(stage.choice, return_exceptions=True)


FULL = (a_room("free", BOB, None), a_room("game", BOB, EVE))


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("p", PlayNow()),
        ("b", ChallengePlayer("hexa")),
        ("w", WatchFeatured()),
        ("t", TakeTutorial()),
        ("q", LeaveLobby()),
        ("\x03", LeaveLobby()),
        ("\r", JoinRoom(RoomId("free----"))),
        ("jj\r", WatchRoom(RoomId("game----"))),
        ("\x1b[B\r", ChallengePlayer("hexa")),
        ("n\r", OpenGame({})),
        ("nkeryo-pente 3d/move\r", OpenGame({"ruleset": "keryo-pente", "time": "3d/move"})),
        ("/eve\r\r", WatchRoom(RoomId("game----"))),
    ],
)
async def test_a_key_leads_to_a_game(typed: str, choice: LobbyChoice) -> None:
    async with at(Server(*FULL, bots=(ROBOT,))) as stage:
        stage.type(typed)
        assert await stage.chosen() == choice


async def test_a_room_whose_host_is_away_comes_last_and_says_so() -> None:
    old, new = a_room("here", BOB, None), a_room("away", EVE, None, at=1)
    async with at(Server(old, replace(new, away=(0,)))) as stage:
        await stage.until("host away")
        stage.type("\r")
        assert await stage.chosen() == JoinRoom(RoomId("here----"))


async def test_enter_falls_on_no_password_and_on_no_host_who_has_gone() -> None:
    locked = a_room("locked", EVE, None, at=2, options=Options(password_hash=LOCKED))
    gone = replace(a_room("gone", BOB, None, at=1), away=(0,))
    async with at(Server(locked, gone, bots=(ROBOT,))) as stage:
        await stage.until("host away")
        stage.type("\r")
        assert await stage.chosen() == ChallengePlayer("hexa")
    async with at(Server(locked, gone)) as stage:
        await stage.until("host away")
        stage.type("\r\x1b[A")  # nothing, and then the one at the top
        await stage.until(lambda text: UNICODE.pointer in text)
        stage.type("\r")
        assert await stage.chosen() == JoinRoom(RoomId("locked--"))


async def test_esc_leaves_nothing_but_what_lies_in_the_way() -> None:
    async with at(Server(*FULL)) as stage:
        stage.screen.controller.escape()
        stage.type("b")
        await stage.until("No bots are online")
        stage.type(ESC)
        await stage.until(lambda text: "q leave" in text and "No bots" not in text)
        stage.screen.controller.escape()
        assert not stage.choice.done()
        stage.type("q")
        assert await stage.chosen() == LeaveLobby()


async def test_who_leaves_while_their_game_runs_is_asked_and_may_stay() -> None:
    mine = a_room("mine", BOB, ME)
    for answer in ("y", "\x03"):
        async with at(Server(mine)) as stage:
            await stage.until("bob")
            stage.type("q")
            await stage.until("Leave? The game goes on, and so does your clock; `pente` brings you back. y/n")
            stage.type("xbp\r")  # Enter says no, and all the rest nothing
            await stage.until(lambda text: "y/n" not in text)
            stage.type("q")
            await stage.until("y/n")
            stage.type(answer)
            assert await stage.chosen() == LeaveLobby(running=(mine,))


async def test_a_notice_leaves_the_keys_where_they_are() -> None:
    server = Server(*FULL)
    async with at(server) as stage:
        await stage.until(" q leave")
        server.tell(InvitationReceived(a_room("game", BOB, None)))
        await stage.until("invites you to a game: pente 5+3.")
        assert " q leave" in stage.text


def a_beginning() -> RoomAdvanced:
    waiting = room_of(players=(ME,))
    begun = ev.Started(waiting.active, waiting.clock.remaining)
    after = apply(waiting, ev.Joined(waiting.active, 1, BOB))
    return RoomAdvanced(RoomId("mine----"), 4, begun, after, apply(after, begun))


async def test_a_game_that_begins_while_the_lobby_is_shown_rings_and_is_shown() -> None:
    server = Server(a_room("mine", ME, None))
    async with at(server) as stage:
        server.tell(a_beginning())
        assert await stage.chosen() == JoinRoom(RoomId("mine----"))
        assert stage.bells == 1


async def test_a_game_that_begins_takes_nobody_out_of_what_they_type() -> None:
    server = Server(a_room("mine", ME, None))
    async with at(server) as stage:
        stage.type("nkeryo")
        await stage.until("keryo_")
        server.tell(a_beginning())
        await stage.until("Your game has begun. Press p to play.")
        assert stage.bells == 1
        assert not stage.choice.done()


async def test_the_list_follows_the_server() -> None:
    server = Server(*FULL)
    async with at(server) as stage:
        await stage.until("open games")
        server.bots = (ROBOT,)
        server.tell(LobbyChanged(LobbyUpdate(removed=(RoomId("free----"),), players_online=7)))
        await stage.until(lambda text: "open games" not in text and "7 players online" in text)
        await stage.until("hexa")


@pytest.mark.parametrize(("typed", "word"), [("pente gomoku", "gomoku"), ("3+2 5+3", "5+3")])
async def test_nothing_that_was_typed_is_passed_over(typed: str, word: str) -> None:
    async with at(Server()) as stage:
        stage.type(f"n{typed}\r")
        await stage.until(f"'{word}' is too much: the line says {typed.split(maxsplit=1)[0]} already.")


async def test_what_can_not_be_played_is_told_and_can_be_mended() -> None:
    async with at(Server()) as stage:
        stage.type("nchess\r")
        await stage.until("there is no ruleset 'chess'")
        stage.type("\x7f" * 5 + "boat-pente\r")
        choice = await stage.chosen()
        assert choice == OpenGame({"ruleset": "boat-pente"})


async def test_a_bot_that_plays_no_games_is_not_offered() -> None:
    async with at(Server(*FULL, bots=(REVIEWER, ROBOT))) as stage:
        await stage.until("hexa")
        assert "review-bot" not in stage.text
        assert stage.screen.controller.bot_names == ("hexa",)
        stage.type("b")
        assert await stage.chosen() == ChallengePlayer("hexa")


async def test_help_and_the_way_out_of_everything() -> None:
    async with at(Server(*FULL)) as stage:
        stage.type("?")
        await stage.until("Search the list for names")
        stage.type("x")
        await stage.until(lambda text: "Search the list" not in text)
        stage.type("/nobody")
        await stage.until("Nothing matches")
        stage.type("\x1b")
        await stage.until("games to watch")
        stage.type("b")
        await stage.until("No bots are online")
        stage.type("z")  # means nothing
        stage.type("q")
        assert await stage.chosen() == LeaveLobby()


async def test_the_end_of_the_connection_is_the_end() -> None:
    server = Server()
    async with at(server) as stage:
        server.tell(ClientStopped("the server closed the connection for good"))
        assert await stage.chosen() == LeaveLobby(1)


async def test_an_invitation_rings_and_is_named() -> None:
    server = Server()
    async with at(server) as stage:
        server.tell(InvitationReceived(a_room("game", BOB, None)))
        await stage.until("invites you to a game: pente 5+3.")
        assert stage.bells == 1


async def test_an_exception_leaves_the_lobby_and_is_raised() -> None:
    server = Server()
    async with at(server) as stage:
        server.tell(LobbyChanged(None))  # type: ignore[arg-type]  # what no connection gives
        with pytest.raises(AttributeError):
            await stage.chosen()


async def test_the_palette_has_all_that_can_be_done_and_does_it() -> None:
    async with at(Server(*FULL, bots=(ROBOT,))) as stage:
        stage.type(CTRL_P)
        await stage.until("Search the list for names")
        assert "Join the selected game." in stage.text
        assert "Decline" not in stage.text
        stage.type("gams\x7fe")
        await stage.until("search: game_")
        await stage.until("▸games ")
        assert "Play the selected bot" not in stage.text
        stage.type("\x15finished")
        await stage.until("1, Enter chooses")
        stage.type("\r")
        assert await stage.chosen() == ShowGames()


async def test_the_palette_closes_and_nothing_is_typed_behind_it() -> None:
    async with at(Server(*FULL)) as stage:
        for key in ("\x1b", CTRL_P):
            stage.type(CTRL_P + "q" + key)
            await stage.until("q leave")
            assert "search:" not in stage.text
        stage.type("?" + "q")
        await stage.until(lambda text: "Search the list" not in text)
        assert not stage.choice.done()


@pytest.mark.parametrize(("keys", "seen"), [("?", "Search the list for names"), (F2, "settings")])
async def test_nobody_is_taken_out_of_what_they_read_by_a_game_that_begins(keys: str, seen: str) -> None:
    server = Server(a_room("mine", ME, None))
    async with at(server) as stage:
        stage.type(keys)
        await stage.until(seen)
        server.tell(a_beginning())
        await stage.until("Your game has begun.")
        stage.type(ESC)
        await stage.until(lambda text: seen not in text)
        assert not stage.choice.done()


async def test_a_list_takes_clicks_and_the_wheel() -> None:
    async with at(Server(*FULL, bots=(ROBOT,))) as stage:
        await stage.until("▸ bob")
        stage.type(wheel(10, 5, down=True))
        await stage.until("▸ hexa")
        stage.type(wheel(10, 5, down=False))
        await stage.until("▸ bob   ")
        stage.type(click_on(stage.text, "bob – eve"))
        await stage.until("▸ bob – eve")
        await stage.until("Enter watch")
        stage.type(click_on(stage.text, "bob – eve"))
        assert await stage.chosen() == WatchRoom(RoomId("game----"))


async def test_the_bar_takes_clicks_and_so_do_help_and_palette() -> None:
    async with at(Server(*FULL, bots=(ROBOT,))) as stage:
        stage.type(click_on(stage.text, "help"))
        await stage.until("Search the list for names")
        stage.type(click_on(stage.text, "Search the list"))
        await stage.until(lambda text: "Search the list" not in text)
        stage.type(CTRL_P)
        await stage.until("See your own results.")
        stage.type(click_on(stage.text, "See your own results."))
        assert await stage.chosen() == ShowProfile()
    async with at(Server(*FULL, bots=(ROBOT,))) as stage:
        stage.type(click_on(stage.text, "games "))
        stage.type(click_on(stage.text, "tv "))
        assert await stage.chosen() == WatchFeatured()


async def test_letters_lead_to_the_other_pages() -> None:
    pages = {"g": ShowGames(), "e": ShowExplorer(), "l": ShowLeaders(), "i": ShowProfile()}
    for letter, page in pages.items():
        async with at(Server()) as stage:
            stage.type(letter)
            assert await stage.chosen() == page
