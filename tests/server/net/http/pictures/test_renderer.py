"""The thread that draws pictures: what it keeps, what it charges, and how many may wait."""

import asyncio
from threading import Event

import pytest

from pente_core.drawing import BoardPicture, picture_at
from pente_core.rules.ruleset import RULESETS
from pente_server.limits.errors import RequestDenied
from pente_server.net.http.pictures import renderer
from pente_server.net.http.pictures.png import Caption
from pente_server.net.http.pictures.renderer import COST, MOST_KEPT, MOST_WAITING, PictureRenderer
from tests.core.drawing.test_svg import some_game
from tests.support.waiting import until


def board(stones: int) -> BoardPicture:
    return picture_at(some_game(RULESETS["freestyle"], stones))


async def test_a_picture_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[BoardPicture] = []

    def draw(picture: BoardPicture, _: Caption | None) -> bytes:
        drawn.append(picture)
        return b"png"

    monkeypatch.setattr(renderer, "board_png", draw)
    pictures, costs = PictureRenderer(), list[float]()
    for stones in (1, 1, 2, 1):
        assert await pictures.png(board(stones), None, costs.append) == b"png"
    assert len(drawn) == 2
    assert costs == [COST, COST]
    await pictures.png(board(1), Caption("", (), ""), costs.append)
    assert len(drawn) == 3

    for stones in range(3, MOST_KEPT + 3):
        await pictures.png(board(stones), None, costs.append)
    await pictures.png(board(2), None, costs.append)
    assert len(drawn) == MOST_KEPT + 4


async def test_only_so_many_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()
    monkeypatch.setattr(renderer, "board_png", lambda *_: go_on.wait() and b"png")
    pictures = PictureRenderer()
    waiting = [
        asyncio.create_task(pictures.png(board(stones), None, lambda _: None))
        for stones in range(MOST_WAITING)
    ]
    try:
        await until(lambda: pictures._waiting == MOST_WAITING)
        with pytest.raises(RequestDenied, match="too many pictures"):
            await pictures.png(board(MOST_WAITING), None, lambda _: None)
    finally:
        go_on.set()
    assert set(await asyncio.gather(*waiting)) == {b"png"}
    assert await pictures.png(board(MOST_WAITING), None, lambda _: None) == b"png"
