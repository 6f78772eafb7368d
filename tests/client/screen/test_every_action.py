"""Every action of the table can be done: by each of its keys, and from the palette."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import Application

from pente_client.connection import Superseded
from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.screen.actions.action import Action
from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.screen.page_actions import PageActions
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.room import OfferKind, Options
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, FakeClient, room_of
from tests.support.client.piped_terminal import HeadlessScreen, on_stage
from tests.support.drawing.pressed_keys import Scene as KeyScene
from tests.support.drawing.pressed_keys import never_acted, press
from tests.support.games.local_games import game_of, local_client

Scene = Callable[[], AbstractAsyncContextManager[HeadlessScreen]]
CTRL_P, DOWN, F2 = "\x10", "\x1b[B", "\x1bOQ"
BLUNDER = StoneReview(Expectation(200), Expectation(700), (Point(0),), Judgement.BLUNDER)
REVIEW = GameReview("patterns", (BLUNDER, BLUNDER))
BOT = Identity(PlayerId("b" * 32), "robot", PlayerKind.BOT)
SENT = {
    "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "c-pageup": "\x1b[5;5~", "c-pagedown": "\x1b[6;5~",
    "c-p": "\x10", "c-n": "\x0e", "c-f": "\x06", "c-z": "\x1a", "c-q": "\x11", "c-d": "\x04",
}  # fmt: skip
"""What a terminal sends for keys that are no characters."""

KEYS_OF_ALL_PAGES = {"f2", "c-q"}
"""They do the same as the action, on every page, and before its own keys."""


def playing() -> AbstractAsyncContextManager[HeadlessScreen]:
    return on_stage(FakeClient(room_of(turns="K10 L10")))


def beginning() -> AbstractAsyncContextManager[HeadlessScreen]:
    return on_stage(FakeClient(room_of()))


def choosing() -> AbstractAsyncContextManager[HeadlessScreen]:
    return on_stage(FakeClient(room_of("swap2-pente", turns="K10 L11 M12"), me=BOB))


def offered() -> AbstractAsyncContextManager[HeadlessScreen]:
    host = FakeClient(room_of(turns="K10 L10"))
    host.happen(cmd.Offer(OfferKind.DRAW), BOB)
    return on_stage(host)


def paused() -> AbstractAsyncContextManager[HeadlessScreen]:
    host = FakeClient(room_of(turns="K10 L10"))
    host.happen(cmd.Offer(OfferKind.PAUSE), BOB)
    host.happen(cmd.Accept(OfferKind.PAUSE), ADA)
    return on_stage(host)


@asynccontextmanager
async def waiting() -> AsyncIterator[HeadlessScreen]:
    host = FakeClient(room_of(players=(ADA,)))
    host.bots = [BOT]
    async with on_stage(host) as stage:
        await stage.until("robot")
        yield stage


def unready() -> AbstractAsyncContextManager[HeadlessScreen]:
    host = FakeClient(room_of(players=(ADA,), options=Options(ready_check=True)))
    host.happen(cmd.Join(), BOB)
    return on_stage(host)


def over() -> AbstractAsyncContextManager[HeadlessScreen]:
    host = FakeClient(room_of(turns="K10 L10"))
    host.happen(cmd.Resign(), BOB)
    return on_stage(host)


def on_tv() -> AbstractAsyncContextManager[HeadlessScreen]:
    return on_stage(FakeClient(room_of(turns="K10 L10"), me=EVE), follow=True)


@asynccontextmanager
async def elsewhere() -> AsyncIterator[HeadlessScreen]:
    host = FakeClient(room_of(turns="K10"))
    async with on_stage(host) as stage:
        host.hidden[ROOM] = host.rooms.pop(ROOM).room
        host.tell(Superseded(ROOM))
        await stage.until("Enter goes on here")
        yield stage


@asynccontextmanager
async def local(directory: Path) -> AsyncIterator[HeadlessScreen]:
    async with local_client(directory) as client, on_stage(client, room=client.begin(game_of())) as stage:
        yield stage


@asynccontextmanager
async def learning() -> AsyncIterator[HeadlessScreen]:
    async with beginning() as stage:
        lesson = Lesson(2, 3, "Captures", LessonStage.TASK, "Capture a pair.")
        stage.screen.controller.model = replace(stage.screen.controller.model, lesson=lesson)
        yield stage


@asynccontextmanager
async def reviewed() -> AsyncIterator[HeadlessScreen]:
    async with over() as stage:
        stage.screen.controller.show_review(REVIEW)
        yield stage


@asynccontextmanager
async def practising() -> AsyncIterator[HeadlessScreen]:
    async with reviewed() as stage:
        stage.screen.controller.enter("/learn")
        yield stage


@pytest.fixture
def scenes(tmp_path: Path) -> list[Scene]:
    """The page in all sorts of states."""
    return [
        playing,
        beginning,
        choosing,
        offered,
        paused,
        waiting,
        unready,
        over,
        on_tv,
        elsewhere,
        learning,
        reviewed,
        practising,
        lambda: local(tmp_path),
    ]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """The actions that were done. One of them would stop this program."""
    actions, usual = list[Action](), PageActions.do

    def do(page: PageActions, action: Action) -> None:
        actions.append(action)
        usual(page, action)

    monkeypatch.setattr(PageActions, "do", do)
    monkeypatch.setattr(Application, "suspend_to_background", lambda _: None)
    return actions


@asynccontextmanager
async def where_it_can_be_done(action: Action, scenes: list[Scene]) -> AsyncIterator[HeadlessScreen]:
    for scene in scenes:
        async with scene() as stage:
            if action.when(stage.screen.controller.model):
                yield stage
                return
    pytest.fail(f"{action.name} can be done in none of the states: add one")


@pytest.mark.parametrize("action", GAME_ACTIONS, ids=lambda action: action.name)
async def test_an_action_is_done_by_each_of_its_keys(
    action: Action, scenes: list[Scene], done: list[Action]
) -> None:
    for key in set(action.keys) - KEYS_OF_ALL_PAGES:
        done.clear()
        async with where_it_can_be_done(action, scenes) as stage:
            press(stage.screen.app, SENT.get(key, key) + ("\r" if key.isalpha() and len(key) == 1 else ""))
            assert done == [action]


@pytest.mark.parametrize("action", GAME_ACTIONS, ids=lambda action: action.name)
async def test_an_action_is_done_from_the_palette(
    action: Action, scenes: list[Scene], done: list[Action]
) -> None:
    async with where_it_can_be_done(action, scenes) as stage:
        press(stage.screen.app, CTRL_P + action.name)
        shown = [entry.action for entry in stage.screen._actions.entries]
        press(stage.screen.app, DOWN * shown.index(action) + "\r")
        assert done[1:] == [action]


def after(scene: Scene, keys: str) -> KeyScene:
    """The page after some keys."""

    @asynccontextmanager
    async def pressed() -> AsyncIterator[Application[Any]]:
        async with scene() as stage:
            press(stage.screen.app, keys)
            yield stage.screen.app

    return pressed


async def test_every_key_of_the_page_acts(scenes: list[Scene], done: list[Action]) -> None:
    of_a_game = ("", "?", CTRL_P, "/resign\r", "k", "k10\r", F2)
    states = [*(after(playing, keys) for keys in of_a_game), *(after(scene, "") for scene in scenes[1:])]
    idle = await never_acted(states)
    assert {name.split()[0] for name in idle} == KEYS_OF_ALL_PAGES
