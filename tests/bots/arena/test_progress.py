"""How far it is."""

from io import StringIO

from pente_bots.arena.progress import MatchProgress
from pente_bots.arena.sprt import Sprt
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
        for number in range(30):
            progress.show(standings_of("ab", *[(0, 1, 1)] * number))
            clock.now += 0.125
    assert out.getvalue() == "8/4 games, b 8, a 0\n16/4 games, b 16, a 0\n24/4 games, b 24, a 0\n"


def test_a_line_is_repeated_while_a_game_goes_on_and_on() -> None:
    out, clock = StringIO(), Clock()
    with MatchProgress(out, 4, clock) as progress:
        for _ in range(130):
            clock.now += 1
            progress.show(ONE, Sprt(0, 100))
    assert out.getvalue() == "1/4 games, b 1, a 0, test +0.00 of +2.94\n" * 3


def test_before_the_first_game_ends_a_bar_says_for_how_long_it_plays() -> None:
    out, clock = Terminal(), Clock()
    with MatchProgress(out, 4, clock) as progress:
        clock.now += 75
        progress.show(standings_of("ab"))
    assert "0/4 games, 1:15 so far, a 0, b 0" in out.getvalue()


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
