// The game that is featured now, on the first page.

import { el } from "../../dom/elements.js";
import { t } from "../../words/words.js";
import { TvFeed } from "../feeds.js";
import { LiveBoard } from "./live_board.js";
import { terminalHint } from "../terminal_hint.js";

/** A section with the featured game: {element, close}. */
export function featuredGame(session) {
  const feed = new TvFeed(session);
  const board = new LiveBoard(session, () => [el("p", {}, t("lobby.no-featured")), terminalHint("watch")]);
  feed.addEventListener("change", () => feed.isLoaded && board.show(feed.room));
  const links = el("p", { class: "links" }, el("a", { href: "/tv" }, t("lobby.tv")), " ", el("a", { href: "/grid" }, t("lobby.grid")));
  const element = el("section", { class: "card featured" }, el("h2", {}, t("lobby.featured")), board.element, links);
  const close = () => {
    feed.close();
    board.close();
  };
  return { element, close };
}
