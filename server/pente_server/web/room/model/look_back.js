// Where somebody looks in a game, running or over. Whoever looks at its end sees each new move; whoever looks back is
// never taken away from there.

import { problemAt, tried } from "./tree.js";

/** Mutable. `changed()` is called whenever another position is to be shown. */
export class LookBack {
  /** `game`: a Game. `mayTry()`: whether stones may be tried on a board of one's own. */
  constructor(game, { changed, mayTry }) {
    Object.assign(this, { game, changed, mayTry });
    this.#goLive();
  }

  #goLive() {
    Object.assign(this, { isLive: true, node: this.game.last, tried: [], ahead: [], following: null, seen: this.game.last });
    this.before = this.#before();
  }

  /** How many turns were taken since this began to look back. */
  get missed() {
    return this.isLive ? 0 : Math.max(0, this.game.last - this.seen);
  }

  /** Whether what is shown is only for this person. */
  get isOwnBranch() {
    return this.tried.length > 0;
  }

  /** What is shown: the frame of the node, and of the stones that are tried from there. */
  get frame() {
    const { rules } = this.game.tree;
    return this.tried.reduce((frame, point) => tried(frame, point, rules), this.game.tree.frameAt(this.node));
  }

  /** Go to the game as it is now. */
  toEnd() {
    this.#goLive();
    this.changed();
  }

  /** Go to a node; where there is none, nothing happens. */
  goTo(node, more = {}) {
    if (!this.game.tree.has(node)) return;
    if (node === this.game.last && !more.following) this.#goLive();
    else this.#look(node, more);
    this.changed();
  }

  /** So many moves on, or back; it stays on a branch of one's own as long as that goes on. */
  step(moves) {
    for (let left = Math.abs(moves); left > 0; left -= 1) {
      if (moves > 0) this.#forward();
      else this.#back();
    }
    const { node, tried: stones, ahead } = this;
    if (node === this.game.last && !stones.length) {
      this.#goLive();
      this.ahead = ahead;
    }
    this.changed();
  }

  /** Try a stone: go along moves that are there already, otherwise on a branch of one's own. False: it can't be played. */
  try(point) {
    const { node, left } = this.isOwnBranch ? { node: this.node, left: [point] } : this.game.tree.walk(this.node, [point]);
    if (!left.length) {
      this.goTo(node);
      return true;
    }
    if (this.problemAt(point)) return false;
    this.#look(this.node, { tried: [...this.tried, point], ahead: this.ahead[0] === point ? this.ahead.slice(1) : [] });
    this.changed();
    return true;
  }

  /** Why no stone can be tried on a point, "rated" where none may be at all; empty: it can. */
  problemAt(point) {
    return this.mayTry() ? problemAt(this.frame, point, this.game.tree.rules) : "rated";
  }

  /** Leave the branch of one's own, or the variation, for the game as it was played. */
  toGame() {
    this.goTo(this.game.tree.branchPoint(this.node));
  }

  /** Stay where this looks after the game has changed. True: the place where this looked is gone. */
  settle() {
    if (this.isLive) this.#goLive();
    const isGone = !this.game.tree.has(this.node) || this.#before() !== this.before;
    if (isGone) this.#goLive();
    this.changed();
    return isGone;
  }

  #look(node, { tried: stones = [], ahead = [], following = null } = {}) {
    const seen = this.isLive ? this.game.last : this.seen;
    Object.assign(this, { isLive: false, node, tried: stones, ahead, following, seen });
    this.before = this.#before();
  }

  /** The turns of the game before the place where this looks. */
  #before() {
    const { tree, room } = this.game;
    return room.turnList.slice(0, tree.branchPoint(this.node)).join();
  }

  #forward() {
    const next = this.tried.length ? undefined : this.game.tree.children(this.node)[0];
    if (next !== undefined) this.#look(next);
    else if (this.ahead.length) this.#look(this.node, { tried: [...this.tried, this.ahead[0]], ahead: this.ahead.slice(1) });
  }

  #back() {
    if (!this.tried.length) this.#look(this.game.tree.parent(this.node));
    else this.#look(this.node, { tried: this.tried.slice(0, -1), ahead: [this.tried.at(-1), ...this.ahead] });
  }
}
