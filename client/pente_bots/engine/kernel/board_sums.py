"""Where `EngineBoard.sums` has which sum over all empty points. This module has no types of its own."""

VALUE = 0
"""By side, the values of all points."""
KIND = 2
"""By side, how many points there are of each of eight kinds."""
GAIN = 18
"""By side, on how many points it would capture 0, 1, ... 31 stones; 0 is not counted reliably."""
TAKES = 82
"""By side, the stones it would capture, over all points."""
THREATS = 84
"""By side, the runs it would threaten to capture."""
EXPOSED = 86
"""By side, the runs of its own it would expose."""
BOX = 88
"""The first and last row, and the first and last column, of all stones so far."""
SUMS = 92
