"""The formats of recorded games, by name."""

from typing import Final

FORMATS: Final = ("pgn", "sgf", "jsonl")
HELP: Final = """
formats, by the extension of a file:
  pgn     .pgn .txt        the text format of pente.org, with more tags
  sgf     .sgf             SGF, version 4
  jsonl   .jsonl .ndjson   our own log of events, one JSON object per line
"""
