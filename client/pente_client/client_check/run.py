"""A whole check: what is played, and in which order."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from pente_client.client_check.scenarios.lists import check_archive, check_lobby
from pente_client.client_check.scenarios.playing import check_playing
from pente_client.client_check.scenarios.resuming import check_resuming
from pente_client.client_check.scenarios.signing_in import check_closing, check_handshake
from pente_client.client_check.scenarios.watching import check_watching
from pente_client.client_check.stage.findings import Level
from pente_client.client_check.stage.stage import Stage

_Scenario = Callable[[Stage], Awaitable[None]]

SCENARIOS: Final[Mapping[Level, _Scenario]] = {
    Level.LOBBY: check_lobby,
    Level.ARCHIVE: check_archive,
    Level.PLAY: check_playing,
    Level.WATCH: check_watching,
    Level.RESUME: check_resuming,
}
"""What is played for each level, in the order of play: what breaks connections comes last."""


async def play(stage: Stage, levels: Sequence[Level]) -> bool:
    """Play to the clients that connect; the answer is whether one did."""
    if not await check_handshake(stage):
        return False
    for level, scenario in SCENARIOS.items():
        if level in levels:
            await scenario(stage)
    await check_closing(stage)
    return True
