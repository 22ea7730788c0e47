// The board on which a level is drawn: its cells by their pictures, or by their characters where they have none; above them
// what can be clicked and focused, and the frame of what is selected.

import { h, s } from "../ui/element.js";
import { paint, UNIT } from "../board/paint.js";
import { letters } from "../board/sprites.js";
import { TileLayer, tileIcon } from "../board/tiles.js";
import { box } from "./shapes.js";
import { meaning } from "./placing.js";

/** @import { CellNote, Glyph, PlacedTile } from "../types.js" */
/** @import { Grid, Place } from "./shapes.js" */

/** The narrowest and the widest that a cell is drawn, in pixels. */
const NARROWEST = 26;
const WIDEST = 56;

/** The cells of a level. */
export class DrawingBoard {
  /** @type {SVGRectElement[][]} */
  #cells = [];
  /** What is seen of each cell, row by row. @type {SVGGElement[]} */
  #looks = [];
  /** The characters of which that is drawn. @type {string[]} */
  #signs = [];
  /** The palette that is drawn by. @type {Glyph[]} */
  #palette = [];
  /** Whether letters stand for pictures. */
  #isLettered = false;
  /** The cell that has the focus, or gets it. */
  cursor = { x: 0, y: 0 };

  /** @param {string} name of the palette, with which the names of tiles begin */
  constructor(name) {
    this.tiles = new TileLayer(name);
    this.rows = s("g");
    this.looks = s("g", { class: "drawn", "aria-hidden": "true" });
    this.frame = s("rect", { class: "selected-area", "aria-hidden": "true", visibility: "hidden" });
    this.element = s("svg", { class: "canvas", role: "grid", "aria-multiselectable": "true" }, this.tiles.element, this.looks, this.frame, this.rows);
    this.room = h("div", { class: "canvas-room" }, this.element);
    this.element.addEventListener("focusin", (event) => {
      const place = placeOf(event.target);
      if (place) this.#aim(place);
    });
  }

  /**
   * Shows these characters.
   * @param {Grid} grid
   * @param {Glyph[]} palette
   * @param {CellNote[]} notes what is known of cells
   */
  show({ width, height, at }, palette, notes) {
    if (this.#cells.length !== height || this.#cells[0]?.length !== width) this.#lay(width, height);
    if (palette !== this.#palette && JSON.stringify(palette) !== JSON.stringify(this.#palette)) this.#signs = [];
    if (this.#isLettered !== letters()) this.#signs = [];
    [this.#palette, this.#isLettered] = [palette, letters()];
    const tiles = palette.flatMap(({ tile }) => (tile ? [tile] : []));
    const indices = new Map(palette.filter(({ tile }) => tile).map(({ text }, index) => [text, index]));
    /** @type {PlacedTile[]} */
    const placed = [];
    /** @type {Map<string, Glyph | undefined>} */
    const meanings = new Map();
    const meant = (/** @type {string} */ sign) => {
      if (!meanings.has(sign)) meanings.set(sign, meaning(palette, sign));
      return meanings.get(sign);
    };
    const noted = new Map(notes.map(({ x, y, words }) => [y * width + x, words]));
    this.#cells.forEach((cells, y) => cells.forEach((cell, x) => {
      const sign = at(x, y);
      const glyph = meant(sign);
      const tile = glyph && indices.get(glyph.text);
      if (tile !== undefined) placed.push([x + 0.5, y + 0.5, tile]);
      const index = y * width + x;
      const note = noted.get(index);
      const shown = note ? `${sign} ${note}` : sign;
      if (this.#signs[index] === shown) return;
      this.#signs[index] = shown;
      this.#looks[index]?.replaceChildren(...lookOf(glyph, sign, x, y), ...(note ? [crossAt(x, y)] : []));
      const words = glyph?.words ?? `'${sign}', which means nothing`;
      cell.setAttribute("aria-label", `row ${y + 1}, column ${x + 1}: ${words}${note ? `; ${note}` : ""}`);
      cell.dataset["text"] = sign;
    }));
    this.tiles.show(tiles, placed);
  }

  /**
   * Marks the cells of a rectangle as selected, or none.
   * @param {Place} [one]
   * @param {Place} [other]
   */
  select(one, other) {
    this.frame.setAttribute("visibility", one && other ? "visible" : "hidden");
    for (const cell of this.rows.querySelectorAll("[aria-selected]")) cell.removeAttribute("aria-selected");
    if (!one || !other) return;
    const { left, top, width, height } = box(one, other);
    const shape = { x: left * UNIT, y: top * UNIT, width: width * UNIT, height: height * UNIT };
    for (const [name, value] of Object.entries(shape)) this.frame.setAttribute(name, String(value));
    for (const cells of this.#cells.slice(top, top + height)) {
      for (const cell of cells.slice(left, left + width)) cell.setAttribute("aria-selected", "true");
    }
  }

  /**
   * The words for a cell.
   * @param {Place} place
   */
  words({ x, y }) {
    return this.#cells[y]?.[x]?.getAttribute("aria-label") ?? "";
  }

  /**
   * Puts the focus on a cell; without one, on that of the cursor.
   * @param {Place} [place]
   */
  focus(place) {
    const { x, y } = place ?? this.cursor;
    this.#cells[y]?.[x]?.focus({ preventScroll: !place });
  }

  /**
   * Makes the cells of a board of this size.
   * @param {number} width
   * @param {number} height
   */
  #lay(width, height) {
    const focused = this.element.contains(document.activeElement);
    const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index);
    const cell = (/** @type {number} */ x, /** @type {number} */ y) =>
      s("rect", { class: "draw-cell", role: "gridcell", tabindex: -1, x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT, "data-x": x, "data-y": y });
    this.#cells = numbers(height).map((y) => numbers(width).map((x) => cell(x, y)));
    this.#looks = numbers(width * height).map(() => s("g"));
    this.#signs = [];
    this.rows.replaceChildren(...this.#cells.map((cells) => s("g", { role: "row" }, ...cells)));
    this.looks.replaceChildren(...this.#looks);
    this.element.setAttribute("viewBox", `0 0 ${width * UNIT} ${height * UNIT}`);
    this.element.setAttribute("aria-label", `The level: ${width} columns, ${height} rows`);
    this.element.style.minWidth = `${width * NARROWEST}px`;
    this.element.style.maxWidth = `${width * WIDEST}px`;
    this.#aim({ x: Math.min(this.cursor.x, width - 1), y: Math.min(this.cursor.y, height - 1) });
    if (focused) this.focus();
  }

  /**
   * The cell of the cursor takes part in the Tab order.
   * @param {Place} place
   */
  #aim(place) {
    this.cursor = place;
    this.rows.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.#cells[place.y]?.[place.x]?.setAttribute("tabindex", "0");
  }
}

/**
 * What is seen of a cell, below a tile nothing.
 * @param {Glyph | undefined} glyph
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 */
function lookOf(glyph, sign, x, y) {
  if (glyph?.tile) return [];
  if (glyph?.cell || glyph?.piece) return [pictureOf(glyph, x, y)];
  return [s("text", { class: "ink letter", x: (x + 0.5) * UNIT, y: (y + 0.66) * UNIT, "font-size": UNIT * 0.5 }, sign)];
}

/**
 * The sign of a cell of which something is known.
 * @param {number} x
 * @param {number} y
 */
function crossAt(x, y) {
  const [left, top, size] = [(x + 0.38) * UNIT, (y + 0.38) * UNIT, 0.24 * UNIT];
  return s("path", { class: "cell-note", d: `M${left} ${top}l${size} ${size}m0 ${-size}l${-size} ${size}` });
}

/**
 * The picture of an entry, as boards show it.
 * @param {Glyph} glyph
 * @param {number} x
 * @param {number} y
 */
function pictureOf({ cell, piece }, x, y) {
  /** @type {[number, number]} */
  const at = [x + 0.5, y + 0.5];
  return paint({ caption: "", cells: cell ? [{ ...cell, at }] : [], edges: [], pieces: piece ? [{ ...piece, at }] : [], overlays: [] }, 0);
}

/**
 * The picture of an entry among words.
 * @param {Glyph} glyph
 */
export function iconOf(glyph) {
  if (glyph.tile) return tileIcon(glyph.tile);
  if (!glyph.cell && !glyph.piece) return h("span", { class: "glyph", "aria-hidden": "true" }, glyph.text);
  return s("svg", { class: "tile-icon drawn", viewBox: `0 0 ${UNIT} ${UNIT}`, "aria-hidden": "true" }, pictureOf(glyph, 0, 0));
}

/**
 * The cell that an event is about.
 * @param {EventTarget | null} target
 * @returns {Place | undefined}
 */
export function placeOf(target) {
  const { x, y } = target instanceof SVGElement ? target.dataset : {};
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}
