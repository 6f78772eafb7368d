"""The log of the server: events with named fields, one line each, as text or as JSON."""

import json
import logging
import sys
import time
from enum import StrEnum
from typing import Final, TextIO

TEXT_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_FIELDS: Final = "event_fields"


class LogFormat(StrEnum):
    """The form of a line of the log."""

    TEXT = "text"
    JSON = "json"


def set_up_log(level: str, form: LogFormat, stream: TextIO = sys.stderr) -> None:
    """Send the log of this process to a stream, from a level such as ``info`` on."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter() if form is LogFormat.JSON else TextFormatter(TEXT_FORMAT))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def set_log_level(level: str) -> None:
    """Send the log from another level on."""
    logging.getLogger().setLevel(level.upper())


def log_event(log: logging.Logger, level: int, event: str, **fields: object) -> None:
    """Log an event with named fields. Fields may come from peers: nothing in them can forge another line."""
    if log.isEnabledFor(level):
        pairs = "".join(f" {name}={_value(field)}" for name, field in fields.items())
        log.log(level, "%s%s", event, pairs, extra={_FIELDS: {"event": event, **fields}})


class TextFormatter(logging.Formatter):
    """One line for a record, and a traceback after it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 -- the name is logging's
        return "".join(map(_harmless, super().formatMessage(record)))


class JsonFormatter(logging.Formatter):
    """One JSON object for a record: time (UTC), level, logger, and message, or event and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        line |= getattr(record, _FIELDS, None) or {"message": record.getMessage()}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _value(field: object) -> str:
    """A field for a line of text: in quotes if it could be taken for several.

    >>> _value("anna"), _value("two words"), _value(3), _value("")
    ('anna', '"two words"', '3', '""')
    """
    text = str(field)
    is_plain = bool(text) and not set(text) & set(" =\"'\\") and text.isprintable()
    return text if is_plain else json.dumps(text)


def _harmless(character: str) -> str:
    """A character as it may stand in a line: those that could move a cursor or end the line are escaped."""
    return character if character.isprintable() else character.encode("unicode_escape").decode()
