"""Moves, turns and clocks in one line each, for people who listen."""

from collections.abc import Sequence

from pente_client.words.events import retired_text
from pente_client.words.phrases import captured_text, clock_text, counts_pairs, name_of, points_text
from pente_client.words.turns import asked_text, choices_listed
from pente_core.clock.clock import Reading, reading
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice, Move
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell


def move_line(move: Move | ev.Moved, after: Game, who: str, seat: int) -> str:
    """A move and what it did, as in ``12. anna K9, captures a pair, L9 M9, 2 of 5``, and a full stop.

    ``who`` is safe to print and sits on ``seat``; ``after`` is the game with the move. The colour is told
    where it is not that of the seat, as in openings in which a player places the stones of both sides.
    """
    rules = after.rules
    parts = [f"{after.stones}. {who} {points_text([move.point], rules.size)}"]
    if move.colour != seat:
        parts.append(rules.colours[move.colour])
    captured = [point for capture in move.captured for point in capture.points]
    if captured:
        count = captured_text(rules, len(captured))
        what = tell("spoken.a-pair") if count == tell("room.pairs", n=1) else count
        total = _of_goal(rules, move.colour, after.position.taken_by_team(move.colour))
        parts += [tell("room.captures", captured=what), points_text(captured, rules.size), total]
    if move.poofed:
        parts.append(tell("room.loses", captured=points_text(move.poofed, rules.size)))
        parts += _gained_by_others(after, move.colour)
    parts += [tell(f"call.{call}") for call in move.calls]
    return f"{', '.join(parts)}."


def last_turn_line(game: Game, owners: Sequence[str]) -> str:
    """The turn that led to a game as it was; empty at its beginning. ``owners`` by colour, as they are known.

    A stone is told as that of whoever has its colour, also where an opening has exchanged the sides later.
    """
    if not game.turns:
        return ""
    turn = game.turns[-1]
    if isinstance(turn, Choice):
        return tell("spoken.was-chosen", choice=tell(f"choice.{turn}"))
    if isinstance(turn, Retirement):
        return retired_text(owners[turn.seat], turn.why)
    move, _ = game.back_to(len(game.turns) - 1).play(turn)
    return move_line(move, game, owners[move.colour], move.colour)


def turn_line(room: Room, me: PlayerId | None, left: str, *, helps: bool = False) -> str:
    """Whose turn it is with the time on the clock, and what to do in it; empty when nobody may move.

    ``left`` is the time, empty without clocks: ``Your turn, 4:32 left.`` ``helps``: others are told too what
    the turn asks for, as they sit at the same keyboard.
    """
    if room.to_act is None:
        return ""
    player, position = room.seats[room.to_act], room.game.position
    time = tell("spoken.left", time=left) if left else ""
    if player is not None and player.id == me:
        return f"{tell('spoken.your-turn', left=time)} {asked_text(position)}".strip()
    if position.choices:
        choices = choices_listed(position)
        return tell("spoken.turn-to-choose", name=name_of(player), left=time, choices=choices)
    asked = asked_text(position) if helps else ""
    if not asked and position.rules.stones_per_turn > 1 and position.stones_left == 1 and position.ply:
        asked = tell("spoken.one-more")
    return f"{tell('spoken.turn', name=name_of(player), left=time)} {asked}".strip()


def time_left(room: Room, remaining: Sequence[Millis]) -> str:
    """The time of the player to act, of clocks by seat; empty without clocks."""
    if room.to_act is None or room.to_act >= len(remaining):
        return ""
    return spoken_reading(reading(room.created.time, remaining[room.to_act]))


def clocks_line(room: Room, remaining: Sequence[Millis]) -> str:
    """The time on every clock, by seat, as in ``anna 4:32, bob 5:00``, and a full stop."""
    if not remaining:
        return tell("spoken.no-clocks")
    times = [spoken_reading(reading(room.created.time, left)) for left in remaining]
    each = zip(room.seats, times, strict=False)
    stands = f" {tell('spoken.clocks-stand')}" if room.clock.running is None else ""
    return f"{', '.join(f'{name_of(player)} {time}' for player, time in each)}.{stands}"


def spoken_reading(shown: Reading) -> str:
    """A clock in words: in overtime with the periods that remain.

    >>> spoken_reading(Reading(Millis(30_000), 4)), spoken_reading(Reading(Millis(272_000)))
    ('0:30 in 4 periods', '4:32')
    """
    if not shown.periods:
        return clock_text(shown.time)
    return tell("spoken.in-periods", n=shown.periods, time=clock_text(shown.time))


def _gained_by_others(after: Game, colour: int) -> list[str]:
    """What the opponent has now, for whom lost stones count; of more sides, `/stones` tells."""
    rules, other = after.rules, 1 - colour
    if rules.sides > 2:
        return []
    count = _of_goal(rules, other, after.position.taken_by_team(other))
    return [tell("spoken.has", colour=rules.colours[other], count=count)]


def _of_goal(rules: Ruleset, colour: int, taken: int) -> str:
    """How much of what wins by captures is there: ``2 of 5``; pairs where only they are captured."""
    each = 2 if counts_pairs(rules) else 1
    return tell("spoken.of-goal", count=taken // each, goal=f"{rules.goal_of(colour) / each:g}")
