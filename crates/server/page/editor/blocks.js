// What is selected of a level: a rectangle of cells, and blocks of characters that are taken from it and put down.

import { keyOfPlace, meaning, settled } from "./placing.js";
import { area, box, flipped, mirrored, turned } from "./shapes.js";

/** @import { Canvas } from "./canvas.js" */
/** @import { Placed } from "./placing.js" */
/** @import { Place } from "./shapes.js" */
/** @typedef {{ anchor: Place, head: Place }} Selection a rectangle of cells: where it was begun, and its other corner */
/** @typedef {{ changes?: Placed, text?: string, selection?: Selection | undefined, said: string }} Outcome what is done with a block: characters that change or a whole text, what is selected then, and what is said */

export const NO_EMPTY_CELLS = "This level has no empty cells.";
/** What turns a block, and what is said of it. */
const TRANSFORMS = {
  mirror: { transform: mirrored, said: "Left and right are exchanged." },
  flip: { transform: flipped, said: "Top and bottom are exchanged." },
  turn: { transform: turned, said: "Turned right by a quarter." },
};

/**
 * @param {Canvas} canvas
 * @returns {Selection}
 */
export function whole({ width, height }) {
  return { anchor: { x: 0, y: 0 }, head: { x: width - 1, y: height - 1 } };
}

/**
 * @param {Selection} selection
 * @param {Place} place
 */
export function has({ anchor, head }, { x, y }) {
  const { left, top, width, height } = box(anchor, head);
  return x >= left && y >= top && x < left + width && y < top + height;
}

/**
 * A selection somewhere else, as far as it lies on the level; nothing where none of it does.
 * @param {Selection} selection
 * @param {Place} by
 * @param {Canvas | undefined} canvas
 * @returns {Selection | undefined}
 */
export function moveBy({ anchor, head }, by, canvas) {
  const { left, top, width, height } = box(anchor, head);
  const [right, bottom] = [(canvas?.width ?? 1) - 1, (canvas?.height ?? 1) - 1];
  const from = { x: Math.max(0, left + by.x), y: Math.max(0, top + by.y) };
  const to = { x: Math.min(right, left + by.x + width - 1), y: Math.min(bottom, top + by.y + height - 1) };
  return from.x > to.x || from.y > to.y ? undefined : { anchor: from, head: to };
}

/**
 * The characters of what is selected.
 * @param {Canvas} canvas
 * @param {Selection} selection
 */
export function block(canvas, { anchor, head }) {
  const { left, top, width, height } = box(anchor, head);
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => canvas.at(left + x, top + y)));
}

/**
 * A block put down with its upper left corner at a place, as far as it lies on the level and its characters are known there.
 * @param {Canvas} canvas
 * @param {string[][]} cells
 * @param {number} left
 * @param {number} top
 * @returns {Placed}
 */
function laid({ width, height, palette }, cells, left, top) {
  /** @type {Placed} */
  const changes = new Map();
  cells.forEach((row, y) => row.forEach((sign, x) => {
    const place = { x: left + x, y: top + y };
    const isInside = place.x >= 0 && place.y >= 0 && place.x < width && place.y < height;
    if (isInside && meaning(palette, sign)) changes.set(keyOfPlace(place), sign);
  }));
  return changes;
}

/**
 * What is selected, or the whole level, turned or mirrored.
 * @param {Canvas} canvas
 * @param {Selection | undefined} selection
 * @param {keyof typeof TRANSFORMS} kind
 * @returns {Outcome}
 */
export function transformed(canvas, selection, kind) {
  const { transform, said } = TRANSFORMS[kind];
  const cells = transform(block(canvas, selection ?? whole(canvas)));
  if (!selection) {
    const text = canvas.replaced(cells);
    return text === undefined ? { said: "This level has a fixed size, and cannot be turned." } : { text, said };
  }
  const { left, top, width, height } = box(selection.anchor, selection.head);
  const [wide, high] = [cells[0]?.length ?? 0, cells.length];
  if (left + wide > canvas.width || top + high > canvas.height) return { said: "There is no room to turn it here." };
  if (canvas.blank === null && (wide !== width || high !== height)) return { said: NO_EMPTY_CELLS };
  const emptied = new Map(area(selection.anchor, selection.head).map((place) => [keyOfPlace(place), canvas.filling]));
  const changes = settled(canvas, canvas, new Map([...emptied, ...laid(canvas, cells, left, top)]));
  return { changes, selection: { anchor: { x: left, y: top }, head: { x: left + wide - 1, y: top + high - 1 } }, said };
}

/**
 * A block put down with its upper left corner at a place.
 * @param {Canvas} canvas
 * @param {string[][]} cells
 * @param {Place} at
 * @returns {Outcome}
 */
export function pasted(canvas, cells, { x, y }) {
  const changes = settled(canvas, canvas, laid(canvas, cells, x, y));
  const head = { x: x + (cells[0]?.length ?? 1) - 1, y: y + cells.length - 1 };
  const selection = moveBy({ anchor: { x, y }, head }, { x: 0, y: 0 }, canvas);
  return { changes, selection, said: `Placed at row ${y + 1}, column ${x + 1}` };
}

/**
 * What changes when what is selected is moved: what it leaves is empty.
 * @param {Canvas} canvas
 * @param {Selection} selection
 * @param {Place} by
 * @returns {Placed}
 */
export function shifted(canvas, selection, by) {
  const { blank } = canvas;
  if (blank === null) return new Map();
  const { left, top } = box(selection.anchor, selection.head);
  const emptied = new Map(area(selection.anchor, selection.head).map((place) => [keyOfPlace(place), blank]));
  const moved = laid(canvas, block(canvas, selection), left + by.x, top + by.y);
  return settled(canvas, canvas, new Map([...emptied, ...moved]));
}
