// The opening explorer: what was played in a position in finished games, and how they ended.

import { Board } from "../board/board.js";
import { nameOf as pointName } from "../client/points.js";
import { formatPosition } from "../client/position.js";
import { announce } from "../dom/announce.js";
import { el, fill } from "../dom/elements.js";
import { Loaded } from "../dom/loaded.js";
import { select } from "../dom/select.js";
import { choicesDue, legalPoints } from "../rules/play.js";
import { RULESET_CHOICES, rulesName } from "../words/phrases.js";
import { t } from "../words/words.js";
import { after, lineOf, linePath } from "./explored_line.js";
import { heatOf, scoresText, turnTable } from "./explored_turns.js";
import { finishedRow } from "./finished_row.js";
import { searchPath } from "./game_search.js";

const GAMES = 5;

/** Makes the page; see web/README.md. */
export function open({ session, query, go }) {
  const page = new ExplorerPage(session, query, go);
  return { element: page.element, title: t("archive.explore"), searched: (next) => page.explore(lineOf(next)), close: () => page.close() };
}

/** Mutable: the line of turns, and what is known of its last position. */
class ExplorerPage {
  #board = null;
  #explored = {};
  #isWins = false;

  constructor(session, query, go) {
    Object.assign(this, { session, go, line: lineOf(query) });
    this.place = el("div", { class: "explored-board" });
    this.moves = el("p", { class: "explored-line" });
    this.keys = el("div", { class: "explored-keys" });
    this.rules = select(t("phrase.rules"), RULESET_CHOICES, this.line.ruleset, (name) => go(`/explore?ruleset=${name}`));
    this.numbers = this.#numbersMenu();
    this.turns = new Loaded(() => this.#load(), (explored) => this.#turnsElement(explored));
    this.games = new Loaded(() => this.#loadGames(), ({ games = [] }) => this.#gamesElement(games));
    this.element = this.#element();
    this.#draw();
  }

  /** Show another line, and ask what was played at its end. */
  explore(line) {
    this.line = line;
    this.#explored = {};
    this.#draw();
    this.turns.reload();
    this.games.reload();
  }

  close() {
    this.turns.close();
    this.games.close();
  }

  get #frame() {
    return this.line.frames.at(-1);
  }

  #element() {
    return el(
      "div",
      { class: "explorer" },
      el("header", { class: "tv-head" }, el("h1", {}, t("archive.explore")), this.rules.label),
      el("div", { class: "explored-place" }, this.place, this.keys),
      el("div", { class: "explored-side" }, el("section", { class: "card" }, el("h2", {}, t("archive.played-here")), this.moves, this.turns.element), el("section", { class: "card" }, el("h2", {}, t("archive.with-position")), this.games.element)),
    );
  }

  /** What the numbers on the board are. */
  #numbersMenu() {
    const choices = [["games", t("archive.numbers-of-games")], ["wins", t("archive.numbers-of-wins")]];
    return select(t("archive.on-points"), choices, "games", (what) => {
      this.#isWins = what === "wins";
      this.#drawBoard();
    });
  }

  async #load() {
    const { line } = this;
    const explored = await this.session.client.request({ t: "explore", position: formatPosition(this.#frame.position) });
    if (line === this.line) this.#explored = explored;
    this.#drawBoard();
    return explored;
  }

  #loadGames() {
    return this.session.client.request({ t: "games", filter: { position: formatPosition(this.#frame.position) }, count: GAMES });
  }

  #draw() {
    if (this.rules.control.value !== this.line.ruleset) this.rules.control.value = this.line.ruleset;
    fill(this.moves, lineLinks(this.line));
    fill(this.keys, this.#turnKeys(), this.numbers.label);
    this.#drawBoard();
  }

  #drawBoard() {
    const { position, point = null, lines, isOver, removed = [] } = this.#frame;
    if (this.#board?.size !== position.size) this.#makeBoard(position.size);
    const legal = isOver ? null : legalPoints(position, this.line.rules);
    this.#board.board.show({ position, lastMove: point, lines, captured: removed, legal, scrolls: true, heat: heatOf(this.#explored, position, this.#isWins) });
  }

  #makeBoard(size) {
    const board = new Board({ size });
    board.onPoint = (point) => this.#play(pointName(point, size));
    this.#board = { size, board };
    fill(this.place, board.element);
  }

  #play(turn) {
    const next = after(this.line, turn);
    if (next) this.go(linePath(next));
  }

  /** Back, the start, and the answers of a swap opening. */
  #turnKeys() {
    const count = this.line.frames.length - 1;
    const to = (key, turns) => (count ? el("a", { class: "button", href: linePath(this.line, turns) }, t(key)) : el("button", { type: "button", disabled: true }, t(key)));
    const due = choicesDue(this.#frame.position, this.line.rules);
    return [to("archive.start", 0), to("lobby.back", count - 1), due.map((choice) => el("button", { type: "button", onclick: () => this.#play(choice) }, t(`choice.${choice}`)))];
  }

  #turnsElement(explored) {
    const text = scoresText(explored, this.line.rules);
    announce(text);
    const { turns = [], games = 0 } = explored;
    const pathOf = (turn) => linePath(after(this.line, turn) ?? this.line);
    return [
      el("p", { class: "explored-score" }, `${rulesName(this.line.rules)} · ${text}`),
      turns.length > 0 && turnTable(explored, this.line.rules, pathOf),
      !turns.length && games > 0 && el("p", { class: "quiet" }, t("archive.none-went-on")),
    ];
  }

  #gamesElement(games) {
    if (!games.length) return el("p", { class: "quiet" }, t("archive.none"));
    const all = searchPath({ position: formatPosition(this.#frame.position) });
    return [el("ul", { class: "rows" }, games.map(finishedRow)), el("a", { class: "more", href: all }, t("archive.all-with-position"))];
  }
}

/** The turns of a line, each a link to where it leads. */
function lineLinks(line) {
  const turns = line.frames.slice(1).map(({ turn }, index) => [" ", el("a", { href: linePath(line, index + 1) }, turn)]);
  return turns.length ? turns : t("archive.from-here");
}
