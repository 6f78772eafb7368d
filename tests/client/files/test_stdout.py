"""Tests for writing to stdout."""

import io

from pente_client.files.stdout import writing_whole


class _SlowFile(io.RawIOBase):
    """A file that takes a few bytes at a time, as a terminal does when signals come. Mutable."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        part = bytes(memoryview(data)[:7])  # type: ignore[arg-type]
        self.taken += part
        return len(part)


def test_a_stdout_without_a_buffer_writes_all_that_it_is_given() -> None:
    file = _SlowFile()
    stream = io.TextIOWrapper(file, "utf-8", write_through=True)  # type: ignore[type-var]

    whole = writing_whole(stream)
    whole.write("A whole line, of more than one write.")

    assert file.taken == b"A whole line, of more than one write."


def test_the_bytes_below_such_a_stdout_are_written_whole_too() -> None:
    file = _SlowFile()
    stream = io.TextIOWrapper(file, "utf-8", write_through=True)  # type: ignore[type-var]

    whole = writing_whole(stream)
    whole.buffer.write(b"as the renderer of pages writes")

    assert file.taken == b"as the renderer of pages writes"


def test_a_stdout_with_a_buffer_stays_as_it_is() -> None:
    stream = io.TextIOWrapper(io.BufferedWriter(_SlowFile()))

    assert writing_whole(stream) is stream
