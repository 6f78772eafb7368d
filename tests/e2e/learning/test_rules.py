"""The rules of a game, with the real command line: as a command, and in a game in play."""

from pathlib import Path

from tests.support.processes import JsonProcess, Process


async def test_the_command_shows_the_rules_of_any_ruleset(tmp_path: Path) -> None:
    async with Process("rules", '{"base": "keryo-pente", "size": 13}', "--ascii", state=tmp_path) as process:
        assert await process.ended() == 0
        said = list(process.said)
    assert "The board has 13 columns" in " ".join(said)
    assert " X O O O . .  ->  X . . .(X)." in said


async def test_the_rules_of_the_game_in_play(tmp_path: Path) -> None:
    async with JsonProcess("local", "--json", "--ruleset", "o-pente", state=tmp_path) as game:
        await game.until("room")
        await game.type("/rules")
        rules = await game.until("rules")
        assert rules["ruleset"] == "o-pente"
        assert "Poof" in [section["title"] for section in rules["sections"]]
