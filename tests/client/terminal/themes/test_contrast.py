"""The contrast of every theme that ships, in the colours that a terminal really shows.

The measure is that of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), with relative luminances. Lines, marks and stones
need 3 (1.4.11), text 4.5 (1.4.3).
"""

import io
import re
from collections.abc import Iterator

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Attrs

from pente_client.terminal.styles import style_of
from pente_client.terminal.themes.theme import Theme
from pente_client.terminal.themes.theme_store import SHIPPED
from tests.client.terminal.themes.test_theme_store import shipped

DEPTHS = (ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT)
SEEN = 3.0
READ = 4.5
_CUBE = (0, 95, 135, 175, 215, 255)
STONES = ("white", "black", "red", "blue")
ON_BOARD = (
    *("board.grid", "board.closed", "board.star", "board.label", "board.lit"),
    *("board.last", "board.cursor", "board.marked", "board.gone", "board.won", "slot"),
    *(f"{where}.{stone}" for where in ("board", "won", "stone", "spot") for stone in STONES),
)
TEXTS = (
    "",
    "heading",
    "heading.turn",
    "side.turn",
    "chat.who",
    "status.error",
    "clock.low",
    "status.question",
    "palette.chosen",
)
QUIET = ("title", "label", "rule", "side.tag", "moves.number", "moves.ahead", "chat.happened")


def sent(attrs: Attrs, depth: ColorDepth) -> str:
    """What a terminal is sent for a style."""
    out = io.StringIO()
    output = Vt100_Output(out, lambda: Size(rows=1, columns=1), term="xterm-256color")
    output.set_attributes(attrs, depth)
    output.flush()
    return out.getvalue()


def colours(style: str, theme: Theme, depth: ColorDepth) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The foreground and the background of a style on a page, as red, green and blue."""
    attrs = style_of(theme).get_attrs_for_style_str(f"class:{style}" if style else "")
    text = sent(attrs, depth)
    found: dict[str, tuple[int, ...]] = {"38": (), "48": ()}
    for which, number in re.findall(r"([34]8);5;(\d+)", text):
        found[which] = _palette(int(number))
    for which, *parts in re.findall(r"([34]8);2;(\d+);(\d+);(\d+)", text):
        found[which] = tuple(map(int, parts))
    assert all(len(each) == 3 for each in found.values()), text
    fore, back = found["38"], found["48"]
    return (back, fore) if attrs.reverse else (fore, back)


def _palette(number: int) -> tuple[int, ...]:
    """A colour of the palette of 256, as xterm has it."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    assert number >= 16
    red, rest = divmod(number - 16, 36)
    return tuple(_CUBE[part] for part in (red, *divmod(rest, 6)))


def luminance(colour: tuple[int, ...]) -> float:
    parts = (part / 255 for part in colour)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def cases() -> Iterator[tuple[str, float]]:
    yield from ((style, SEEN) for style in (*ON_BOARD, *QUIET))
    yield from ((style, READ) for style in TEXTS)


def test_the_measure_is_that_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", SHIPPED)
def test_everything_can_be_seen_and_text_be_read(name: str, depth: ColorDepth) -> None:
    theme = shipped(name)
    low = {
        style: round(value, 2)
        for style, least in cases()
        if (value := contrast(*colours(style, theme, depth))) < least
    }
    assert low == {}


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", [name for name in SHIPPED if not shipped(name).shapes])
def test_white_and_black_stones_are_told_apart_by_their_brightness(name: str, depth: ColorDepth) -> None:
    white, black = (colours(f"board.{stone}", shipped(name), depth)[0] for stone in ("white", "black"))
    assert contrast(white, black) > 7


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_stone_has_the_same_background_in_a_panel_as_on_the_board(name: str, depth: ColorDepth) -> None:
    theme = shipped(name)
    for stone in STONES:
        assert colours(f"stone.{stone}", theme, depth) == colours(f"board.{stone}", theme, depth)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_chosen_and_what_is_asked_stand_out_from_the_page(name: str, depth: ColorDepth) -> None:
    page = colours("", shipped(name), depth)[1]
    for style in ("palette.chosen", "status.question", "clock.low", "status.lost"):
        assert contrast(colours(style, shipped(name), depth)[1], page) > READ
