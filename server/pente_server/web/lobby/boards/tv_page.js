// TV: the best game of a channel on a large board. It moves on by itself when a game goes dull.

import { announce } from "../../dom/announce.js";
import { el, fill } from "../../dom/elements.js";
import { problem } from "../../dom/loaded.js";
import { select } from "../../dom/select.js";
import { RULESET_NAMES } from "../../rules/ruleset.js";
import { t } from "../../words/words.js";
import { TvFeed } from "../feeds.js";
import { LiveBoard } from "./live_board.js";
import { largeBoard } from "./passing_board.js";
import { terminalHint } from "../terminal_hint.js";

const KINDS = ["best", "people", "bots"];
const CHANNELS = [...KINDS, ...RULESET_NAMES];

/** Makes the page; see web/README.md. The channel is the part of the address behind the #. */
export function open({ session, hash, go }) {
  const feed = new TvFeed(session, channelOf(hash));
  const board = new LiveBoard(session, () => [el("p", {}, t("lobby.no-game-here", { channel: channelName(feed.channel) })), terminalHint("watch")], { board: largeBoard(), isLink: false });
  board.board.element.addEventListener("click", () => board.shown && go(`/r/${board.shown}`));
  const menu = select(t("lobby.channel"), CHANNELS.map((name) => [name, channelName(name)]), feed.channel, (name) => go(`/tv#${name}`));
  const state = el("p", { class: "quiet", role: "status" });
  const turn = turning(feed, state);
  feed.addEventListener("change", () => showFeatured({ feed, board, state, turn }));
  const element = el(
    "div",
    { class: "tv" },
    el("header", { class: "tv-head" }, el("h1", {}, t("lobby.tv")), menu.label),
    el("div", { class: "card" }, board.element),
    el("div", { class: "tv-keys" }, turn.back, turn.next, turn.room, el("a", { class: "button", href: "/grid" }, t("lobby.grid"))),
    state,
  );
  const moved = (name) => {
    menu.control.value = channelOf(name);
    feed.choose(channelOf(name));
  };
  const close = () => {
    feed.close();
    board.close();
  };
  return { element, title: t("lobby.tv"), moved, close };
}

function showFeatured({ feed, board, state, turn }) {
  if (feed.error) {
    fill(state, problem(feed.error, () => feed.renew()));
    return;
  }
  const isOther = board.shown !== null && feed.room !== null && feed.room !== board.shown;
  if (isOther) announce(t("lobby.another-game"));
  fill(state, feed.wasTurned && !isOther && feed.room !== null && t("lobby.only-game"));
  turn.room.hidden = feed.room === null;
  if (feed.room !== null) turn.room.href = `/r/${feed.room}`;
  board.show(feed.room);
}

/** The buttons for the games before and after this one, and the link to its room. */
function turning(feed) {
  const button = (key, isBack) => el("button", { type: "button", onclick: () => feed.turn(isBack) }, t(key));
  return {
    back: button("lobby.back", true),
    next: button("lobby.next", false),
    room: el("a", { class: "button", hidden: true }, t("lobby.to-room")),
  };
}

/** What people call a channel. */
function channelName(channel) {
  return KINDS.includes(channel) ? t(`lobby.channel-${channel}`) : channel;
}

/** The channel of a part of an address; the first one if there is no such channel. */
function channelOf(text) {
  return CHANNELS.includes(text) ? text : CHANNELS[0];
}
