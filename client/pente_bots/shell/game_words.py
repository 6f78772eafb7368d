"""The words of the command shell in a local game: what they say of it, and the turn that a computer makes."""

from collections.abc import Sequence
from typing import Final

from pente_bots.shell.session import ShellSession
from pente_bots.shell.state.context import ShellOptions
from pente_bots.shell.state.player_choice import parse_player
from pente_bots.shell.state.shell_game import ShellGame, ShellMoment
from pente_core.rules.game import Game, Turn
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup

_BEGIN: Final = ("boardsize", "changerules", "reset")
"""What begins another game of the same players."""
_REARRANGES: Final = "changeptm"
_SEATS: Final = ("startgame", "playcpugame")
"""What begins a game of other players."""
Begun = tuple[Ruleset, Setup | None, Sequence[str | None] | None]
"""The rules, the position and the computer players of a game by seat, None for a person; without any, those
of the game before play.
"""


def shell_answer(
    line: str, rules: Ruleset, setup: Setup | None, turns: Sequence[Turn], *, player: str, seed: str
) -> tuple[Sequence[str], Sequence[Turn], Begun | None]:
    """What the shell says to a line in a game, the turns that it makes there, and which game begins in its
    place; None: none does.

    ``player`` makes them where the line names none.
    """
    session = ShellSession(rules, ShellOptions(player=parse_player(player), seed=seed, seats_only=True))
    session.game = ShellGame(ShellMoment(Game.new(rules, setup)))
    for turn in turns:
        session.game = session.game.after(turn)
    before, word = session.game, line.split(maxsplit=1)[0].lower()
    lines = tuple(session.answer(line))
    if session.game is not before and word in (*_BEGIN, *_SEATS, _REARRANGES):
        position, seats = session.game.position, [who.name if who else None for who in session.game.computers]
        setup = Setup.of(position) if word == _REARRANGES else None
        # The new game is shown whole.
        return (lines if setup else ()), (), (position.rules, setup, seats or None)
    made = session.game.game.turns[len(turns) :]
    return (() if made else lines), made, None
