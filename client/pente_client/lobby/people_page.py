"""The page of who is online: people, what they do, and what to do about them."""

from collections.abc import AsyncIterator, Collection, Coroutine, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.key_binding import KeyBindingsBase
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import FloatContainer, HSplit

from pente_client.connection import (
    ClientStopped,
    ConnectionProblem,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    MessageArrived,
    PlayersChanged,
    Update,
)
from pente_client.input.invalid_input import InvalidInput
from pente_client.input.people_orders import ChallengeOrder, read_challenge
from pente_client.lobby.choice import LeaveLobby, PeopleChoice, ReturnToLobby
from pente_client.lobby.people_model import PeopleModel, heading, list_lines
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.line_widgets import line_box, notice_box
from pente_client.terminal.look import PageLook
from pente_client.terminal.page_parts import prompt_line
from pente_client.terminal.pages.key_bar import KeyBarWidget, key_bar
from pente_client.terminal.pages.list_keys import list_keys
from pente_client.terminal.pages.page_action import PageAction, possible, shared_actions
from pente_client.terminal.pages.page_cover import PageCover
from pente_client.terminal.pages.row_list import RowsWidget
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.words.bots.house_bots import may_play
from pente_client.words.personal_news import news_text
from pente_client.words.phrases import name_of
from pente_client.words.sentences import sentence
from pente_core.identity import Identity, PlayerId
from pente_protocol.messages.direct_messages import MessageSent
from pente_protocol.messages.lists import OnlineList
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_STEPS: Final = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10}


class PeoplePagePort(Protocol):
    """The connection, as the page sees it."""

    @property
    def me(self) -> Identity: ...

    @property
    def friends(self) -> Collection[PlayerId]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    async def browse_players(self) -> OnlineList: ...

    async def leave_players(self) -> None: ...

    async def befriend(self, player: str) -> Identity: ...

    async def unfriend(self, player: str) -> Identity: ...

    async def write(self, to: str, text: str) -> MessageSent: ...


async def run_people(client: PeoplePagePort) -> PeopleChoice:
    """Show who is online until the player has chosen what to do.

    ``client`` is connected, and its updates are taken by nothing else meanwhile. Raises ConnectionProblem.
    """
    page = PeoplePage(client, session_terminal().environ)
    await page.open()
    try:
        return await page.run()
    finally:
        await client.leave_players()


class PeoplePage:
    """One run of the page. Mutable; runs once."""

    def __init__(self, client: PeoplePagePort, environ: Mapping[str, str]) -> None:
        self.shell = TerminalShell[PeopleChoice](environ, ended=LeaveLobby)
        self.model = PeopleModel(client.me, self.shell.look.glyphs)
        self._client = client
        self._buffer = Buffer(multiline=False)
        self._is_writing = False
        """Whether a message is typed; else a challenge."""
        self.cover = PageCover(lambda: self.actions, self.shell.changed, lambda: self.model.glyphs)
        self.actions = self._made_actions()
        self.shell.build(self._layout(), self._keys(), mouse=True, restyle=self._restyle)

    def _restyle(self, look: PageLook) -> None:
        self.model = replace(self.model, glyphs=look.glyphs)

    async def open(self) -> None:
        """Fill the list. Raises ConnectionProblem."""
        found = await self._client.browse_players()
        people = {row.player.id: row for row in found.players}
        self._change(people=people, count=found.count, friends=frozenset(self._client.friends))

    async def run(self) -> PeopleChoice:
        """Draw, and take keys and updates, until something is chosen."""
        return await self.shell.run(self._listen())

    async def _listen(self) -> None:
        async for update in self._client.updates():
            match update:
                case ClientStopped():
                    break
                case PlayersChanged(news=news):
                    people = {id_: row for id_, row in self.model.people.items() if id_ not in news.removed}
                    people |= {row.player.id: row for row in news.players}
                    self._change(people=people, count=news.count)
                case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                    self._change(notice=news_text(update))
                    self.shell.ring(news_text(update))
                case _:  # of rooms, which this page does not show
                    pass
        self.shell.leave(LeaveLobby(1))

    # What keys ask for

    def move(self, steps: int) -> None:
        """Select another player, so many further down."""
        rows = self.model.rows
        if rows:
            place = min(max(0, self.model.place + steps), len(rows) - 1)
            self._change(chosen=rows[place].player.id, notice="")

    def challenge(self) -> None:
        """Ask what game the challenge is for."""
        row = self.model.selected
        if row is not None and may_play(row.player):
            self._is_writing = False
            prompt = tell("browse.game-with", name=name_of(row.player))
            self._change(chosen=row.player.id, prompt=prompt, notice=tell("browse.type-terms"))

    def write(self) -> None:
        """Ask for the text of a message."""
        if (row := self.model.selected) is not None:
            self._is_writing = True
            self._change(
                chosen=row.player.id, prompt=tell("browse.to-player", name=name_of(row.player)), notice=""
            )

    def toggle_friend(self) -> None:
        """Add the selected player to the friends, or remove them."""
        if (row := self.model.selected) is not None:
            self.shell.start(self._toggle_friend(row.player))

    def enter(self) -> None:
        """Do what the finished line asks for."""
        row, text = self.model.selected, self._buffer.text
        if row is None:
            self.escape()
        elif self._is_writing:
            if clean(text):
                self.shell.start(self._write(row.player, clean(text)))
            self.escape()
        else:
            self._challenge(row.player, text)

    def escape(self) -> None:
        """Put away what is typed; return to the lobby when nothing is."""
        if not self.model.prompt:
            self.shell.leave(ReturnToLobby())
        self._buffer.reset()
        self._change(prompt="", notice="")

    def _challenge(self, player: Identity, text: str) -> None:
        try:
            order: ChallengeOrder = read_challenge(player.name, text.split())
        except InvalidInput as bad:
            self._change(notice=str(bad))
        else:
            self.shell.leave(order)

    async def _toggle_friend(self, player: Identity) -> None:
        is_friend = player.id in self.model.friends
        await self._try((self._client.unfriend if is_friend else self._client.befriend)(player.name), "")
        self._change(friends=frozenset(self._client.friends))

    async def _write(self, player: Identity, text: str) -> None:
        await self._try(self._client.write(player.name, text), tell("news.sent-to", name=name_of(player)))

    async def _try(self, work: Coroutine[Any, Any, object], done: str) -> None:
        try:
            await work
        except ConnectionProblem as problem:
            done = sentence(clean(str(problem)))
        self._change(notice=done)

    def _change(self, **changes: Any) -> None:
        self.model = replace(self.model, **changes)
        self.shell.changed()

    # What is drawn

    def _layout(self) -> Layout:
        prompt = prompt_line(self._buffer, lambda: f"{self.model.prompt}> " if self.model.prompt else "")
        rows = RowsWidget(
            lambda columns, rows: list_lines(self.model, columns, rows),
            lambda: self.model.place,
            self.move,
            self.challenge,
        )
        body = HSplit(
            [
                line_box(lambda columns: heading(self.model, columns)),
                LineBox(rows),
                LineBox(KeyBarWidget(lambda columns: key_bar(possible(self.actions), columns)), height=1),
                notice_box(lambda: ("class:status.notice", self.model.notice)),
                prompt,
            ]
        )
        return Layout(FloatContainer(body, self.cover.floats()), focused_element=prompt)

    def _made_actions(self) -> tuple[PageAction, ...]:
        """The table of the page, from which its keys, help, palette and bar are made."""

        def has_rows() -> bool:
            return bool(self.model.rows)

        def may_challenge() -> bool:
            return self.model.selected is not None and may_play(self.model.selected.player)

        return (
            PageAction("challenge", tell("action.challenge"), self.challenge, ("enter",),
                       may_challenge, stays=True),
            PageAction("message", tell("action.write"), self.write, ("m",), has_rows, on_bar=True),
            PageAction("friend", tell("action.befriend"),
                       self.toggle_friend, ("f",), has_rows, on_bar=True),
            *shared_actions(self.cover, self.shell),
            PageAction("lobby", tell("action.lobby"), self.escape, ("escape", "q"), stays=True),
        )  # fmt: skip

    def _keys(self) -> KeyBindingsBase:
        return list_keys(
            self, _STEPS, lambda: bool(self.model.prompt), lambda: self.shell.leave(LeaveLobby())
        )
