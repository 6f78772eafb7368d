"""Finished games in lists, and what was played in a position, as lines of text."""

from collections.abc import Iterator, Sequence

from pente_client.words.phrases import name_of, rules_name, seated_name
from pente_client.words.waiting import start_notes
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant
from pente_core.records.model.calendar_day import day_of
from pente_core.records.model.field_formats import format_result
from pente_core.rules.outcome import Termination
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_protocol.messages import Explored, GameSummary


def game_lines(games: Sequence[GameSummary]) -> Iterator[str]:
    """A line for each game, in columns."""
    rows = [_cells(game) for game in games]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def explored_lines(position: Position, explored: Explored) -> Iterator[str]:
    """What was played, as a table."""
    yield f"{rules_name(position.rules)}, {_after(position)}: {_scores(position.rules, explored)}"
    if not explored.turns:
        if explored.games:
            yield "No game went on from here."
        return
    rows = [
        ("", "games", *position.rules.colours, "draws", ""),
        *(
            (
                played.notations[0],
                str(played.games),
                *(_percent(wins, played.games) for wins in played.wins),
                _percent(played.draws, played.games),
                f"or {' '.join(played.notations[1:])}" if played.notations[1:] else "",
            )
            for played in explored.turns
        ),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *numbers, same in rows:
        cells = (number.rjust(width) for number, width in zip(numbers, widths[1:-1], strict=True))
        yield f"  {name.ljust(widths[0])}  {'  '.join(cells)}  {same}".rstrip()


def when_text(moment: Instant) -> str:
    """A moment in UTC, to the second; ``?`` if no calendar has it."""
    found = day_of(moment)
    return "?" if found is None else f"{found[0]}T{found[1]}Z"


def _cells(game: GameSummary) -> tuple[str, ...]:
    is_over = game.termination is not Termination.ABORTED
    result = format_result(game.winners if is_over else None, game.ruleset)
    return (
        game.id,
        when_text(game.end)[:16].replace("T", " "),
        f"{rules_name(game.ruleset)} {format_time_control(game.time)}",
        " - ".join(map(seated_name, game.players)),
        f"{result} ({_why(game)})",
        f"{game.moves} moves",
        ", ".join(
            [
                *(word for word, applies in (("rated", game.rated), ("private", game.private)) if applies),
                *start_notes(game),
            ]
        ),
    )


def _why(game: GameSummary) -> str:
    """The reason of the end."""
    if not game.no_show:
        return game.termination.value
    absent = " and ".join(name_of(game.players[seat]) for seat in game.no_show if seat < len(game.players))
    return f"{game.termination}: no first move of {absent or 'a player'}"


def _after(position: Position) -> str:
    return f"after {position.ply} stone{'' if position.ply == 1 else 's'}" if position.ply else "at the start"


def _scores(rules: Ruleset, explored: Explored) -> str:
    if not explored.games:
        return "no games"
    games = f"{explored.games} game{'' if explored.games == 1 else 's'}"
    won = ", ".join(f"{colour} won {wins}" for colour, wins in zip(rules.colours, explored.wins, strict=True))
    return f"{games}; {won}, drawn {explored.draws}"


def _percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)}%" if whole else "-"
