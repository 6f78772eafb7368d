// Learning from mistakes: the position before each, and a stone to find that is better.

import { nameOf } from "../../client/index.js";
import { el } from "../../dom/elements.js";
import { t } from "../../words/words.js";
import { problemAt } from "../model/tree.js";
import { betterLine, practiceResult } from "./review.js";

/** Mutable. `look`: a LookBack; `mistakes`: the stones to learn from; `changed()` is called when there is something else to show. */
export class Practice {
  #index = 0;
  #other = null; // the point that was tried
  #isOver = false; // the answer is shown

  constructor(look, mistakes, changed) {
    Object.assign(this, { look, mistakes, changed });
    this.#show(0);
  }

  /** Whether the position is shown that the question is about. */
  get isHere() {
    return this.look.node === this.#stone.node - 1 && !this.look.isOwnBranch;
  }

  get #stone() {
    return this.mistakes[this.#index];
  }

  /** A point of the board was chosen. True if that is an answer. */
  tapped(point) {
    if (!this.isHere || this.#isOver || problemAt(this.look.frame, point, this.look.game.tree.rules)) return false;
    this.#other = point;
    this.#isOver = ["best", "good"].includes(practiceResult(this.#stone, point));
    this.changed();
    return true;
  }

  /** What the board shows besides: the stone that was tried, or the answer. */
  decorate(view) {
    if (!this.isHere) return view;
    const line = betterLine(this.look.game, this.#stone);
    if (this.#isOver && this.#other === this.#stone.line[0]) return { ...view, hints: line };
    const ghost = this.#other === null ? undefined : { point: this.#other, colour: this.#stone.colour };
    return { ...view, ghost, hints: this.#isOver && this.#other === null ? line : [] };
  }

  /** The question, or what is to be said about the answer. */
  get text() {
    const { size } = this.look.game.frames[0].position;
    return this.#verdict(size) || this.#question(size);
  }

  /** The question, what is to be said about the answer, and what can be done. `stop()` ends it. */
  elements(stop) {
    const { size } = this.look.game.frames[0].position;
    const isLast = this.#index === this.mistakes.length - 1;
    const button = (key, onclick, kind = null) => el("button", { type: "button", class: kind, onclick }, t(key));
    return [
      el("h3", {}, t("review.practice", { n: this.#index + 1, of: this.mistakes.length })),
      el("p", {}, this.#question(size)),
      el("p", { class: "verdict", role: "status" }, this.#verdict(size)),
      el(
        "p",
        { class: "actions" },
        !this.#isOver && button("phrase.solution", () => this.#answer()),
        this.isHere ? null : button("review.back", () => this.#show(this.#index)),
        isLast ? null : button("review.next", () => this.#show(this.#index + 1), this.#isOver ? "main" : null),
        button("review.stop", stop),
      ),
    ];
  }

  #question(size) {
    return t("review.question", { n: this.#stone.node, point: nameOf(this.#stone.point, size) });
  }

  #verdict(size) {
    const names = betterLine(this.look.game, this.#stone).map(({ point }) => nameOf(point, size));
    if (this.#other === null) return this.#isOver ? t("review.solution", { line: names.join(" ") }) : "";
    const result = practiceResult(this.#stone, this.#other);
    return t(`review.tried-${result}`, { point: nameOf(this.#other, size), line: names.join(" ") });
  }

  #answer() {
    this.#other = null;
    this.#isOver = true;
    this.look.goTo(this.#stone.node - 1);
  }

  #show(index) {
    this.#index = index;
    this.#other = null;
    this.#isOver = false;
    this.look.goTo(this.#stone.node - 1);
  }
}
