"""Positions as people type them: moves, or one line of text."""

from collections.abc import Sequence
from typing import Final

from pente_core.notation import BadPosition, parse_position
from pente_core.room.refusals import Reason, clause
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import BadPoint
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

DEFAULT_RULESET: Final = RULESETS["pente"]


class InvalidFilter(ValueError):
    """A filter or position that makes no sense; the message says why."""


def position_of(words: Sequence[str], ruleset: Ruleset | None) -> Position:
    """The position after some moves, or the one that a line of text describes. Raises InvalidFilter."""
    if words and "/" in words[0]:
        try:
            return parse_position(" ".join(words))
        except BadPosition as bad:
            raise InvalidFilter(clean(str(bad))) from None
    return game_of_moves(words, ruleset).position


def game_of_moves(words: Sequence[str], ruleset: Ruleset | None) -> Game:
    """The game that some moves make; without a ruleset, of Pente. Raises InvalidFilter."""
    game = Game.new(ruleset or DEFAULT_RULESET)
    for word in words:
        try:
            game = game.with_turn(parse_turn(word, game.rules.size))
        except BadPoint as bad:
            raise InvalidFilter(tell("flag.write-moves-such-as-k10", bad=bad)) from None
        except IllegalMove as illegal:
            why = clause(Reason(illegal.reason.value))
            raise InvalidFilter(
                tell("flag.is-not-legal-there-in", word=word, base=game.rules.base, why=why)
            ) from None
    return game
