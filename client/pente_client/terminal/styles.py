"""The styles of the screen in the colours of a theme; nothing is shown by a colour alone."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from prompt_toolkit.styles import Style

from pente_client.terminal.themes.theme import Theme

_STONES: Final = ("white", "black", "red", "blue")
_QUIET: Final = (
    *("label", "title", "side.tag", "rule", "rule.note"),
    *("moves.number", "moves.ahead", "chat.happened", "graph"),
)
_BOLD: Final = (
    *("side.turn", "clock.runs", "rule.title", "moves.last", "moves.call", "moves.sign", "chat.who"),
    *("chat.called", "status.ending", "status.notice", "prompt", "help.key", "bar", "small", "graph.here"),
)


@lru_cache(maxsize=8)
def style_of(theme: Theme) -> Style:
    """The style of all pages."""
    return Style([*_page(theme), *_board(theme), *_stones(theme)])


def _page(theme: Theme) -> Iterator[tuple[str, str]]:
    bar = f"bg:{theme.bar} {theme.bar_text}"
    # The page's own colours turned round: those of the bar may be the same as the page's once they are.
    turned = f"bg:{theme.background} {theme.strong} bold reverse"
    yield "", f"bg:{theme.background} {theme.text}"
    yield "qr", "#ffffff bg:#000000"  # its light modules are drawn, and white in every theme
    yield "qr.light", "reverse"
    yield "heading", f"reverse bg:{theme.bar_text} {theme.bar}"  # without colours it is a bar all the same
    yield "heading.turn", "bold"
    yield "heading.me", "underline"
    for name in _QUIET:
        yield name, theme.quiet
    for name in _BOLD:
        yield name, f"{theme.strong} bold"
    yield "chat.aside", "italic"
    yield "clock.low", f"{theme.error} bold reverse"
    yield "status.error", f"{theme.error} bold"
    yield "status.lost", f"{theme.error} bold reverse"
    yield "status.question", turned
    yield "palette.chosen", turned
    yield "lobby.chosen", f"{theme.strong} bold"
    yield "completion-menu", bar
    yield "completion-menu.completion.current", f"{bar} bold reverse"


def _board(theme: Theme) -> Iterator[tuple[str, str]]:
    on = f"bg:{theme.board}"
    yield "board.grid", f"{theme.line} {on}"
    yield "board.closed", f"{theme.line} {on}"
    yield "board.star", f"{theme.line} {on} bold"
    yield "slot", f"{theme.line} {on}"
    yield "board.label", f"{theme.label} {on}"
    yield "board.lit", f"{theme.lit} {on} bold"
    for name in ("last", "cursor", "marked", "gone"):
        yield f"board.{name}", f"{getattr(theme, name)} {on} bold"
    yield "board.won", f"{theme.black} bg:{theme.won} bold"


def _stones(theme: Theme) -> Iterator[tuple[str, str]]:
    """A stone on the board and in a panel, and the spot in it."""
    for name in _STONES:
        colour = getattr(theme, name)
        yield f"board.{name}", f"{colour} bg:{theme.board}"
        yield f"won.{name}", f"{colour} bg:{theme.won} bold"
        yield f"stone.{name}", f"{colour} bg:{theme.board} noreverse"
        spot = theme.spot_on_light if _is_bright(colour) else theme.spot_on_dark
        inside = f"{spot} bg:{colour}" if not theme.shapes else f"{colour} bg:{theme.board}"
        yield f"spot.{name}", f"{inside} bold"


def _is_bright(colour: str) -> bool:
    return sum(bytes.fromhex(colour[1:])) > 3 * 255 / 2
