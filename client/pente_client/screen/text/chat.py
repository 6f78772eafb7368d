"""The chat pane: messages, announcements, and who comes and goes."""

from functools import lru_cache

from pente_client.screen.model.remarks import Remark, RemarkKind
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.scroll_pane import Pane, pane_of, rule
from pente_client.terminal.styled_text import Fragment, Line, cut, width, wrap
from pente_client.words.lists.people import viewer_count
from pente_protocol.sentences import tell


def chat_pane(model: ScreenModel, columns: int, height: int) -> Pane:
    """The remarks under a rule; the latest are visible unless the pane is scrolled back."""
    if height < 1:
        return Pane(())
    lines = [line for remark in model.chat for line in remark_lines(remark, _mark(model, remark), columns)]
    pane = pane_of(len(lines), lines.__getitem__, height - 1, model.chat_back)
    return Pane(
        (rule(tell("screen.chat"), _watching(model, columns), columns, model.glyphs), *pane.lines),
        pane.most_back,
    )


@lru_cache(maxsize=1024)
def remark_lines(remark: Remark, mark: Fragment, columns: int) -> tuple[Line, ...]:
    """The lines of one remark behind its mark; those after the first are indented."""
    style = f"class:chat.{remark.kind}"
    aside = " (viewers)" if remark.kind is RemarkKind.ASIDE else ""
    head = f" {cut(remark.who, (columns - len(aside)) // 2)}{aside}: " if remark.who else " "
    first, *more = wrap(remark.text, columns - 2, max(2, columns - 1 - width(head)))
    return ((mark, ("class:chat.who", head), (style, first)), *((("", "  "), (style, line)) for line in more))


def _mark(model: ScreenModel, remark: Remark) -> Fragment:
    """The stone of a player who speaks, or a dot before something that happened."""
    if remark.seat is not None and model.room is not None:
        rules = model.room.created.ruleset
        return f"class:stone.{rules.colours[remark.seat]}", model.glyphs.stone(rules, remark.seat)
    return "class:chat.happened", model.glyphs.dot if remark.kind is RemarkKind.HAPPENED else " "


def _watching(model: ScreenModel, columns: int) -> str:
    """The names of viewers, or their number where the names don't fit."""
    if model.presence is None or not model.presence.viewers:
        return ""
    count = viewer_count(model.presence)
    named = f"{count}: {', '.join(model.presence.viewer_names)}"
    return (
        named
        if len(model.presence.viewer_names) == model.presence.viewers and len(named) < columns - 14
        else count
    )
