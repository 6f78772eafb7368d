// Points of a board: a number, and the name that people know, such as K10.

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The number of a point: K10 is 180 on 19x19. Throws RangeError if the board has no such point. */
export function pointOf(name, size) {
  const column = COLUMNS.indexOf(name[0].toUpperCase());
  const row = Number(name.slice(1)) - 1;
  if (!/^[A-Za-z][1-9][0-9]?$/.test(name) || column < 0 || column >= size || row >= size) {
    throw new RangeError(`A board of ${size}x${size} has no point ${name}.`);
  }
  return row * size + column;
}

/** The name of a point. */
export function nameOf(point, size) {
  return `${COLUMNS[point % size]}${Math.floor(point / size) + 1}`;
}
