"""What a reviewer gets to see of a game: what was played under which rules, and nothing about its players."""

from pente_core.records import format_pgn, record_of
from pente_core.rules.game import Game


def game_to_review(game: Game) -> str:
    """A game as pente.org's text, without players, times and chat.

    Raises ValueError if no record can hold it.
    """
    return format_pgn(record_of(game))
