"""Which addresses are pages, and which modules they need.

Both are read from the page itself: from its table of addresses, and from what its modules import.
"""

import re
from dataclasses import dataclass
from functools import cache
from posixpath import dirname, join, normpath
from typing import Final

from pente_server.net.http.page.assets import Assets, load_assets

_START: Final = "app/start.js"
_EMBEDDED: Final = ("/embed/ROOM", "app/embed.js")
_OFFLINE: Final = ("/offline", "app/offline.js")
"""What an installed page shows without a connection."""
_TABLE: Final = "app/routes.js"
_ROUTE: Final = re.compile(r'^  \["(/[^"]*)", \(\) => import\("([^"]+)"\)(?:, "([^"]+)")?\],', re.MULTILINE)
_WORD: Final = re.compile(r'^  ([A-Z]+): "([^"]+)",$', re.MULTILINE)
_IMPORT: Final = re.compile(r"""^(?:(?:import|export)\b[^;"]*\bfrom|import)\s*"(\.[^"]+)";""", re.MULTILINE)
"""An import that is carried out before the module, which `import("…")` is not."""


@dataclass(frozen=True, slots=True)
class Route:
    """An address of the page."""

    pattern: re.Pattern[str]
    modules: tuple[str, ...]
    """All modules that show it. The first one starts the page."""
    is_embedded: bool = False
    """Whether the pages of others may frame it."""


class Routes:
    """The addresses of the page."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self.offline = self._modules(_OFFLINE[1])
        """The modules that it needs."""
        table = assets.text(_TABLE)
        words = dict(_WORD.findall(table))
        self._all = (
            Route(_pattern(_EMBEDDED[0], words), self._modules(_EMBEDDED[1]), is_embedded=True),
            Route(_pattern(_OFFLINE[0], words), self.offline),
            *(
                Route(
                    _pattern(path, words),
                    self._modules(_START, *(_at(_TABLE, one) for one in modules if one)),
                )
                for path, *modules in _ROUTE.findall(table)
            ),
        )
        self.nowhere = Route(re.compile(""), self._modules(_START))
        """For an address that is no page: the page says so."""

    def of(self, path: str) -> Route | None:
        """The route of a path as it was sent; None if there is no page."""
        path = path.rstrip("/") or "/"
        return next((route for route in self._all if route.pattern.fullmatch(path)), None)

    def _modules(self, *starts: str) -> tuple[str, ...]:
        """Some modules, and all that they import."""
        found: dict[str, None] = {}
        waiting = list(starts)
        while waiting:
            module = waiting.pop(0)
            if module not in found:
                found[module] = None
                waiting += [_at(module, other) for other in _IMPORT.findall(self._assets.text(module))]
        return tuple(found)


@cache
def load_routes() -> Routes:
    """The routes of the page in the installed package."""
    return Routes(load_assets())


def _pattern(path: str, words: dict[str, str]) -> re.Pattern[str]:
    return re.compile(re.sub("[A-Z]+", lambda word: f"(?:{words[word[0]]})", path), re.IGNORECASE)


def _at(module: str, other: str) -> str:
    """The path of a module that another one names."""
    return normpath(join(dirname(module), other))
