"""The rules once more: slow, obvious, and written from the rules alone.

Points are ``(column, row)``, the board is a dict, nothing is shared with the package but the words for
parameters, choices, calls and terminations. Games are mutable; `legal` is asked before `play`.
"""

from dataclasses import dataclass, field
from itertools import product

from pente_core.rules.move import Call, Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Opening, Ruleset, SecondMove, Swap

At = tuple[int, int]
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))
DIRECTIONS = AXES + tuple((-dx, -dy) for dx, dy in AXES)


@dataclass
class Reference:
    rules: Ruleset
    stones: dict[At, int] = field(default_factory=dict)
    taken: list[int] = field(default_factory=list)
    placed: list[int] = field(default_factory=list)
    """The colour of every stone placed so far, in order."""
    made: list[Choice] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    colour: int = 0
    left: int = 1
    over: Termination | None = None
    winners: tuple[int, ...] = ()
    lines: set[frozenset[At]] = field(default_factory=set)
    captured: set[At] = field(default_factory=set)
    poofed: set[At] = field(default_factory=set)
    calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.taken = self.taken or [0] * self.rules.sides

    # Whose turn it is

    @property
    def choices(self) -> set[Choice]:
        """D-Pente asks after four stones, Swap2 after three, and after a pass once more after five."""
        match self.rules.swap, len(self.placed), self.made:
            case (Swap.D_PENTE, 4, []) | (Swap.SWAP2, 5, [Choice.PASS]):
                return {Choice.SWAP, Choice.STAY}
            case (Swap.SWAP2, 3, []):
                return {Choice.SWAP, Choice.STAY, Choice.PASS}
            case _:
                return set()

    @property
    def to_act(self) -> int:
        """In a swap opening one seat places several stones of both colours, and the other answers."""
        ply = len(self.placed)
        if self.rules.swap is Swap.D_PENTE and not self.made:
            return int(ply == 4)
        if self.rules.swap is Swap.SWAP2 and not self.made:
            return int(ply == 3)
        if self.rules.swap is Swap.SWAP2 and self.made == [Choice.PASS]:
            return int(ply != 5)
        return self.colour

    @property
    def legal(self) -> set[At]:
        if self.over or self.choices:
            return set()
        empty = {at for at in self.points if at not in self.stones}
        centre = (self.rules.size // 2, self.rules.size // 2)
        if not self.placed and self.rules.opening is Opening.CENTRE:
            return empty & {centre}
        if self.placed.count(0) == 1 and self.colour == 0:
            return {at for at in empty if not self.restricted(at, centre)}
        return empty

    def restricted(self, at: At, centre: At) -> bool:
        """Whether the first side's second stone may not go there."""
        if self.rules.second_move is SecondMove.FREE:
            return False
        dx, dy = abs(at[0] - centre[0]), abs(at[1] - centre[1])
        on_lines = self.rules.second_move is SecondMove.G_PENTE and min(dx, dy) == 0
        return max(dx, dy) <= (4 if on_lines else 2)

    # Acting

    def choose(self, choice: Choice) -> None:
        self.made.append(choice)

    def retire(self, seat: int, why: Termination) -> None:
        self.out.add(seat)
        sides = {self.team(other) for other in range(self.rules.sides) if other not in self.out}
        if len(sides) == 1:
            self.over, self.winners = why, sides.pop()
            return
        if self.colour == seat:
            self.next_turn()
        if self.rules.dead_draw and self.is_dead():
            self.over = Termination.DEAD

    def play(self, at: At) -> None:
        me = self.colour
        self.stones[at] = me
        self.captured, self.poofed = self.taken_from(at), self.lost_at(at)
        for gone in self.captured | self.poofed:
            del self.stones[gone]
        self.taken[me] += len(self.captured)
        if self.poofed:
            self.taken[1 - me] += len(self.poofed)
        self.placed.append(me)
        self.calls = self.calls_at(at)
        self.left -= 1
        if not self.left:
            self.next_turn()
        self.judge(at, me)

    def next_turn(self) -> None:
        self.colour = (self.colour + 1) % self.rules.sides
        while self.colour in self.out:
            self.colour = (self.colour + 1) % self.rules.sides
        self.left = self.rules.stones_per_turn if self.placed else 1

    # What leaves the board; asked with the new stone placed and nothing removed

    def taken_from(self, at: At) -> set[At]:
        me, taken = self.stones[at], set()
        for direction, length in product(DIRECTIONS, self.rules.captures):
            run = [self.beyond(at, direction, n) for n in range(1, length + 1)]
            owners = {self.stones.get(stone) for stone in run}
            if self.stones.get(self.beyond(at, direction, length + 1)) == me and self.is_prey(owners, me):
                taken |= set(run)
        return taken

    def is_prey(self, owners: set[int | None], me: int) -> bool:
        """Stones of one opponent; in teams, of either opponent."""
        if None in owners or owners & set(self.team(me)):
            return False
        return self.rules.teams or len(owners) == 1

    def lost_at(self, at: At) -> set[At]:
        lost: set[At] = set()
        for axis in AXES:
            run = self.run(at, axis)
            flanks = [self.stones.get(end) for end in self.ends(run, axis)]
            if len(run) in self.rules.poof and flanks == [1 - self.stones[at]] * 2:
                lost |= set(run)
        return lost

    # Rows

    def run(self, at: At, axis: At) -> list[At]:
        """The unbroken stones of one colour through a stone, in order."""
        x, y = at
        while self.stones.get((x - axis[0], y - axis[1])) == self.stones[at]:
            x, y = x - axis[0], y - axis[1]
        run = []
        while self.stones.get((x, y)) == self.stones[at]:
            run.append((x, y))
            x, y = x + axis[0], y + axis[1]
        return run

    def ends(self, run: list[At], axis: At) -> tuple[At, At]:
        return self.beyond(run[0], axis, -1), self.beyond(run[-1], axis, 1)

    def wins(self, length: int) -> bool:
        return length == self.rules.line if self.rules.exact_line else length >= self.rules.line

    def rows_of(self, colour: int) -> set[frozenset[At]]:
        """All winning rows of a colour."""
        own = [at for at, owner in self.stones.items() if owner == colour]
        runs = [self.run(at, axis) for at in own for axis in AXES]
        return {frozenset(run) for run in runs if self.wins(len(run))}

    def calls_at(self, at: At) -> list[Call]:
        calls = []
        for axis in AXES if at in self.stones and self.rules.announce else ():
            run = self.run(at, axis)
            is_open = all(end in self.points and end not in self.stones for end in self.ends(run, axis))
            if len(run) == 3 and not self.wins(3):
                calls.append(Call.OPEN_TRIA if is_open else Call.TRIA)
            if len(run) == 4 and not self.wins(4):
                calls.append(Call.OPEN_TESSERA if is_open else Call.TESSERA)
        return calls

    # The verdict

    def judge(self, at: At, me: int) -> None:
        lines = {row for row in self.rows_of(me) if at in row}
        if self.rules.unbreakable:
            safe = {row for row in self.rows_of(me) if self.is_safe(row)}
            ended = self.end_by_line(1 - me, self.rows_of(1 - me)) or self.end_by_line(me, safe)
            ended = ended or self.end_by_captures(me)
        elif self.rules.poof:
            ended = self.end_by_captures(me) or self.end_by_line(me, lines)
        else:
            ended = self.end_by_line(me, lines) or self.end_by_captures(me)
        if not ended and self.rules.dead_draw and self.is_dead():
            self.over = Termination.DEAD
        elif not ended and not self.choices and not self.legal:
            self.over = Termination.NO_MOVES

    def end_by_line(self, seat: int, lines: set[frozenset[At]]) -> bool:
        if lines:
            self.over, self.winners, self.lines = Termination.LINE, self.team(seat), lines
        return bool(lines)

    def end_by_captures(self, me: int) -> bool:
        if not self.rules.captures:
            return False
        seat = me
        count = sum(self.taken[partner] for partner in self.team(me))
        goals = self.rules.goals or (self.rules.goal,) * self.rules.sides
        if self.rules.poof:
            ahead = [self.taken[side] - goals[side] for side in (0, 1)]
            if ahead[0] == ahead[1]:
                return False
            seat = ahead.index(max(ahead))
            count = self.taken[seat]
        if count < goals[seat]:
            return False
        self.over, self.winners = Termination.CAPTURES, self.team(seat)
        return True

    def is_safe(self, row: frozenset[At]) -> bool:
        """Whether a line of stones that can't be taken is in the row."""
        ordered = sorted(row, key=lambda at: (at[1], at[0]))
        windows = (ordered[n : n + self.rules.line] for n in range(len(row) - self.rules.line + 1))
        return any(not any(self.can_be_taken(at) for at in window) for window in windows)

    def can_be_taken(self, at: At) -> bool:
        enemy = 1 - self.stones[at]
        for axis in AXES:
            run = self.run(at, axis)
            one, other = self.ends(run, axis)
            for flank, hole in ((one, other), (other, one)):
                free = hole in self.points and hole not in self.stones
                if len(run) in self.rules.captures and self.stones.get(flank) == enemy and free:
                    return True
        return False

    def is_dead(self) -> bool:
        """Whether nobody who is in the game can complete a line any more."""
        return not any(
            self.has_room(at, axis, colour)
            for at, axis, colour in product(self.points, AXES, range(self.rules.sides))
            if colour not in self.out
        )

    def has_room(self, at: At, axis: At, colour: int) -> bool:
        row = [self.beyond(at, axis, n) for n in range(self.rules.line)]
        if not all(one in self.points and self.stones.get(one, colour) == colour for one in row):
            return False
        return not self.rules.exact_line or all(
            self.stones.get(end) != colour for end in self.ends(row, axis)
        )

    # The board

    @property
    def points(self) -> set[At]:
        return set(product(range(self.rules.size), range(self.rules.size)))

    def team(self, seat: int) -> tuple[int, ...]:
        """Seats 0 and 2 play against 1 and 3 where there are teams."""
        return tuple(sorted({seat, (seat + 2) % 4})) if self.rules.teams else (seat,)

    @staticmethod
    def beyond(at: At, direction: At, steps: int) -> At:
        return at[0] + steps * direction[0], at[1] + steps * direction[1]
