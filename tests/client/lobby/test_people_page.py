"""The page of who is online, with a connection that only remembers."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.connection import ClientStopped, MessageArrived, PlayersChanged, Update
from pente_client.input.people_orders import ChallengeOrder
from pente_client.lobby.choice import LeaveLobby, PeopleChoice, ReturnToLobby
from pente_client.lobby.people_model import PeopleModel, list_lines
from pente_client.lobby.people_page import PeoplePage
from pente_client.terminal.styled_text import plain
from pente_core.clock.instant import Instant
from pente_core.clock.time_control import parse_time_control
from pente_core.identity import Identity
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.lists import ListedPlayer, OnlineList, PlayerActivity, PlayersUpdate
from tests.client.lobby.test_lobby_model import BOB, EVE, ME, REVIEWER
from tests.support.client.fake_people import FakePeople
from tests.support.client.mouse import click_on, wheel
from tests.support.client.page_stage import PageStage
from tests.support.client.piped_terminal import SizedOutput
from tests.support.waiting import until


class Connection(FakePeople):
    """Bob and eve are here; bob plays. Mutable."""

    def __init__(self) -> None:
        super().__init__()
        playing = ListedPlayer(BOB, PlayerActivity.PLAYING, None, ("eve",))
        rows = (ListedPlayer(ME), playing, ListedPlayer(EVE))
        self.here = OnlineList(RequestId(1), rows, 3)
        self.news: asyncio.Queue[Update] = asyncio.Queue()

    @property
    def me(self) -> Identity:
        return ME

    async def updates(self) -> AsyncIterator[Update]:
        while True:
            yield await self.news.get()


def _is_taken(page: PeoplePage, before: PeopleModel, text: str) -> bool:
    """Whether keys have had their effect: on the model, in the line that is typed, or on the page."""
    app = page.shell.app
    return page.model != before or page._buffer.text == text or app.is_done or not app.is_running


async def choice_after(
    connection: Connection, *steps: str, news: tuple[Update, ...] = ()
) -> tuple[PeopleChoice, list[str]]:
    """What is chosen with some keys, and what was shown then."""
    with create_pipe_input() as keys, create_app_session(keys, SizedOutput(80, 24)):
        page = PeoplePage(connection, {})
        await page.open()
        running = asyncio.create_task(page.run())
        await until(lambda: page.shell.app.is_running)
        for update in news:
            connection.news.put_nowait(update)
        for text in steps:
            before = page.model
            keys.send_text(text)
            await until(partial(_is_taken, page, before, text))
        choice = await running
        shown = [plain(row.line).rstrip() for row in list_lines(page.model, 80, 20)]
        return choice, [*shown, page.model.notice]


async def test_a_challenge_is_described_or_as_in_the_last_game() -> None:
    order, shown = await choice_after(Connection(), "\r", "5+3 rated first\r")
    assert order == ChallengeOrder("bob", time=parse_time_control("5+3"), rated=True, seat=0)
    assert "bob: plays eve" in shown[0]
    assert "eve: in the lobby" in shown[1]
    order, _ = await choice_after(Connection(), "j", "\r", "\r")
    assert order == ChallengeOrder("eve")


async def test_nobody_challenges_a_bot_that_plays_no_games() -> None:
    connection = Connection()
    connection.here = OnlineList(RequestId(1), (ListedPlayer(ME), ListedPlayer(REVIEWER)), 2)
    choice, shown = await choice_after(connection, "\rm", "hello there", "\r", "q")
    assert choice == ReturnToLobby()
    assert "review-bot" in shown[0]
    await until(lambda: ("write", "review-bot", "hello there") in connection.asked)


async def test_messages_are_written_and_friends_made() -> None:
    connection = Connection()
    choice, _ = await choice_after(connection, "m", "hello there", "\r", "f", "q")
    assert choice == ReturnToLobby()
    await until(lambda: len(connection.asked) >= 2)
    assert ("write", "bob", "hello there") in connection.asked
    assert ("befriend", "bob") in connection.asked


async def test_what_changes_is_shown() -> None:
    connection = Connection()
    news = (
        PlayersChanged(PlayersUpdate((), (BOB.id,), 2)),
        MessageArrived(DirectMessage(Instant(1), EVE, "hi")),
        ClientStopped("over"),
    )
    choice, shown = await choice_after(connection, news=news)
    assert choice == LeaveLobby(1)
    assert "eve: in the lobby" in shown[0]
    assert shown[-1] == "Message from eve: hi"


async def test_the_page_alone_says_who_would_stand_there() -> None:
    connection = Connection()
    connection.here = OnlineList(RequestId(1), (ListedPlayer(ME),), 1)
    _, shown = await choice_after(connection, "q")
    text = " ".join(line.strip() for line in shown)
    assert "Nobody else is online. Players and bots stand here while they are" in text
    assert "Enter challenge" not in text


async def test_help_palette_and_clicks() -> None:
    with create_pipe_input() as keys, create_app_session(keys, output := SizedOutput(80, 24)):
        page = PeoplePage(Connection(), {})
        await page.open()
        stage = PageStage(page, keys, output)
        await stage.until("Enter challenge")
        stage.type("?")
        await stage.until("Add the selected player to your friends, or remove them.")
        stage.type("x\x10write")
        await stage.until("1, Enter chooses")
        stage.type("\x1b" + click_on(stage.text, "eve: in the lobby"))
        await stage.until(lambda _: page.model.place == 1)
        stage.type(wheel(3, 3, down=False))
        await stage.until(lambda _: page.model.place == 0)
        stage.type(click_on(stage.text, "bob: plays eve"))
        await stage.until("game with bob>")
        page.shell.leave(ReturnToLobby())
        await stage.choice
