"""Reviews and puzzles of finished games: by the house of a server or a bot with the role, and nobody else."""

from pathlib import Path

from pente_client.connection import Client
from pente_client.words.lists.game_review import reviewer_text
from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.messages.archive import GameFilter
from tests.e2e.page.games import shown_game
from tests.support.games.double_four import BEFORE, MISSED, points_of, puzzle_of
from tests.support.processes import JsonProcess, Process, serving
from tests.support.waiting import until

STONES = "K10 L11 K11 L12 K12 L13"


async def a_finished_game(url: str) -> tuple[RoomId, Game]:
    async with shown_game(url, "anna", "boris", ruleset="freestyle") as shown:
        await shown.play(STONES)
        await shown.resign(1)
    game = Game.new(ruleset_from("freestyle"))
    for name in STONES.split():
        _, game = game.play(parse_point(name, 19))
    return shown.room, game


async def reviewed(url: str, room: RoomId, game: Game) -> GameReview:
    """The review for a viewer, who asks for it once a reviewer is there."""
    async with Client(url, name="eve") as eve:

        async def is_attended() -> bool:
            return (await eve.reviews.find(room)).state is not ReviewState.UNAVAILABLE

        await until(is_attended)
        review = await eve.reviews.made(room, game)
        assert review is not None
        return review


async def test_the_house_analyses_a_game_that_a_player_asks_for(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house", "--store", "memory", log=tmp_path / "log") as server:
        room, game = await a_finished_game(server.url)
        review = await reviewed(server.url, room, game)
        assert len(review.stones) == 6
        # and whoever may see the game reads it
        async with Process("games", "show", room, server.url, "--review", state=tmp_path) as games:
            await games.line_with(f"Analysed by {reviewer_text(review.by)}.")
            assert await games.ended() == 0
        shown = ("games", "show", room, server.url, "--review", "--json")
        async with JsonProcess(*shown, state=tmp_path) as told:
            assert len((await told.until("review"))["review"]["stones"]) == 6


async def test_a_bot_of_ones_own_analyses_once_the_host_has_allowed_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    reviewer = (
        "--player",
        "patterns",
        "--level",
        "1",
        "--reviews",
        "100",
        "--name",
        "my-reviewer",
        "--accept-address",
    )
    async with serving(data) as server:
        async with Process("bot", server.url, *reviewer, state=tmp_path) as bot:
            await bot.line_with("may not make reviews")
            assert await bot.ended() == 4
        room, game = await a_finished_game(server.url)
    async with Process(
        "admin", "account", "grant", "my-reviewer", "reviewer", "--data", str(data), state=tmp_path
    ) as admin:
        assert await admin.ended() == 0
    async with serving(data) as again, Process("bot", again.url, *reviewer, state=tmp_path) as bot:
        await bot.line_with("my-reviewer plays at")
        async with Process("replay", again.url, room, "--learn", "--plain", state=tmp_path) as replay:
            await replay.line_with("A computer of the server reviews this game")
            await replay.line_with("Where would you place the stone?")
        review = await reviewed(again.url, room, game)
        assert review.by == "patterns:nodes=100"
        await bot.line_with(f"{room} is reviewed, 6 stones")


async def test_the_house_makes_a_puzzle_of_a_win_that_was_missed(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house", log=tmp_path / "log") as server:
        async with shown_game(server.url, "anna", "boris", ruleset="freestyle") as shown:
            await shown.play(MISSED)
            await shown.resign(1)
        game = Game.new(ruleset_from("freestyle"))
        for point in points_of(MISSED):
            _, game = game.play(point)
        async with Client(server.url, name="carol") as carol:
            await until(lambda: _is_found(carol, shown.room))
        await reviewed(server.url, shown.room, game)
        async with Client(server.url, name="dave") as dave:
            await until(lambda: _has_puzzles(dave))
            (puzzle,) = await dave.puzzles.all()
        stone = len(BEFORE.split())
        source = f"game {shown.room}, after stone {stone}"
        assert puzzle == replace(puzzle_of(points_of(MISSED)), game=shown.room, source=source)
        # it is there for the terminal, which says afterwards where it is from
        async with Process("puzzle", "--server", server.url, "--plain", state=tmp_path) as solving:
            await solving.line_with("Puzzle 1 of 1: White wins with 2 stones, freestyle")
            await solving.type("k13")
            await solving.line_with("Right. Black has played ")
            await solving.type("k14")
            await solving.line_with(f"Solved. From {source}.")
            await solving.type("/quit")
            assert await solving.ended() == 0
        # games are looked through where that is asked for
        async with Process(
            "puzzle", "--server", server.url, "--games", "1", "--plain", state=tmp_path
        ) as looking:
            await looking.line_with("Puzzle 1 of 1: ")


async def _is_found(client: Client, room: RoomId) -> bool:
    """Whether a game is in the archive."""
    return [room] == [game.id async for page, _ in client.archive.games(GameFilter()) for game in page]


async def _has_puzzles(client: Client) -> bool:
    return bool(await client.puzzles.all())
