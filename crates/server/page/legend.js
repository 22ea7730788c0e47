// The legend of a picture: each role as it is drawn, with what it means.

import { h } from "./element.js";
import { spriteIcon } from "./sprites.js";

/** @import { Picture } from "./types.js" */

/**
 * The entries of a legend.
 * @param {Picture} picture
 * @returns {HTMLLIElement[]}
 */
export function legendOf({ legend, frames }) {
  const pieces = frames.flatMap((frame) => frame.pieces);
  return legend.map(([role, words]) => {
    const sprite = pieces.find((piece) => piece.role === role)?.sprite;
    return h("li", {}, spriteIcon(sprite, role) ?? h("span", { class: `swatch ${role}` }), words);
  });
}
