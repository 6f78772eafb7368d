// The tree of nodes that a game and its variations make: 0, 1, 2 … are the game after so many turns, and variations
// have the numbers after those.

import { nameOf, nodesOf } from "../../client/index.js";
import { choicesDue, frameAfter, problemOf } from "../../rules/index.js";

/** Made for one state of a game; it does not change, but works frames out as they are asked for. */
export class Tree {
  #frames = new Map();
  #children = new Map();
  #nodes = new Map(); // of variations only: {parent, turn, variation}

  constructor({ frames, room }) {
    this.frames = frames;
    this.rules = room.rules;
    for (const variation of room.analysis.variations) this.#add(variation, room.position.size);
  }

  #add(variation, size) {
    if (!this.has(variation.node)) return;
    nodesOf(variation).forEach((node, index) => {
      const parent = index ? node - 1 : variation.node;
      this.#nodes.set(node, { parent, turn: nameOf(variation.points[index], size), variation });
      this.#children.set(parent, [...(this.#children.get(parent) ?? []), node]);
    });
  }

  /** The node at the end of the game as it was played. */
  get last() {
    return this.frames.length - 1;
  }

  has(node) {
    return (Number.isInteger(node) && node >= 0 && node <= this.last) || this.#nodes.has(node);
  }

  isPlayed(node) {
    return node <= this.last;
  }

  parent(node) {
    return this.isPlayed(node) ? Math.max(0, node - 1) : this.#nodes.get(node).parent;
  }

  /** The nodes after a node: that of the game first, then variations in the order in which they came. */
  children(node) {
    const others = this.#children.get(node) ?? [];
    return node < this.last ? [node + 1, ...others] : others;
  }

  /** The node of the game as it was played at which the way to a node leaves it. */
  branchPoint(node) {
    let at = node;
    while (!this.isPlayed(at)) at = this.parent(at);
    return at;
  }

  /** The turn that leads to a node, such as "K10". */
  turnTo(node) {
    return this.isPlayed(node) ? this.frames[node].turn : this.#nodes.get(node).turn;
  }

  /** Who added a node; null for those of the game. */
  authorOf(node) {
    return this.#nodes.get(node)?.variation.player ?? null;
  }

  /** The nodes after a node along the first branches, as far as they go on as a variation. */
  lineFrom(node) {
    const line = [node];
    for (let next = this.children(node); next.length; next = this.children(next[0])) line.push(next[0]);
    return line;
  }

  frameAt(node) {
    if (this.isPlayed(node)) return this.frames[node];
    if (!this.#frames.has(node)) {
      this.#frames.set(node, tried(this.frameAt(this.parent(node)), this.turnTo(node), this.rules));
    }
    return this.#frames.get(node);
  }

  /** Follow stones from a node as far as there are nodes for them: {node, left}. */
  walk(node, points) {
    const { size } = this.frames[0].position;
    let at = node;
    for (const [index, point] of points.entries()) {
      const next = this.#after(at, nameOf(point, size));
      if (next === undefined) return { node: at, left: points.slice(index) };
      at = next;
    }
    return { node: at, left: [] };
  }

  /** The node after a stone, or after *stay* and the stone. */
  #after(node, name) {
    for (const child of this.children(node)) {
      const turn = this.turnTo(child);
      if (turn === name) return child;
      if (turn === "stay") return this.#after(child, name);
    }
    return undefined;
  }
}

/** The frame after a stone in a variation, given as a point or its name. A choice that is due is *stay*. */
export function tried(frame, turn, rules) {
  const settled = choicesDue(frame.position, rules).includes("stay") ? frameAfter(frame, "stay", rules) : frame;
  const name = typeof turn === "number" ? nameOf(turn, settled.position.size) : turn;
  return frameAfter(settled, name, rules);
}

/** Why no stone may be tried on a point after a frame: "game-over", or what `problemOf` says; empty: it may. */
export function problemAt(frame, point, rules) {
  if (frame.isOver) return "game-over";
  const settled = choicesDue(frame.position, rules).includes("stay") ? frameAfter(frame, "stay", rules) : frame;
  return problemOf(settled.position, point, rules);
}
