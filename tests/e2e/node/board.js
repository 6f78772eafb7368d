// A position of two sides that place one stone a turn, and its key.

const MASK = (1n << 64n) - 1n;
const DIRECTIONS = [-1, 0, 1]
  .flatMap((up) => [-1, 0, 1].map((right) => [up, right]))
  .filter(([up, right]) => up || right);
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

function splitmix64(number) {
  let z = (BigInt(number) + 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** The number of a point by its name. */
export function pointOf(name, size) {
  return (Number(name.slice(1)) - 1) * size + COLUMNS.indexOf(name[0]);
}

/** Mutable: what lies on the board, and who goes on. */
export class Board {
  constructor({ size, captures }) {
    Object.assign(this, { size, captures });
    this.stones = new Map();
    this.taken = [0, 0];
    this.toAct = 0;
  }

  /** Place the next stone: what it captures, by colour, as an event tells it. */
  place(point) {
    const mine = this.toAct;
    this.stones.set(point, mine);
    const points = DIRECTIONS.flatMap((step) => this.#run(point, step)).sort((a, b) => a - b);
    points.forEach((gone) => this.stones.delete(gone));
    this.taken[mine] += points.length;
    this.toAct = 1 - mine;
    return points.length ? [{ colour: this.toAct, points }] : [];
  }

  get key() {
    const numbers = [
      (6 << 16) | this.size,
      (3 << 16) | (this.toAct << 12) | (this.toAct << 4) | 1,
      ...[...this.stones].map(([point, colour]) => {
        const [row, column] = this.#whereIs(point);
        return (1 << 16) | (colour << 12) | (row << 5) | column;
      }),
      ...this.taken.map((count, seat) => (count ? (2 << 16) | (seat << 12) | count : 0)),
    ];
    const key = numbers.filter(Boolean).reduce((all, number) => all ^ splitmix64(number), 0n);
    return key.toString(16).padStart(16, "0");
  }

  /** The enemy stones in one direction that the stone on a point takes. */
  #run(point, [up, right]) {
    const [row, column] = this.#whereIs(point);
    const mine = this.stones.get(point);
    const run = [];
    for (let far = 1; ; far += 1) {
      const [y, x] = [row + up * far, column + right * far];
      const isOn = y >= 0 && x >= 0 && y < this.size && x < this.size;
      const colour = isOn ? this.stones.get(y * this.size + x) : undefined;
      if (colour === 1 - mine) run.push(y * this.size + x);
      else return colour === mine && this.captures.includes(run.length) ? run : [];
    }
  }

  #whereIs(point) {
    return [Math.floor(point / this.size), point % this.size];
  }
}
