"""The files of the page, read once: nothing that a client asks for reaches the file system."""

import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from pente_protocol.sentences import languages, sections
from pente_server.net.http.api.puzzles import built_in_puzzles
from pente_server.net.http.page.game_rows import game_rows
from pente_server.net.http.page.packed import Packed

FOLDER: Final = "/web"
STYLE: Final = "style.css"
"""All style sheets in one, as each request for a file costs a connection."""
PUZZLES: Final = "puzzles.jsonl"
"""The puzzles that come with pente."""
SENTENCES: Final = "words/sentences.js"
"""All that the page says, in all languages."""
GAME_ROWS: Final = "play/start/game_rows.js"
"""The options of a new game."""
PAGE_SECTIONS: Final = frozenset(
    (
        *(
            "app",
            "archive",
            "board",
            "call",
            "choice",
            "colour",
            "error",
            "inbox",
            "lobby",
            "offer",
            "phrase",
            "plan",
        ),
        *("play", "puzzles", "result", "review", "room", "settings", "speed", "start", "turns"),
    )
)
"""The sections of sentences that the page uses."""
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jsonl": "application/jsonl",
}
_FIRST: Final = ("style/tokens.css", "style/base.css")
_TEMPLATES: Final = ("index.html", "sw.js")
"""Files that are served at addresses of their own, after something has been written into them."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page."""

    body: Packed
    type: str


@dataclass(frozen=True, slots=True)
class Assets:
    """All files of the page."""

    by_path: dict[str, Asset]
    """By path below the folder, such as `app/start.js`."""
    version: str
    """Changes with any of them. It is part of their addresses, so that browsers may keep them for ever."""
    templates: dict[str, str]
    """The texts of the files that are served elsewhere, by name."""

    @property
    def root(self) -> str:
        """The address of the folder, with a slash at its end."""
        return f"{FOLDER}/{self.version}/"

    def text(self, path: str) -> str:
        """The text of a module. Raises KeyError."""
        return self.by_path[path].body.plain.decode()


@cache
def load_assets() -> Assets:
    """The files of the page, out of the installed package."""
    bodies = dict(_files_in(files("pente_server") / "web", ""))
    bodies[PUZZLES] = built_in_puzzles()
    bodies[SENTENCES] = _sentences()
    bodies[GAME_ROWS] = game_rows()
    digest = sha256()
    for path in sorted(bodies):
        digest.update(path.encode() + b"\0" + sha256(bodies[path]).digest())
    templates = {name: bodies.pop(name).decode() for name in _TEMPLATES}
    sheets = {path: bodies.pop(path) for path in sorted(bodies) if path.endswith(".css")}
    first = [path for path in _FIRST if path in sheets]
    bodies[STYLE] = b"\n".join(
        sheets[path] for path in (*first, *(path for path in sheets if path not in first))
    )
    return Assets(
        {path: _asset(path, body) for path, body in bodies.items()}, digest.hexdigest()[:16], templates
    )


def _sentences() -> bytes:
    """The module with the sentences of the page: by language, then by key."""
    tables = {
        language: {
            f"{section}.{key}": text
            for section, texts in sections(language).items()
            if section in PAGE_SECTIONS
            for key, text in texts.items()
        }
        for language in languages()
    }
    return f"export const TABLES = {json.dumps(tables, ensure_ascii=False)};\n".encode()


def _asset(path: str, body: bytes) -> Asset:
    return Asset(Packed(body), _TYPES[_suffix(path)])


def _files_in(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _files_in(entry, f"{prefix}{entry.name}/")
        elif _suffix(entry.name) in _TYPES:
            found.append((prefix + entry.name, entry.read_bytes()))
    return found


def _suffix(name: str) -> str:
    return "." + name.rpartition(".")[2]
