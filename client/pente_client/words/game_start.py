"""How a game begins where that is unusual: from a position, or with a handicap."""

from pente_client.words.phrases import captured_text
from pente_core.clock.clock import Odds, TimeControl
from pente_core.notation import format_setup
from pente_core.room import Created
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.messages import GameSummary, RoomSummary


def start_notes(game: RoomSummary | GameSummary) -> list[str]:
    """What a list says of how a game begins, in a word each; nothing of one on even terms."""
    return _notes(game.ruleset, game.time, is_from_position=game.from_position)


def start_words(created: Created) -> list[str]:
    """What a heading says of how the game of a room begins."""
    return _notes(created.ruleset, created.time, is_from_position=created.setup is not None)


def is_even(game: RoomSummary) -> bool:
    """Whether a game begins on the empty board, with the same for all sides."""
    return not start_notes(game)


def setup_text(setup: Setup, rules: Ruleset) -> str:
    """The position in which a game begins, in a sentence.

    >>> from pente_core.rules.point import Point
    >>> setup_text(Setup(((Point(0), Point(2)), ()), (0, 2), colour=1), Ruleset())
    'The game begins from a position: 2 white stones; black has captured 1 pair; black to move.'
    """
    stones = zip(rules.colours, setup.stones, strict=True)
    parts = [" and ".join(f"{len(points)} {colour}" for colour, points in stones if points) + " stones"]
    taken = zip(rules.colours, setup.taken, strict=False)
    parts += [f"{colour} has captured {captured_text(rules, count)}" for colour, count in taken if count]
    parts.append(f"{rules.colours[setup.colour]} to move")
    return f"The game begins from a position: {'; '.join(parts)}."


def setup_line(created: Created) -> str | None:
    """The position in which the game of a room begins, as programs read it; None: on the empty board."""
    return None if created.setup is None else format_setup(created.setup, created.ruleset)


def _notes(rules: Ruleset, time: TimeControl, *, is_from_position: bool) -> list[str]:
    has_handicap = bool(rules.goals) or isinstance(time, Odds)
    return ["from a position"] * is_from_position + ["handicap"] * has_handicap
