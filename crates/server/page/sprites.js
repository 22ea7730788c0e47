// Sprites: the pictures of pieces. The server's file holds one symbol each; the page knows nothing of them but their ids.
// Whoever prefers letters switches the pictures off, and letters stand for what has none.

import { h, s } from "./element.js";

/** @import { Piece } from "./types.js" */

const LETTERS = "menagerie.letters";
/** The side of a sprite on a board, in cell widths, and of the box that its shapes are drawn in. */
const SIDE = 0.92;
const UNITS = 100;
const TURNS = { right: "", down: "rotate(90)", left: "scale(-1 1)", up: "rotate(-90)" };

/** The shapes of each sprite by its id. @type {Map<string, Element[]>} */
const known = new Map();

/** Fetches the sprites. Where that fails, there are letters. */
export async function loadSprites() {
  try {
    const response = await fetch("sprites.svg");
    const text = response.ok ? await response.text() : "<svg/>";
    const sheet = new DOMParser().parseFromString(text, "image/svg+xml");
    for (const symbol of sheet.querySelectorAll("symbol")) known.set(symbol.id.replace(/^sprite-/, ""), [...symbol.children]);
  } catch {
    // A server that is away says so elsewhere.
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
 * @param {string | undefined} id
 * @returns {Node[] | undefined}
 */
export function shapes(id) {
  if (id === undefined || letters()) return undefined;
  return known.get(id)?.map((shape) => document.importNode(shape, true));
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
