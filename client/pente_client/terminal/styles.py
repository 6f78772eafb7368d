"""The colours of the screen; nothing is shown by a colour alone."""

from typing import Final

from prompt_toolkit.styles import Style

STYLE: Final = Style.from_dict(
    {
        "heading": "reverse",
        "heading.turn": "bold",
        "heading.me": "underline",
        "label": "#8a8a8a",
        "board.grid": "#5f3f1f bg:#bf8f45",
        "board.closed": "#8f6a35 bg:#bf8f45",
        "board.gone": "#af0000 bg:#bf8f45",
        "board.white": "#ffffff bold",
        "board.black": "#000000 bold",
        "board.red": "#af0000 bold",
        "board.blue": "#0000af bold",
        "board.last": "#5f0000 bg:#bf8f45 bold",
        "board.marked": "#005f00 bg:#bf8f45 bold",
        "board.won": "#000000 bg:#87d787 bold",
        "board.cursor": "#0000d7 bg:#bf8f45 bold",
        "stone.red": "ansired",
        "stone.blue": "ansiblue",
        "title": "#8a8a8a",
        "side.turn": "bold",
        "side.tag": "#8a8a8a",
        "clock.runs": "bold",
        "clock.low": "ansired bold reverse",
        "rule": "#8a8a8a",
        "rule.title": "bold",
        "rule.note": "#8a8a8a",
        "moves.number": "#8a8a8a",
        "moves.last": "bold",
        "moves.ahead": "#8a8a8a",
        "moves.call": "bold",
        "chat.who": "bold",
        "chat.aside": "italic",
        "chat.called": "bold",
        "chat.happened": "#8a8a8a",
        "status.ending": "bold",
        "status.notice": "bold",
        "status.error": "ansired bold",
        "status.lost": "ansired bold reverse",
        "status.question": "bold reverse",
        "prompt": "bold",
        "help.key": "bold",
        "palette.chosen": "reverse",
        "bar": "bold",
        "small": "bold",
        "lobby.chosen": "bold",
    }
)
