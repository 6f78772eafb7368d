"""Whatever is typed: nothing is raised, answers are clean, and an error changes nothing."""

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_table import GTP_COMMANDS
from pente_bots.gtp.serve_gtp import serve_gtp
from pente_bots.shell.line_reader import LineReader
from pente_bots.shell.state.player_choice import parse_player
from pente_bots.shell.table import COMMANDS
from pente_core.rules.ruleset import ruleset_from
from tests.bots.shell.shell_stage import session

SPECS: list[Any] = [
    {"base": "pente", "size": 7},
    {"base": "connect6", "size": 7},
    {"base": "swap2-pente", "size": 7},
    {"base": "keryo-pente", "size": 7, "sides": 4, "teams": True},
    {"base": "o-pente", "size": 7},
    {"base": "freestyle", "size": 5, "line": 4},
]
NAMES = [command.name for command in COMMANDS if command.name != "playcpugame"]
WORDS = """
A1 D4 d4 E5 G7 C3 B2 K10 I4 Z99 A0 white w b black red x random priorities 1 patterns:level=1 me 7 5 9 8
tournament casual connect6 size=7 size=x line=4 {} swap stay pass put remove move captured clear on off 2
game.sgf game.pgn game.jsonl no.txt - # #2 game.sgf#1 help play
""".split()  # noqa: SIM905 -- a list of so many words could not be read

words = st.one_of(st.sampled_from(WORDS), st.sampled_from(NAMES), st.text(max_size=8))
lines = st.one_of(
    st.builds(
        lambda name, rest: " ".join((name, *rest)), st.sampled_from(NAMES), st.lists(words, max_size=4)
    ),
    st.builds("play {}".format, st.sampled_from(WORDS)),
    st.text(max_size=30),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spec=st.sampled_from(SPECS), typed=st.lists(lines, max_size=12))
def test_no_line_raises(spec: Any, typed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shell = session(spec, player=parse_player("priorities"))
    for line in typed:
        before = shell.game
        said = list(shell.answer(line))
        assert all(text and text.isprintable() for text in said), said
        assert shell.game is before or not any(text.startswith("Error") for text in said)
        assert shell.game.rules.sides == len(shell.game.position.taken)


gtp_words = st.one_of(
    st.sampled_from([*"bwx01789#", "{}", "black", "red", "D4", "C3", "pass", "swap", "-1", "5+3", "gomoku"]),
    st.text(max_size=6),
)
gtp_lines = st.one_of(
    st.builds(
        lambda number, name, rest: " ".join((number, name, *rest)),
        st.sampled_from(["", "1", "4294967296"]),
        st.sampled_from([*GTP_COMMANDS, "foo"]),
        st.lists(gtp_words, max_size=3),
    ),
    st.builds("play {}".format, st.sampled_from(["b D4", "w C3", "b A1", "w G7", "b pass"])),
    st.just("genmove b"),
    st.just("genmove w"),
)


@settings(max_examples=150, deadline=None)
@given(typed=st.lists(st.one_of(gtp_lines.map(str.encode), st.binary(max_size=20)), max_size=12))
def test_every_command_of_gtp_gets_one_reply(typed: list[bytes]) -> None:
    stream, said = io.BytesIO(b"\n".join(typed)), list[str]()
    engine = GtpEngine(parse_player("priorities"), ruleset_from({"base": "pente", "size": 7}), "1")
    serve_gtp(LineReader(lambda: stream.read(64)), said.append, engine)
    assert len(said) <= b"\n".join(typed).count(b"\n") + 1
    for reply in said:
        assert reply[0] in "=?"
        assert reply.endswith("\n\n")
        assert "\n\n" not in reply[:-1]
        assert reply.replace("\n", "").isprintable()
