"""Our players in Piskvork's protocol: every command, and commands in the middle of a thought."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest

from pente_bots.engine_server.events import LONGEST_LINE, EventQueue
from pente_bots.engine_server.piskvork_brain import PiskvorkBrain
from pente_bots.engine_server.served_player import ServedPlayer
from pente_bots.players.player import legal_points
from pente_bots.players.random_player import RandomPlayer
from pente_bots.roster.own_file import own_player
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.thinking.think_request import CataloguePlayerMaker, PlayerMaker
from pente_core.notation import format_position
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset
from tests.support.own_bots import TAKES_A_CORNER, own_bot
from tests.support.waiting import PATIENCE

PRIORITIES = CataloguePlayerMaker("priorities", (("captures", "on"),))


class SleepyPlayer(RandomPlayer):
    """Thinks for ever."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        threading.Event().wait()
        return legal_points(position)[0]


class StayingPlayer(RandomPlayer):
    """Plays the first legal point, and never takes the other side."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return legal_points(position)[0]

    def choose_swap(self, position: Position) -> Choice:
        return Choice.STAY


class PassingPlayer(StayingPlayer):
    """Adds two stones where it can, and takes the other side where it can't."""

    def choose_swap(self, position: Position) -> Choice:
        return Choice.PASS if Choice.PASS in position.choices else Choice.SWAP


class LinePlayer(StayingPlayer):
    """Plays on odd boards alone."""

    def supports(self, rules: Ruleset) -> bool:
        return rules.size % 2 == 1


class Manager:
    """The other side of a brain that runs in a thread. Mutable."""

    def __init__(self) -> None:
        self.sent = SimpleQueue[bytes]()
        self.heard = SimpleQueue[str]()

    def send(self, *lines: str) -> None:
        self.sent.put("".join(f"{line}\r\n" for line in lines).encode())

    def end(self) -> None:
        self.sent.put(b"")

    def ask(self, *lines: str) -> str:
        self.send(*lines)
        return self.line()

    def line(self) -> str:
        return self.heard.get(timeout=PATIENCE)


@contextmanager
def brain(make: PlayerMaker = PRIORITIES) -> Iterator[Manager]:
    manager = Manager()
    served = PiskvorkBrain(
        EventQueue(manager.sent.get), ServedPlayer("our player", "1.2", make, "seed"), manager.heard.put
    )
    running = threading.Thread(target=served.run)
    running.start()
    try:
        yield manager
    finally:
        manager.send("END")
        running.join(PATIENCE)
    assert not running.is_alive()
    assert manager.heard.empty()


def test_the_mandatory_commands() -> None:
    with brain() as manager:
        assert manager.ask("ABOUT").startswith('name="our player", version="1.2"')
        assert manager.ask("START 20") == "OK"
        assert manager.ask("INFO timeout_turn 1000", "INFO time_left 2147483647", "BEGIN").count(",") == 1
        # five in a row is made as soon as it can be
        assert manager.ask("BOARD", *(f"{x},3,1" for x in range(1, 5)), "9,9,2", "0,3,2", "DONE") == "5,3"
        # and stopped, after START anew
        assert manager.ask("START 15") == "OK"
        own = ("0,0,1", "5,0,1", "9,0,1", "1,7,1")
        assert manager.ask("BOARD", *(f"{x},7,2" for x in range(2, 6)), *own, "DONE") == "6,7"


def test_commands_may_be_in_small_letters_and_have_blanks() -> None:
    with brain() as manager:
        assert manager.ask("start  15 ") == "OK"
        assert manager.ask("board", " 7 , 7 , 1", *(f"{x},3,1" for x in range(4)), "done") == "4,3"


def test_a_game_by_turns() -> None:
    with brain(StayingPlayer) as manager:
        assert manager.ask("START 15") == "OK"
        assert manager.ask("BEGIN") == "0,14"
        assert manager.ask("TURN 1,14") == "2,14"
        assert manager.ask("TAKEBACK 2,14") == "OK"
        assert manager.ask("TAKEBACK 1,14") == "OK"
        assert manager.ask("TURN 5,5") == "1,14"
        assert manager.ask("PLAY 2,14") == "2,14"
        assert manager.ask("TURN 5,6") == "3,14"
        assert manager.ask("RESTART") == "OK"
        assert manager.ask("BEGIN") == "0,14"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["TURN 1,1"], "ERROR send START"),
        (["START"], "ERROR write START and the size"),
        (["START x"], "ERROR write START and the size"),
        (["START 4"], "ERROR line must be from 3 to the board size"),
        (["START 26"], "ERROR size must be from 3 to 25"),
        (["RECTSTART 15,16"], "ERROR only square boards"),
        (["RECTSTART 15,15"], "OK"),
        (["SUGGEST 1,1"], "UNKNOWN SUGGEST"),
        (["\x1b[31mHELLO"], "UNKNOWN "),
        (["POSITION x"], "ERROR a position needs 7 fields"),
        (["INFO rule 4", "START 15"], "ERROR renju can't be played here"),
        (["INFO rule 10", "START 15"], "ERROR continuous games and caro can't be"),
        (["INFO rule 999999999999999999999", "START 15"], "OK"),
        (["INFO folder /tmp", "INFO evaluate 1,1", "INFO", "START 15"], "OK"),
        (["STOP", "YXSTOP", "START 15"], "OK"),
        (["BOARD", "DONE"], "ERROR send START"),
    ],
)
def test_what_makes_no_sense_is_said_and_the_rest_goes_on(lines: list[str], says: str) -> None:
    with brain(RandomPlayer) as manager:
        assert manager.ask(*lines).startswith(says)
        assert manager.ask("INFO rule 0", "START 15") == "OK"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("TURN 15,0", "ERROR 15,0 is not on the board"),
        ("TURN -1,0", "ERROR '-1,0' is no point"),
        ("TURN", "ERROR '' is no point"),
        ("TAKEBACK 3,3", "ERROR there is no stone on 3,3"),
        ("PLAY 0,14", "ERROR there is a stone on 0,14"),
    ],
)
def test_stones_that_can_not_be_are_said(line: str, says: str) -> None:
    with brain(StayingPlayer) as manager:
        assert manager.ask("START 15") == "OK"
        assert manager.ask("BEGIN") == "0,14"
        assert manager.ask(line).startswith(says)


@pytest.mark.parametrize("lines", [["1,1,3"], ["1,1"], ["1,1,1", "1,1,2"], ["1,1,2"] * 1000])
def test_a_board_that_can_not_be_is_said(lines: list[str]) -> None:
    with brain(RandomPlayer) as manager:
        assert manager.ask("START 15") == "OK"
        assert manager.ask("BOARD", *lines, "DONE").startswith("ERROR ")


def test_exactly_five_is_played_as_that() -> None:
    row = [f"{x},3,1" for x in (0, 1, 2, 3, 5)]  # a stone on 4,3 makes six
    with brain() as manager:
        assert manager.ask("START 15") == "OK"
        assert manager.ask("BOARD", *row, "9,9,2", "DONE") == "4,3"
        assert manager.ask("INFO rule 1", "START 15") == "OK"
        assert manager.ask("BOARD", *row, "9,9,2", "DONE") != "4,3"


@pytest.mark.parametrize(
    ("make", "stones", "says"),
    [
        (StayingPlayer, [], "0,14 1,14 2,14"),
        (StayingPlayer, ["7,7", "8,8", "9,9"], "0,14"),
        (PassingPlayer, ["7,7", "8,8", "9,9"], "0,14 1,14"),
        (StayingPlayer, ["7,7", "8,8", "9,9", "1,1", "2,2"], "SWAP"),
        (PassingPlayer, ["7,7", "8,8", "9,9", "1,1", "2,2"], "0,14"),
        (StayingPlayer, ["7,7"], "ERROR an opening has 0, 3 or 5 stones"),
        (StayingPlayer, ["7,7", "7,7", "8,8"], "ERROR two stones are on one point"),
    ],
)
def test_an_opening_by_swap2(make: PlayerMaker, stones: list[str], says: str) -> None:
    with brain(make) as manager:
        assert manager.ask("START 15") == "OK"
        assert manager.ask("SWAP2BOARD", *stones, "DONE").startswith(says)


def test_a_game_goes_on_by_turns_after_an_opening() -> None:
    with brain(StayingPlayer) as manager:
        assert manager.ask("START 15", "SWAP2BOARD", "7,7", "8,8", "9,9", "DONE") == "OK"
        assert manager.line() == "0,14"
        assert manager.ask("TURN 0,13") == "1,14"


def test_the_extension_plays_by_all_rules() -> None:
    rows = "/".join(["19"] * 9 + ["9XOO7"] + ["19"] * 8 + ["X18"])
    swap = Game.new(RULESETS["swap2-pente"])
    for name in ("K10", "L10", "A1"):
        _, swap = swap.play(parse_point(name, 19))
    with brain() as manager:
        # one more pair wins
        assert manager.ask(f"POSITION {rows} 8,0 0X1 - - 12 pente-casual") == "12,9"
        assert manager.ask(f"POSITION {format_position(swap.position)}") in ("SWAP", "STAY", "PASS")


def test_rules_that_the_player_does_not_know_are_said() -> None:
    with brain(LinePlayer) as manager:
        assert manager.ask("START 20").startswith("ERROR the player does not play freestyle")


@pytest.mark.parametrize("stop", ["STOP", "YXSTOP"])
def test_a_thought_can_be_stopped_and_is_answered(stop: str) -> None:
    with brain(SleepyPlayer) as manager:
        assert manager.ask("START 15") == "OK"
        row = [f"{x},3,1" for x in range(4)]
        assert manager.ask("BOARD", *row, "9,9,2", "DONE", stop) == "4,3"
        assert manager.ask("TAKEBACK 4,3") == "OK"


def test_in_the_middle_of_a_thought_questions_are_answered_and_games_begin() -> None:
    with brain(SleepyPlayer) as manager:
        assert manager.ask("START 15", "BEGIN") == "OK"
        assert manager.ask("INFO timeout_turn 5", "ABOUT").startswith("name=")
        assert manager.ask("RESTART") == "OK"
        manager.send("BEGIN")  # END comes in the middle of this one


def test_commands_sent_ahead_are_carried_out_in_their_order() -> None:
    with brain(StayingPlayer) as manager:
        manager.send("START 15", "BEGIN", "TURN 1,14", "START 20", "BEGIN")
        said = [manager.line() for _ in range(5)]
        assert said == ["OK", "0,14", "2,14", "OK", "0,19"]


def test_too_many_commands_in_a_thought_are_refused() -> None:
    with brain(SleepyPlayer) as manager:
        assert manager.ask("START 15") == "OK"
        manager.send("BEGIN")
        assert (
            manager.ask(*["TURN 1,1"] * 1001) == "ERROR too many commands while a move is being thought about"
        )


def test_the_end_of_the_input_waits_for_the_answer() -> None:
    manager = Manager()
    manager.send("START 15", "BEGIN")
    manager.end()
    player = ServedPlayer("our player", "1", StayingPlayer, "seed")
    PiskvorkBrain(EventQueue(manager.sent.get), player, manager.heard.put).run()
    assert [manager.line(), manager.line()] == ["OK", "0,14"]


def test_lines_without_end_are_cut() -> None:
    manager = Manager()
    for _ in range(40):
        manager.sent.put(b"x" * 10_000)
    manager.sent.put(b"\nABOUT\n\xff\xfe\n")
    manager.end()
    events = EventQueue(manager.sent.get)
    first, second, third, last = (events.next() for _ in range(4))
    assert isinstance(first, str)
    assert len(first) == LONGEST_LINE
    assert (second, third, last) == ("ABOUT", "\ufffd\ufffd", None)


def test_what_a_file_plays_has_to_be_legal_and_the_game_goes_on(tmp_path: Path) -> None:
    illegal = "ERROR the player failed: ValueError: 0 is not one of position.legal_points"
    with brain(own_player(own_bot(tmp_path, TAKES_A_CORNER))) as manager:
        assert manager.ask("START 15") == "OK"
        assert manager.ask("TURN 0,14") == illegal  # A1, where it plays itself
        assert manager.ask("BOARD", "0,14,1", "7,7,2", "DONE") == illegal
        assert manager.ask("BOARD", "3,3,1", "7,7,2", "DONE") == "0,14"
        assert "'jump' is not one of" in manager.ask("SWAP2BOARD", "0,14", "1,1", "2,2", "DONE")
        assert manager.ask("ABOUT").startswith("name=")
