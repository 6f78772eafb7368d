from prompt_toolkit.input import vt100_parser
from prompt_toolkit.keys import Keys

from pente_client.ssh_door.channel_input import LONGEST_PASTE, ChannelInput


def keys_of(*texts: str) -> list[object]:
    """The keys that some texts are, fed one after the other."""
    fed = ChannelInput()
    for text in texts:
        fed.feed(text)
    return [press.key for press in fed.read_keys()]


def test_keys_and_clicks_are_read() -> None:
    assert keys_of("k10", "\r") == ["k", "1", "0", Keys.ControlM]
    assert keys_of("\x1b[", "A") == [Keys.Up]
    assert keys_of("\x1b[<0;22;12M") == [Keys.Vt100MouseEvent]


def test_escape_alone_comes_with_a_flush() -> None:
    fed = ChannelInput()
    fed.feed("\x1b")
    assert fed.read_keys() == []
    assert [press.key for press in fed.flush_keys()] == [Keys.Escape]


def test_what_was_typed_before_is_read_by_the_next_reader() -> None:
    fed, read = ChannelInput(), list[str]()
    fed.feed("ab")
    with fed.attach(lambda: read.extend(press.data for press in fed.read_keys())):
        fed.feed("c")
        with fed.detach():
            fed.feed("d")
    assert read == ["a", "b", "c"]
    assert [press.data for press in fed.read_keys()] == ["d"]


def test_a_paste_is_one_key() -> None:
    fed = ChannelInput()
    fed.feed("\x1b[200~" + "word " * 1000 + "\x1b[201~")
    (press,) = fed.read_keys()
    assert (press.key, len(press.data)) == (Keys.BracketedPaste, 5000)


def test_the_beginning_of_a_sequence_without_end_is_dropped() -> None:
    assert keys_of("\x1b[<" + "1" * 70, "1q")[-2:] == ["1", "q"]
    assert Keys.Escape not in keys_of("\x1b[<" + "1" * 100_000)


def test_a_paste_without_end_is_dropped() -> None:
    keys = keys_of("\x1b[200~" + "x" * (LONGEST_PASTE + 64), "\rq")
    assert keys[-2:] == [Keys.ControlM, "q"]
    assert Keys.BracketedPaste not in keys


def test_what_all_sessions_have_typed_is_not_remembered_for_ever() -> None:
    fed = ChannelInput()
    for number in range(30_000):
        fed.feed(f"\x1b[<0;{number};1M")
        fed.read_keys()
    assert len(vt100_parser._IS_PREFIX_OF_LONGER_MATCH_CACHE) < 30_000


def test_a_closed_input_is_noticed_at_once() -> None:
    fed, noticed = ChannelInput(), list[bool]()
    with fed.attach(lambda: noticed.append(fed.closed)):
        fed.close()
    assert noticed == [True]
