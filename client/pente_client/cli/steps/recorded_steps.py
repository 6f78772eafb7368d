"""A recorded game that is stepped through in lines, for people who listen."""

from collections.abc import AsyncIterator, Callable
from typing import Final

from pente_client.cli.steps.computer_players import ComputerAdvisor
from pente_client.connection import Resynced
from pente_client.local.recorded_game import RecordedGame
from pente_client.play.shown.guidance import Guidance
from pente_client.stream.line_session import LineSession
from pente_client.stream.output_port import Output
from pente_protocol.sentences import tell

HOW_TO_STEP: Final = tell("steps.how-to-step")


async def step_through(
    game: RecordedGame, output: Output, typed: AsyncIterator[str], at: int, learn: str | None = None
) -> int:
    """Show a game from one of its turns on, and other moments of it as they are asked for.

    An empty line goes on by a move; where one has learnt from a mistake, to the next one. ``learn``: begin
    with the mistakes of a player or colour; empty: of all; None: don't. Ends with the input; the exit status.
    """
    session = LineSession(
        game,
        output,
        _steps(typed, at, learn, lambda: "/next" if session.goes_on_with_practice else "/forward"),
        is_playing=False,
        asks=False,
        at_end_of_input=_nothing,
        guidance=Guidance(ComputerAdvisor()),
        review=game.review,
    )

    async def flow() -> int:
        output.show(Resynced(game.id, game.rooms[game.id].room))  # before the first line is taken
        output.notice(HOW_TO_STEP)
        await session.rooms.enter(game.id)
        await session.rooms.follow(game.id)
        await session.rooms.no_more_lines.wait()
        return 0

    return await session.run(flow)


async def _steps(
    typed: AsyncIterator[str], at: int, learn: str | None, on_empty: Callable[[], str]
) -> AsyncIterator[str]:
    yield f"/goto {at}"
    if learn is not None:
        yield f"/learn {learn}".strip()
    async for line in typed:
        yield line if line.strip() else on_empty()


async def _nothing() -> None:
    """Nothing is awaited at the end: nobody else changes the game."""
