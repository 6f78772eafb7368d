"""Endings of games, in words."""

from collections.abc import Sequence
from typing import Final, assert_never

from pente_client.words.phrases import captured_text, name_of, points_text
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.rules.game import Game, Retirement
from pente_core.rules.outcome import Outcome, Termination

_NUMBERS: Final = ("", "", "", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_DRAWN: Final = {
    Termination.NO_MOVES: "The game is drawn: no moves are left.",
    Termination.DEAD: "The game is drawn: no side can complete a row any more.",
    Termination.AGREEMENT: "The game is drawn by agreement.",
    Termination.ABORTED: "The game was aborted.",
}


def room_outcome_text(room: Room, me: int | None = None) -> str:
    """The ending of the game in a room, and whether its ratings wait or stay; see `outcome_text`."""
    return f"{outcome_text(room.game, names_by_seat(room), me)} {_rating_note(room)}".strip()


def _rating_note(room: Room) -> str:
    """What the end of a rated game means for ratings, where they do not change at once."""
    created, outcome = room.created, room.game.outcome
    if outcome is None or not created.options.rated:
        return ""
    if outcome.termination is not Termination.ABORTED:
        return "Ratings change after the set." if created.game_of_set == 1 else ""
    if created.game_of_set == 2:
        return "The set counts as it stood."
    is_known = outcome.no_show or room.game.is_played
    return "It is not rated." if is_known else "It is not rated: not every player had completed a turn."


def names_by_seat(room: Room) -> list[str]:
    """The names of the players, in the order of the seats."""
    return [name_of(player) for player in room.seats]


def outcome_text(game: Game, names: Sequence[str], me: int | None = None) -> str:
    """The winner and the reason in a sentence, as told to the player on seat ``me`` (None: to anybody).

    Empty while the game goes on. ``names`` are those of the seats, safe to print.
    """
    outcome = game.outcome
    if outcome is None:
        return ""
    if not outcome.winners and not outcome.termination.is_known:
        return f"The game is over without a winner: {outcome.termination}."
    if outcome.no_show:
        return no_show_text(_named(names, outcome.no_show, me))
    if not outcome.winners:
        return _DRAWN.get(outcome.termination, "The game is drawn.")
    reason, winners = _reason(game, outcome, names, me), _named(names, outcome.winners, me)
    if me is None or me in outcome.winners:
        suffix = " captured" if outcome.termination is Termination.CAPTURES else ""
        return f"{_capital(winners)} won{reason and ': '}{reason}{suffix}."
    verb = {Termination.LINE: f"{winners} made ", Termination.CAPTURES: f"{winners} captured "}
    return f"You lost{reason and ': '}{verb.get(outcome.termination, '')}{reason}."


def no_show_text(who: str) -> str:
    """The end of a game in which some made no first move.

    >>> no_show_text("anna")
    'anna did not make a first move; the game was aborted.'
    """
    return f"{_capital(who)} did not make a first move; the game was aborted."


def outcome_with_rows(game: Game, names: Sequence[str]) -> str:
    """The ending for readers without a board: with the points of the winning rows."""
    text, rows = outcome_text(game, names), rows_text(game)
    return f"{text.removesuffix('.')} ({rows})." if rows else text


def why_text(url: str, room_id: RoomId, room: Room) -> str:
    """Where to see how the time was counted, after a loss on time; else empty, as without a server.

    ``url`` is that of the server, empty for the default.
    """
    outcome = room.game.outcome
    at_one_board = not room.created.needs_first_moves
    if outcome is None or outcome.termination is not Termination.TIME or at_one_board:
        return ""
    return f"How the time was counted: pente why {url}{url and ' '}{room_id}"


def rows_text(game: Game) -> str:
    """The points of the winning rows; empty where no row won."""
    lines = game.outcome.lines if game.outcome else ()
    return ", ".join(points_text(line, game.rules.size) for line in lines)


def _reason(game: Game, outcome: Outcome, names: Sequence[str], me: int | None) -> str:
    if not outcome.termination.is_known:
        return outcome.termination.value
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
    """The player who left the game last and so ended it."""
    last = game.turns[-1] if game.turns else None
    if isinstance(last, Retirement):
        return _named(names, (last.seat,), me)
    return _named(names, [seat for seat in range(len(names)) if seat not in outcome.winners], me)


def _capital(winners: str) -> str:
    """The winners at the beginning of a sentence; names keep their spelling."""
    return "You" if winners == "you" else winners


def _named(names: Sequence[str], seats: Sequence[int], me: int | None) -> str:
    if me in seats:
        return "you"
    return " and ".join(names[seat] for seat in seats if seat < len(names)) or "nobody"
