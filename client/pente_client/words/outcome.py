"""How a game ended, in words."""

from collections.abc import Sequence
from typing import Final, assert_never

from pente_client.words.phrases import captured_text, name_of, points_text
from pente_core.room import Room
from pente_core.rules.game import Game, Retirement
from pente_core.rules.outcome import Outcome, Termination

_NUMBERS: Final = ("", "", "", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DRAWN: Final = {
    Termination.NO_MOVES: "the game is drawn: no point is left to play on",
    Termination.DEAD: "the game is drawn: nobody can make a row any more",
    Termination.AGREEMENT: "the game is drawn by agreement",
    Termination.ABORTED: "the game was aborted; nobody won",
}


def room_outcome_text(room: Room, me: int | None = None) -> str:
    """The ending of the game in a room; see `outcome_text`."""
    return outcome_text(room.game, names_by_seat(room), me)


def names_by_seat(room: Room) -> list[str]:
    """Whom an ending speaks of."""
    return [name_of(player) for player in room.seats]


def outcome_text(game: Game, names: Sequence[str], me: int | None = None) -> str:
    """Who won and why, to be read by the player on seat ``me`` (None: by anybody); empty while it goes on.

    ``names`` are those of the seats, safe to print.
    """
    outcome = game.outcome
    if outcome is None:
        return ""
    if not outcome.winners:
        return _DRAWN.get(outcome.termination, "the game is drawn")
    reason, winners = _reason(game, outcome, names, me), _named(names, outcome.winners, me)
    if me is None or me in outcome.winners:
        suffix = " captured" if outcome.termination is Termination.CAPTURES else ""
        return f"{winners} won{reason and ': '}{reason}{suffix}"
    verb = {Termination.LINE: f"{winners} made ", Termination.CAPTURES: f"{winners} captured "}
    return f"you lost{reason and ': '}{verb.get(outcome.termination, '')}{reason}"


def outcome_with_rows(game: Game, names: Sequence[str]) -> str:
    """The ending for anybody who may not see the board: with the points of the winning rows."""
    text, rows = outcome_text(game, names), rows_text(game)
    return f"{text} ({rows})" if rows else text


def rows_text(game: Game) -> str:
    """The points of the winning rows; empty where no row has won."""
    lines = game.outcome.lines if game.outcome else ()
    return ", ".join(points_text(line, game.rules.size) for line in lines)


def _reason(game: Game, outcome: Outcome, names: Sequence[str], me: int | None) -> str:
    match outcome.termination:
        case Termination.LINE:
            long = max((len(line) for line in outcome.lines), default=game.rules.line)
            return f"{_NUMBERS[long] if long < len(_NUMBERS) else long} in a row"
        case Termination.CAPTURES:
            return captured_text(game.rules, game.position.taken_by_team(outcome.winners[0]))
        case Termination.TIME:
            loser = _loser(game, outcome, names, me)
            return "your time ran out" if loser == "you" else f"{loser} ran out of time"
        case Termination.RESIGNATION:
            return f"{_loser(game, outcome, names, me)} resigned"
        case Termination.FORFEIT:
            return f"{_loser(game, outcome, names, me)} did not come back"
        case Termination.NO_MOVES | Termination.DEAD | Termination.AGREEMENT | Termination.ABORTED:
            return ""  # by the rules nobody wins in these ways
        case _ as unreachable:
            assert_never(unreachable)


def _loser(game: Game, outcome: Outcome, names: Sequence[str], me: int | None) -> str:
    """Who left the game last and so ended it."""
    last = game.turns[-1] if game.turns else None
    if isinstance(last, Retirement):
        return _named(names, (last.seat,), me)
    return _named(names, [seat for seat in range(len(names)) if seat not in outcome.winners], me)


def _named(names: Sequence[str], seats: Sequence[int], me: int | None) -> str:
    if me in seats:
        return "you"
    return " and ".join(names[seat] for seat in seats if seat < len(names)) or "nobody"
