// The picture of a board: wood, lines and coordinates, layers for what changes, and a cell for each point on top.

import { fill, svg } from "../dom/elements.js";
import { nameOf } from "../client/points.js";
import { CELL, Grid, discsPath, linesPath, starPoints } from "./grid.js";
import { stoneMaker } from "./stones.js";

/** Mutable. `cells` are by slot; the one at `focused` can be reached by the Tab key. */
export class Face {
  focused = 0;
  cells = [];
  layers = { under: new Layer(), stones: new Layer(), over: new Layer(), aim: new Layer() };
  #coordinates;
  #hasCoordinates = true;

  constructor(size, label) {
    const { defs, stone } = stoneMaker();
    this.stone = stone;
    this.#coordinates = svg("g", { class: size < 15 ? "coordinates" : "coordinates dense" });
    this.grid = new Grid(size);
    this.wood = svg("rect", { class: "wood", rx: 3 });
    const still = [defs, this.wood, ...lines(this.grid), this.#coordinates];
    const layers = Object.values(this.layers).map(({ element }) => element);
    const drawn = svg("g", { "aria-hidden": "true" }, still, layers);
    this.picture = svg("svg", { role: "grid", "aria-label": label }, drawn, this.#rows());
    this.reach(Math.floor(this.grid.count / 2));
    this.arrange({});
  }

  /** Draw the board flipped or not, with or without coordinates; what is on it has to be shown again. */
  arrange({ isFlipped = this.grid.isFlipped, hasCoordinates = this.#hasCoordinates }) {
    this.grid = new Grid(this.grid.size, isFlipped);
    this.#hasCoordinates = hasCoordinates;
    for (const layer of Object.values(this.layers)) layer.show(new Map());
    const box = this.grid.viewBox(hasCoordinates);
    const [x, y, width, height] = box.split(" ");
    this.picture.setAttribute("viewBox", box);
    for (const [name, value] of Object.entries({ x, y, width, height })) this.wood.setAttribute(name, value);
    fill(this.#coordinates, hasCoordinates ? coordinates(this.grid) : []);
  }

  /** What a screen reader says of a point. */
  label(point, text) {
    this.cells[this.grid.turned(point)].setAttribute("aria-label", text);
  }

  /** Let the Tab key lead to a slot from now on. */
  reach(slot) {
    this.cells[this.focused].setAttribute("tabindex", -1);
    this.focused = slot;
    this.cells[slot].setAttribute("tabindex", 0);
  }

  /** The point nearest to a pointer, or null. */
  pointAt({ clientX, clientY }) {
    const place = new DOMPoint(clientX, clientY).matrixTransform(this.picture.getScreenCTM().inverse());
    return this.grid.nearest(place);
  }

  #rows() {
    const { size } = this.grid;
    const indexes = Array.from({ length: size }, (_, index) => index);
    const shape = { class: "cell", role: "gridcell", tabindex: -1, width: CELL, height: CELL };
    const cell = (row, column) => svg("rect", { ...shape, x: column * CELL, y: row * CELL });
    return indexes.map((row) => {
      const cells = indexes.map((column) => cell(row, column));
      this.cells.push(...cells);
      return svg("g", { role: "row" }, cells);
    });
  }
}

/** A group of which only what has changed is touched. */
class Layer {
  element = svg("g");
  #shown = new Map();

  /** Show these things and no others: functions that make them, by keys that say all about each. */
  show(things) {
    for (const [key, node] of this.#shown) {
      if (things.has(key)) continue;
      node.remove();
      this.#shown.delete(key);
    }
    for (const [key, make] of things) {
      if (this.#shown.has(key)) continue;
      const node = make();
      this.#shown.set(key, node);
      this.element.append(node);
    }
  }
}

function lines(grid) {
  const { size } = grid;
  return [
    svg("path", { class: "lines", d: linesPath(size) }),
    svg("path", { class: "stars", d: discsPath(grid, starPoints(size), 2.4) }),
  ];
}

function coordinates(grid) {
  const { size } = grid;
  return Array.from({ length: size }, (_, index) => {
    const { x, y } = grid.centreOf(index * size + index);
    const name = nameOf(index * size + index, size);
    const bottom = size * CELL;
    return [svg("text", { x, y: bottom + 10.5 }, name[0]), svg("text", { x: -8, y: y + 3.6 }, name.slice(1))];
  });
}
