"""Lines out of bytes."""

import pytest

from pente_bots.shell.line_reader import LineReader, LineTooLong


def reader(*chunks: bytes, longest: int = 10) -> LineReader:
    waiting = [*chunks, b""]
    return LineReader(lambda: waiting.pop(0), longest)


def test_lines_are_put_together() -> None:
    lines = reader(b"pl", b"ay\nK", b"10\r\n\n", b"end")
    assert [lines.line() for _ in range(5)] == ["play", "K10", "", "end", None]
    assert lines.line() is None


def test_a_line_that_is_too_long_is_skipped_whatever_its_length() -> None:
    lines = reader(b"x" * 9, b"x" * 9, b"x" * 9, b"\nnext\n", b"y" * 11 + b"\nlast")
    with pytest.raises(LineTooLong):
        lines.line()
    assert lines.line() == "next"
    with pytest.raises(LineTooLong):
        lines.line()
    assert lines.line() == "last"


def test_the_end_may_come_within_a_line_that_is_too_long() -> None:
    lines = reader(b"x" * 20)
    with pytest.raises(LineTooLong):
        lines.line()
    assert lines.line() is None


def test_what_is_no_text_is_replaced() -> None:
    assert reader(b"\xff\x00a\n").line() == "\ufffd\x00a"


def test_whether_a_line_is_there() -> None:
    lines = reader(b"a", b"\nb")
    assert not lines.is_ready
    lines.feed()
    assert not lines.is_ready
    lines.feed()
    assert lines.is_ready
