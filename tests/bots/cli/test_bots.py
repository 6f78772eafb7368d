"""The command line of many bots, and their description."""

import argparse
import asyncio
import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pente_bots.cli import bots
from pente_bots.cli.bots_file import DescribedBot, read_bots
from pente_bots.play.program.service import BotUsageError
from pente_core.rating import Speed
from tests.support.own_bots import own_bot

COMMON: dict[str, Any] = {"url": "ws://localhost:1", "challenge": None}


def parsed(*words: str | Path) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    bots.add_arguments(parser)
    return parser.parse_args([str(word) for word in words])


def read(text: str) -> list[DescribedBot]:
    return read_bots(text, COMMON, is_json=text.startswith("{"))


def test_a_bot_has_the_options_of_pente_bot() -> None:
    first, second = read(
        """
        [[bots]]
        player = "patterns"
        level = 3
        resign = true
        rated = false
        pace = 1.5
        accept_speeds = ["blitz", "bullet"]
        time = "-"

        [[bots]]
        player = "random"
        name = "dice"
        credential = "secret"
        """
    )
    options = first.options
    assert (options.name, options.level, options.resign) == ("patterns-bot", "3", True)
    assert (options.rated, options.pace) == (False, 1.5)
    assert options.accept_speeds == (Speed.BLITZ, Speed.BULLET)
    assert (options.url, options.challenge) == ("ws://localhost:1", None)
    assert (second.options.name, second.credential, first.credential) == ("dice", "secret", "")


def test_a_description_may_be_json() -> None:
    (bot,) = read('{"bots": [{"player": "random", "showcase": "ann"}]}')
    assert (bot.options.player, bot.options.showcase) == ("random", "ann")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bots", "not valid TOML"),
        ("{", "not valid JSON"),
        ("", "nothing but a list of bots"),
        ("bots = 3", "nothing but a list of bots"),
        ("bots = []", "nothing but a list of bots"),
        ("a = 1\n[[bots]]", "nothing but a list of bots"),
        ('{"bots": [3]}', "bot 1 is no table"),
        ('{"bots": [{"player": null}]}', "bot 1: player: write the name of a player"),
        ("[[bots]]", "bot 1 has no player"),
        ('[[bots]]\nplayer = "random"\n[[bots]]\nplayer = "random"', "two bots have the name random-bot"),
        ('[[bots]]\nplayer = "random"\npace = "fast"', "bot 1: pace: 'fast' is not a number of seconds"),
        (
            '[[bots]]\nplayer = "random"\nchallenge = "ann"',
            "bot 1: challenge: there is no such option in a description; docs/bot-options.md",
        ),
        ('[[bots]]\nplayer = "random"\nname = "a b"', "bot 1: name: a name must have"),
        (
            '[[bots]]\nplayer = "random"\nanswer-why = true',
            "bot 1: answer-why: there is no such option in a description; do you",
        ),
        ('[[bots]]\nplayer = "random"\nrated = 1.5', "bot 1: rated: '1.5' is not yes or no"),
        ('[[bots]]\nplayer = "random"\npace = true', "bot 1: pace: write a number of seconds"),
        (
            '[[bots]]\nplayer = "random"\nno_claims = true\nclaim_after = 3',
            "bot 1: no_claims: claim_after is given too",
        ),
        ('[[bots]]\nplayer = "random"\ngreet = {}', "bot 1: greet: write a line of 1 to 200 characters"),
    ],
)
def test_what_a_description_gets_wrong_is_said(text: str, says: str) -> None:
    with pytest.raises(BotUsageError, match=re.escape(says)):
        read(text)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "can't be read (No such file or directory); check the path"),
        (b"\xff", "is not valid UTF-8"),
        (b'[[bots]]\nplayer = "nobody"', "there is no player 'nobody'"),
        (b'[[bots]]\nplayer = "random"\nlevel = 3', "no option 'level'"),
        (b"[[bots]]", "bot 1 has no player"),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    content: bytes | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bots.toml"
    if content is not None:
        file.write_bytes(content)
    assert bots.run(parsed(file)) == 2
    said = capsys.readouterr().err
    assert said.startswith("pente bots: ")
    assert says in said


def test_only_standard_input_has_an_end_to_wait_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert bots.run(parsed("bots.toml", "--until-eof")) == 2
    assert "--until-eof needs - as the FILE" in capsys.readouterr().err


def test_a_description_on_standard_input_is_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"bots": [{"player": "nobody"}]}'))
    assert bots.run(parsed("-")) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err


def test_a_bot_among_others_may_be_a_foreign_engine() -> None:
    text = '[[bots]]\nengine = "cat -u"\nprotocol = "gtp"\nmove_time = "500ms"\n'
    [described] = read_bots(text, {}, is_json=False)
    options = described.options
    assert (options.name, options.engine, options.protocol) == ("engine-bot", "cat -u", "gtp")
    assert options.move_time == 500


def test_ctrl_c_does_not_wait_for_an_engine_that_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for its name before there is an event loop, in which it would delay all signals."""
    file = tmp_path / "bots.toml"
    file.write_text('[[bots]]\nengine = "cat"\nprotocol = "gtp"\n')

    def interrupted(_: object) -> None:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        raise KeyboardInterrupt

    monkeypatch.setattr("pente_bots.cli.chosen_engine.introduce", interrupted)
    assert bots.run(parsed(file)) == 130


def test_a_bot_may_be_a_file_and_is_called_after_its_class(tmp_path: Path) -> None:
    file = own_bot(tmp_path)
    text = f'[[bots]]\nplayer = "{file}"\n[[bots]]\nplayer = "patterns-5"\n[[bots]]\nplayer = "2"'
    own, *shipped = read_bots(text, {}, is_json=False)
    assert (own.options.name, own.options.player) == ("corner-bot", file)
    assert [bot.options.name for bot in shipped] == ["patterns-5-bot", "level-2-bot"]
    with pytest.raises(BotUsageError, match=r"bot 1: .*nowhere\.py': there is no file"):
        read_bots('[[bots]]\nplayer = "./nowhere.py"', {}, is_json=False)
