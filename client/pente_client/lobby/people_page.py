"""The page of who is online: people, what they do, and what to do about them."""

from collections.abc import AsyncIterator, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import HSplit

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
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.line_widgets import line_box, lines_box
from pente_client.terminal.look import PageLook
from pente_client.terminal.page_parts import page_keys, prompt_line
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.terminal.styled_text import Line, fit, spread
from pente_client.words.lists.who_is_here import person_line
from pente_client.words.personal_news import news_text
from pente_client.words.phrases import name_of, seated_name
from pente_client.words.sentences import sentence
from pente_core.identity import Identity, PlayerId
from pente_protocol.messages import ListedPlayer, MessageSent, OnlineList
from pente_protocol.untrusted_text import clean

KEYS: Final = "Enter challenge   m message   f friend   Esc lobby"
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


@dataclass(frozen=True, slots=True)
class PeopleModel:
    """The page at a moment."""

    me: Identity
    glyphs: Glyphs
    people: Mapping[PlayerId, ListedPlayer] = field(default_factory=dict)
    friends: frozenset[PlayerId] = frozenset()
    count: int = 0
    chosen: PlayerId | None = None
    """The selected player; None: the first."""
    prompt: str = ""
    """What is being typed: ``game with anna``; empty: nothing."""
    notice: str = ""

    @property
    def rows(self) -> Sequence[ListedPlayer]:
        """The others, friends first, then by name."""
        others = (row for row in self.people.values() if row.player.id != self.me.id)
        return sorted(others, key=lambda row: (row.player.id not in self.friends, row.player.name.casefold()))

    @property
    def place(self) -> int:
        """The index of the selected player; 0 when they are not there any more."""
        ids = [row.player.id for row in self.rows]
        return ids.index(self.chosen) if self.chosen in ids else 0

    @property
    def selected(self) -> ListedPlayer | None:
        """The selected player; None while nobody else is online."""
        return self.rows[self.place] if self.rows else None


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
        self.shell.build(self._layout(), self._keys(), restyle=self._restyle)

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
        if (row := self.model.selected) is not None:
            self._is_writing = False
            how = "Type a ruleset, a time, rated, first. Enter alone: as in your last game"
            self._change(chosen=row.player.id, prompt=f"game with {name_of(row.player)}", notice=how)

    def write(self) -> None:
        """Ask for the text of a message."""
        if (row := self.model.selected) is not None:
            self._is_writing = True
            self._change(chosen=row.player.id, prompt=f"to {name_of(row.player)}", notice="")

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
        await self._try(self._client.write(player.name, text), f"Sent to {name_of(player)}.")

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
        body = HSplit(
            [
                line_box(lambda columns: heading(self.model, columns)),
                lines_box(lambda columns, rows: list_lines(self.model, columns, rows)),
                line_box(lambda columns: status_line(self.model, columns)),
                prompt,
            ]
        )
        return Layout(body, focused_element=prompt)

    def _keys(self) -> KeyBindings:
        is_typing = Condition(lambda: bool(self.model.prompt))
        keys = page_keys(lambda: self.shell.leave(LeaveLobby()), Condition(lambda: False), lambda: None)
        acts = {
            "enter": self.challenge,
            "m": self.write,
            "f": self.toggle_friend,
            "escape": self.escape,
            "q": self.escape,
        }
        for name, act in acts.items():
            keys.add(name, filter=~is_typing)(lambda _, act=act: act())
        for name, steps in _STEPS.items():
            keys.add(name, filter=~is_typing)(lambda _, steps=steps: self.move(steps))
        keys.add("enter", filter=is_typing)(lambda _: self.enter())
        keys.add("escape", filter=is_typing)(lambda _: self.escape())

        @keys.add(Keys.Any, filter=~is_typing)
        def _(_: KeyPressEvent) -> None:
            """Ignore other keys, so that they are not typed."""

        return keys


def heading(model: PeopleModel, columns: int) -> Line:
    """The player, and how many are online."""
    players = "1 player" if model.count == 1 else f"{model.count} players"
    left, right = f" pente {model.glyphs.dot} {seated_name(model.me)}", f"{players} online "
    line = spread((("", left),), (("class:heading.turn", right),), columns)
    return tuple((f"class:heading {style}", text) for style, text in fit(line, columns))


def list_lines(model: PeopleModel, columns: int, rows: int) -> Sequence[Line]:
    """As much of the list as fits, with the selected player in it."""
    people, place = model.rows, model.place
    if not people:
        return [(("class:label", "  Nobody else is online."),)]
    start = min(max(0, place - rows // 2), max(0, len(people) - rows))
    return [
        _row(model, row, columns, is_chosen=number == place)
        for number, row in list(enumerate(people))[start : start + rows]
    ]


def status_line(model: PeopleModel, columns: int) -> Line:
    """The latest notice, or what the keys do."""
    return fit((("class:status.notice" if model.notice else "", f" {model.notice or KEYS}"),), columns)


def _row(model: PeopleModel, row: ListedPlayer, columns: int, *, is_chosen: bool) -> Line:
    pointer, style = (model.glyphs.pointer, "class:lobby.chosen") if is_chosen else (" ", "")
    return fit(((style, f"{pointer} {person_line(row, model.friends)}"),), columns)
