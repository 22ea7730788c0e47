// Boards on paper: they are only looked at, in the colours of the roles or in outlines.

import { Board } from "../board/board.js";
import { UNIT } from "../board/paint.js";
import { outline, toneOfTiles } from "./handout_outline.js";

/** @import { Picture } from "../types.js" */
/** @import { Tone } from "./handout_outline.js" */
/** @typedef {{ names: boolean, outlined: boolean }} Look whether the names of places are written, and whether boards are drawn in outlines */

/** The widest that a cell is drawn in a hand-out, in CSS pixels: small boards are not blown up beside large ones. */
const WIDEST = 76;

/**
 * A frame as a board that is only looked at, and the greys of its tiles where it is drawn in outlines.
 * @param {Picture} picture
 * @param {number} index
 * @param {Look} look
 * @returns {{ board: SVGElement, tone: Tone | undefined }}
 */
export function boardAndTone(picture, index, { names, outlined }) {
  const { element } = shown(picture, index, names);
  const frame = picture.frames[index];
  if (!outlined || !frame) return { board: element, tone: undefined };
  const tone = toneOfTiles(element);
  outline(element, frame, tone);
  return { board: element, tone };
}

/**
 * A frame as a board that is only looked at.
 * @param {Picture} picture
 * @param {number} index
 * @param {Look} look
 * @returns {SVGElement}
 */
export function boardOf(picture, index, look) {
  return boardAndTone(picture, index, look).board;
}

/**
 * @param {Picture} picture
 * @param {number} index
 * @param {boolean} names
 */
function shown(picture, index, names) {
  const board = new Board();
  board.show(picture, index, { names });
  board.element.removeAttribute("tabindex");
  return board;
}

/**
 * Lets a board fill a place of a given size from its upper edge, up to a scale.
 * @param {SVGElement} board
 */
export function fillPlace(board) {
  const [, , width = 0] = (board.getAttribute("viewBox") ?? "").split(" ").map(Number);
  board.style.maxWidth = `${Math.round((width / UNIT) * WIDEST)}px`;
  board.setAttribute("preserveAspectRatio", "xMidYMin meet");
}
