"""The box that shows how a friend comes into the room."""

from dataclasses import replace

import pytest

from pente_client.drawing.qr_code import qr_lines
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.join_box import join_box
from pente_client.terminal.glyphs import ASCII, UNICODE
from pente_client.terminal.styled_text import line_width, plain
from tests.support.client.fake_client import ADA

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


def test_on_the_usual_screen_it_has_command_link_and_qr_code() -> None:
    text = text_of(SHOWN)
    assert any("Tell your friend: pente join K7M2QX pente.example.org" in line for line in text)
    assert any("Or send this link: https://pente.example.org/j/K7M2QX" in line for line in text)
    for line in qr_lines("HTTPS://PENTE.EXAMPLE.ORG/J/K7M2QX"):
        assert any(line in row for row in text)


@pytest.mark.parametrize(("columns", "rows"), [(41, 23), (34, 12), (80, 16)])
def test_where_the_qr_code_does_not_fit_the_rest_does(columns: int, rows: int) -> None:
    text = "".join("".join(text_of(SHOWN, columns, rows)).split())
    assert "█" not in text or columns >= 41
    assert "K7M2QX" in text


def test_a_terminal_of_ascii_gets_a_qr_code_if_it_is_high_enough() -> None:
    drawn = replace(SHOWN, glyphs=ASCII)
    low, high = text_of(drawn), text_of(drawn, 80, 40)
    assert all(line.isascii() for line in (*low, *high))
    assert not any("####" in line for line in low)
    assert any("##########" in line for line in high)
    assert UNICODE.side not in "".join(high)
