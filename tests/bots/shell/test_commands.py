"""Each command of the shell: what it answers, and its errors."""

import re
from pathlib import Path
from random import Random

import pytest

from pente_bots.players.priorities import PrioritiesPlayer
from pente_bots.shell.commands.handlers import HANDLERS
from pente_bots.shell.session import ShellSession
from pente_bots.shell.state.command import ShellCommand
from pente_bots.shell.state.context import ShellOptions
from pente_bots.shell.state.errors import ErrorKind
from pente_bots.shell.state.point_names import MATRIX
from pente_bots.shell.table import COMMANDS, PUBLISHED
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import ruleset_from
from tests.bots.shell.shell_stage import SMALL, answer, error, session, typed
from tests.support.own_bots import BESIDE, FAILING, ILLEGAL, own_bot

THREES = ("setup put white D4 E4 F4", "setup put black A1")
FIVES = ("play D4", "play A1", "play D7", "play A3", "play D5", "play A5", "play D3", "play A7", "play D6")
"""White wins on a board of 7x7."""


def test_the_eighteen_commands_of_the_published_shell_are_there_in_its_order() -> None:
    published = (
        "boardsize reset quit genmove play commands emptyspaces ptm winner showboard capturecounts "
        "playcpugame changeptm movehistory rules changerules startgame poseval"
    )
    assert answer("commands")[:PUBLISHED] == published.split()
    added = answer("commands")[PUBLISHED:]
    assert added == ["undo", "hint", "evaluate", "analyse", "save", "load", "setup", "help"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_each_command_says_how_much_input_it_takes(command: ShellCommand) -> None:
    if command.least:
        assert error(command.name).startswith("command requires additional input: type ")
    if not command.most:
        assert error(f"{command.name} more").startswith("command does not require additional input")
    elif command.most < 10:
        assert error(f"{command.name} {'x ' * (command.most + 1)}").startswith("incorrect amount of input")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_each_command_is_explained(command: ShellCommand) -> None:
    first, *details = answer(f"help {command.name}")
    assert first == f"{command.form}: {command.summary}."
    assert details == list(command.details)
    assert f"{command.name:<13}  {command.summary}" in answer("help")
    assert max(map(len, answer("help"))) < 80


def test_each_command_is_carried_out_by_something() -> None:
    assert list(HANDLERS) == [command.name for command in COMMANDS]


def test_commands_that_do_not_exist() -> None:
    assert error("jump") == "command does not exist: 'jump'; type commands to list them"
    assert error("genmov") == "command does not exist: 'genmov'; did you mean genmove?"
    assert error("help jump").startswith("command does not exist")
    assert answer("PTM") == ["It is white's turn."]


def test_empty_lines_and_comments_have_no_answer() -> None:
    assert [answer(line) for line in ("", "   ", "# play K10", "\t\x00")] == [[]] * 4


# -- the board ------------------------------------------------------------------------------------------


def test_a_board_of_another_size() -> None:
    lines = answer("boardsize 7")
    assert lines[0].split() == list("ABCDEFG")
    assert len(lines) == 7 + 3


@pytest.mark.parametrize("size", ["8", "5", "21", "x", "-7", "7.0", "99999999999"])
def test_a_centre_needs_an_odd_board_between_seven_and_nineteen(size: str) -> None:
    assert error(f"boardsize {size}") == "boardsize must be odd between 7 and 19"


def test_the_sizes_are_those_of_the_ruleset() -> None:
    assert error("boardsize 26", spec="freestyle") == "boardsize must be between 5 and 25"
    assert error("boardsize 9", spec="g-pente") == "boardsize must be 19"
    assert len(answer("boardsize 6", spec="freestyle")) == 6 + 3


def test_reset_begins_again() -> None:
    shell = session(SMALL)
    typed(shell, *FIVES)
    assert len(typed(shell, "reset")) == 10
    assert typed(shell, "movehistory") == ["Nobody has moved yet."]
    assert shell.game.rules.size == 7


def test_the_board_shows_the_last_stone_and_the_winning_row() -> None:
    assert answer("play D4", "showboard", spec=SMALL)[4] == " 4 . . .(X). . . 4"
    assert answer(*FIVES, "showboard", spec=SMALL)[3] == " 5 O . .*X*. . . 5"
    assert answer("showboard", spec=SMALL)[-1] == "X white, O black"


def test_a_narrow_terminal_has_no_row_numbers_at_the_right() -> None:
    assert answer("showboard", columns=lambda: 43)[1].endswith(" 19")
    narrow = answer("showboard", columns=lambda: 42)
    assert max(map(len, narrow)) <= 41
    assert narrow[10] == "10 " + " ".join(["."] * 9 + ["+"] + ["."] * 9)


def test_the_other_convention_has_the_letter_i_and_row_one_on_top() -> None:
    shell = session(names=MATRIX)
    assert typed(shell, "play j10") == ["White played J10."]  # the centre
    assert typed(shell, "showboard")[0].split() == list("ABCDEFGHIJKLMNOPQRS")
    assert typed(shell, "showboard")[1].startswith(" 1")
    typed(shell, "play I10")
    assert typed(shell, "movehistory") == ["1. white J10", "2. black I10"]
    assert "I10" not in typed(shell, "emptyspaces")


def test_the_board_is_shown_after_each_change_if_that_is_wanted() -> None:
    assert len(answer("play D4", spec=SMALL, shows_board=True)) == 1 + 9


# -- moves ----------------------------------------------------------------------------------------------


def test_a_move_is_told_with_all_that_comes_of_it() -> None:
    moves = ("play K10", "play L10", "play A1", "play M10", "play N10")
    assert answer(*moves) == ["White played N10.", "White captured 1 pair: L10 M10."]
    assert answer(*FIVES, spec=SMALL) == [
        "White played D6.",
        "White won: five in a row (D3 D4 D5 D6 D7).",
    ]


def test_threes_and_fours_are_announced() -> None:
    moves = ("play K10", "play A1", "play K13", "play A3", "play K12", "play A5", "play K11")
    assert answer(*moves[:5]) == ["White played K12."]
    assert answer(*moves)[1:] == ["White has four in a row, open at both ends: open tessera!"]
    assert answer("setup put white A1 A2", "play A3")[1:] == ["White has three in a row: tria!"]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["play A1"], "the first stone goes on the centre"),
        (["play K10", "play K10"], "there is a stone already; choose an empty point"),
        (["play K10", "play A1", "play K11"], "the second stone of the first side must be further"),
        (["play swap"], "you can't choose that now"),
    ],
)
def test_illegal_moves_say_why(lines: list[str], reason: str) -> None:
    assert error(*lines).startswith(f"illegal move: {reason}")


def test_nothing_is_played_when_the_game_is_over() -> None:
    over = "the game is over; type reset to begin another"
    assert error(*FIVES, "play B1", spec=SMALL) == f"illegal move: {over}"
    for command in ("ptm", "genmove", "changeptm b", "poseval", "hint", "evaluate", "analyse"):
        assert error(*FIVES, command, spec=SMALL) == "the game is over: type reset to begin another", command


@pytest.mark.parametrize("point", ["K", "10", "KK10", "K-1", "K10x", "§1", "K 1 0", "٣٣", "I5"])
def test_what_is_no_point(point: str) -> None:
    kind = error(f"play {point}").partition(":")[0]
    assert kind in ("location syntax incorrect", "incorrect amount of input")
    assert error("play K").startswith("location syntax incorrect: 'K' is not a point; write a column letter")


@pytest.mark.parametrize("point", ["A0", "A20", "U1", "Z99", "T9999"])
def test_what_is_off_the_board(point: str) -> None:
    said = error(f"play {point}")
    assert said.startswith("location out of bounds: ")
    assert said.endswith("columns run from A to T, rows from 1 to 19")


def test_a_turn_of_two_stones_is_played_at_once_or_stone_by_stone() -> None:
    assert answer("play K10", "play L10 L11", spec="connect6") == ["Black played L10.", "Black played L11."]
    assert answer("play K10", "play L10", "ptm", spec="connect6") == ["It is black's turn."]
    assert answer("play K10", "ptm", spec="connect6") == ["It is black's turn, with two stones."]
    assert error("play K10 L10", spec="connect6").startswith(
        "incorrect amount of input: this turn has 1 stone"
    )
    assert error("play K10", "play L10 K10", spec="connect6").startswith("illegal move")
    assert len(answer("play K10", "genmove priorities", spec="connect6")) == 2


def test_a_swap_opening_is_played_with_its_choices() -> None:
    shell = session("swap2-pente")
    assert typed(shell, "play K10", "ptm") == ["It is white's turn, to place a black stone."]
    typed(shell, "play K11", "play C3")
    assert typed(shell, "ptm") == ["It is black's turn, to choose: swap, stay, pass."]
    assert typed(shell, "poseval") == [
        "Error: incorrect input: first choose: play swap, play stay, play pass"
    ]
    assert typed(shell, "play swap") == ["Black chose to swap."]
    assert typed(shell, "movehistory")[-1] == "4. black swap"


def test_several_sides_play_in_turn() -> None:
    shell = session({"base": "pente", "sides": 3})
    typed(shell, "play K10", "play A1")
    assert typed(shell, "ptm") == ["It is red's turn."]
    assert len(typed(shell, "capturecounts")) == 3
    assert typed(shell, "genmove")[0].startswith("Red played ")
    assert typed(shell, "analyse")[0].startswith("Error: incorrect input: an analysis needs two sides")


def test_a_computer_player_makes_the_turn() -> None:
    assert answer("genmove random") == ["White played K10."]
    assert re.fullmatch(r"Black played [A-T]\d+\.", answer("play K10", "genmove patterns:level=1")[0])
    assert answer("play K10", "genmove 3") == answer("play K10", "genmove level-3")


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("deepblue", "there is no player 'deepblue'; choose from random"),
        ("13", "there is no level 13; choose one from 1 to 12"),
        ("patterns:level=9", "level can't be '9'; it is 1 to 5"),
        ("random:x=1", "this player has no option 'x'"),
    ],
)
def test_players_that_there_are_not(player: str, why: str) -> None:
    for command in ("genmove", "playcpugame", "evaluate"):
        assert error("play K10", f"{command} {player}").startswith(f"incorrect input: {why}")


def test_a_player_that_does_not_play_the_rules_says_so() -> None:
    said = error("genmove alphabeta", spec="connect6")
    assert said == "incorrect input: alphabeta does not play connect6 with these parameters; try priorities"


def test_equal_seeds_play_equal_games_and_equal_positions_may_differ() -> None:
    games = [answer("playcpugame random", spec=SMALL, seed=seed) for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]
    shell = session()
    first = {tuple(typed(shell, "reset", "play K10", "genmove random")) for _ in range(5)}
    assert len(first) > 1


def test_a_whole_game_of_computer_players_ends_with_the_board() -> None:
    lines = answer("playcpugame random priorities", spec=SMALL)
    assert lines[-1] == "X white, O black"
    assert any(line.startswith(("White won", "Black won", "The game is drawn")) for line in lines)
    shell = session(SMALL)
    typed(shell, "playcpugame random")
    assert typed(shell, "reset", "play D4") == ["White played D4."]  # nobody answers any more
    assert error("playcpugame me random").startswith("incorrect input: only computer players")
    assert error("playcpugame random random random").startswith(
        "incorrect amount of input: name a player for"
    )


def test_in_a_started_game_the_computer_answers() -> None:
    shell = session(SMALL)
    assert typed(shell, "startgame me priorities")[0] == "A new game: white is a person, black is priorities."
    played = typed(shell, "play D4")
    assert played[0] == "White played D4."
    assert played[1].startswith("Black played ")
    assert typed(shell, "undo") == ["Took back 2 turns."]
    assert typed(shell, "ptm") == ["It is white's turn."]
    assert typed(shell, "startgame random me")[1] == "White played D4."
    assert typed(shell, "undo") == ["Took back 1 turn."]  # there is no turn of a person to go back to


def test_a_game_is_started_against_the_usual_player() -> None:
    assert answer("startgame", spec=SMALL)[0] == "A new game: white is a person, black is patterns."
    assert answer("startgame", spec={"base": "pente", "sides": 3})[0].endswith("red is level-1.")


def test_undo_takes_back_one_turn_after_the_other() -> None:
    shell = session()
    typed(shell, "play K10", "play A1")
    assert typed(shell, "undo") == ["Took back 1 turn."]
    assert typed(shell, "undo", "undo") == ["Error: nothing to undo"]
    assert typed(shell, "play K10") == ["White played K10."]


# -- questions ------------------------------------------------------------------------------------------


def test_the_empty_points_are_listed_ten_a_line() -> None:
    lines = answer("play D4", "emptyspaces", spec=SMALL)
    assert lines[0] == "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3"
    assert len(" ".join(lines).split()) == 48


def test_the_winner() -> None:
    assert answer("winner") == ["The game is still going on."]
    assert answer(*FIVES, "winner", spec=SMALL)[0] == "White is the winner."
    tiny = {"base": "freestyle", "size": 3, "line": 3}
    drawn = (
        "play A1",
        "play B2",
        "play C3",
        "play B1",
        "play B3",
        "play A3",
        "play C1",
        "play C2",
        "play A2",
    )
    assert answer(*drawn, "winner", spec=tiny)[0].startswith("The game is drawn")


def test_captures_are_counted_in_pairs_where_only_pairs_are_taken() -> None:
    moves = ("play K10", "play L10", "play A1", "play M10", "play N10", "capturecounts")
    assert answer(*moves) == [
        "White has captured 1 pair; 5 pairs win.",
        "Black has captured 0 pairs; 5 pairs win.",
    ]
    assert answer("capturecounts", spec="keryo-pente")[0] == "White has captured 0 stones; 15 stones win."
    assert answer("capturecounts", spec="gomoku") == ["Nothing is captured in this game."]
    assert answer("capturecounts", spec={"base": "pente", "sides": 4, "teams": True})[-1].endswith(
        "together."
    )


def test_the_moves_of_a_game_or_of_one_side() -> None:
    shell = session()
    typed(shell, "play K10", "play A1", "play A19")
    assert typed(shell, "movehistory") == ["1. white K10", "2. black A1", "3. white A19"]
    assert typed(shell, "movehistory w") == ["1. white K10", "2. white A19"]
    assert typed(shell, "movehistory BLACK") == ["1. black A1"]
    assert answer("movehistory b") == ["Black has not moved yet."]
    assert error("movehistory x") == "incorrect input: 'x' is not a side; choose from white, black"


def test_the_player_to_move_is_changed() -> None:
    shell = session()
    typed(shell, "play K10")
    assert typed(shell, "changeptm w") == ["Player to move is now white."]
    assert typed(shell, "play A1") == ["White played A1."]
    assert typed(shell, "movehistory") == ["1. white K10", "2. white A1"]
    assert error("changeptm x").startswith("incorrect input: 'x' is not a side")
    assert answer("changeptm b", "play K10") == ["Black played K10."]
    assert error("changeptm b", spec="d-pente").startswith("incorrect input: the sides take turns")


# -- rules ----------------------------------------------------------------------------------------------


def test_rules_are_explained_and_changed() -> None:
    assert answer("rules")[0] == "The current ruleset is: pente (tournament)."
    assert answer("changerules casual")[0] == "The current ruleset is: pente, changed (casual)."
    assert answer("changerules gomoku")[0] == "The current ruleset is: gomoku."
    assert answer("changerules casual", "play K10", "play A1", "play K11") == ["White played K11."]
    assert error("changerules casual", "play A1").startswith(
        "illegal move: the first stone goes on the centre"
    )


def test_rules_keep_the_board_where_they_can() -> None:
    shell = session(SMALL)
    typed(shell, "changerules keryo-pente")
    assert shell.game.rules.size == 7
    typed(shell, "changerules g-pente")
    assert shell.game.rules.size == 19
    typed(shell, "changerules connect6 size=9 line=5")
    assert (shell.game.rules.size, shell.game.rules.line) == (9, 5)
    typed(shell, 'changerules {"base":"pente","captures":[2,3],"goal":12}')
    assert shell.game.rules.captures == (2, 3)
    typed(shell, "changerules pente captures=2,3 exact-line=true opening=free")
    assert shell.game.rules.exact_line


@pytest.mark.parametrize(
    "rules", ["chess", "pente size", "pente size=2", "{", "pente size=x", "no.toml", "{}x"]
)
def test_rules_that_there_are_not(rules: str) -> None:
    assert error(f"changerules {rules}").startswith("incorrect input: ")


# -- judging --------------------------------------------------------------------------------------------


def test_poseval_tells_winning_moves() -> None:
    lines = answer("setup put white D1 D2 D3 D4", "setup put black A1", "poseval", spec=SMALL)
    assert lines[0] == "winning moves for white: D5"


def test_poseval_tells_an_inevitable_loss() -> None:
    lines = answer("setup put white D2 D3 D4 D5", "setup put black A1", "changeptm b", "poseval", spec=SMALL)
    assert lines[0] == "a black loss is inevitable; blocking moves would be: D1 D6"


def test_poseval_tells_how_a_loss_is_prevented_also_by_a_capture() -> None:
    lines = answer(
        "setup put white D1 D2 D3 D4", "setup put black A1 A7", "setup move b", "poseval", spec=SMALL
    )
    assert lines[0] == "moves that prevent a black loss: D5"
    taking = answer(
        "setup put white D2 D3 D4 D5 E3", "setup put black F3", "setup move b", "poseval", spec=SMALL
    )
    assert taking[0] == "moves that prevent a black loss: C3"  # takes D3 and E3


def test_poseval_tells_open_rows() -> None:
    assert answer(*THREES, "poseval", spec=SMALL)[0] == "white can make an open tessera at: C4"
    assert answer(*THREES, "changeptm b", "poseval", spec=SMALL)[0].startswith(
        "black can block an open tessera at:"
    )
    assert answer("setup put white D4 D5", "poseval", spec="pente")[0].startswith(
        "white can make an open tria"
    )


def test_poseval_tells_the_opening_rules() -> None:
    assert answer("poseval")[0] == "white must play K10 to start the game"
    lines = answer("play K10", "play A1", "poseval")
    assert lines[0] == "by the opening rule, white must play one of 335 points:"
    assert answer("poseval", spec="freestyle")[0] == "there is no urgent move for white"


def test_poseval_has_the_text_of_the_priorities_player() -> None:
    shell = session()
    typed(shell, "play K10", "play L10", "play K14", "play L12")
    text = PrioritiesPlayer(Random(1), captures=True).explain(shell.game.position)
    assert typed(shell, "poseval")[1:] == text.splitlines()


def test_a_hint_names_the_best_point_and_why() -> None:
    lines = answer("setup put white D1 D2 D3 D4", "hint", spec=SMALL)
    assert lines[0] == "Hint: D5 wins."


def test_points_in_advice_have_the_names_of_the_convention() -> None:
    lines = answer("setup put white D7 D6 D5 D4", "hint", spec=SMALL, names=MATRIX)
    assert lines[0] == "Hint: D3 wins."


def test_a_position_is_evaluated() -> None:
    assert answer("play D4", "evaluate", spec=SMALL)[0].endswith(".")
    lines = answer(*THREES, "evaluate priorities", spec=SMALL)
    assert lines[0] == "Value for white, from -1 to 1: +0.82."
    assert lines[1].startswith("Best points: C4 5, ")


def test_an_analysis_tells_main_lines_and_the_tree() -> None:
    lines = answer("play D4", "play E5", "play A1", "analyse 3", spec=SMALL)
    assert [line.partition(":")[0] for line in lines[:3]] == ["depth 1", "depth 2", "depth 3"]
    assert "main line: " in lines[2]
    assert lines[4].startswith("  ")


def test_an_analysis_stops_when_a_line_is_typed() -> None:
    shell = ShellSession(ruleset_from(SMALL), ShellOptions(is_endless=True), lambda: True)
    typed(shell, "play D4", "play E5", "play A1")
    lines = typed(shell, "analyse")
    assert lines[0].startswith("depth 1")
    assert lines[1] == "Stopped."
    assert len(lines) > 2


@pytest.mark.parametrize("depth", ["0", "13", "x", "999999999999", "٣"])
def test_depths_that_there_are_not(depth: str) -> None:
    assert error("play K10", f"analyse {depth}").startswith(
        "incorrect input: the depth is a number from 1 to 12"
    )


def test_players_show_what_they_search_if_that_is_wanted() -> None:
    shell = session(SMALL)
    assert typed(shell, "analyse on") == ["Computer players show what they search."]
    lines = typed(shell, "play D4", "genmove patterns:level=1")
    assert lines[0].startswith("main line: ")
    assert lines[-1] == f"Black played {lines[0].split()[2]}."  # what was shown is what is played
    assert len(typed(shell, "analyse off", "genmove patterns:level=1")) == 1


# -- positions and records ------------------------------------------------------------------------------


def test_stones_are_put_and_removed() -> None:
    shell = session(SMALL)
    typed(shell, "setup put white D4 D5", "setup put b A1")
    assert str(shell.game.position.board).splitlines()[2] == ". . . X . . ."
    typed(shell, "setup remove D5 A1")
    assert shell.game.position.board.occupied.bit_count() == 1
    assert (
        typed(shell, "setup captured black 4", "capturecounts")[1]
        == "Black has captured 2 pairs; 5 pairs win."
    )
    assert typed(shell, "undo") == ["Took back a change of the board."]
    typed(shell, "setup clear")
    assert shell.game.position.board.occupied == 0


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["setup jump"], "incorrect input: 'jump'; choose from put, remove, move, captured, clear"),
        (["setup put"], "incorrect amount of input"),
        (["setup put white"], "incorrect amount of input"),
        (["setup put green A1"], "incorrect input: 'green' is not a side"),
        (["setup put white A99"], "location out of bounds"),
        (["setup put white A1", "setup put black A1"], "illegal move: there is a stone already on A1"),
        (["setup remove A1"], "illegal move: there is no stone on A1"),
        (["setup move"], "incorrect amount of input"),
        (["setup clear A1"], "incorrect amount of input"),
        (["setup captured white"], "incorrect amount of input"),
        (["setup put white A1", "setup captured white x"], "incorrect input: 'x' is not a number"),
        (["setup put white A1", "setup captured white 10"], "incorrect input: the game is over"),
        (["setup put white A1 A2 A3 A4 A5"], "incorrect input: the game is over"),
    ],
)
def test_setups_that_there_are_not(lines: list[str], said: str) -> None:
    assert error(*lines).startswith(said)


@pytest.mark.parametrize("extension", [".pgn", ".txt", ".sgf", ".jsonl"])
def test_a_game_is_saved_and_loaded(extension: str, tmp_path: Path) -> None:
    path, shell, other = tmp_path / f"a game{extension}", session(SMALL), session()
    typed(shell, *FIVES)
    assert typed(shell, f"save {path}") == [f"Saved 9 turns as {path}."]
    assert typed(other, f"load {path}")[0] == f"Loaded 9 turns of pente from {path}."
    assert other.game.game == shell.game.game
    assert typed(other, "movehistory") == typed(shell, "movehistory")
    assert typed(other, "undo", "ptm") == ["It is white's turn."]


def test_a_position_that_was_set_up_is_saved(tmp_path: Path) -> None:
    path, shell, other = tmp_path / "set-up.sgf", session(SMALL), session()
    typed(shell, "setup put white D4", "changeptm b", "play D5", f"save {path}")
    typed(other, f"load {path}#1")
    assert other.game.position == shell.game.position
    assert typed(other, "undo", "undo") == ["Error: nothing to undo"]


def test_files_that_there_are_not(tmp_path: Path) -> None:
    assert error(f"load {tmp_path}/no.sgf").startswith("incorrect input: ")
    assert "needs one of the extensions .pgn" in error("load game")
    assert error("save -").startswith("incorrect input: name a file")
    assert error(f"save {tmp_path}/no/where.pgn").startswith("incorrect input: ")
    (tmp_path / "bad.sgf").write_bytes(b"\x00(;FF[4]\xff")
    assert error(f"load {tmp_path}/bad.sgf").startswith("incorrect input: ")
    assert error("changeptm b", "play K10", f"save {tmp_path}/x.sgf").startswith(
        "incorrect input: this game began"
    )


def test_quit_ends_the_shell() -> None:
    shell = session()
    assert typed(shell, "quit") == ["Goodbye."]
    assert shell.is_over


def test_each_kind_of_error_is_known_by_its_beginning() -> None:
    assert {str(kind) for kind in ErrorKind} >= {
        "command does not exist",
        "command requires additional input",
        "command does not require additional input",
        "incorrect amount of input",
        "incorrect input",
        "illegal move",
        "location syntax incorrect",
        "location out of bounds",
    }


def test_a_player_in_a_file_plays_by_its_path(tmp_path: Path) -> None:
    file = own_bot(tmp_path)
    shell = session()
    assert any("A1" in line for line in typed(shell, "play K10", f"genmove {file}"))
    assert shell.game.position.ply == 2


def test_a_player_is_told_the_game_so_far(tmp_path: Path) -> None:
    file = own_bot(tmp_path, BESIDE)
    shell = session()
    typed(shell, "play K10", f"genmove {file}")
    assert shell.game.game.turns == (parse_point("K10", 19), parse_point("L10", 19))


@pytest.mark.parametrize(
    ("text", "command", "says"),
    [
        (FAILING, "genmove", "the player failed: {}: AttributeError: 'Position' object has no attribute"),
        (FAILING, "evaluate", "the player failed: {}: ValueError: no idea (line 9 of mybot.py)"),
        (ILLEGAL, "genmove", "the player failed: {}: ValueError: -1 is not one of position.legal_points"),
        ("def", "genmove", "incorrect input: mybot.py can't be loaded: SyntaxError"),
    ],
)
def test_a_file_that_fails_changes_nothing(text: str, command: str, says: str, tmp_path: Path) -> None:
    file = own_bot(tmp_path, text)
    assert error("play K10", f"{command} {file}").startswith(says.format(file))
