"""What requests cost. The table is in the README of this folder, with the times that were measured.

Costs are in units of some 5 ms of processor time; every connection has a bucket of them, that of
`Allowance.questions`. A request that costs anything is a question. It is answered first and paid for then, as
only then its cost is known; the next question waits until the debt is paid. Bots get no more units than
people. What a request costs at first stands at its handler.
"""

from typing import Final

FREE: Final = 0.0
"""For what neither searches a list nor reads from the store, or has a limit of its own."""
QUESTION: Final = 1.0
"""For any question."""
SENT_KIB: Final = 0.02
"""For each KiB that is sent as the answer."""
LOOKED_AT: Final = 0.01
"""For each game or room that a search looks at."""
STANDINGS: Final = 0.002
"""For each result of a connected player that is read."""
ACCOUNT: Final = 0.01
"""For each account of a list that is read."""
LOG: Final = 0.15
"""For each log that is read."""
LOG_KIB: Final = 0.08
"""For each KiB of a log that is read, sent or not: the whole log is decoded and replayed."""
THREAT: Final = 0.1
"""For each threat of a puzzle that is checked."""
LEADERBOARD: Final = 0.5
"""For each leaderboard."""


def cost_of_log(size: int) -> float:
    """The cost of reading a log of so many bytes."""
    return LOG + LOG_KIB * size / 1024


def cost_of_sending(size: int) -> float:
    """The cost of an answer of so many bytes."""
    return SENT_KIB * size / 1024
