"""The specification in the repository is that of the messages."""

import pytest

from pente_protocol.spec.__main__ import FILES
from tests.protocol.test_golden import FILE


@pytest.mark.parametrize("name", FILES)
def test_the_specification_is_current(name: str) -> None:
    path = FILE.with_name(name)
    told = path.read_text(encoding="utf-8") if path.exists() else ""
    assert told == FILES[name](), (
        "the messages and their specification differ; if that is meant, write it anew and look at the "
        "difference: python -m pente_protocol.spec protocol/spec"
    )
