"""GTP as a controller sees it: bytes in, replies out."""

import io
from pathlib import Path

import pytest

from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_table import GTP_COMMANDS
from pente_bots.gtp.serve_gtp import serve_gtp
from pente_bots.shell.line_reader import LineReader
from pente_bots.shell.state.player_choice import parse_player
from pente_core.notation import format_position
from pente_core.records import format_sgf, record_of
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.support.own_bots import FAILING, own_bot

ROOT = Path(__file__).parents[3]


def served(*lines: str, player: str = "priorities", spec: object = "pente") -> list[str]:
    """The replies to some lines."""
    said: list[str] = []
    stream = io.BytesIO("\n".join(lines).encode("utf-8", "surrogateescape"))
    engine = GtpEngine(parse_player(player), ruleset_from(spec), "1")
    serve_gtp(LineReader(lambda: stream.read(7)), said.append, engine)
    assert all(reply.endswith("\n\n") and "\n\n" not in reply[:-1] for reply in said)
    return [reply.removesuffix("\n\n") for reply in said]


def last(*lines: str, player: str = "priorities", spec: object = "pente") -> str:
    return served(*lines, player=player, spec=spec)[-1]


def test_replies_have_the_number_of_their_command() -> None:
    assert served("7 protocol_version", "protocol_version", "12 foo", "foo") == [
        "=7 2", "= 2", "?12 unknown command", "? unknown command",
    ]  # fmt: skip


def test_comments_blanks_and_control_characters_are_dropped() -> None:
    lines = (
        "",
        "   \t",
        "# nothing",
        "\x00",
        "3\tplay   b\tK10   # the centre\r",
        "\x01pl\x02ay w L10",
        " 4 quit",
    )
    assert served(*lines) == ["=3", "=", "=4"]


def test_a_line_that_is_too_long_gets_an_error_and_the_next_one_a_reply() -> None:
    assert served("x" * 1_000_000, "name", "play b " + "K" * 9000, "2 name") == [
        "? line too long", "= pente priorities", "? line too long", "=2 pente priorities",
    ]  # fmt: skip


def test_bytes_that_are_no_text_are_unknown_commands() -> None:
    assert served("\udcff\udcfe\udc80", "1 name") == ["? unknown command", "=1 pente priorities"]


def test_commands_are_listed_and_known() -> None:
    (reply,) = served("list_commands")
    assert reply.removeprefix("= ").split("\n") == list(GTP_COMMANDS)
    assert served("known_command genmove", "known_command foo", "known_command") == [
        "= true", "= false", "? syntax error",
    ]  # fmt: skip


def test_the_documented_commands_are_those_that_are_known() -> None:
    text = (ROOT / "docs" / "gtp.md").read_text()
    assert [name for name in GTP_COMMANDS if f"`{name}" not in text and f"`{name} " not in text] == []


def test_quit_is_answered_and_ends() -> None:
    assert served("quit", "name") == ["="]


def test_a_game_is_played_black_first() -> None:
    replies = served(
        "boardsize 7", "clear_board", "komi 6.5", "play black d4", "genmove w", "genmove W", "play B e4"
    )
    assert replies[:4] == ["=", "=", "=", "="]
    assert replies[4].startswith("= ")
    assert replies[5] == "? illegal move: black is to move"
    assert replies[6] == "=" or replies[6].startswith("? illegal move: ")


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("boardsize 8", "? unacceptable size"),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize x", "? syntax error"),
        ("boardsize", "? syntax error"),
        ("komi x", "? syntax error"),
        ("play b", "? syntax error"),
        ("play green K10", "? invalid color or coordinate"),
        ("play b I5", "? invalid color or coordinate"),
        ("play b U20", "? invalid color or coordinate"),
        ("play b resign", "? invalid color or coordinate"),
        ("play b pass", "? illegal move: nobody passes in this game"),
        ("play b A1", "? illegal move: the first stone goes on the centre"),
        ("play w K10", "? illegal move: black is to move"),
        ("genmove", "? syntax error"),
        ("genmove w", "? illegal move: black is to move"),
        ("undo", "? cannot undo"),
        ("final_score", "? cannot score"),
        ("time_settings 1 2", "? syntax error"),
        ("time_left b x 0", "? syntax error"),
        ("loadsgf", "? syntax error"),
        ("loadsgf /no/such.sgf", "? cannot load file"),
        ("pente-ruleset chess", None),
        ("pente-ruleset {", "? unacceptable ruleset: not valid JSON"),
        ("pente-position 3/3/3", None),
        ("pente-time_settings 5++3", None),
        ("pente-time_settings 5+3,1+0", "? syntax error: both sides have the same clock"),
    ],
)
def test_errors(line: str, reply: str | None) -> None:
    (said,) = served(line)
    assert said == reply if reply else said.startswith("? ")


def test_undo_takes_a_stone_back() -> None:
    assert served("play b K10", "undo", "play b K10") == ["=", "=", "="]


def test_a_finished_game_is_scored_and_ended_with_passes() -> None:
    moves = ["d4", "a1", "d7", "a3", "d5", "a5", "d3", "a7", "d6"]
    lines = [f"play {'bw'[n % 2]} {point}" for n, point in enumerate(moves)]
    replies = served(
        "boardsize 7",
        *lines,
        "final_score",
        "pente-outcome",
        "genmove w",
        "play w pass",
        "play w b1",
        "undo",
        "final_score",
    )
    assert replies[10:] == [
        "= B+1", "= black line", "= pass", "=", "? illegal move: the game is over", "=", "? cannot score",
    ]  # fmt: skip


def test_the_board_is_shown_in_the_colours_of_the_protocol() -> None:
    reply = last("boardsize 7", "play b d4", "showboard")
    assert reply.splitlines()[0] == "="
    assert reply.splitlines()[-1] == "X black, O white"


def test_choosing_without_playing_changes_nothing() -> None:
    chosen, again, played = served("reg_genmove b", "reg_genmove b", "genmove b")
    assert chosen == again == played == "= K10"


def test_a_player_that_resigns_says_so() -> None:
    fours = "19/4XXXX11/19/19/19/4XXXX11"
    lost = f"{fours}/19/19/19/19/19/19/19/19/19/O2O2O2O2O2O3/19/O2O15/19 0,0 1O1 - - 16 pente"
    line = f"pente-position {lost}"
    assert served(line, "genmove w", player="patterns:resign=on")[-1] == "= resign"


def test_a_recorded_game_is_loaded_up_to_before_a_move(tmp_path: Path) -> None:
    game = Game.new(RULESETS["pente"])
    for name in ("K10", "A1", "A19"):
        game = game.play(parse_point(name, 19))[1]
    path = tmp_path / "a game.sgf"
    path.write_text(format_sgf(record_of(game)))
    assert last(f"loadsgf {path}", "pente-position") == f"= {format_position(game.position)}"
    assert last(f"loadsgf {path} 3", "pente-position") == f"= {format_position(game.back_to(2).position)}"


# -- the extension --------------------------------------------------------------------------------------


def test_the_rulesets_that_are_played() -> None:
    assert served("pente-rulesets") == ["= *"]
    assert "connect6" not in last("pente-rulesets", player="alphabeta").split()
    assert "gomoku" in last("pente-rulesets", player="patterns").split()


def test_a_ruleset_is_set_and_told() -> None:
    assert last("pente-ruleset keryo-pente", "pente-ruleset") == "= keryo-pente"
    spec = '{"base":"pente","size":13}'
    assert last(f"pente-ruleset {spec}", "pente-ruleset") == f"= {spec}"
    assert last("pente-ruleset gomoku", "boardsize 15", "pente-ruleset") == '= {"base":"gomoku","size":15}'
    said = last("pente-ruleset connect6", player="alphabeta")
    assert said == "? unacceptable ruleset: alphabeta does not play it"


def test_captures_are_told_in_stones() -> None:
    assert (
        last("play b K10", "play w L10", "play b A1", "play w M10", "play b N10", "pente-captures") == "= 2 0"
    )


def test_a_swap_opening_is_played_with_words() -> None:
    lines = ("pente-ruleset swap2-pente", "play b K10", "play w K11", "play b C3", "pente-choices")
    assert last(*lines) == "= swap stay pass"
    assert last(*lines, "genmove w") in {"= swap", "= stay", "= pass"}
    assert last(*lines, "play w pass", "pente-choices") == "="
    assert last(*lines, "play w pass", "play w D4", "play b D5", "pente-choices") == "= swap stay"


def test_a_position_is_set_and_told_in_one_line() -> None:
    text = '3/1XO/3 0,0 0X1 - - 2 {"base":"freestyle","size":3,"line":3}'
    assert last(f"pente-position {text}", "pente-position") == f"= {text}"
    assert served(f"pente-position {text}", "undo")[-1] == "? cannot undo"
    assert last(f"pente-position {text}", "genmove b").startswith("= ")


def test_a_position_without_a_point_left_is_passed() -> None:
    full = 'XOX/XOX/OXO 0,0 1O1 - - 9 {"base":"freestyle","size":3,"line":3}'
    assert served(f"pente-position {full}", "genmove w", "play w pass") == ["=", "= pass", "="]


def test_four_sides_have_colours() -> None:
    lines = ('pente-ruleset {"base":"pente","sides":4}', "play black K10", "play white A1", "genmove red")
    assert last(*lines).startswith("= ")
    assert last(*lines, "play blue T1", "pente-captures") == "= 0 0 0 0"


def test_a_player_in_a_file_that_fails_gets_an_error_and_the_game_goes_on(tmp_path: Path) -> None:
    file = own_bot(tmp_path, FAILING)
    failed, placed = served("play b K10", "genmove w", "play w A1", player=file, spec="pente")[1:]
    assert failed.startswith(f"? the player failed: {file}: AttributeError")
    assert placed.strip() == "="


FOUR = (
    "boardsize 9",
    "play b c4",
    "play w a1",
    "play b d4",
    "play w a9",
    "play b e4",
    "play w j1",
    "play b f4",
)


def test_a_position_is_analyzed_without_a_move() -> None:
    asked = ("play w j9", "pente-analyze", "pente-analyze 2", "play b g4", "pente-analyze")
    *_, one, two, played, over = served(*FOUR, *asked, spec="freestyle")
    assert one in ("= move B4 chance 1.0000 win_in 1 line B4", "= move G4 chance 1.0000 win_in 1 line G4")
    first, second = two.removeprefix("= ").split("\n")
    assert {line.split()[1] for line in (first, second)} == {"B4", "G4"}
    assert played == "="
    assert over == "? cannot analyze: no stone is due"


def test_a_search_of_a_player_that_looks_ahead_has_its_depth() -> None:
    reply = last("play b k10", "play w l10", "pente-analyze 3", player="patterns:level=1", spec="freestyle")
    for line in reply.removeprefix("= ").split("\n"):
        words = line.split()
        assert words[0::2][:4] == ["move", "chance", "depth", "nodes"]
        assert words[8:10] == ["line", words[1]]


def test_a_number_of_lines_is_checked() -> None:
    assert served("pente-analyze x") == ["? syntax error"]
