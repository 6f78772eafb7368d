// Puzzles: a win to find, against every defence. Some are a file of the page, and some from the server's own games.

import { Board } from "../board/board.js";
import { Captures } from "../board/captures.js";
import { coloursIn, stoneIcon } from "../board/stones.js";
import { nameOf } from "../client/points.js";
import { el, fill } from "../dom/elements.js";
import { preferences } from "../dom/preferences.js";
import { legalPoints } from "../rules/play.js";
import { rulesName } from "../words/phrases.js";
import { t } from "../words/words.js";
import { answered, lineOf, puzzleOf, rightStone, solutionOf, stonesLeft, tried } from "./attempt.js";

/** The page; see web/README.md. Behind the # of its address is the number of a puzzle. */
export async function open({ session, hash, go }) {
  const text = await (await fetch(new URL("../puzzles.jsonl", import.meta.url))).text();
  const page = new PuzzlesPage(text.trim().split("\n"), go);
  const added = ownPuzzles(session).then((lines) => page.add(lines));
  if (!page.has(hash)) await added;
  page.show(hash);
  return { element: page.element, title: t("puzzles.title"), moved: (to) => page.show(to), close() {} };
}

/** The puzzles from games of this server, the oldest first, so that a number keeps its puzzle while there are few. */
async function ownPuzzles(session) {
  try {
    const { puzzles = [] } = await session.client.request({ t: "puzzles" });
    return puzzles.reverse().map(lineOf);
  } catch {
    return [];
  }
}

/** Mutable: the puzzle, and how far somebody has come in it. */
class PuzzlesPage {
  constructor(lines, go) {
    Object.assign(this, { lines, go, builtIn: lines.length });
    this.place = el("div", {});
    this.about = el("p", { class: "lead" });
    this.own = el("p", { class: "lead", hidden: true });
    this.said = el("p", { class: "verdict", role: "status" });
    this.origin = el("p", {});
    this.taken = el("div", {});
    const key = (name, onclick) => el("button", { type: "button", onclick }, t(name));
    this.help = [key("puzzles.hint", () => this.#hint()), key("phrase.solution", () => this.#solve())];
    this.on = key("puzzles.next", () => this.go(`/puzzles#${this.#next(this.number)}`));
    const head = el("header", { class: "tv-head" }, el("h1", {}, t("puzzles.title")), this.about, this.own);
    this.element = el("div", { class: "explorer" }, head, this.place, el("div", { class: "explored-side" }, this.said, this.origin, this.taken, el("p", { class: "actions" }, this.help, this.on)));
  }

  /** Add puzzles from games of this server. */
  add(lines) {
    this.lines.push(...lines);
    this.own.hidden = !lines.length;
    fill(this.own, el("a", { href: `/puzzles#${this.builtIn + 1}` }, t("puzzles.own", { n: lines.length })));
    if (this.puzzle) this.#showPlace();
  }

  /** Whether there is a puzzle of this number, or none is asked for. */
  has(hash) {
    return !hash || hash <= this.lines.length;
  }

  /** Show a puzzle by its number from 1; without one, the first that is not solved. */
  show(hash) {
    this.number = this.lines[hash - 1] ? Number(hash) : this.#next(0);
    this.puzzle = puzzleOf(this.lines[this.number - 1]);
    const { position, rules } = this.puzzle;
    this.colours = coloursIn(position);
    this.board = new Board({ size: position.size });
    this.board.onPoint = (point) => this.#try(point);
    this.captures = this.colours.map((_, seat) => new Captures({ rules, seat }));
    fill(this.place, this.board.element);
    fill(this.taken, this.captures.map(({ element }, seat) => !element.hidden && el("div", { class: "actions" }, stoneIcon(this.colours[seat]), element)));
    this.#say("task");
  }

  #try(point) {
    const stone = tried(this.puzzle, point);
    const { worth, after, reply } = stone;
    if (worth === "wins") {
      if (!this.#isSolved(this.number)) preferences.set({ solved: `${preferences.solved} ${this.#idOf(this.number)}` });
      this.#end(worth, { point }, { ...after, lastMove: point });
    } else if (worth === "right") {
      this.puzzle = answered(this.puzzle, stone);
      this.#say(worth, { reply }, { lastMove: reply, captured: this.puzzle.captured });
    } else {
      const { colour } = this.puzzle.position;
      this.#say(worth, { point, reply }, { ghost: { point, colour }, marks: reply === undefined ? [] : [reply] });
    }
  }

  #hint() {
    const point = rightStone(this.puzzle);
    this.#say("hinted", { point }, { marks: [point] });
  }

  #solve() {
    const line = solutionOf(this.puzzle);
    const { size } = this.puzzle.position;
    this.#end("solution", { line: line.map(({ point }) => nameOf(point, size)).join(" ") }, { hints: line });
  }

  #end(key, values, view) {
    this.#say(key, values, { legal: null, ...view });
    const { game, ply } = this.puzzle;
    fill(this.origin, game && el("a", { href: `/g/${game}#${ply}` }, t("puzzles.game")));
    this.on.focus({ preventScroll: true });
  }

  /** Say something, and show the board with what else there is to see. */
  #say(key, { point = 0, reply = 0, ...values } = {}, view = {}) {
    const { position, rules, task } = this.puzzle;
    const seen = { position, legal: legalPoints(position, rules), ...view };
    this.board.show(seen);
    this.captures.forEach((captures) => captures.show(seen.position));
    const [attacker, defender] = [position.colour, 1 - position.colour].map((seat) => t(`colour.${this.colours[seat]}`));
    const names = { point: nameOf(point, position.size), reply: nameOf(reply, position.size), attacker, defender };
    fill(this.said, t(`puzzles.${key}`, { n: stonesLeft(task), ...names, ...values }));
    fill(this.origin, []);
    this.#showPlace();
    for (const key of this.help) key.hidden = !seen.legal;
    this.on.classList.toggle("main", !seen.legal);
  }

  #showPlace() {
    const solved = this.lines.filter((_, index) => this.#isSolved(index + 1)).length;
    const key = this.number > this.builtIn ? "puzzles.own-place" : "puzzles.place";
    fill(this.about, t(key, { number: this.number, of: this.lines.length, rules: rulesName(this.puzzle.rules), solved }));
  }

  /** The next puzzle that is not solved; if all are, the next one. */
  #next(number) {
    const others = this.lines.map((_, index) => ((number + index) % this.lines.length) + 1);
    return others.find((other) => !this.#isSolved(other)) ?? others[0];
  }

  #isSolved(number) {
    return preferences.solved.split(" ").includes(this.#idOf(number));
  }

  /** A short name of a puzzle, which stays the same wherever it stands. */
  #idOf(number) {
    return [...this.lines[number - 1]].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0).toString(36);
  }
}
