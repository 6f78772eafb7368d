"""The lessons of the tutorial, in their order: about two minutes."""

from typing import Final

from pente_client.teaching.tutorial.attempt import (
    anything,
    calls,
    capture,
    captures,
    is_at,
    make,
    places_at,
    prevents_answer,
    stop_win,
    win,
    wins_by,
)
from pente_client.teaching.tutorial.exercise import Exercise
from pente_core.rules.move import Call
from pente_core.rules.outcome import Termination

COURSE: Final = (
    Exercise(
        "Place a stone",
        task=(
            "You play white and begin. Stones go where two lines cross. The first one goes on the centre, "
            "G7: column G, row 7. Type g7 and press Enter."
        ),
        keys="Arrow keys and Enter do it too, or two clicks.",
        succeeds=anything,
        praise=(
            "Black has answered on {reply}. You place one stone each, by turns, and they stay where they are "
            "unless they are captured. /quit leaves the tutorial."
        ),
        hint="is the centre",
        answer=places_at("H8"),
    ),
    Exercise(
        "The second stone",
        task=(
            "White's second stone goes at least three points from the centre, because to begin is an "
            "advantage. Place it."
        ),
        keys="The grid has a gap where it may not go.",
        succeeds=anything,
        praise="Good. After that every free point is open to both.",
        hint="is far enough",
        stones=("G7", "H8"),
    ),
    Exercise(
        "Five in a row",
        task=(
            "Five stones in a row win: across, up or diagonally. You have four in a diagonal. Make it five."
        ),
        succeeds=wins_by(Termination.LINE),
        praise="Five in a row: you have won. More than five in a row win as well.",
        faults=(
            (anything, "{move} makes no five. Your four go from E5 up to H8, and one end of them is free."),
        ),
        hint="makes five in a row",
        stones=("E5 F6 G7 H8", "D4 F8 H6 J7"),
    ),
    Exercise(
        "Capture a pair",
        task=(
            "Here are two black stones in a row, with your stone at one end. Place a stone at the other end, "
            "and the two are captured."
        ),
        succeeds=captures,
        praise=(
            "Captured: both stones have left the board. It works across, up and diagonally, but only with "
            "pairs: a single stone and three in a row are safe."
        ),
        faults=(
            (
                anything,
                "{move} captures nothing. The pair is F6 and F7, and your stone F5 is at its lower end.",
            ),
        ),
        hint="captures the pair",
        stones=("F5 J9", "F6 F7 D9"),
    ),
    Exercise(
        "Save your pair",
        task="Now Black threatens to capture your pair, F6 and G7. Prevent it.",
        succeeds=prevents_answer,
        praise="Saved: now they are three in a row, and only pairs are captured.",
        faults=((anything, "Black has captured your pair from {reply}. Place your own stone there first."),),
        hint="makes three of the pair",
        stones=("F6 G7 J5", "E5 D9"),
        answer=capture,
    ),
    Exercise(
        "Between two stones",
        task=(
            "What if you make a pair between two black stones yourself? Try it: place a stone on H7, beside "
            "your own."
        ),
        succeeds=is_at("H7"),
        praise="Nothing happens. To move in between is safe. Only who closes the pair in captures it.",
        faults=((anything, "{move} is allowed, but try H7, between the two black stones."),),
        hint="is between them",
        stones=("G7 E10", "F7 J7"),
    ),
    Exercise(
        "Five captures",
        task="Five captures win too, that is ten stones. You have captured four pairs. Capture the fifth.",
        succeeds=wins_by(Termination.CAPTURES),
        praise="Five captures: you have won without five in a row.",
        faults=((anything, "{move} captures nothing. There is a pair diagonally below your stone E9."),),
        hint="captures the fifth pair",
        stones=("E9 J8", "F8 G7 E5"),
        captured=8,
    ),
    Exercise(
        "Three: the tria",
        task=(
            "Three in a row are a tria. It is open when the points at both ends are free, and then it is a "
            "threat. Make an open tria."
        ),
        succeeds=calls(Call.OPEN_TRIA),
        praise=("An open tria! Players announce it; here that is done for you. Black has to answer."),
        faults=(
            (calls(Call.TRIA), "A tria, but a closed one: Black is at its lower end. Leave both ends free."),
            (anything, "{move} makes no three in a row. Go on from G6 and G7."),
        ),
        hint="makes an open tria",
        stones=("G6 G7", "G4 D9"),
    ),
    Exercise(
        "Four: the tessera",
        task=("Black has not answered your tria. Four in a row are a tessera. Make one with both ends open."),
        succeeds=calls(Call.OPEN_TESSERA),
        praise=(
            "An open tessera wins: Black can close only one end, {reply}. At the other you will make five."
        ),
        faults=(
            (calls(Call.TESSERA), "A tessera, but a closed one: Black has stopped it on {reply}."),
            (anything, "{move} makes no four in a row. Go on from your three, so that both ends stay free."),
        ),
        hint="makes an open tessera",
        stones=("G6 G7 G8", "G4 D9 K9"),
        answer=stop_win,
    ),
    Exercise(
        "Stop a tria",
        task="Now Black has an open tria. It becomes an open tessera if you do nothing. Stop it.",
        succeeds=prevents_answer,
        praise="Stopped: with one end closed, you can close the other when Black makes four of it.",
        faults=(
            (anything, "Black has made an open tessera on {reply}. Close one end of the tria before that."),
        ),
        hint="closes one end of the tria",
        stones=("G9 E5 K6", "F7 G7 H7"),
        answer=make(Call.OPEN_TESSERA),
    ),
    Exercise(
        "Break a tessera",
        task=(
            "Black has an open tessera, and to close one end is too late. But you can capture a stone of it. "
            "Find the pair."
        ),
        succeeds=prevents_answer,
        praise=(
            "The pair is gone, and the row is broken. That is all of Pente: make five in a row or five "
            "captures, and stop Black from doing so."
        ),
        faults=(
            (anything, "Black has made five in a row on {reply}, and has won. Capture G7 and G8 instead."),
        ),
        hint="captures a stone of the row",
        stones=("G9 E5 K6", "E7 F7 G7 H7 G8"),
        answer=win,
    ),
)
