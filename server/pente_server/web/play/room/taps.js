// How a player's taps become moves: at once or after a second one, and ahead of time. Without a page.

import { nameOf } from "../../client/points.js";
import { problemOf } from "../../rules/index.js";

/**
 * Mutable. `chosen` is a point that waits for a second tap, `premoves` are points for the player's next turn, `sent` is
 * the move that is on its way: {point, turns}. `play(point)` is called to send one, `say(key, values)` with what a
 * person has to know, by its key in the table of texts.
 */
export class Taps {
  chosen = null;
  premoves = [];
  sent = null;
  #planned = 0; // how many turns the game had when the premoves were chosen

  constructor({ play, say }) {
    Object.assign(this, { play, say });
  }

  /**
   * Take a tap on a point by the player on a seat: whether it was for a move. `confirms`: a move wants a second tap;
   * `hasPremoves`: taps in the opponent's turn are for the next one.
   */
  tapped(point, room, seat, { confirms, hasPremoves }) {
    if (room.status !== "playing" || seat === null || room.position.out.includes(seat)) return false;
    if (room.pausedAt !== null) this.say("play.is-paused");
    else if (this.sent !== null) this.say("play.on-its-way");
    else if (room.toAct === seat) this.#tappedInTurn(point, room, confirms);
    else if (hasPremoves) this.#plan(point, room);
    else this.say("play.not-your-turn");
    return true;
  }

  /** Play the point that was chosen. */
  confirm() {
    const point = this.chosen;
    this.chosen = null;
    if (point !== null) this.#send(point);
  }

  /** Take back what was only chosen or planned; whether there was something. */
  withdraw() {
    const had = this.chosen !== null || this.premoves.length > 0;
    this.chosen = null;
    this.premoves = [];
    return had;
  }

  /** Follow the room: a premove is played the moment it is the player's turn. */
  update(room, seat) {
    if (this.sent && this.sent.turns !== room.turns) this.sent = null;
    if (room.toAct !== seat) this.chosen = null;
    else if (this.chosen !== null && problemOf(room.position, this.chosen, room.rules)) this.chosen = null;
    if (room.status !== "playing" || room.turns < this.#planned) this.premoves = [];
    if (this.premoves.length && room.toAct === seat && this.sent === null) this.#playPlanned(room);
  }

  /** The move that was sent was rejected. */
  rejected() {
    this.sent = null;
    this.premoves = [];
  }

  #tappedInTurn(point, room, confirms) {
    this.room = room;
    const problem = problemOf(room.position, point, room.rules);
    if (problem) this.say(`play.point-${problem}`, { point: nameOf(point, room.position.size) });
    else if (confirms && this.chosen !== point) this.chosen = point;
    else this.#send(point);
  }

  #send(point) {
    this.chosen = null;
    this.sent = { point, turns: this.room.turns };
    this.play(point);
  }

  #plan(point, room) {
    const isPlanned = this.premoves.includes(point);
    if (room.position.stones[point] !== null && !isPlanned) {
      this.say("play.point-occupied", { point: nameOf(point, room.position.size) });
      return;
    }
    const most = room.rules.stones_per_turn ?? 1;
    const kept = this.premoves.length < most ? this.premoves : [];
    this.premoves = isPlanned ? this.premoves.filter((other) => other !== point) : [...kept, point];
    this.#planned = room.turns;
  }

  #playPlanned(room) {
    const [point, ...rest] = this.premoves;
    const problem = problemOf(room.position, point, room.rules);
    this.premoves = problem ? [] : rest;
    this.#planned = room.turns;
    this.room = room;
    if (problem) this.say("play.premove-impossible", { point: nameOf(point, room.position.size) });
    else this.#send(point);
  }
}
