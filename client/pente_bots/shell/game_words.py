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


def shell_answer(
    line: str, rules: Ruleset, setup: Setup | None, turns: Sequence[Turn], *, player: str, seed: str
) -> tuple[Sequence[str], Sequence[Turn], tuple[Ruleset, Setup | None] | None]:
    """What the shell says to a line in a game, the turns that it makes there, and by which rules and from
    which position another game begins in its place; None: none does.

    ``player`` makes them where the line names none.
    """
    session = ShellSession(rules, ShellOptions(player=parse_player(player), seed=seed))
    session.game = ShellGame(ShellMoment(Game.new(rules, setup)))
    for turn in turns:
        session.game = session.game.after(turn)
    before, word = session.game, line.split(maxsplit=1)[0].lower()
    lines = tuple(session.answer(line))
    if session.game is not before and word in (*_BEGIN, _REARRANGES):
        position = session.game.position
        begun = position.rules, Setup.of(position) if word == _REARRANGES else None
        return (lines if word == _REARRANGES else ()), (), begun  # the new game is shown whole
    made = session.game.game.turns[len(turns) :]
    return (() if made else lines), made, None
