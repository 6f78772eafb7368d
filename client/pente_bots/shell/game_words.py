"""The words of the command shell in a local game: what they say of it, and the turn that a computer makes."""

from collections.abc import Sequence

from pente_bots.shell.session import ShellSession
from pente_bots.shell.state.context import ShellOptions
from pente_bots.shell.state.player_choice import parse_player
from pente_bots.shell.state.shell_game import ShellGame, ShellMoment
from pente_core.rules.game import Game, Turn
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup


def shell_answer(
    line: str, rules: Ruleset, setup: Setup | None, turns: Sequence[Turn], *, player: str, seed: str
) -> tuple[Sequence[str], Sequence[Turn]]:
    """What the shell says to a line in a game, and the turns that it makes there.

    ``player`` makes them where the line names none.
    """
    session = ShellSession(rules, ShellOptions(player=parse_player(player), seed=seed))
    session.game = ShellGame(ShellMoment(Game.new(rules, setup)))
    for turn in turns:
        session.game = session.game.after(turn)
    lines = tuple(session.answer(line))
    made = session.game.game.turns[len(turns) :]
    return (() if made else lines), made
