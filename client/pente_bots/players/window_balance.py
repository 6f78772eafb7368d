"""Which side stands better, by the windows in which it can still make a line."""

from pente_bots.patterns.windows import windows
from pente_core.rules.position import Position


def window_cost(position: Position, colour: int) -> int:
    """The score of a colour: 100^(k-1) for each window that holds k > 0 of its stones and no other.

    Source: the cost of the two-ply window search (see `pente_bots.players.alphabeta`).
    """
    rules, board = position.rules, position.board
    own = board.stones[colour]
    others = board.occupied ^ own
    return sum(
        100 ** ((own & mask).bit_count() - 1)
        for mask in windows(rules.size, rules.line).masks
        if own & mask and not others & mask
    )


def leader(position: Position) -> int:
    """The one of two colours that stands better; if equal, the one that moves next."""
    costs = [window_cost(position, colour) for colour in (0, 1)]
    if costs[0] == costs[1]:
        return position.colour
    return int(costs[1] > costs[0])
