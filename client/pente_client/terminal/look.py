"""How pages look on a terminal: a theme, so many colours, and characters."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.output import ColorDepth

from pente_client.drawing.text_board import shows_unicode
from pente_client.settings.settings import Settings
from pente_client.settings.settings_store import SettingsStore
from pente_client.terminal.glyphs import Glyphs, glyphs_of
from pente_client.terminal.themes.theme import Theme
from pente_client.terminal.themes.theme_store import ThemeStore

_DEPTHS: Final = {
    "none": ColorDepth.DEPTH_1_BIT,
    "16": ColorDepth.DEPTH_4_BIT,
    "256": ColorDepth.DEPTH_8_BIT,
    "true": ColorDepth.DEPTH_24_BIT,
}
_FEW: Final = (ColorDepth.DEPTH_1_BIT, ColorDepth.DEPTH_4_BIT)
"""Where no theme has its own colours: shapes have to tell the stones apart."""


@dataclass(frozen=True, slots=True)
class PageLook:
    """What pages are drawn with."""

    settings: Settings
    theme: Theme
    depth: ColorDepth
    glyphs: Glyphs
    problems: tuple[str, ...] = ()
    """Sentences about settings and themes that can't be used as they are."""


def look_for(environ: Mapping[str, str], encoding: str, usual: ColorDepth) -> PageLook:
    """The look that a person has chosen, on a terminal of an encoding that usually shows so many colours.

    Raises InvalidSwitch if ``PENTE_ASCII`` is neither yes nor no.
    """
    store = SettingsStore.default(environ)
    read = store.load()
    settings = read.settings
    theme = ThemeStore(store.directory).load(settings.theme, environ)
    depth = _DEPTHS.get(settings.colours) or _usual_depth(environ, usual)
    is_ascii = not shows_unicode(environ, encoding) if settings.ascii is None else settings.ascii
    glyphs = glyphs_of(is_ascii=is_ascii, has_shapes=theme.theme.shapes or depth in _FEW)
    return PageLook(settings, theme.theme, depth, glyphs, (*read.problems, *theme.problems))


def _usual_depth(environ: Mapping[str, str], usual: ColorDepth) -> ColorDepth:
    """What the terminal says of its colours; see https://no-color.org for the variable without them."""
    if environ.get("NO_COLOR"):
        return ColorDepth.DEPTH_1_BIT
    if usual is ColorDepth.DEPTH_8_BIT and environ.get("COLORTERM") in {"truecolor", "24bit"}:
        return ColorDepth.DEPTH_24_BIT
    return usual
