"""Endings of games, in words."""

from collections.abc import Sequence
from typing import Final, assert_never

from pente_client.words.phrases import captured_text, name_of, points_text
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.rules.game import Game, Retirement
from pente_core.rules.outcome import Outcome, Termination
from pente_protocol.sentences import tell

_IN_WORDS: Final = range(3, 11)
"""The lengths of rows that are told in words."""
_DRAWN: Final = {
    Termination.NO_MOVES: "room.drawn-no-moves",
    Termination.DEAD: "room.drawn-dead",
    Termination.AGREEMENT: "room.drawn-agreement",
    Termination.ABORTED: "room.drawn-aborted",
}


_LOST: Final = {Termination.LINE: "outcome.made-a-row", Termination.CAPTURES: "outcome.captured"}
"""How one has lost, where the reason is what others did."""


def room_outcome_text(room: Room, me: int | None = None) -> str:
    """The ending of the game in a room, and whether its ratings wait or stay; see `outcome_text`."""
    return f"{outcome_text(room.game, names_by_seat(room), me)} {_rating_note(room)}".strip()


def _rating_note(room: Room) -> str:
    """What the end of a rated game means for ratings, where they do not change at once."""
    created, outcome = room.created, room.game.outcome
    if outcome is None or not created.options.rated:
        return ""
    if outcome.termination is not Termination.ABORTED:
        return tell("outcome.after-set") if created.game_of_set == 1 else ""
    if created.game_of_set == 2:
        return tell("outcome.as-it-stood")
    is_known = outcome.no_show or room.game.is_played
    return tell("outcome.not-rated" if is_known else "outcome.not-rated-unplayed")


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
        return tell("room.drawn", reason=outcome.termination)
    if outcome.no_show:
        return no_show_text(_named(names, outcome.no_show, me))
    if not outcome.winners:
        return tell(_DRAWN.get(outcome.termination, "outcome.drawn"))
    reason, winners = _reason(game, outcome, names, me), _named(names, outcome.winners, me)
    if me is None or me in outcome.winners:
        if outcome.termination is Termination.CAPTURES:
            reason = tell("room.by-captures", captured=reason)
        if not reason:
            return tell("outcome.won", names=_capital(winners))
        return tell("room.won", names=_capital(winners), reason=reason)
    if outcome.termination in _LOST:
        reason = tell(_LOST[outcome.termination], names=winners, reason=reason)
    return tell("room.you-lost", reason=reason) if reason else tell("outcome.you-lost")


def no_show_text(who: str) -> str:
    """The end of a game in which some made no first move.

    >>> no_show_text("anna")
    'anna did not make a first move; the game was aborted.'
    """
    return tell("room.no-show", names=_capital(who))


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
    return tell("outcome.why", command=f"pente why {url}{url and ' '}{room_id}")


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
            return tell("room.by-line", n=tell(f"number.{long}") if long in _IN_WORDS else long)
        case Termination.CAPTURES:
            return captured_text(game.rules, game.position.taken_by_team(outcome.winners[0]))
        case Termination.TIME:
            loser = _loser(game, outcome, names, me)
            is_me = loser == tell("phrase.you")
            return tell("outcome.your-time") if is_me else tell("room.by-time", names=loser)
        case Termination.RESIGNATION:
            return tell("room.by-resignation", names=_loser(game, outcome, names, me))
        case Termination.FORFEIT:
            return tell("room.by-forfeit", names=_loser(game, outcome, names, me))
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
    return tell("outcome.you") if winners == tell("phrase.you") else winners


def _named(names: Sequence[str], seats: Sequence[int], me: int | None) -> str:
    if me in seats:
        return tell("phrase.you")
    there = [names[seat] for seat in seats if seat < len(names)]
    return tell("phrase.and").join(there) or tell("phrase.nobody")
