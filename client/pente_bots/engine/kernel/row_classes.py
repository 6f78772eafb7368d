"""Classes of rows and kinds of points, as small numbers. This module has no types of its own.

A class is by what further stones make of a row: a four has one point that completes a line, an open four two;
a three becomes a four by one more stone, an open three an open four; and so on down.
"""

NO_ROW = 0
ONE = 1
OPEN_ONE = 2
TWO = 3
OPEN_TWO = 4
THREE = 5
OPEN_THREE = 6
FOUR = 7
OPEN_FOUR = 8
FIVE = 9

# The kind of a point is by the best that a stone there makes, over all four axes.
QUIET = 0
MAKES_THREE = 1
MAKES_OPEN_THREE = 2
MAKES_TWO_THREES = 3
MAKES_FOUR = 4
MAKES_FOUR_AND_THREE = 5
MAKES_OPEN_FOUR = 6
"""Also two fours at once."""
MAKES_FIVE = 7
KINDS = 8
