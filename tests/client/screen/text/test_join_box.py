"""The box that shows how a friend comes into the room."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.output import ColorDepth

from pente_client.drawing.qr_code import qr_modules
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.join_box import join_box
from pente_client.terminal.glyphs import ASCII, SOLID, UNICODE, Glyphs
from pente_client.terminal.styled_text import line_width, plain
from tests.support.client.fake_client import ADA, FakeClient, room_of
from tests.support.client.screen_picture import scanned, terminal_of

SHOWN = ScreenModel(me=ADA, shows_code=True, code="K7M2QX", url="wss://pente.example.org")


def text_of(model: ScreenModel, columns: int = 80, rows: int = 24) -> list[str]:
    lines = join_box(model, columns, rows)
    assert len(lines) <= rows
    assert len({line_width(line) for line in lines}) <= 1
    assert all(line_width(line) <= columns for line in lines)
    return [plain(line) for line in lines]


def test_it_is_not_there_unless_it_is_asked_for_and_the_code_is_known() -> None:
    assert text_of(replace(SHOWN, shows_code=False)) == []
    assert text_of(replace(SHOWN, code="")) == []


def test_on_the_usual_screen_it_has_command_and_link() -> None:
    text = text_of(SHOWN)
    assert any("Tell your friend: pente join K7M2QX pente.example.org" in line for line in text)
    assert any("Or send this link: https://pente.example.org/j/K7M2QX" in line for line in text)


@pytest.mark.parametrize(("columns", "rows"), [(41, 23), (34, 12), (80, 12)])
def test_where_the_qr_code_does_not_fit_the_rest_does(columns: int, rows: int) -> None:
    text = "".join("".join(text_of(SHOWN, columns, rows)).split())
    assert "█" not in text or columns >= 41
    assert "K7M2QX" in text


@given(
    st.integers(20, 100),
    st.integers(8, 45),
    st.sampled_from((UNICODE, SOLID, ASCII)),
    st.text("AB", max_size=40),
)
def test_it_is_whole_or_not_there_in_any_window(columns: int, rows: int, glyphs: Glyphs, path: str) -> None:
    model = replace(SHOWN, glyphs=glyphs, url=f"wss://pente.example.org/{path}")
    box = join_box(model, columns, rows)
    drawn = [text for line in box for style, text in line if style.startswith("class:qr")]
    modules = len(qr_modules(model.join_link.link))
    high, wide = (modules, 2 * modules) if glyphs is ASCII else (-(-modules // 2), modules)
    assert sum(map(len, drawn)) in {0, high * wide}
    if not drawn and columns >= 24:
        words = " ".join(re.sub("[^a-zA-Z0-9 ]", "", plain(line)) for line in box).split()
        assert "least" in words, words
        wide, high = map(int, words[words.index("least") + 1].split("x"))
        assert "class:qr" in str(join_box(model, wide, high))
        assert "class:qr" not in str(join_box(model, wide, high - 1))


LOOKS: Mapping[str, tuple[Mapping[str, str], ColorDepth]] = {
    "dark": ({"PENTE_THEME": "dark"}, ColorDepth.DEPTH_24_BIT),
    "light": ({"PENTE_THEME": "light"}, ColorDepth.DEPTH_24_BIT),
    "high-contrast": ({"PENTE_THEME": "high-contrast"}, ColorDepth.DEPTH_24_BIT),
    "colour-blind": ({"PENTE_THEME": "colour-blind"}, ColorDepth.DEPTH_24_BIT),
    "256 colours": ({}, ColorDepth.DEPTH_8_BIT),
    "16 colours": ({}, ColorDepth.DEPTH_4_BIT),
    "no colours": ({"NO_COLOR": "1"}, ColorDepth.DEPTH_1_BIT),
}
TERMINALS = {"dark": ("c0c0c0", "101010"), "light": ("303030", "fafafa")}
FINGERPRINT: Final = "b5xcq2tzp4gkmn7a"
SHORT, LONG = "https://pente.example.org", "https://games.example.org/pente-for-all-of-us"


class PublicClient(FakeClient):
    """A client of a server that says where others find it."""

    public_url = SHORT
    fingerprint = FINGERPRINT


@pytest.mark.parametrize(
    ("columns", "rows", "is_ascii", "url"),
    [(80, 24, "0", SHORT), (80, 24, "0", LONG), (120, 40, "0", LONG), (120, 40, "1", SHORT)],
)
@pytest.mark.parametrize("look", LOOKS)
async def test_a_phone_reads_it_from_the_screen(
    look: str, columns: int, rows: int, is_ascii: str, url: str
) -> None:
    environ, depth = LOOKS[look]
    host = PublicClient(room_of(players=(ADA,)))
    host.public_url = url
    variables = {**environ, "PENTE_ASCII": is_ascii}
    screen = await terminal_of(
        host, columns, rows, keys=["/qr\r"], shows="any key closes", environ=variables, depth=depth
    )
    for text, background in TERMINALS.values():
        (link,) = scanned(screen, text=text, background=background) or ("no code is found",)
        assert link.lower() == f"{url}/j/k7m2qx#{FINGERPRINT}", "\n".join(screen.display)
