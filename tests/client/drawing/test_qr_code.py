"""QR codes as text."""

from collections.abc import Sequence

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from pente_client.drawing.qr_code import QUIET, qr_lines, qr_modules
from tests.support.client.screen_picture import scanned, terminal_with

LINK = "HTTPS://PENTE.EXAMPLE.ORG/J/K7M2QX"


def modules_of(lines: list[str]) -> list[list[bool]]:
    """The modules that half blocks show, True for light ones."""
    rows = []
    for line in lines:
        rows.append([char in "▀█" for char in line])
        rows.append([char in "▄█" for char in line])
    return rows


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/:.-", min_size=1, max_size=200))
def test_the_lines_show_every_module(text: str) -> None:
    code = segno.make_qr(text, error="l", boost_error=False)
    light = [[not dark for dark in row] for row in code.matrix_iter(border=QUIET)]
    assert modules_of(list(qr_lines(text)))[: len(light)] == light
    assert [list(row) for row in qr_modules(text)] == light


@pytest.mark.parametrize(("text", "background"), [("c0c0c0", "101010"), ("303030", "fafafa")])
def test_a_phone_reads_printed_lines_and_nothing_where_they_are_cut(text: str, background: str) -> None:
    def read(lines: Sequence[str]) -> list[str]:
        return scanned(terminal_with("\r\n".join(lines)), text=text, background=background)

    lines = qr_lines(LINK)
    assert read(lines) == [LINK]
    assert read([line[:-4] for line in lines]) == read(lines[:-3]) == []
    assert read([line.replace("█", "#").replace("▀", "#").replace("▄", "#") for line in lines]) == []


def test_a_link_fits_the_usual_terminal() -> None:
    lines = qr_lines(LINK)
    assert len(lines) <= 18
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 40


def test_what_is_too_long_for_a_code_gets_none() -> None:
    assert qr_lines("x" * 5000) == []
