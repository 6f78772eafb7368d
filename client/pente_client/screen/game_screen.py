"""The game screen: a controller, a layout and keys on a terminal shell."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from prompt_toolkit.application import Application
from prompt_toolkit.document import Document

from pente_client.local.new_game import is_worth_keeping
from pente_client.play.ports import GamePort
from pente_client.play.shown.guidance import NO_GUIDANCE, Guidance
from pente_client.screen.actions.action import Action
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.game_controller import GameController
from pente_client.screen.held_letter import HeldLetter
from pente_client.screen.keys import key_bindings
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.page_actions import PageActions
from pente_client.screen.ports import PagePort
from pente_client.screen.screen_layout import ScreenLayout
from pente_client.screen.widgets.prompt import keep_rejected, prompt_buffer
from pente_client.terminal.board_size import LARGE, SIZES
from pente_client.terminal.look import PageLook
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.words.outcome import room_outcome_text
from pente_client.words.sentences import sentence
from pente_client.words.waiting import SAVED, away_text, kept_text, left_text
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.room import events as ev
from pente_protocol.choices.tv_channel import BEST, TvChannel


async def run_screen(
    client: GamePort,
    room: RoomId | None,
    *,
    follow: bool = False,
    url: str = "",
    channel: TvChannel = BEST,
    shows_code: bool = False,
    guidance: Guidance = NO_GUIDANCE,
    review: GameReview | None = None,
    at: int | None = None,
    learn: str | None = None,
    say: Callable[[str], None] = print,
    then: Callable[[], Awaitable[int]] | None = None,
) -> int:
    """Show a room on the whole terminal until the player leaves; gives the exit status.

    ``client`` is connected, and its updates are taken by nothing else. With ``follow``, or without a room,
    the featured game of a channel is shown, and the next one after it. ``url`` is what a friend has to type
    to come to the same server, if it is not the usual one. ``shows_code``: begin with the join code of the
    room, if one is known. ``review`` is what a computer says about the game, which is over. ``at``: begin
    with a look at the game after so many turns. ``learn``: begin with the mistakes of a player or colour, or
    (empty) of all. ``say`` is called with what is good to know afterwards; ``then`` shows what follows once
    the player has given up a seat before the game, without quitting. The status is 0, or 1 when the
    connection had ended for good, or 128 and the number of the signal. Raises
    `pente_client.connection.ConnectionProblem` when the room cannot be watched. Anything else that is raised
    is a bug; the terminal is restored then too.
    """
    follows = follow or room is None
    screen = GameScreen(
        client,
        session_terminal().environ,
        follows=follows,
        url=url,
        channel=channel,
        shows_code=shows_code,
        guidance=guidance,
    )
    await screen.controller.open(room)
    if review is not None:
        screen.controller.show_review(review)
    if at is not None:
        screen.controller.looking.look_at(at)
    if learn is not None:
        screen.controller.enter(f"/learn {learn}".strip())
    status = await screen.run()
    farewell = farewell_of(screen.controller.model, screen.controller.now())
    if farewell:
        say(farewell)
    return await then() if then is not None and screen.controller.leaving.has_left_to_go_on else status


class GameScreen:
    """One run of the screen. Mutable; runs once."""

    def __init__(
        self,
        client: GamePort,
        environ: Mapping[str, str],
        *,
        follows: bool,
        url: str = "",
        channel: TvChannel = BEST,
        shows_code: bool = False,
        guidance: Guidance = NO_GUIDANCE,
    ) -> None:
        self._shell = shell = TerminalShell[int](environ, ended=lambda status: status)
        page = PagePort(
            shell.changed,
            shell.leave,
            self._give_back,
            shell.ring,
            shell.start,
            is_covered=lambda: shell.is_covered,
        )
        self.controller = GameController(
            client,
            page,
            shell.look.glyphs,
            follows=follows,
            url=url,
            channel=channel,
            shows_code=shows_code,
            settings=lambda: shell.look.settings,
            guidance=guidance,
        )
        self._buffer = prompt_buffer(lambda: self.controller.model, self._typed)
        layout = ScreenLayout(self.controller, self._buffer)
        keys = KeyTable.of(shell.look.settings.keys)
        panes = (layout.moves, layout.chat)
        self._actions = PageActions(self.controller, self._buffer, keys, panes, shell)
        held = HeldLetter(self._buffer, self._actions.meaning, self._act)
        bindings = key_bindings(self.controller, self._buffer, self._actions, held)
        shell.build(layout.layout(self._actions), bindings, mouse=True, restyle=self._restyle)
        self._problems = (*map(sentence, shell.look.problems), *keys.problems)
        shell.app.key_processor.before_key_press += lambda _: self.controller.pressed()
        shell.app.key_processor.after_key_press += lambda _: self.controller.attention.changed()

    @property
    def app(self) -> Application[int]:
        return self._shell.app

    async def run(self) -> int:
        """Draw, and take keys and updates, until something leaves."""
        self.controller.warn(self._problems)
        return await self._shell.run(self.controller.listen(), self.controller.keep_time())

    def _restyle(self, look: PageLook) -> None:
        largest = SIZES.get(look.settings.board, LARGE)
        self.controller.model = replace(self.controller.model, glyphs=look.glyphs, largest=largest)

    def _typed(self, line: str) -> None:
        self.controller.typed(line)
        self._actions.search(line)

    def _act(self, action: Action) -> None:
        self._buffer.reset()
        self.controller.typed()
        self._actions.do(action)

    def _give_back(self, text: str) -> None:
        if not self._buffer.text:
            self._buffer.document = Document(text)
            keep_rejected(self._buffer)


def farewell_of(model: ScreenModel, now: Instant) -> str:
    """What is good to know once the screen is gone; may be empty."""
    if model.room is None or model.lesson is not None:
        return ""
    if model.is_playing and model.is_local:
        return SAVED if is_worth_keeping(model.room) else ""
    if model.is_playing:
        return away_text(model.room, model.me.id, model.way_in, now)
    if model.has_left:
        return left_text(model.room, model.me.id)
    if model.room.status is ev.Status.WAITING:
        return kept_text(model.room, model.me.id, model.way_in)
    return room_outcome_text(model.room, model.reader_seat)
