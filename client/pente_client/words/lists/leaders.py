"""Leaderboards as lines of text."""

from collections.abc import Iterator, Sequence

from pente_client.words.lists.profile import results_text
from pente_client.words.phrases import name_of, rating_text
from pente_core.identity import PlayerKind
from pente_protocol.messages import Leader, Leaderboard


def board_lines(board: Leaderboard) -> Iterator[str]:
    """A leaderboard: a title, the leaders with their places, and apart those with provisional ratings."""
    yield f"{board.ruleset}, {board.speed.value}"
    yield from (leader_line(str(place), leader) for place, leader in enumerate(board.leaders, 1))
    if board.provisional:
        yield "provisional ratings:" if board.leaders else "provisional ratings only:"
    yield from (leader_line("", leader) for leader in board.provisional)


def boards_text(boards: Sequence[Leaderboard], ruleset: str) -> str:
    """All leaderboards of a ruleset, with a blank line between two."""
    if not boards:
        return f"No ratings in {ruleset} yet."
    return "\n\n".join("\n".join(board_lines(board)) for board in boards)


def leaders_title(boards: Sequence[Leaderboard], shown: int, ruleset: str) -> str:
    """Which of the leaderboards of a ruleset is shown."""
    if not boards:
        return f"No ratings in {ruleset} yet."
    others = f" ({shown + 1} of {len(boards)} speeds)" if len(boards) > 1 else ""
    return f"{boards[shown].speed.value}{others}"


def leader_line(place: str, leader: Leader) -> str:
    """A line of a leaderboard; provisional ratings have no place."""
    score, bot = leader.score, " (bot)" if leader.player.kind is PlayerKind.BOT else ""
    rating = "-" if score.rating is None else rating_text(score.rating, provisional=score.provisional)
    name = f"{name_of(leader.player)}{bot}"
    return f"{place:>3}  {rating:>5}  {name:<26}  {results_text(score)}"
