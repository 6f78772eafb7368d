"""Finished games in lists, and what was played in a position, as lines of text."""

from collections.abc import Iterator, Sequence

from pente_client.connection.replica.sanitize import clean_name
from pente_client.words.lists.local_time import local_day_text, local_minute_text
from pente_client.words.phrases import names_of, rules_name, seated_name
from pente_client.words.waiting import start_notes
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant
from pente_core.records.model.calendar_day import day_of
from pente_core.records.model.field_formats import format_result
from pente_core.rules.outcome import Termination
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_protocol.messages.archive import Explored, GameFilter, GameSummary
from pente_protocol.sentences import tell


def game_lines(games: Sequence[GameSummary]) -> Iterator[str]:
    """A line for each game, in columns."""
    rows = [_cells(game) for game in games]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def short_game_lines(games: Sequence[GameSummary]) -> Iterator[str]:
    """A short line for each game, in columns: the day, the result, the players, the rules."""
    rows = [
        (
            _when_ended(game)[:10],
            format_result(None if _is_aborted(game) else game.winners, game.ruleset),
            " - ".join(map(seated_name, game.players)),
            f"{rules_name(game.ruleset)} {format_time_control(game.time)}",
            ", ".join([tell("list.moves", n=game.moves), *_kinds(game)]),
        )
        for game in games
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def search_text(which: GameFilter) -> str:
    """Which games are listed: ``anna, pente, won, from 2026-01-01``; ``all games``."""
    parts = [clean_name(which.player)] if which.player else []
    parts += [rules_name(ruleset_from(which.ruleset))] if which.ruleset else []
    parts += [which.result.value] if which.result is not None else []
    if which.since is not None:
        parts.append(tell("list.from-day", day=local_day_text(which.since)))
    if which.until:
        parts.append(tell("list.until-day", day=local_day_text(_last_moment(which.until))))
    parts += [tell("list.with-position")] if which.position else []
    return ", ".join(parts) or tell("list.all-games")


def _last_moment(before: Instant) -> Instant:
    return Instant(before - 1)


def _when_ended(game: GameSummary) -> str:
    """When a game ended, in local time; empty if that is not known, as of some imported games."""
    return local_minute_text(game.end) if game.end else ""


def _kinds(game: GameSummary) -> list[str]:
    kinds = (("phrase.rated", game.rated), ("list.private", game.private))
    return [tell(key) for key, applies in kinds if applies]


def _is_aborted(game: GameSummary) -> bool:
    return game.termination is Termination.ABORTED


def explored_table(position: Position, explored: Explored) -> Sequence[str]:
    """What was played: how often, a line of titles, and a line for each turn."""
    return list(explored_lines(position, explored, names_rules=False))


def explored_lines(position: Position, explored: Explored, *, names_rules: bool = True) -> Iterator[str]:
    """What was played, as a table."""
    if not names_rules:
        yield _scores(position.rules, explored)
    else:
        yield f"{rules_name(position.rules)}, {_after(position)}: {_scores(position.rules, explored)}"
    if not explored.turns:
        if explored.games:
            yield tell("list.nothing-played")
        return
    rows = [
        ("", tell("list.games-column"), *position.rules.colours, tell("list.draws-column"), ""),
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
    result = format_result(None if _is_aborted(game) else game.winners, game.ruleset)
    return (
        game.id,
        _when_ended(game),
        f"{rules_name(game.ruleset)} {format_time_control(game.time)}",
        " - ".join(map(seated_name, game.players)),
        f"{result} ({_why(game)})",
        tell("list.moves", n=game.moves),
        ", ".join(
            [
                *_kinds(game),
                *start_notes(game),
            ]
        ),
    )


def _why(game: GameSummary) -> str:
    """The reason of the end."""
    if not game.no_show:
        return game.termination.value
    absent = names_of(game.players[seat] for seat in game.no_show if seat < len(game.players))
    return tell("list.no-first-move", why=game.termination, names=absent or tell("list.a-player"))


def _after(position: Position) -> str:
    return tell("list.after-stones", n=position.ply) if position.ply else tell("list.at-the-start")


def _scores(rules: Ruleset, explored: Explored) -> str:
    if not explored.games:
        return tell("list.no-games")
    won = [
        tell("list.colour-won", colour=colour, count=wins)
        for colour, wins in zip(rules.colours, explored.wins, strict=True)
    ]
    scores = ", ".join((*won, tell("list.drawn", count=explored.draws)))
    return f"{tell('list.games', n=explored.games)}; {scores}"


def _percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)}%" if whole else "-"
