"""Conformance answers: games replayed from text tokens, to compare implementations of the rules.

A task is ``{"ruleset": name or object, "tokens": [...]}``. A token is a point, ``swap``, ``stay`` or
``pass``; with more than two sides also ``resignation:2`` or ``time:2`` for a seat that drops out.

The answer is ``{"ruleset", "steps", "winner", "white", "black"}``, with ``red`` and ``blue`` for more than
two sides. A step is ``[token, 0]`` for a rejected token, else ``[token, 1, stones taken by each colour ...,
next to act]``. Sides are numbered from 1 in the order in which they move; 0 means nobody: as next to act in
a game that is over, as winner in a game that nobody has won. Each colour lists the points of its stones,
sorted as text.
"""

from collections.abc import Mapping
from typing import Any

from pente_core.rules.game import Game, parse_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import BadPoint, format_point
from pente_core.rules.ruleset import ruleset_from


class BadTask(ValueError):
    """The value is not a task; the message says why."""


def judge(task: object) -> dict[str, Any]:
    """The answer to a task.

    >>> judge({"ruleset": "pente", "tokens": ["K9", "K10", "swap"]})["steps"]
    [['K9', 0], ['K10', 1, 0, 0, 2], ['swap', 0]]

    Raises BadTask, or InvalidRuleset when the ruleset can't be played.
    """
    if not isinstance(task, Mapping) or set(task) != {"ruleset", "tokens"}:
        raise BadTask('a task must be an object with the keys "ruleset" and "tokens" only')
    spec, tokens = task["ruleset"], task["tokens"]
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise BadTask('"tokens" must be a list of strings')
    game, steps = Game.new(ruleset_from(spec)), []
    for token in tokens:
        after = _after(game, token)
        steps.append([token, 0] if after is None else [token, 1, *_standing(after)])
        game = after or game
    return {"ruleset": spec, "steps": steps, "winner": _winner(game), **_stones(game)}


def _after(game: Game, token: str) -> Game | None:
    """The game after a token; None if the token is rejected."""
    try:
        return game.with_turn(parse_turn(token, game.rules.size))
    except (IllegalMove, BadPoint):
        return None


def _standing(game: Game) -> list[int]:
    to_act = 0 if game.is_over else game.position.to_act + 1
    return [*game.position.taken, to_act]


def _winner(game: Game) -> int:
    return game.outcome.winners[0] + 1 if game.outcome and game.outcome.winners else 0


def _stones(game: Game) -> dict[str, list[str]]:
    """The points of each colour's stones, white first whichever colour moves first."""
    board = game.position.board
    stones = {
        colour: sorted(format_point(point, board.size) for point in board.geometry.points(bits))
        for colour, bits in zip(game.rules.colours, board.stones, strict=True)
    }
    return {colour: stones[colour] for colour in ("white", "black", "red", "blue") if colour in stones}
