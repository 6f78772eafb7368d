"""Who stands better, judged by the windows that a line could still fill."""

from pente_bots.players.windows import windows
from pente_core.rules.position import Position


def window_cost(position: Position, colour: int) -> int:
    """What the windows of a colour are worth: 100^(k-1) for each that holds k > 0 of its stones and no other.

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
    """The colour of two that stands better; where they are equal, the one that moves next."""
    costs = [window_cost(position, colour) for colour in (0, 1)]
    if costs[0] == costs[1]:
        return position.colour
    return int(costs[1] > costs[0])
