// Rows of points and of stones: runs, winning lines, what can be broken, and whether a line is still possible.

/** The four axes as steps of column and row: east, north, north-east, north-west. */
export const AXES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];
const back = ([dx, dy]) => [-dx, -dy];
export const DIRECTIONS = [...AXES, ...AXES.map(back)];

/** The points from a point to the edge in one direction, without itself. */
export function ray(point, direction, size) {
  const points = [];
  for (let next = point; (next = neighbour(next, direction, size)) !== undefined; ) points.push(next);
  return points;
}

/** The next point in a direction; undefined beyond the edge. */
function neighbour(point, [dx, dy], size) {
  const x = (point % size) + dx;
  const y = Math.floor(point / size) + dy;
  return x >= 0 && x < size && y >= 0 && y < size ? y * size + x : undefined;
}

/**
 * The unbroken run of a colour through a point, which counts as its stone, in ascending order, and the points
 * beyond its two ends, of which those off the board are undefined.
 */
export function runThrough({ stones, size }, colour, point, axis) {
  const [below, above] = [back(axis), axis].map((direction) => {
    const own = [];
    let next = neighbour(point, direction, size);
    for (; stones[next] === colour; next = neighbour(next, direction, size)) own.push(next);
    return { own, end: next };
  });
  return { run: [...below.own.reverse(), point, ...above.own], ends: [below.end, above.end] };
}

export function wins(length, { line, exact_line: isExact }) {
  return length === line || (length > line && !isExact);
}

/** Every run of a colour on the whole board, along each axis. */
function* allRuns(position, colour) {
  const { stones, size } = position;
  for (const axis of AXES) {
    const before = back(axis);
    for (let point = 0; point < stones.length; point += 1) {
      if (stones[point] !== colour || stones[neighbour(point, before, size)] === colour) continue;
      yield runThrough(position, colour, point, axis);
    }
  }
}

export function allLines(position, colour, rules) {
  return [...allRuns(position, colour)].map(({ run }) => run).filter((run) => wins(run.length, rules));
}

/** The winning rows of a colour that still hold a line after any capture by the enemy. For two sides. */
export function unbreakableLines(position, colour, rules) {
  const lines = allLines(position, colour, rules);
  if (!lines.length) return lines;
  const weak = breakable(position, colour, rules);
  return lines.filter((line) => longest(line, (point) => !weak.has(point)) >= rules.line);
}

/** The stones of a colour that the enemy could capture with its next stone. */
function breakable(position, colour, { captures }) {
  const isOpen = ({ ends }) => {
    const [one, other] = ends.map((end) => position.stones[end]);
    return (one === null && other === 1 - colour) || (other === null && one === 1 - colour);
  };
  const weak = [...allRuns(position, colour)].filter((row) => captures.includes(row.run.length) && isOpen(row));
  return new Set(weak.flatMap(({ run }) => run));
}

function longest(points, isGood) {
  let most = 0;
  let length = 0;
  for (const point of points) {
    length = isGood(point) ? length + 1 : 0;
    most = Math.max(most, length);
  }
  return most;
}

/** Whether no colour can complete a line any more, as long as no stone leaves the board. */
export function isDead(position, rules) {
  return position.taken.every((_, seat) => position.out.includes(seat) || !hasRoom(position, seat, rules));
}

function hasRoom({ stones, size }, colour, { line, exact_line: isExact }) {
  const fits = (point, axis) => {
    const points = [point, ...ray(point, axis, size)];
    const room = points.slice(0, line);
    if (room.length < line || room.some((other) => (stones[other] ?? colour) !== colour)) return false;
    return !isExact || (stones[points[line]] !== colour && stones[neighbour(point, back(axis), size)] !== colour);
  };
  return stones.some((_, point) => AXES.some((axis) => fits(point, axis)));
}
