// The legend of a picture: each role and each tile as it is drawn, with what it means.

import { h } from "../ui/element.js";
import { spriteIcon } from "./sprites.js";
import { tileLegend } from "./tiles.js";

/** @import { Picture } from "../types.js" */

/**
 * The entries of a legend.
 * @param {Picture} picture
 * @returns {HTMLLIElement[]}
 */
export function legendOf(picture) {
  const pieces = picture.frames.flatMap((frame) => frame.pieces);
  const roles = picture.legend.map(([role, words]) => {
    const sprite = pieces.find((piece) => piece.role === role)?.sprite;
    return h("li", {}, spriteIcon(sprite, role) ?? h("span", { class: `swatch ${role}` }), words);
  });
  return [...roles, ...tileLegend(picture)];
}
