"""Commands that judge a position."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from pente_bots.local.advice import advise
from pente_bots.players.player import Evaluation
from pente_bots.players.priorities import PrioritiesPlayer, ThreatLevel, threat_levels
from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.player_choice import parse_player
from pente_bots.shell.text.turn_text import names, point_lines
from pente_client.words.advice import hint_text, value_text, why_lines
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_SENTENCES: Final = {
    ThreatLevel.OPEN_FOUR: "{} can make an open tessera at: {}",
    ThreatLevel.BLOCK_OPEN_FOUR: "{} can block an open tessera at: {}",
    ThreatLevel.OPEN_THREE: "{} can make an open tria at: {}",
    ThreatLevel.BLOCK_OPEN_THREE: "{} can block an open tria at: {}",
    ThreatLevel.OPEN_TWO: "{} can make an open two at: {}",
}
"""What `poseval` says of the most urgent level, after those that decide the game at once."""
_MOST_POINTS: Final = 10
_MUCH: Final = 10**6


def poseval(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """What is most urgent, in a sentence, and all that is urgent, level by level."""
    position = _position(context)
    yield from _urgent(context, position)
    text = PrioritiesPlayer(Random(0), captures=True).explain(position)
    yield from context.renamed(text).splitlines()
    return None


def hint(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """The best point, and why."""
    position = _position(context)
    advice = advise(position)
    best = advice.points[0]
    yield context.renamed(hint_text(best.point, best.reason, context.size))
    points = [(each.point, each.reason) for each in advice.points]
    lines = why_lines(points, best.meaning, advice.line, context.size)
    yield from map(context.renamed, lines[1:])
    return None


def evaluate(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Who stands better, and the best points, as a computer player judges them."""
    position = _position(context)
    if not words:
        yield value_text(advise(position).value, position.colour, context.game.rules)
        return None
    player = context.player(parse_player(words[0]))
    yield from _judgement(context, player.evaluate(position, context.options.seed), position)
    return None


def _judgement(context: ShellContext, judged: Evaluation, position: Position) -> Iterator[str]:
    yield f"Value for {context.colour(position.colour)}, from -1 to 1: {judged.value:+.2f}."
    best = judged.best_first[:_MOST_POINTS]
    if best:
        points = ", ".join(f"{context.name(point)} {_brief(worth)}" for point, worth in best)
        yield f"Best points: {points}."


def _brief(worth: int) -> str:
    return str(worth) if abs(worth) < _MUCH else f"{worth:.1e}"


def _position(context: ShellContext) -> Position:
    """The position, in which a stone is due. Raises ShellError."""
    context.check_going_on()
    position = context.game.position
    if position.choices:
        raise ShellError(ErrorKind.INPUT, f"first choose: play {', play '.join(position.choices)}")
    return position


def _urgent(context: ShellContext, position: Position) -> Iterator[str]:
    who = context.colour(position.colour)
    if _is_opening(position):
        yield from _opening(context, position, who)
        return
    for level, found in threat_levels(position, captures=True):
        points = list(found)
        if points:
            yield _sentence(context, position, level, points, who)
            return
    yield f"there is no urgent move for {who}"


def _sentence(
    context: ShellContext, position: Position, level: ThreatLevel, points: list[Point], who: str
) -> str:
    if level is ThreatLevel.WIN:
        return f"winning moves for {who}: {names(context, points)}"
    if level is not ThreatLevel.BLOCK_WIN:
        return _SENTENCES[level].format(who, names(context, points))
    if position.rules.sides > 2 or position.rules.stones_per_turn > 1:
        return f"{who} has to stop a win at: {names(context, points)}"
    saving = saving_points(position, points)
    if saving:
        return f"moves that prevent a {who} loss: {names(context, saving)}"
    return f"a {who} loss is inevitable; blocking moves would be: {names(context, points)}"


def saving_points(position: Position, points: Sequence[Point]) -> list[Point]:
    """The points after which the opponent has no win with the next stone: of some, else of all legal ones."""
    return [point for point in points if _saves(position, point)] or [
        point for point in position.legal_points if point not in points and _saves(position, point)
    ]


def _saves(position: Position, point: Point) -> bool:
    _, game = Game(position).play(point)
    if game.outcome is not None:
        return game.outcome.winners in ((), (position.colour,))
    _, wins = next(threat_levels(game.position, captures=True))
    return not wins


def _is_opening(position: Position) -> bool:
    """Whether the opening rules close empty points."""
    return len(position.legal_points) < position.rules.size**2 - position.board.occupied.bit_count()


def _opening(context: ShellContext, position: Position, who: str) -> Iterator[str]:
    points = list(position.legal_points)
    if len(points) == 1:
        yield f"{who} must play {context.name(points[0])} to start the game"
        return
    yield f"by the opening rule, {who} must play one of {len(points)} points:"
    yield from point_lines(context, points)
