"""A game with a websockets in which something that it does not document has another name.

``python -m tests.server.net.changed_websockets NAME`` renames it in the library's own source, as a release of
it may, and lets two clients play at a server. Exits with 0 when the move has arrived.
"""

import asyncio
import re
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any


class _Renaming(SourceFileLoader):
    """Loads a module in which one name is another."""

    old = ""

    def get_code(self, fullname: str) -> Any:
        source = self.get_data(self.path).decode()
        return self.source_to_code(re.sub(rf"\b{self.old}\b", f"new_{self.old}", source).encode(), self.path)


class _Finder(PathFinder):
    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = super().find_spec(fullname, path, target)
        if fullname.startswith("websockets") and spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Renaming(spec.loader.name, spec.loader.path)
        return spec


async def _play() -> None:
    from pente_client.connection import Client
    from pente_core.identity import PlayerKind
    from pente_core.room import Join, Play
    from pente_core.rules.point import Point
    from tests.support.peer import serving
    from tests.support.waiting import until

    async with (
        serving() as served,
        Client(served.url, name="anna", kind=PlayerKind.PERSON) as anna,
        Client(served.url, name="boris", kind=PlayerKind.PERSON) as boris,
    ):
        room = await anna.create("freestyle", "5+3", seat=0)
        await boris.act(room, Join())
        await anna.act(room, Play(Point(180)))
        await until(lambda: len(boris.rooms[room].room.game.turns) == 1)


def main() -> None:
    """Rename the first argument, and play."""
    _Renaming.old = sys.argv[1]
    sys.meta_path.insert(0, _Finder)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_play())


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop of `pente serve`."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


if __name__ == "__main__":
    main()
