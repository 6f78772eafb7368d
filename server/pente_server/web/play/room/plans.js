// Conditional moves: lines of an opponent's moves and answers to them, made by choosing points.

import { nameOf } from "../../client/points.js";
import { el } from "../../dom/elements.js";
import { play, problemOf } from "../../rules/index.js";
import { t } from "../../words/words.js";
import { button } from "./answers.js";

/** Mutable. `line` is the one that is being made. `send(lines)` stores all lines, `say(key, values)` says what is wrong. */
export class Plans {
  isOn = false;
  line = [];

  constructor({ send, say }) {
    Object.assign(this, { send, say });
  }

  /** Add a point to the line. */
  tapped(point, room) {
    const position = this.positionAfter(room);
    const problem = problemOf(position, point, room.rules);
    if (problem) this.say(`play.point-${problem}`, { point: nameOf(point, position.size) });
    else this.line = [...this.line, point];
  }

  /** The position after the line, as far as it can still be played. */
  positionAfter(room) {
    let { position } = room;
    for (const [index, point] of this.line.entries()) {
      if (problemOf(position, point, room.rules)) {
        this.line = this.line.slice(0, index);
        break;
      }
      ({ position } = play(position, point, room.rules));
    }
    return position;
  }

  /** Whether the line ends with an answer of the seat. */
  isWhole(room, seat) {
    if (!this.line.length) return false;
    const last = new Plans({});
    last.line = this.line.slice(0, -1);
    return last.positionAfter(room).toAct === seat;
  }

  undo() {
    this.line = this.line.slice(0, -1);
  }

  save(room) {
    this.send([...room.plans, this.line]);
    this.line = [];
  }

  remove(room, index) {
    this.send(room.plans.filter((_, other) => other !== index));
  }

  /** Begin, or end without saving. */
  toggle(isOn = !this.isOn) {
    Object.assign(this, { isOn, line: [] });
  }
}

/** As {facts, make}: the line that is being made, and those that are stored. */
export function planPart({ room, seat, isBusy }, plans, changed) {
  const isShown = plans.isOn || room.plans.length > 0;
  if (!isShown || seat === null || room.status !== "playing") return { facts: null };
  const named = (points) => points.map((point) => nameOf(point, room.position.size)).join(" ");
  const isWhole = plans.isWhole(room, seat);
  const after = (action) => () => {
    action();
    changed();
  };
  const stored = (line, index) =>
    el("li", {}, t("plan.saved", { points: named(line) }), " ", button(t("app.remove"), after(() => plans.remove(room, index)), isBusy));
  const make = () => [
    plans.isOn && el("p", {}, plans.line.length ? t("plan.line", { points: named(plans.line) }) : t("plan.help")),
    plans.isOn &&
      el(
        "p",
        { class: "buttons" },
        isWhole && button(t("plan.save"), after(() => plans.save(room)), isBusy, "main"),
        plans.line.length > 0 && button(t("plan.undo"), after(() => plans.undo())),
        button(t("app.done"), after(() => plans.toggle(false))),
      ),
    room.plans.length > 0 && el("ul", { class: "plans" }, room.plans.map(stored)),
  ];
  return { facts: [plans.isOn, plans.line, room.plans, isWhole, isBusy], make };
}
