"""How far it is."""

from io import StringIO

from pente_bots.arena.progress import MatchProgress
from tests.bots.arena.made_up_games import standings_of


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


ONE = standings_of("ab", (0, 1, 1))


def test_lines_at_most_one_a_second() -> None:
    out, clock = StringIO(), Clock()
    with MatchProgress(out, 4, clock) as progress:
        for _ in range(30):
            progress.show(ONE)
            clock.now += 0.1
    assert out.getvalue() == "1/4 games, b 1, a 0\n" * 2


def test_a_bar_that_is_gone_in_the_end() -> None:
    out, clock = Terminal(), Clock()
    with MatchProgress(out, 4, clock) as progress:
        clock.now += 20
        progress.show(ONE)
        progress.show(ONE)
    assert out.getvalue() == "\r\x1b[K[######..................] 1/4 games, 1:00 left, b 1, a 0\r\x1b[K"


def test_long_names_do_not_hide_how_long_it_takes() -> None:
    out, clock = Terminal(), Clock()
    with MatchProgress(out, 4, clock) as progress:
        clock.now += 20
        progress.show(standings_of(["patterns:level=3,resign=on" * 3, "weights"], (0, 1, 0)))
    assert "1:00 left" in out.getvalue()
