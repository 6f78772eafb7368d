"""Commands that tell about the game, and change nothing."""

from collections.abc import Iterator, Sequence

from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.text.board_text import board_lines
from pente_bots.shell.text.rules_text import rules_lines
from pente_bots.shell.text.turn_text import end_text, point_lines, turn_name
from pente_client.words.phrases import captured_text
from pente_core.rules.position import Position


def emptyspaces(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """The empty points, column by column."""
    position, size, names = context.game.position, context.size, context.options.names
    empty = position.board.geometry.points(position.compiled.full & ~position.board.occupied)
    order = sorted(empty, key=lambda point: (point % size, names.row_number(point // size, size)))
    yield from point_lines(context, order)
    return None


def ptm(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """The player to move."""
    context.check_going_on()
    yield turn_sentence(context.game.position)
    return None


def winner(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """Who has won, if the game is over."""
    outcome = context.game.game.outcome
    if outcome is None:
        yield "The game is still going on."
    elif outcome.winners:
        sides = " and ".join(map(context.colour, outcome.winners))
        yield f"{sides.capitalize()} {'is the winner' if len(outcome.winners) == 1 else 'are the winners'}."
        yield context.renamed(end_text(context.game.game))
    else:
        yield end_text(context.game.game)
    return None


def showboard(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """The board."""
    yield from board_lines(context)
    return None


def capturecounts(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """What each side has captured, and how much wins."""
    yield from capture_lines(context.game.position)
    return None


def movehistory(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """All turns, or those of one side."""
    side = context.side(words[0]) if words else None
    turns = [(colour, turn) for colour, turn in context.game.now.turns if side in (None, colour)]
    for number, (colour, turn) in enumerate(turns, start=1):
        yield f"{number}. {context.colour(colour)} {turn_name(context, turn)}"
    if not turns:
        who = "Nobody" if side is None else context.colour(side).capitalize()
        yield f"{who} has moved yet." if side is None else f"{who} has not moved yet."
    return None


def rules(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """The rules of the game."""
    yield from rules_lines(context.game.rules)
    return None


def turn_sentence(position: Position) -> str:
    """Whose turn it is, and what is due."""
    colours = position.rules.colours
    mover, stone = colours[position.to_act], colours[position.colour]
    if position.choices:
        return f"It is {mover}'s turn, to choose: {', '.join(position.choices)}."
    if mover != stone:
        return f"It is {mover}'s turn, to place a {stone} stone."
    return f"It is {mover}'s turn{', with two stones' if position.stones_left > 1 else ''}."


def capture_lines(position: Position) -> Iterator[str]:
    """How many captured stones win, and how many each side has."""
    ruleset = position.rules
    if not ruleset.captures:
        yield "Nothing is captured in this game."
        return
    for seat, colour in enumerate(ruleset.colours):
        taken, goal = (captured_text(ruleset, n) for n in (position.taken[seat], ruleset.goal_of(seat)))
        yield f"{colour.capitalize()} has captured {taken}; {goal} win."
    if ruleset.teams:
        for seat in (0, 1):
            pair = " and ".join(ruleset.colours[partner] for partner in ruleset.team(seat))
            yield f"{pair.capitalize()} have {captured_text(ruleset, position.taken_by_team(seat))} together."
