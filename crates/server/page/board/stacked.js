// A picture of two equal boards, one beside the other, on a narrow screen: the board that is played keeps the width, and the
// one that shows where everything belongs stands small below it.

import { bounds, paint, paintNames, UNIT } from "./paint.js";
import { s } from "../ui/element.js";

/** @import { Box } from "./paint.js" */
/** @import { Cell, Frame, Name, Overlay, Place } from "../types.js" */
/** @typedef {{ played: Frame, shown: Frame }} Halves */

/** The size of the second board, beside that of the first. */
const SCALE = 0.45;
/** Room between the two, in cell widths. */
const GAP = 0.3;
/** Coordinates that differ by less are the same. */
const NEAR = 0.01;

/**
 * The two boards of a frame whose second half of cells repeats the first one farther to the right, and cannot be played;
 * nothing of any other frame.
 * @param {Frame} frame
 * @returns {Halves | undefined}
 */
export function halves(frame) {
  const half = frame.cells.length / 2;
  const [first, second] = [frame.cells.slice(0, half), frame.cells.slice(half)];
  if (!half || !Number.isInteger(half) || frame.tiles?.length || second.some(({ act }) => act !== null)) return undefined;
  const [left, right] = [boundsOf(first), boundsOf(second)];
  if (right.left <= left.right || !isRepeated(first, second, right.left - left.left)) return undefined;
  const middle = (left.right + right.left) / 2;
  const isBeyond = (/** @type {Place} */ [x]) => x > middle;
  return { played: part(frame, (at) => !isBeyond(at)), shown: part(frame, isBeyond) };
}

/** @param {Cell[]} cells */
function boundsOf(cells) {
  return bounds([{ caption: "", cells, edges: [], pieces: [], overlays: [] }]);
}

/**
 * @param {Cell[]} first
 * @param {Cell[]} second
 * @param {number} shift how far the second cells lie to the right
 */
function isRepeated(first, second, shift) {
  return first.every(({ at: [x, y] }, index) => {
    const [otherX = NaN, otherY = NaN] = second[index]?.at ?? [];
    return Math.abs(otherX - x - shift) < NEAR && Math.abs(otherY - y) < NEAR;
  });
}

/**
 * What of a frame lies on one side.
 * @param {Frame} frame
 * @param {(at: Place) => boolean} isThere
 * @returns {Frame}
 */
function part(frame, isThere) {
  const placeOf = (/** @type {Overlay} */ overlay) => (overlay.kind === "path" ? overlay.points[0] : overlay.at) ?? [0, 0];
  return {
    ...frame,
    cells: frame.cells.filter(({ at }) => isThere(at)),
    pieces: frame.pieces.filter(({ at }) => isThere(at)),
    edges: frame.edges.filter(({ from }) => isThere(from)),
    overlays: frame.overlays.filter((overlay) => isThere(placeOf(overlay))),
  };
}

/**
 * The box of both boards, one below the other.
 * @param {Halves} halves
 * @param {Box} box of the first
 * @returns {Box}
 */
export function stackedBox({ shown }, box) {
  const { top, bottom } = bounds([shown]);
  return { ...box, bottom: box.bottom + GAP + SCALE * (bottom - top) };
}

/**
 * Both boards painted, the second where `stackedBox` has room for it; and the names of their places.
 * @param {Halves} halves
 * @param {Box} box of the first board
 * @param {{ most: number, labelled: boolean, names: Name[] }} options as `paint` and `paintNames` have them
 * @returns {{ drawn: SVGGElement, named: SVGGElement }}
 */
export function paintStacked({ played, shown }, box, { most, labelled, names }) {
  const own = bounds([shown]);
  const left = (box.left + box.right - SCALE * (own.right - own.left)) / 2;
  const by = [left - SCALE * own.left, box.bottom + GAP - SCALE * own.top].map((part) => (part * UNIT).toFixed(2));
  const transform = `translate(${by}) scale(${SCALE})`;
  const below = (/** @type {SVGGElement} */ painted) => s("g", { transform }, painted);
  return {
    drawn: s("g", {}, paint(played, most, labelled), below(paint(shown, most, labelled))),
    named: s("g", {}, paintNames(played, names), below(paintNames(shown, names))),
  };
}
