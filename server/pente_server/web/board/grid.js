// Where the points of a board are.

export const CELL = 20;
export const RADIUS = 9.2; // of a stone
const EDGE = 2; // around all
const TEXTS = 15; // for the coordinates

/** Slots count points as they are seen: from the top left, row by row. */
export class Grid {
  constructor(size, isFlipped = false) {
    if (!(size >= 3 && size <= 25)) throw new RangeError("There is no such board.");
    this.size = size;
    this.isFlipped = isFlipped;
  }

  get count() {
    return this.size * this.size;
  }

  /** The slot of a point, or the point of a slot: each is the inverse of the other. */
  turned(number) {
    const { size, isFlipped } = this;
    const row = size - 1 - Math.floor(number / size);
    const column = number % size;
    return isFlipped ? (size - 1 - row) * size + (size - 1 - column) : row * size + column;
  }

  /** The centre of a point in the picture: {x, y}. */
  centreOf(point) {
    const slot = this.turned(point);
    return { x: (slot % this.size) * CELL + CELL / 2, y: Math.floor(slot / this.size) * CELL + CELL / 2 };
  }

  /** The point nearest to a place of the picture; null beyond the edge. */
  nearest({ x, y }) {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const isIn = (value) => value >= 0 && value < this.size;
    return isIn(column) && isIn(row) ? this.turned(row * this.size + column) : null;
  }

    viewBox(hasCoordinates) {
    const texts = hasCoordinates ? TEXTS : 0;
    const width = this.size * CELL + texts + 2 * EDGE;
    return `${-texts - EDGE} ${-EDGE} ${width} ${width}`;
  }
}

export function linesPath(size) {
  const [first, last] = [CELL / 2, size * CELL - CELL / 2];
  const at = (index) => index * CELL + CELL / 2;
  const cross = (_, index) => `M${first} ${at(index)}H${last}M${at(index)} ${first}V${last}`;
  return Array.from({ length: size }, cross).join("");
}

export function starPoints(size) {
  if (size % 2 === 0) return [];
  const middle = (size - 1) / 2;
  const lines = size >= 13 ? [3, middle, size - 4] : [middle];
  return lines.flatMap((row) => lines.map((column) => row * size + column));
}

/** Discs around points, as the data of a path. */
export function discsPath(grid, points, radius) {
  const half = (width) => `a${radius} ${radius} 0 1 0 ${width} 0`;
  const disc = ({ x, y }) => `M${x - radius} ${y}${half(2 * radius)}${half(-2 * radius)}`;
  return points.map((point) => disc(grid.centreOf(point))).join("");
}
