// Sprites: the pictures of pieces. The server's file holds one symbol each; the page knows nothing of them but their ids.
// Whoever prefers letters switches the pictures off, and letters stand for what has none.

import { h, s } from "../ui/element.js";
import { address } from "../engines/site.js";

/** @import { Piece } from "../types.js" */

const LETTERS = "menagerie.letters";
/** The side of a sprite on a board, in cell widths, and of the box that its shapes are drawn in. */
const SIDE = 0.92;
const UNITS = 100;
/** Outlines of sprites that no style sheet reaches, and pixels of their sides. */
const INK = "#26231f";
const OUTLINE = 4;
const PIXELS = 256;
const TURNS = { right: "", down: "rotate(90)", left: "scale(-1 1)", up: "rotate(-90)" };

/** The shapes of each sprite by its id. @type {Map<string, Element[]>} */
const known = new Map();

/** Fetches the sprites. Where that fails, there are letters. */
export async function loadSprites() {
  try {
    const response = await fetch(address("sprites.svg"));
    const text = response.ok ? await response.text() : "<svg/>";
    const sheet = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const symbol of sheet.querySelectorAll("symbol")) known.set(symbol.id.replace(/^sprite-/, ""), [...symbol.children]);
  } catch {
    // A server that is unreachable says so elsewhere.
  }
}

/**
 * Whether letters are wanted instead of pictures.
 * @returns {boolean}
 */
export function letters() {
  return localStorage.getItem(LETTERS) !== null;
}

/**
 * The switch between letters and pictures.
 * @param {() => void} changed called after each change
 */
export function lettersSwitch(changed) {
  const box = h("input", { type: "checkbox", checked: letters(), onchange: () => turn(box.checked) });
  const turn = (/** @type {boolean} */ on) => {
    if (on) localStorage.setItem(LETTERS, "on");
    else localStorage.removeItem(LETTERS);
    changed();
  };
  return h("label", { class: "switch", hidden: true }, box, "Letters instead of pictures");
}

/**
 * The shapes of a sprite, to be put into a drawing; nothing where letters stand for it.
 * @param {string | null | undefined} id
 * @returns {Node[] | undefined}
 */
export function shapes(id) {
  if (!id || letters()) return undefined;
  return known.get(id)?.map((shape) => document.importNode(shape, true));
}

/**
 * A sprite as an image of its own, in the colour of a thing; nothing where letters stand for it.
 * @param {string | null} id
 * @param {string} fill
 * @returns {HTMLImageElement | undefined}
 */
export function spriteImage(id, fill) {
  const drawn = shapes(id);
  if (!drawn) return undefined;
  const look = { fill, stroke: INK, "stroke-width": OUTLINE, "stroke-linejoin": "round" };
  const box = s("svg", { viewBox: `0 0 ${UNITS} ${UNITS}`, width: PIXELS, height: PIXELS, ...look }, ...drawn);
  const source = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(box))}`;
  return Object.assign(new Image(), { src: source });
}

/**
 * A sprite as a small drawing among words, in the colour of a role; nothing where letters stand for it.
 * @param {string | null | undefined} id
 * @param {string} role
 * @returns {SVGSVGElement | undefined}
 */
export function spriteIcon(id, role) {
  const drawn = shapes(id);
  return drawn && s("svg", { class: "sprite-icon", viewBox: `0 0 ${UNITS} ${UNITS}`, "aria-hidden": "true" }, s("g", { class: `sprite ${role}` }, ...drawn));
}

/**
 * A piece's sprite around a point, as it looks where the piece looks.
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {number} unit pixels of a cell width
 * @returns {SVGGElement | undefined}
 */
export function spriteOf({ sprite, facing, role }, x, y, unit) {
  const drawn = shapes(sprite);
  const scale = (unit * SIDE) / UNITS;
  const place = `translate(${x} ${y}) ${TURNS[facing ?? "right"]} scale(${scale}) translate(${-UNITS / 2} ${-UNITS / 2})`;
  return drawn && s("g", { class: `sprite ${role}`, "data-sprite": sprite, transform: place }, ...drawn);
}
