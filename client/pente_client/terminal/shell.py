"""The shell under every full-screen page: it draws, takes keys and signals, rings, and ends in order."""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

from prompt_toolkit.application import Application, get_app_session
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindingsBase, merge_key_bindings
from prompt_toolkit.layout import FloatContainer, Layout
from prompt_toolkit.styles import DynamicStyle

from pente_client.settings.settings_store import SettingsStore
from pente_client.terminal.call_out import CallOut
from pente_client.terminal.frames.page_frame import PageFrame
from pente_client.terminal.look import PageLook, look_for
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.settings_cover import SettingsCover
from pente_client.terminal.styles import style_of

_ESCAPE: Final = 0.05
"""Seconds after which an Esc is no longer the beginning of another key."""
_REDRAW: Final = 0.03
"""Seconds between two drawings at least."""

Result = TypeVar("Result")


class TerminalShell(Generic[Result]):
    """One run of a page on the whole terminal. Mutable; runs once, after `build`.

    A page is a layout, key bindings and a model; it asks the shell to draw, to ring and to end with a result.
    ``ended`` gives the result for an exit status where nothing on the page has chosen one: 0 when the
    terminal is gone, or 128 and the number of a signal.
    """

    app: Application[Result]
    look: PageLook
    """How everything is drawn; may change while the page is shown."""

    def __init__(self, environ: Mapping[str, str], ended: Callable[[int], Result]) -> None:
        self._environ = environ
        self.look = self._look()
        self._settings = SettingsCover(SettingsStore.default(environ), lambda: self.look, self._changed_look)
        self._ended = ended
        self._tasks: set[asyncio.Task[None]] = set()

    def build(
        self,
        layout: Layout,
        keys: KeyBindingsBase,
        *,
        mouse: bool = False,
        restyle: Callable[[PageLook], None] = lambda _: None,
    ) -> None:
        """Put the page together. prompt_toolkit redraws it after a resize by itself.

        ``restyle`` is called with the look of the page, now and when a person has changed it.
        """
        self._restyle = restyle
        restyle(self.look)
        layout.container = frame = PageFrame(FloatContainer(layout.container, [self._settings.float()]))
        self.app = Application(
            layout=layout,
            style=DynamicStyle(lambda: style_of(self.look.theme)),
            color_depth=lambda: self.look.depth,
            include_default_pygments_style=False,
            key_bindings=merge_key_bindings([keys, self._settings.keys()]),
            full_screen=True,
            mouse_support=Condition(lambda: mouse and self.look.settings.mouse),
            enable_page_navigation_bindings=False,
            min_redraw_interval=_REDRAW,
        )
        self._call_out, self._is_titled = CallOut(self.app.output, self._environ), False
        self.app.after_render += lambda _: frame.show_whole()
        self.app.key_processor.before_key_press += self._answered
        self.app.ttimeoutlen = self.app.timeoutlen = _ESCAPE

    async def run(self, *background: Coroutine[Any, Any, None]) -> Result:
        """Draw, take keys, and do the work in the background, until something leaves.

        What the work or the drawing raises is raised here, with the terminal restored.
        """
        loop = asyncio.get_running_loop()
        handler = loop.get_exception_handler()
        loop.set_exception_handler(self._on_error)
        try:
            with _unseen_log(), self._signals(loop):
                for work in background:
                    self.start(work)
                self._call_out.title(self.look.settings)
                return await self.app.run_async(set_exception_handler=False)
        except EOFError:  # the terminal is gone
            return self._ended(0)
        finally:
            loop.set_exception_handler(handler)
            self._call_out.end(self.look.settings)
            await self._stop()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background; what it raises ends the page."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def changed(self) -> None:
        """Draw soon: the model has changed."""
        self.app.invalidate()

    def leave(self, result: Result) -> None:
        """End the page; without effect on one that is ending already."""
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=result)

    def suspend(self) -> None:
        """Give the terminal back to the shell that started this program, where there can be one.

        Where the process serves other people too, it goes on, and the bell rings.
        """
        if not session_terminal().is_own:
            self.ring()
        elif self.app.is_running and not self.app.is_done:
            self.app.suspend_to_background()

    def show_settings(self) -> None:
        """Show the settings over the page, or close them."""
        self._settings.toggle()
        self.changed()

    @property
    def is_covered(self) -> bool:
        """Whether the settings lie over the page."""
        return self._settings.shown is not None

    def ring(self, text: str = "") -> None:
        """Ring the bell, unless the settings say no; the text says why, in the title and on the desktop."""
        if self.look.settings.bell:
            self.app.output.bell()
        if text and self.app.is_running:
            self._call_out.notify(self.look.settings, text)
            self._call_out.title(self.look.settings, text)
            self._is_titled = True

    def _answered(self, _: object) -> None:
        """A key was pressed: the person has seen what the title says."""
        if self._is_titled:
            self._is_titled = False
            self._call_out.title(self.look.settings)

    def _look(self) -> PageLook:
        """How the person wants pages to look, now."""
        usual = get_app_session().output.get_default_color_depth()
        return look_for(self._environ, session_terminal().encoding, usual)

    def _changed_look(self) -> None:
        self.look = self._look()
        self._restyle(self.look)
        self.changed()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    async def _stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Leave the page with the exception of a callback, such as drawing."""
        error = context.get("exception")
        if isinstance(error, BaseException) and self.app.is_running:
            self._fail(error)
        else:
            loop.default_exception_handler(context)

    def _fail(self, error: BaseException) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    @contextmanager
    def _signals(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Leave in order when asked to end or when the terminal is closed, where signals can be had."""
        taken = []
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            try:
                loop.add_signal_handler(number, self._leave_on, number)
            except (NotImplementedError, RuntimeError, ValueError):
                continue
            taken.append(number)
        try:
            yield
        finally:
            for number in taken:
                loop.remove_signal_handler(number)

    def _leave_on(self, number: int) -> None:
        self.leave(self._ended(128 + number))


@contextmanager
def _unseen_log() -> Iterator[None]:
    """Keep log records that nothing handles from being written over the page."""
    handler = logging.NullHandler()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
