// A player beside the board: who it is, whether they are there, what they have captured, and their clock.

import { Captures } from "../board/captures.js";
import { stoneIcon } from "../board/stones.js";
import { formatSpan, readingOf, remainingAt, shownMoment } from "../client/index.js";
import { el, fill } from "../dom/elements.js";
import { profilePath } from "../dom/players.js";
import { coloursOf } from "../rules/index.js";
import { isGuest, ratingText, spanText } from "../words/phrases.js";
import { t } from "../words/words.js";
import { colourName } from "./sentences/phrases.js";

const LOW = 30_000;

/** Mutable: `update` shows another state of the room, `tick` only what time changes. */
export class PlayerRow {
  #clock = document.createTextNode("");
  #note = document.createTextNode("");
  #room = null;
  #still = null;
  #person = "";

  constructor({ rules }, seat) {
    this.seat = seat;
    this.captures = new Captures({ rules, seat });
    this.clock = el("span", { class: "clock", role: "timer" }, this.#clock);
    this.note = el("span", { class: "away" }, this.#note);
    this.who = el("span", { class: "who" });
    this.element = el("div", { class: "seat-row", role: "group" }, stoneIcon(coloursOf(rules)[seat]), this.who, el("span", { class: "below-name" }, this.captures.element, this.note), this.clock);
  }

  /** `frame`: the position that is shown; `me`: the seat of the reader; `isNow`: whether clocks run in it. */
  update({ room, frame, me, isNow }) {
    const { seat } = this;
    this.#room = room;
    this.#still = isNow ? null : (frame.event?.remaining ?? null);
    this.isSeated = me !== null;
    this.element.setAttribute("aria-label", t("room.player", { colour: colourName(room, seat) }));
    const turn = isNow ? room.toAct : frame.position.toAct;
    this.element.classList.toggle("to-act", room.status === "playing" && turn === seat);
    this.element.classList.toggle("out", frame.position.out.includes(seat));
    this.#showPerson(room, me);
    this.captures.show(frame.position);
    this.clock.hidden = !room.clocks.remaining.length;
  }

  /** Show the clocks at a moment by the server's clock. */
  tick(now) {
    const room = this.#room;
    if (!room || !room.clocks.remaining.length) return;
    const moment = shownMoment(room, this.isSeated, now);
    const left = (this.#still?.length ? this.#still : remainingAt(room.clocks, moment))[this.seat];
    const { span, periods } = readingOf(room.created.time, left ?? 0);
    write(this.#clock, `${formatSpan(span)}${periods ? ` ×${periods}` : ""}`);
    this.clock.classList.toggle("low", left < LOW && room.status === "playing");
    this.clock.classList.toggle("short", this.isShort(now));
    const absence = room.absent.find(({ seat }) => seat === this.seat);
    write(this.#note, this.#absenceText(absence, now));
  }

  /** Whether tenths of a second are to be seen. */
  isShort(now) {
    const { clocks, status } = this.#room ?? {};
    return status === "playing" && clocks.running === this.seat && remainingAt(clocks, now)[this.seat] < 10_000;
  }

  #absenceText(absence, now) {
    if (!absence) return "";
    return absence.until > now && this.#room.pausedAt === null ? t("room.away-for", { span: spanText(absence.until - now) }) : t("room.away");
  }

  /** Only if something about them has changed, so that a link keeps the focus. */
  #showPerson(room, me) {
    const { seats, presence, ratingChanges, outcome, status } = room;
    const key = JSON.stringify([seats[this.seat], presence?.present[this.seat], ratingChanges, outcome, status, me]);
    if (key === this.#person) return;
    this.#person = key;
    fill(this.who, this.#about(room, me));
  }

  #about(room, me) {
    const player = room.seats[this.seat];
    if (!player) return el("em", {}, t(room.status === "waiting" ? "room.free-seat" : "phrase.nobody"));
    const isHere = room.presence ? room.presence.present[this.seat] : null;
    const change = room.ratingChanges.find(({ seat }) => seat === this.seat);
    const rating = change ? ratingText({ ...change, rating: change.after }) : ratingText(player);
    return [
      isHere === null || room.status === "closed" ? null : presenceDot(isHere),
      isGuest(player) ? el("b", { class: "name" }, player.name) : el("a", { class: "name", href: profilePath(player) }, player.name),
      player.kind === "bot" && el("span", { class: "tag" }, t("phrase.bot")),
      room.outcome?.winners?.includes(this.seat) && el("span", { class: "star", role: "img", "aria-label": t("room.winner") }, "★"),
      me === this.seat && el("span", { class: "tag" }, t("phrase.you")),
      rating && el("span", { class: "rating" }, rating),
      change && changeOf(change),
    ];
  }
}

function presenceDot(isHere) {
  const text = t(isHere ? "room.here" : "room.not-here");
  return el("span", { class: isHere ? "dot here" : "dot", role: "img", "aria-label": text, title: text });
}

function changeOf({ before, after }) {
  const change = after - before;
  return el("span", { class: change < 0 ? "change down" : "change" }, change < 0 ? `−${-change}` : `+${change}`);
}

/** Only a text that has changed is written: nothing else of the page moves when a clock ticks. */
export function write(node, text) {
  if (node.data !== text) node.data = text;
}
