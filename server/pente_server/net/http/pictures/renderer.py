"""The thread that draws pictures: one after the other, so that games have the rest of the processor."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.drawing import BoardPicture
from pente_core.notation import format_position
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.net.http.pictures.png import Caption, board_png

COST: Final = 6.0
"""Units of `pente_server.requests.costs` for a picture that is drawn: 20 to 45 ms."""
MOST_WAITING: Final = 16
"""The pictures that may wait to be drawn: half a second."""
MOST_KEPT: Final = 64
"""The pictures that are kept, of some 30 KB each: many ask for that of a game that is talked about."""
_RETRY: Final = Millis(2000)


class PictureRenderer:
    """Draws pictures, and keeps the newest. Mutable."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "pictures")
        self._kept: OrderedDict[object, bytes] = OrderedDict()
        self._waiting = 0

    async def png(
        self, picture: BoardPicture, caption: Caption | None, charge: Callable[[float], None]
    ) -> bytes:
        """A board as `board_png` draws it. Raises RequestDenied while too many wait.

        ``charge`` is called with the cost of what has to be drawn.
        """
        key = (format_position(picture.position), picture.last, picture.gone, picture.lines, caption)
        if (known := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return known
        if self._waiting >= MOST_WAITING:
            text = "The server has too many pictures to draw. Ask again in a moment."
            raise RequestDenied(ErrorCode.UNAVAILABLE, text, _RETRY)
        charge(COST)
        self._keep(key, drawn := await self._draw(picture, caption))
        return drawn

    async def _draw(self, picture: BoardPicture, caption: Caption | None) -> bytes:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, board_png, picture, caption)
        finally:
            self._waiting -= 1

    def _keep(self, key: object, drawn: bytes) -> None:
        self._kept[key] = drawn
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
