"""Where themes come from: those that ship, and a person's own."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

from pente_client.settings.setting_field import AUTO
from pente_client.terminal.themes.theme import Theme
from pente_client.terminal.themes.theme_text import ThemeRead, read_theme
from pente_protocol.sentences import tell

SHIPPED: Final = ("dark", "light", "high-contrast", "colour-blind")
_LIGHT: Final = ("7", "15")
"""The colours of light terminals, as COLORFGBG numbers them."""


class ThemeStore:
    """The themes that ship, and those in the directory ``themes`` of a person's settings."""

    def __init__(self, config: Path) -> None:
        self.directory = config / "themes"

    def names(self) -> tuple[str, ...]:
        """All names: those that ship first."""
        try:
            own = sorted(path.stem for path in self.directory.glob("*.toml"))
        except OSError:
            own = []
        return (*SHIPPED, *(name for name in own if name not in SHIPPED))

    def load(self, name: str, environ: Mapping[str, str]) -> ThemeRead:
        """The theme of a name, or one that fits the terminal for ``auto``; a person's own goes first.

        Where there is none, or its file can't be read, the usual one with a sentence about that.
        """
        if name == AUTO:
            return self._shipped("light" if _is_light(environ) else "dark")
        own = self.directory / f"{name}.toml"
        if name not in self.names():
            problem = tell("theme.unknown", name=name, names=", ".join(self.names()))
            return ThemeRead(Theme(), (problem,))
        if name in SHIPPED and not own.exists():
            return self._shipped(name)
        try:
            read = read_theme(own.read_text(encoding="utf-8"), name)
        except (OSError, UnicodeDecodeError):
            return ThemeRead(Theme(), (tell("theme.unreadable", path=own),))
        return ThemeRead(read.theme, tuple(f"{own}: {problem}" for problem in read.problems))

    def _shipped(self, name: str) -> ThemeRead:
        text = (files(__package__) / f"{name}.toml").read_text(encoding="utf-8")
        return read_theme(text, name)


def _is_light(environ: Mapping[str, str]) -> bool:
    """Whether the terminal says that its background is light; few say anything."""
    return environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT
