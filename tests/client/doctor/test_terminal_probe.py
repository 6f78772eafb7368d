"""A terminal that is asked how wide it draws stones; the other end of it answers as a test says."""

import os
import pty
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pente_client.doctor.terminal_probe import TerminalAnswers, ask_terminal

WIDE = "○"


@contextmanager
def terminal(answer: Callable[[str], str]) -> Iterator[int]:
    """A terminal whose other end gives an answer to each thing that is written to it."""
    master, slave = pty.openpty()
    tty.setraw(master)

    def play() -> None:
        while True:
            try:
                written = os.read(master, 1024).decode()
            except OSError:  # the other end is closed
                return
            os.write(master, answer(written).encode())

    player = threading.Thread(target=play)
    player.start()
    try:
        yield slave
    finally:
        os.close(slave)
        player.join()
        os.close(master)


def asked(slave: int, patience: float = 60.0) -> TerminalAnswers:
    return ask_terminal(slave, lambda text: void(os.write(slave, text.encode())), "○●", patience)


def void(_: object) -> None:
    pass


def place(written: str) -> str:
    """The answer of a terminal that draws one of the stones two columns wide."""
    if "\x1b[6n" not in written:
        return ""
    column = 3 if WIDE in written else 2
    return f"\x1b[7;{column}R"


def test_each_character_is_measured() -> None:
    with terminal(place) as slave:
        assert asked(slave) == TerminalAnswers({"○": 2, "●": 1})


def test_what_is_typed_meanwhile_does_no_harm() -> None:
    with terminal(lambda written: f"abc{place(written)}") as slave:
        assert asked(slave).widths == {"○": 2, "●": 1}


def test_a_terminal_says_whether_it_has_a_mouse() -> None:
    def with_mouse(written: str) -> str:
        return ("\x1b[?1006;2$y" if "1006$p" in written else "") + place(written)

    with terminal(with_mouse) as slave:
        assert asked(slave).has_mouse is True
    with terminal(lambda written: with_mouse(written).replace(";2$", ";0$")) as slave:
        assert asked(slave).has_mouse is False


def test_one_that_does_not_answer_is_not_asked_on() -> None:
    heard: list[str] = []

    def silent(written: str) -> str:
        heard.append(written)
        return ""

    with terminal(silent) as slave:
        assert asked(slave, patience=0.01) == TerminalAnswers()
    assert "".join(heard).count("\x1b[6n") <= 1


def test_the_terminal_is_as_it_was() -> None:
    with terminal(place) as slave:
        before = termios.tcgetattr(slave)
        asked(slave)
        assert termios.tcgetattr(slave) == before
