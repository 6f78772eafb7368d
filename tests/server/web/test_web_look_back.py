"""Looking back in a game on the page: nothing that happens takes a reader away, unless the place is gone."""

from pathlib import Path

from pente_core.room import commands as cmd
from pente_protocol.codec import event_to_wire
from tests.server.web.test_web_room import scene
from tests.support.client.node import needs_node, run_node
from tests.support.games.room_scenario import ANN, BOB, Scene

pytestmark = needs_node

SCRIPT = Path(__file__).with_name("node") / "look_back.mjs"


def a_game() -> Scene:
    """A game with a swap in its opening, moves that take a second each, and two variations."""
    game = Scene.begun("swap2-pente", "5+3")
    for token in ("K10", "L10", "M11", "swap", "N8", "M10", "L12", "L9", "A1"):
        game.wait(1000).play(token)
    game.do(cmd.Resign(), BOB)
    game.do(cmd.AddVariation(3, (game.point("A5"), game.point("B5"))), ANN)
    game.do(cmd.AddVariation(11, (game.point("C7"),)), BOB)
    return game


async def test_a_reader_stays_where_they_look_until_the_place_is_gone() -> None:
    game = a_game()
    first = next(number for number, event in enumerate(game.log) if event_to_wire(event)["t"] == "moved")
    wire, _ = scene(game.log, first + 5)
    told = await run_node(
        SCRIPT,
        stdin={
            "synced": wire["synced"],
            "events": [event["event"] for event in wire["events"]],
            "log": [event_to_wire(event) for event in game.log],
        },
    )
    # where they look, whether that is the game as it is, new turns, own stones, and the stones placed
    assert told["live"] == [5, True, 0, 0, 4]
    assert told["back"] == [3, False, 0, 0, 3]
    assert told["goesOn"] == [3, False, 3, 0, 3]
    assert told["tries"] is True
    assert told["branch"] == [3, False, 3, 1, 4]
    assert told["again"] == [
        4,
        False,
        3,
        0,
        3,
    ]  # the game goes on there
    assert told["occupied"] is False
    assert told["game"] == [4, False, 3, 0, 3]
    assert told["gone"] == [3, True, 0, 0, 3]


async def test_a_game_of_the_archive_has_its_times_and_its_variations() -> None:
    game = a_game()
    wire, _ = scene(game.log, 8)
    told = await run_node(
        SCRIPT,
        stdin={
            "synced": wire["synced"],
            "events": [event["event"] for event in wire["events"]],
            "log": [event_to_wire(event) for event in game.log],
        },
    )
    assert told["archive"] == [9, "finished", 9]
    assert told["variations"] == [[True, 0, 5], [True, 0, 6]]  # *stay* comes before the stones of the first
