// Several live games at once, each on a small board. The address says how many, and which.

import { el, fill } from "../../dom/elements.js";
import { problem } from "../../dom/loaded.js";
import { select } from "../../dom/select.js";
import { gameText, nameOf } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { MOST_BOARDS, boardsOf, boardsPath, filled } from "./board_choice.js";
import { roomFeed, roomsWith } from "../feeds.js";
import { LiveBoard } from "./live_board.js";

const RESULT_STAYS = 8_000;

/** Makes the page; see web/README.md. */
export function open({ session, query, go }) {
  const page = new BoardsPage(session, query, go);
  return { element: page.element, title: t("lobby.grid"), searched: (next) => page.choose(next), close: () => page.close() };
}

/** Mutable: the boards, what was chosen for each, and what each shows. */
class BoardsPage {
  #cells = [];
  #timer = null;

  constructor(session, query, go) {
    Object.assign(this, { session, go });
    this.feed = roomFeed(session, { status: "playing" });
    this.feed.addEventListener("change", () => this.#update());
    this.grid = el("div", { class: "boards" });
    this.state = el("div", { class: "state" });
    this.count = select(t("lobby.boards"), counts().map((count) => [count, count]), "", (count) => go(boardsPath(resized(this.chosen, Number(count)))));
    this.element = el("div", {}, el("header", { class: "tv-head" }, el("h1", {}, t("lobby.grid")), this.count.label), this.state, this.grid);
    this.choose(query);
  }

  /** Show the boards of another address. */
  choose(query) {
    this.chosen = boardsOf(query, this.#most());
    this.count.control.value = String(this.chosen.length);
    while (this.#cells.length > this.chosen.length) this.#drop(this.#cells.pop());
    while (this.#cells.length < this.chosen.length) this.#add(this.#cells.length);
    this.#update();
  }

  close() {
    clearTimeout(this.#timer);
    this.feed.close();
    for (const { board } of this.#cells) board.close();
  }

  /** As many rooms as the connection may watch. */
  #most() {
    return this.session.client.limit("watched_rooms") ?? MOST_BOARDS;
  }

  #add(place) {
    const board = new LiveBoard(this.session, () => el("p", { class: "quiet" }, t("lobby.no-more-games")));
    const menu = select(t("lobby.board-number", { n: place + 1 }), [["", t("lobby.any-game")]], "", (id) => this.go(boardsPath(this.chosen.with(place, id))));
    menu.control.addEventListener("focus", () => this.#offer(menu.control, place));
    const element = el("section", { class: "card", "aria-label": t("lobby.board-number", { n: place + 1 }) }, board.element, menu.label);
    this.#cells.push({ board, menu, element });
    this.grid.append(element);
  }

  #drop({ board, element }) {
    board.close();
    element.remove();
  }

  /** What can be chosen for a board: filled in when somebody is about to choose. */
  #offer(control, place) {
    const rows = roomsWith(this.feed, "playing").map((row) => [row.room.id, optionText(row)]);
    const chosen = this.chosen[place];
    const others = chosen && !rows.some(([id]) => id === chosen) ? [[chosen, t("lobby.this-game")]] : [];
    const options = [["", t("lobby.any-game")], ...others, ...rows];
    fill(control, options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
  }

  #update(isDue = false) {
    fill(this.state, this.feed.error && problem(this.feed.error, () => this.feed.renew()));
    if (!this.feed.isLoaded) return;
    const before = this.#cells.map(({ board }) => board.shown);
    const now = filled(this.chosen, before, roomsWith(this.feed, "playing"));
    now.forEach((id, place) => this.#show(place, id, isDue));
  }

  #show(place, id, isDue) {
    const { board, menu } = this.#cells[place];
    if (menu.control.value !== this.chosen[place]) this.#offer(menu.control, place);
    if (board.isOver && board.shown !== id && !isDue) this.#updateLater();
    else board.show(id);
  }

  /** A result is to be read before another game takes its place. */
  #updateLater() {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#update(true);
    }, RESULT_STAYS);
  }
}

function counts() {
  return Array.from({ length: MOST_BOARDS }, (_, count) => String(count + 1));
}

function resized(boards, count) {
  return Array.from({ length: count }, (_, place) => boards[place] ?? "");
}

function optionText(row) {
  const names = row.room.seats.map((player) => nameOf(player)).join(" – ");
  return `${names}, ${gameText(row.room)}`;
}
