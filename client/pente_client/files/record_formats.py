"""The formats of recorded games, by name."""

from typing import Final

from pente_protocol.sentences import tell

FORMATS: Final = ("pgn", "sgf", "jsonl")
HELP: Final = tell("flag.record-formats")
