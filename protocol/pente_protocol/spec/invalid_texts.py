"""Text frames that are not messages of a client: what JSON alone can get wrong."""

from typing import Final

from pente_protocol.spec.samples.values import DO, ROOM

_ROOMS: Final = '{"t":"rooms","id":1}'


def _rooms(id_: str) -> str:
    """A request with any text as its number."""
    return f'{{"t":"rooms","id":{id_}}}'


def _say(literal: str) -> str:
    command = f'{{"t":"say","text":{literal}}}'
    return f'{{"t":"act","id":1,"room":"{ROOM}","base":3,"command_id":"{DO}","command":{command}}}'


REFUSED_TEXTS: Final[dict[str, str]] = {
    "an empty text": "",
    "only white space": " \n",
    "a message cut short": _ROOMS[:-1],
    "something after the message": _ROOMS + "x",
    "two messages": _ROOMS + "\n" + _ROOMS,
    "a byte order mark": "\ufeff" + _ROOMS,
    "a comma too many": '{"t":"rooms","id":1,}',
    "a comma too few": '{"t":"rooms" "id":1}',
    "a comment": '{"t":"rooms","id":1} // please',
    "single quotes": "{'t':'rooms','id':1}",
    "a key without quotes": '{t:"rooms","id":1}',
    "a list": f"[{_ROOMS}]",
    "null": "null",
    "a string": '"rooms"',
    "a number": "7",
    "a word that JSON has not": _rooms("None"),
    "a key too many": '{"t":"rooms","id":1,"more":1}',
    "a number in a string": _rooms('"1"'),
    "a number that is true": _rooms("true"),
    "a number with a fraction": _rooms("1.5"),
    "a number that is none": _rooms("NaN"),
    "a number without end": _rooms("Infinity"),
    "a number too large for a float": _rooms("1e400"),
    "a number that begins with 0": _rooms("01"),
    "a number with a plus": _rooms("+1"),
    "a number that ends with a point": _rooms("1."),
    "a hexadecimal number": _rooms("0x1"),
    "an integer of more than 64 bits": _say('""').replace(":3,", ":18446744073709551616,"),
    "a float that holds no integer exactly": _say('""').replace(":3,", ":9007199254740993.0,"),
    "the first half of a surrogate pair": _say(r'"\ud83c"'),
    "the second half of a surrogate pair": _say(r'"\udfb2"'),
    "a surrogate pair the wrong way round": _say(r'"\udfb2\ud83c"'),
    "a line break in a string": _say('"\n"'),
    "an escape that JSON has not": _say(r'"\x41"'),
    "a string without an end": _say('"'),
    "a list nested 1000 times": "[" * 1000 + "]" * 1000,
}
