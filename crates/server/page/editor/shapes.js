// Shapes on a grid of cells: which cells a line, the outline of a rectangle or an area has, and blocks of cells turned and
// mirrored. Nothing here knows a text, a palette or the page.

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ width: number, height: number, at: (x: number, y: number) => string }} Grid */

/**
 * The places on a line between two, both with it (Bresenham's algorithm).
 * @param {Place} from
 * @param {Place} to
 * @returns {Place[]}
 */
export function line(from, to) {
  const [wide, high] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const [across, down] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const places = [{ ...from }];
  let { x, y } = from;
  let error = wide - high;
  while (x !== to.x || y !== to.y) {
    const twice = 2 * error;
    if (twice > -high) {
      error -= high;
      x += across;
    }
    if (twice < wide) {
      error += wide;
      y += down;
    }
    places.push({ x, y });
  }
  return places;
}

/**
 * The places of the rectangle that has these corners, row by row.
 * @param {Place} one
 * @param {Place} other
 * @returns {Place[]}
 */
export function area(one, other) {
  const { left, top, width, height } = box(one, other);
  return Array.from({ length: width * height }, (_, index) => ({ x: left + (index % width), y: top + Math.floor(index / width) }));
}

/**
 * The places on the outline of the rectangle that has these corners.
 * @param {Place} one
 * @param {Place} other
 * @returns {Place[]}
 */
export function outline(one, other) {
  const { left, top, width, height } = box(one, other);
  return area(one, other).filter(({ x, y }) => x === left || y === top || x === left + width - 1 || y === top + height - 1);
}

/**
 * The places that are reached from one over sides of cells with the same character.
 * @param {Grid} grid
 * @param {Place} from
 * @returns {Place[]}
 */
export function flood(grid, from) {
  const { width, height } = grid;
  const sign = grid.at(from.x, from.y);
  const found = [from];
  const seen = new Set([from.y * width + from.x]);
  // What is found is looked at in turn.
  for (const { x, y } of found) {
    for (const next of [{ x: x - 1, y }, { x: x + 1, y }, { x, y: y - 1 }, { x, y: y + 1 }]) {
      const key = next.y * width + next.x;
      const isInside = next.x >= 0 && next.y >= 0 && next.x < width && next.y < height;
      if (!isInside || seen.has(key) || grid.at(next.x, next.y) !== sign) continue;
      seen.add(key);
      found.push(next);
    }
  }
  return found;
}

/**
 * The rectangle that has these corners.
 * @param {Place} one
 * @param {Place} other
 */
export function box(one, other) {
  const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { left, top, width: Math.abs(one.x - other.x) + 1, height: Math.abs(one.y - other.y) + 1 };
}

/**
 * The block with its left and right sides exchanged.
 * @param {string[][]} cells
 */
export function mirrored(cells) {
  return cells.map((row) => [...row].reverse());
}

/**
 * The block with its top and bottom exchanged.
 * @param {string[][]} cells
 */
export function flipped(cells) {
  return [...cells].reverse();
}

/**
 * The block turned to the right by a quarter.
 * @param {string[][]} cells
 */
export function turned(cells) {
  return (cells[0] ?? []).map((_, x) => cells.map((row) => row[x] ?? "").reverse());
}
