"""The results of two players against each other."""

from collections.abc import Sequence

from pente_core.identity import Identity, PlayerId
from pente_core.rating import Result
from pente_core.rules.outcome import Termination
from pente_protocol.messages.archive import GameSummary
from pente_protocol.messages.people import HeadToHead


def head_to_head(
    player: PlayerId, other: Identity, games: Sequence[GameSummary], *, is_whole: bool
) -> HeadToHead:
    """The score of a player in games with another, the newest first; ``is_whole``: there are no more."""
    scored = [(game, result) for game in games if (result := _result(game, player, other.id)) is not None]
    results = [result for _, result in scored]
    return HeadToHead(
        other,
        wins=results.count(Result.WIN),
        losses=results.count(Result.LOSS),
        draws=results.count(Result.DRAW),
        last_played=scored[0][0].end if scored else None,
        complete=is_whole,
    )


def _result(game: GameSummary, player: PlayerId, other: PlayerId) -> Result | None:
    """The result of a game for a player against another; None: there is none between them."""
    seats = {each.id: seat for seat, each in enumerate(game.players)}
    if game.termination is Termination.ABORTED or not {player, other} <= seats.keys():
        return None
    if not game.winners:
        return Result.DRAW
    has_won, has_lost = seats[player] in game.winners, seats[other] in game.winners
    if has_won is has_lost:
        return None
    return Result.WIN if has_won else Result.LOSS
