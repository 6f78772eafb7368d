"""Leaderboards as lines of text."""

from collections.abc import Iterator, Sequence

from pente_client.words.lists.profile import results_text
from pente_client.words.phrases import name_of, rating_text
from pente_core.identity import PlayerKind
from pente_protocol.messages.people import Leader, Leaderboard
from pente_protocol.sentences import tell


def board_lines(board: Leaderboard) -> Iterator[str]:
    """A leaderboard: a title, the leaders with their places, and apart those with provisional ratings."""
    yield f"{board.ruleset}, {board.speed.value}"
    yield from (leader_line(str(place), leader) for place, leader in enumerate(board.leaders, 1))
    if board.provisional:
        yield tell("list.provisional" if board.leaders else "list.only-provisional")
    yield from (leader_line("", leader) for leader in board.provisional)


def boards_text(boards: Sequence[Leaderboard], ruleset: str) -> str:
    """All leaderboards of a ruleset, with a blank line between two."""
    if not boards:
        return tell("list.no-ratings", ruleset=ruleset)
    return "\n\n".join("\n".join(board_lines(board)) for board in boards)


def leaders_title(boards: Sequence[Leaderboard], shown: int, ruleset: str) -> str:
    """Which of the leaderboards of a ruleset is shown."""
    if not boards:
        return tell("list.no-ratings", ruleset=ruleset)
    speed = boards[shown].speed.value
    if len(boards) == 1:
        return speed
    return tell("list.speeds", speed=speed, number=shown + 1, count=len(boards))


def leader_line(place: str, leader: Leader) -> str:
    """A line of a leaderboard; provisional ratings have no place."""
    score, name = leader.score, name_of(leader.player)
    if leader.player.kind is PlayerKind.BOT:
        name = tell("list.bot", name=name)
    rating = "-" if score.rating is None else rating_text(score.rating, provisional=score.provisional)
    return f"{place:>3}  {rating:>5}  {name:<26}  {results_text(score)}"
