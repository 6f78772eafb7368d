"""Commands that make and take back moves, by people and by computer players."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.player_choice import PlayerChoice, parse_player
from pente_bots.shell.state.shell_game import ShellGame
from pente_bots.shell.text.board_text import board_lines, changed_board
from pente_bots.shell.text.turn_text import turn_lines
from pente_core.room import commands as cmd
from pente_core.room.refusals import Reason, clause
from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.outcome import Termination

PERSON = "me"
"""Stands for a person where players are named."""


def play(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Place the stones that were typed, or make a choice of a swap opening; then computer players answer."""
    lines: list[str] = []
    for turn in _turns(context, words):
        after = made(context, turn)
        lines += turn_lines(context, turn, after)
        context = replace(context, game=after)
    yield from lines  # only now: where the second stone is illegal, the first is not placed either
    context = yield from _answered(context)
    yield from changed_board(context)
    return context.game


def genmove(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Let a computer player make the turn; then others answer."""
    context.check_going_on()
    player = context.player(parse_player(words[0]) if words else context.game.computer)
    context = yield from _turn_of(context, player)
    context = yield from _answered(context)
    yield from changed_board(context)
    return context.game


def startgame(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Begin a game of people and computer players."""
    players = _players(context, words or (PERSON, ""))
    context = replace(context, game=context.game.again(computers=players))
    seats = (choice.name if choice else "a person" for choice in players)
    told = zip(context.game.rules.colours, seats, strict=True)
    yield f"A new game: {', '.join(f'{colour} is {who}' for colour, who in told)}."
    context = yield from _answered(context)
    yield from board_lines(context)
    return context.game


def playcpugame(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Let computer players play a whole game."""
    given = tuple(words) or ("",)
    chosen = _players(context, given * context.game.rules.sides if len(given) == 1 else given)
    if None in chosen:
        raise ShellError(ErrorKind.INPUT, "only computer players play here; startgame has people too")
    context = replace(context, game=context.game.again(computers=chosen))
    context = yield from _answered(context)
    yield from board_lines(context)
    return context.game if context.options.seats_only else replace(context.game, computers=())


def undo(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """Take the last turn back; against computer players, back to a person's."""
    game = _back(context.game)
    while game.computer is not None and game.past:
        game = _back(game)
    count = len(context.game.now.turns) - len(game.now.turns)
    yield (
        f"Took back {count} {'turn' if count == 1 else 'turns'}."
        if count
        else "Took back a change of the board."
    )
    context = replace(context, game=game)
    yield from changed_board(context)
    return game


def made(context: ShellContext, turn: Turn) -> ShellGame:
    """The game after a turn. Raises ShellError with the reason why it is illegal."""
    try:
        return context.game.after(turn)
    except IllegalMove as illegal:
        raise ShellError(ErrorKind.ILLEGAL, _why(context, illegal)) from None


def seed_of(context: ShellContext) -> str:
    """What determines the next decision of a computer player, together with the position."""
    return f"{context.options.seed}:{context.game.thoughts}"


def seen_by(context: ShellContext, player: PlayerChoice) -> Iterator[str]:
    """What a computer player sees before it decides."""
    position = context.game.position
    text = player.explain(position, f"{seed_of(context)}:{position.key}")
    yield from context.renamed(text).splitlines()


def decided(context: ShellContext, player: PlayerChoice) -> tuple[Turn, ShellGame]:
    """The turn of a computer player, and the game before it, in which it has thought."""
    game = context.game
    decision = player.decide(player.request(game.game, seed_of(context)))
    match decision:
        case cmd.Play(point=point):
            return point, game.thought()
        case cmd.Choose(choice=choice):
            return choice, game.thought()
        case cmd.Resign() | cmd.Offer():  # no player offers anything
            return Retirement(game.position.to_act, Termination.RESIGNATION), game.thought()
        case _ as unreachable:
            assert_never(unreachable)


_Lines = Generator[str, None, ShellContext]
"""The lines about some turns, and the context after them."""


def _made(context: ShellContext, turn: Turn) -> _Lines:
    after = made(context, turn)
    yield from turn_lines(context, turn, after)
    return replace(context, game=after)


def _answered(context: ShellContext) -> _Lines:
    """Let computer players move until it is a person's turn, or the game is over."""
    while (player := context.game.computer) is not None and not context.options.seats_only:
        context = yield from _turn_of(context, player)
    return context


def _turn_of(context: ShellContext, player: PlayerChoice) -> _Lines:
    """All stones of one turn, or a choice."""
    position = context.game.position
    for _ in range(1 if position.choices else position.stones_left):
        if not context.game.game.is_over:
            if context.game.shows_thinking and not position.choices:
                yield from seen_by(context, player)
            turn, game = decided(context, player)
            context = yield from _made(replace(context, game=game), turn)
    return context


def _turns(context: ShellContext, words: Sequence[str]) -> list[Turn]:
    if len(words) == 1 and words[0].lower() in set(Choice):
        return [Choice(words[0].lower())]
    points: list[Turn] = [context.point(word) for word in words]
    left = context.game.position.stones_left
    if len(points) > left:
        raise ShellError(
            ErrorKind.AMOUNT, f"this turn has {left} {'stone' if left == 1 else 'stones'} left to play"
        )
    return points


def _players(context: ShellContext, words: Sequence[str]) -> tuple[PlayerChoice | None, ...]:
    """Who plays each side. Raises ShellError."""
    sides = context.game.rules.sides
    if len(words) == 2 and not words[1]:
        words = (words[0], *("",) * (sides - 1))
    if len(words) != sides:
        raise ShellError(ErrorKind.AMOUNT, f"name a player for each of the {sides} sides")
    return tuple(None if word == PERSON else _player(context, word) for word in words)


def _player(context: ShellContext, word: str) -> PlayerChoice:
    return context.player(parse_player(word) if word else None)


def _back(game: ShellGame) -> ShellGame:
    if not game.past:
        raise ShellError(ErrorKind.NOTHING_TO_UNDO)
    return game.back()


def _why(context: ShellContext, illegal: IllegalMove) -> str:
    if context.game.game.is_over:
        return "the game is over; type reset to begin another"
    return clause(Reason(illegal.reason.value))
