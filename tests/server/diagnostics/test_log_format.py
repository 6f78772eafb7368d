"""The log: lines that nobody can forge, as text and as JSON."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_server.diagnostics.log_format import JsonFormatter, LogFormat, TextFormatter, log_event, set_up_log


@pytest.fixture
def _root() -> Iterator[None]:
    """The root logger as it was, afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def logger_to(handler: logging.Handler) -> logging.Logger:
    """A logger with one handler, that is not among those of the process."""
    log = logging.Logger("test")  # noqa: LOG001
    log.addHandler(handler)
    return log


def written(form: LogFormat, event: str, **fields: object) -> str:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonFormatter() if form is LogFormat.JSON else TextFormatter("%(message)s"))
    log = logger_to(handler)
    log_event(log, logging.INFO, event, **fields)
    return out.getvalue()


def test_a_line_of_text_has_the_fields() -> None:
    assert written(LogFormat.TEXT, "signed in", name="anna", client="my client", n=3, empty="") == (
        'signed in name=anna client="my client" n=3 empty=""\n'
    )


def test_a_line_of_json_has_the_fields() -> None:
    line = json.loads(written(LogFormat.JSON, "signed in", name="anna", n=3))

    assert line.pop("time").endswith("Z")
    assert line == {"level": "info", "logger": "test", "event": "signed in", "name": "anna", "n": 3}


@given(st.text(), st.sampled_from(LogFormat))
def test_nobody_can_forge_a_line(text: str, form: LogFormat) -> None:
    line = written(form, "signed in", name=text)

    assert line.endswith("\n")
    assert line[:-1].isprintable()


def test_messages_without_fields_cannot_be_forged_either() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "hello\n%s", ("\x1b[2J\u202e",), None)

    assert TextFormatter("%(message)s").format(record) == "hello\\n\\x1b[2J\\u202e"


def test_a_traceback_is_kept_in_both_forms() -> None:
    try:
        raise ValueError("oh")  # noqa: TRY301 -- for its traceback
    except ValueError:
        out = io.StringIO()
        for formatter in (JsonFormatter(), TextFormatter("%(message)s")):
            handler = logging.StreamHandler(out)
            handler.setFormatter(formatter)
            logger_to(handler).exception("failed")
    first, *rest = out.getvalue().splitlines()
    assert "ValueError: oh" in json.loads(first)["traceback"]
    assert rest[0] == "failed"
    assert rest[-1] == "ValueError: oh"


@pytest.mark.usefixtures("_root")
def test_the_level_counts() -> None:
    out = io.StringIO()
    set_up_log("warning", LogFormat.TEXT, out)
    log = logging.getLogger("pente_server.something")

    log_event(log, logging.INFO, "signed in", name="anna")
    log_event(log, logging.WARNING, "cut off", name="anna")

    assert out.getvalue().count("\n") == 1
    assert "cut off name=anna" in out.getvalue()
