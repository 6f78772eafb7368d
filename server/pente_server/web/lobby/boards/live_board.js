// A live game as one looks at it in passing: names, clocks and a board. It leads to the room.

import { formatSpan, remainingAt, shownMoment } from "../../client/clock.js";
import { el, fill } from "../../dom/elements.js";
import { playerLabel, stoneDot } from "../../dom/players.js";
import { coloursOf } from "../../rules/ruleset.js";
import { gameText, resultText } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { passingBoard } from "./passing_board.js";

const CLOCK_EVERY = 200;

/**
 * Mutable. `show(id)` shows a room, or nothing with null. `empty()` makes what is shown instead of one; `board` is a board
 * as in passing_board.js. `isLink`: whether all of it leads to the room.
 */
export class LiveBoard {
  #id = null;
  #client;
  #timer = null;
  #onRoom = ({ detail }) => detail.room.id === this.#id && this.#draw(detail.room, detail.event);
  #onGone = ({ detail: { message } }) => message.room === this.#id && message.t === "dismissed" && this.show(null);

  constructor(session, empty, { board = passingBoard(), isLink = true } = {}) {
    this.#client = session.watcher;
    Object.assign(this, { empty, board, isLink });
    this.seats = el("div", { class: "live-seats" });
    this.foot = el("p", { class: "live-foot" });
    this.link = el(isLink ? "a" : "div", { class: "live-game", hidden: true }, this.board.element, this.seats, this.foot);
    this.nothing = el("div", { class: "live-nothing" }, el("p", { class: "quiet" }, t("phrase.loading")));
    this.element = el("div", { class: "live" }, this.link, this.nothing);
    this.#client.addEventListener("room", this.#onRoom);
    this.#client.addEventListener("message", this.#onGone);
  }

  /** The id of the room that is shown; null: none. */
  get shown() {
    return this.#id;
  }

  /** Whether the game that is shown has ended. */
  get isOver() {
    return this.#client.rooms.get(this.#id)?.status === "finished";
  }

  async show(id) {
    if (id === this.#id && id !== null) return;
    this.#release();
    this.#id = id;
    if (id === null) this.#showNothing(this.empty());
    else await this.#watch(id);
  }

  close() {
    this.#client.removeEventListener("room", this.#onRoom);
    this.#client.removeEventListener("message", this.#onGone);
    this.#release();
  }

  async #watch(id) {
    try {
      const room = await this.#client.watch(id);
      if (this.#id === id && room) this.#draw(room);
    } catch (error) {
      if (this.#id === id) this.#showNothing(el("p", { class: "quiet" }, t("phrase.failed", { reason: error.message })));
    }
  }

  #release() {
    clearInterval(this.#timer);
    this.#timer = null;
    if (this.#id !== null) this.#client.unwatch(this.#id).catch(() => {});
    this.#id = null;
  }

  #showNothing(...what) {
    this.link.hidden = true;
    this.nothing.hidden = false;
    fill(this.nothing, what);
  }

  #draw(room, event = null) {
    this.link.hidden = false;
    this.nothing.hidden = true;
    if (this.isLink) this.link.href = `/r/${room.id}`;
    this.board.show(room, event);
    this.#drawSeats(room);
    fill(this.foot, footText(room));
    clearInterval(this.#timer);
    this.#timer = room.status === "playing" && room.clocks.running !== null ? setInterval(() => this.#drawClocks(room), CLOCK_EVERY) : null;
  }

  #drawSeats(room) {
    const colours = coloursOf(room.rules);
    this.clocks = room.seats.map(() => el("span", { class: "time-left" }));
    fill(this.seats, room.seats.map((player, seat) => seatLine(room, player, seat, colours[seat], this.clocks[seat])));
    this.#drawClocks(room);
  }

  #drawClocks(room) {
    const spans = remainingAt(room.clocks, shownMoment(room, false, this.#client.now()));
    this.clocks.forEach((clock, seat) => {
      const text = spans[seat] === undefined ? "" : formatSpan(spans[seat]);
      if (clock.textContent !== text) clock.textContent = text;
    });
  }
}

function seatLine(room, player, seat, colour, clock) {
  const isWinner = room.outcome?.winners?.includes(seat);
  const classes = ["live-seat", room.toAct === seat && "to-act", isWinner && "won"].filter(Boolean).join(" ");
  const taken = room.position.taken[seat];
  const captured = taken > 0 && el("span", { class: "captured", title: t("lobby.captured", { n: taken }) }, `×${taken}`);
  return el("span", { class: classes }, stoneDot(colour), player ? playerLabel(player) : t("lobby.nobody-yet"), captured, clock);
}

function footText(room) {
  if (room.outcome) return resultText({ ...room.outcome, players: room.seats });
  const parts = [gameText({ ruleset: room.rules, time: room.created.time }), t("lobby.move", { n: room.position.ply + 1 })];
  const viewers = room.presence?.viewers ?? 0;
  return [...parts, ...(viewers > 1 ? [t("lobby.viewers", { n: viewers })] : [])].join(" · ");
}
