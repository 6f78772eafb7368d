// What a screen reader says of a game: moves, results and what happens beside them, never the clocks.

import { nameOf } from "../../client/index.js";
import { listed } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { callText, capturedText, colourName, nameAt } from "./phrases.js";
import { offerText, outcomeText } from "./status.js";

const PAUSE = 1500; // between two sentences: what comes meanwhile is said together
const MOST = 3; // so many moves are said one by one

/** A move as it is said: "anna, black: K10, captures 1 pair. Open tria." */
function moveText(room, frame) {
  const { colour, point, captured, poofed, calls, position, choice, seat, turn } = frame;
  if (choice) return t(`room.chose-${choice}`, { name: nameAt(room, choice === "swap" ? 1 - seat : seat) });
  if (point === undefined) return t("room.retired", { name: nameAt(room, seat), reason: t(`room.retired-${turn.split(":")[0]}`) });
  const taken = captured.flatMap(({ points }) => points).length;
  const parts = [
    t("room.move-said", { name: nameAt(room, seat ?? colour), colour: colourName(room, colour), point: nameOf(point, position.size) }),
    taken ? t("room.captures", { captured: capturedText(room.rules, taken) }) : "",
    poofed.length ? t("room.loses", { captured: capturedText(room.rules, poofed.length) }) : "",
    ...calls.map(callText),
  ];
  return `${listed(parts.filter(Boolean), "unit")}.`;
}

const NEWS = {
  started: () => t("room.began"),
  paused: () => t("room.paused"),
  resumed: () => t("room.resumed"),
  taken_back: () => t("room.taken-back"),
  finished: (room) => outcomeText(room),
  offered: (room, event) => offerText(room, event),
  rejected: (room, { seat }) => t(room.isWithdrawn ? "room.withdrawn" : "room.declined", { name: nameAt(room, seat) }),
  joined: (room, { seat }) => t("room.joined", { name: nameAt(room, seat), colour: colourName(room, seat) }),
  gone: (room, { seat }) => t("room.is-away", { name: nameAt(room, seat) }),
  returned: (room, { seat }) => t("room.is-back", { name: nameAt(room, seat) }),
  continued: () => t("room.continued"),
  closed: () => t("room.closed"),
};

/** Mutable: it collects what happens, and says it at most every one and a half seconds. */
export class Speech {
  #waiting = [];
  #timer = null;

  constructor(announce) {
    this.announce = announce;
  }

  /** Say what an event of a room has led to. `frame`: that after a turn, or null. */
  say(room, event, frame) {
    if (frame) this.#push({ text: moveText(room, frame), isMove: true });
    else if (Object.hasOwn(NEWS, event.t)) this.#push({ text: NEWS[event.t](room, event), isMove: false });
  }

  close() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = [];
  }

  #push(sentence) {
    this.#waiting.push(sentence);
    if (this.#timer === null) this.#speak();
  }

  #speak() {
    this.#timer = null;
    if (!this.#waiting.length) return;
    const moves = this.#waiting.filter(({ isMove }) => isMove);
    const skipped = Math.max(0, moves.length - MOST);
    const said = this.#waiting.filter((sentence) => !moves.slice(0, skipped).includes(sentence));
    this.#waiting = [];
    this.announce([skipped ? t("room.moves-more", { n: skipped }) : "", ...said.map(({ text }) => text)].filter(Boolean).join(" "));
    this.#timer = setTimeout(() => this.#speak(), PAUSE);
  }
}
