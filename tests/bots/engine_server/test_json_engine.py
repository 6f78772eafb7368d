"""Our protocol of JSON lines."""

import json
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from pente_bots.engine_server.events import EventQueue
from pente_bots.engine_server.json_engine import JsonEngine
from pente_bots.engine_server.served_player import ServedPlayer
from pente_bots.players.random_player import RandomPlayer
from pente_bots.roster.own_file import own_player
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.thinking.think_request import CataloguePlayerMaker, PlayerMaker
from pente_core.notation import format_position
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset
from tests.bots.engine_server.test_piskvork_brain import SleepyPlayer
from tests.bots.thinking.odd_players import Counting, Patient, Told
from tests.support.own_bots import FAILING, TAKES_A_CORNER, own_bot

PATTERNS = CataloguePlayerMaker("patterns", (("level", "1"),))


class ResigningPlayer(RandomPlayer):
    """Resigns."""

    def resigns(self, position: Position) -> bool:
        return True


class ChoosyPlayer(RandomPlayer):
    """Plays Gomoku alone."""

    def supports(self, rules: Ruleset) -> bool:
        return rules.base == "gomoku"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return Point(0)


def position_of(*names: str, ruleset: str = "pente-casual") -> str:
    game = Game.new(RULESETS[ruleset])
    for name in names:
        _, game = game.play(parse_point(name, game.rules.size))
    return format_position(game.position)


def answers(*requests: Any, make: PlayerMaker = PATTERNS) -> list[dict[str, Any]]:
    """What is said to requests, objects or lines, up to the end of the input."""
    lines = SimpleQueue[bytes]()
    for request in requests:
        text = request if isinstance(request, str) else json.dumps(request)
        lines.put(f"{text}\n".encode())
    lines.put(b"")
    said: list[str] = []
    JsonEngine(EventQueue(lines.get), ServedPlayer("our player", "1", make, "seed"), said.append).run()
    assert all(line.isascii() and "\n" not in line for line in said)
    return [json.loads(line) for line in said]


def test_a_move_has_its_value_and_the_expected_line() -> None:
    position = position_of("K10", "A1", "K11", "B2", "K12", "T1")
    [answer] = answers({"id": 7, "do": "move", "position": position, "time": 60_000})
    assert answer["id"] == 7
    assert answer["move"] in ("K13", "K9")
    assert answer["line"][0] == answer["move"]
    assert 0 < answer["value"] <= 1


def test_choices_and_resignations_are_moves_too() -> None:
    swap = {"do": "move", "position": position_of("K10", "L10", "A1", ruleset="swap2-pente")}
    [choice] = answers(swap)
    assert choice["move"] in ("swap", "stay", "pass")
    [resigned] = answers({"do": "move", "position": position_of("K10")}, make=ResigningPlayer)
    assert resigned == {"move": "resign"}


def test_requests_are_answered_in_their_order() -> None:
    move = {"do": "move", "position": position_of("K10")}
    said = answers(*({"id": number} | move for number in range(3)), {"do": "about", "id": "last"})
    assert [line["id"] for line in said] == [0, 1, 2, "last"]
    assert said[3] == {"id": "last", "name": "our player", "version": "1"}


def test_a_thought_can_be_stopped_and_is_answered() -> None:
    position = position_of(*(f"K{row}" if row % 2 else f"A{row}" for row in range(1, 9)))
    [answer] = answers({"id": 1, "do": "move", "position": position}, {"do": "stop"}, make=SleepyPlayer)
    assert answer["id"] == 1
    assert answer["stopped"] is True


def test_a_player_that_listens_answers_a_stop_with_what_it_has_found() -> None:
    lines, said = SimpleQueue[bytes](), list[dict[str, Any]]()

    def hear(line: str) -> None:
        said.append(json.loads(line))
        if "info" in said[-1]:
            lines.put(b'{"do":"stop"}\n')
            lines.put(b"")

    request = {"do": "move", "position": position_of("K10"), "info": True}
    lines.put(json.dumps(request).encode() + b"\n")
    JsonEngine(EventQueue(lines.get), ServedPlayer("our player", "1", Patient, "seed"), hear).run()
    assert [line.get("depth", 1) for line in said] == [1, 2]
    assert said[1]["stopped"] is True


def test_a_manager_is_told_what_is_found_on_the_way_if_it_wants_to() -> None:
    move = {"id": 4, "do": "move", "position": position_of("K10", "L10", "M9"), "lines": 2, "info": True}
    *infos, answer = answers(move)
    assert infos
    for line in (infos[-1]["info"], answer):
        assert line["depth"] == 2
        assert line["nodes"] > 0
        assert line["lines"][0]["line"] == line["line"]
        assert line["lines"][0]["value"] == line["value"]
    assert len(answer["lines"]) == 2
    assert answer["lines"][0]["line"][0] != answer["lines"][1]["line"][0]
    assert {line["id"] for line in infos} == {4}
    assert answers(move | {"info": False}) == [answer]


def test_a_search_ends_at_a_depth_or_after_so_many_positions() -> None:
    position = position_of("K10", "L10", "M9", "K9", "J8")
    deep = CataloguePlayerMaker("patterns", (("level", "4"),))
    move = {"do": "move", "position": position}
    whole, shallow, short = answers(move, move | {"depth": 2}, move | {"nodes": 20}, make=deep)
    assert (whole["depth"], shallow["depth"]) == (5, 2)
    assert 20 <= short["nodes"] < whole["nodes"]


def test_a_win_is_counted_in_stones() -> None:
    position = position_of("K10", "A1", "K11", "B2", "K12", "T1", "K13", "T3")
    [answer] = answers({"do": "move", "position": position})
    assert (answer["win_in"], answer["value"]) == (1, 1.0)


@pytest.mark.parametrize(
    ("clock", "says"),
    [
        ({"clock": "5"}, "None 1 299500 None"),
        ({"clock": "5+3", "left": 20_000}, "None 1 19500 None"),
        ({"clock": "5+3", "left": 20_000, "time": 4_000, "nodes": 9}, "None 1 3500 9"),
        ({"time": 4_000}, "None 1 4000 None"),
    ],
)
def test_a_player_that_shares_out_its_time_gets_the_clock(clock: dict[str, Any], says: str) -> None:
    [said] = answers({"do": "move", "position": position_of("K10")} | clock, make=Told)
    assert said["error"] == f"the player failed: ValueError: {says}"


def test_a_player_that_keeps_its_state_stays_with_its_game() -> None:
    move = {"do": "move", "position": position_of("K10")}
    games = ("a", "b", "a", "")
    said = answers(*(move | {"game": game} for game in games), make=Counting)
    assert [line["move"] for line in said] == ["B1", "B1", "C1", "B1"]


def test_quit_ends_a_thought() -> None:
    assert answers({"do": "move", "position": position_of("K10")}, {"do": "quit"}, make=SleepyPlayer) == []


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ("{", "the line is not valid JSON"),
        ("[" * 60_000, "the line is not valid JSON"),
        ("3", "a line is an object"),
        ({"id": [1], "do": "about"}, "an id is a text or a number"),
        ('{"id": 1e999, "do": "about"}', "an id is a text or a number"),
        ('{"id": NaN, "do": "about"}', "an id is a text or a number"),
        ({"do": "dance"}, 'do can\'t be "dance"; it is about, move, stop or quit'),
        ({}, "do can't be null"),
        ({"do": "move"}, "move needs a position"),
        ({"do": "move", "position": "x"}, "a position needs 7 fields"),
        ({"do": "move", "position": position_of("K10"), "time": -1}, "time is a whole number"),
        ({"do": "move", "position": position_of("K10"), "time": True}, "time is a whole number"),
        ({"do": "move", "position": position_of("K10"), "nodes": 0}, "nodes is a whole number from 1"),
        ({"do": "move", "position": position_of("K10"), "depth": 1.5}, "depth is a whole number from 1"),
        ({"do": "move", "position": position_of("K10"), "lines": 21}, "lines is a whole number from 1 to 20"),
        ({"do": "move", "position": position_of("K10"), "info": "yes"}, "info is true or false"),
        ({"do": "move", "position": position_of("K10"), "game": "x" * 101}, "game is a text of at most 100"),
        ({"do": "move", "position": position_of("K10"), "clock": 5}, "clock is a text"),
        ({"do": "move", "position": position_of("K10"), "clock": "soon"}, "clock: "),
        ({"do": "move", "position": position_of("K10"), "clock": "-"}, "clock is that of the side to move"),
        ({"do": "move", "position": position_of("K10"), "clock": "5", "left": -1}, "left is a whole number"),
    ],
)
def test_what_makes_no_sense_is_said(request_: Any, says: str) -> None:
    said = answers(request_, {"do": "about"})
    assert said[0]["error"].startswith(says)
    assert said[1]["name"] == "our player"


def test_rules_that_the_player_does_not_know_are_said_with_the_id() -> None:
    [said] = answers({"id": 3, "do": "move", "position": position_of("K10")}, make=ChoosyPlayer)
    assert said == {"id": 3, "error": "the player does not play pente-casual with these parameters"}


def test_a_player_in_a_file_that_fails_is_complained_of(tmp_path: Path) -> None:
    make = own_player(own_bot(tmp_path, FAILING))
    move = {"do": "move", "position": position_of("K10")}
    first, second = answers(move, move, make=make)
    assert "the player failed: AttributeError" in first["error"]
    assert second["error"] == first["error"]


def test_what_a_file_plays_has_to_be_legal(tmp_path: Path) -> None:
    make = own_player(own_bot(tmp_path, TAKES_A_CORNER))
    taken = {"do": "move", "position": position_of("K10", "A1")}
    choice = {"do": "move", "position": position_of("K10", "L10", "M15", "B1", ruleset="d-pente")}
    first, second = answers(taken, choice, make=make)
    assert first["error"].startswith("the player failed: ValueError: 0 is not one of position.legal_points")
    assert second["error"].startswith("the player failed: ValueError: 'jump' is not one of position.choices")
