// A level drawn: a palette, the cells of the level, rows and columns to be added and removed. A click or a stroke of the
// mouse places what is chosen, the right button removes; arrow keys move over the cells, Space places, Delete removes.

import { announce } from "../ui/announce.js";
import { h, s } from "../ui/element.js";
import { keyOf } from "../ui/key_names.js";
import { UNIT } from "../board/paint.js";
import { TileLayer, tileIcon } from "../board/tiles.js";

/** @import { Canvas, Side } from "./canvas.js" */
/** @import { Glyph, PlacedTile } from "../types.js" */
/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ write: (text: string) => void, undo: () => void, redo: () => void }} History where changes of the text go */

/** The narrowest and the widest that a cell is drawn, in pixels. */
const NARROWEST = 26;
const WIDEST = 56;
const SIDES = /** @type {const} */ (["top", "bottom", "left", "right"]);
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let drawings = 0;

/** The view in which a level is drawn. */
export class Drawing {
  #history;
  #name = `palette${drawings++}`;
  /** @type {Canvas | undefined} */
  #canvas;
  /** @type {SVGRectElement[][]} */
  #cells = [];
  /** @type {SVGTextElement[]} */
  #letters = [];
  /** What a stroke under way has placed so far. @type {Map<string, string> | undefined} */
  #stroke;
  /** The character that the stroke places. */
  #ink = "";
  #cursor = { x: 0, y: 0 };
  /** The palette that is shown, as JSON. */
  #shown = "";

  /** @param {History} history */
  constructor(history) {
    this.#history = history;
    const button = (/** @type {string} */ words, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, words);
    this.palette = h("fieldset", { class: "palette" });
    this.tiles = new TileLayer(this.#name);
    this.rows = s("g");
    this.over = s("g", { class: "drawn-letters", "aria-hidden": "true" });
    this.board = s("svg", { class: "canvas", role: "grid" }, this.tiles.element, this.over, this.rows);
    const size = (/** @type {Side} */ side) => h("div", { class: "size", role: "group", "aria-label": `At the ${side}` }, h("span", { "aria-hidden": "true" }, side), this.#sizer(side, "+"), this.#sizer(side, "−"));
    this.sizes = h("div", { class: "row sizes" }, ...SIDES.map(size));
    const changes = h("div", { class: "row", role: "group", "aria-label": "Changes of the text" }, button("Undo change", () => history.undo()), button("Redo change", () => history.redo()));
    this.element = h("section", { class: "drawing", "aria-label": "Drawing", hidden: true }, this.palette, h("div", { class: "canvas-room" }, this.board), this.sizes, changes, h("p", { class: "help" }, "Click to place, right-click to remove. Keys: arrows, Space, Delete; Ctrl+Z takes back."));
    this.board.addEventListener("pointerdown", (event) => this.#begin(event));
    this.board.addEventListener("pointermove", (event) => this.#go(event));
    this.board.addEventListener("pointerup", () => this.#end());
    this.board.addEventListener("pointercancel", () => this.#give());
    this.board.addEventListener("contextmenu", (event) => event.preventDefault());
    this.board.addEventListener("keydown", (event) => this.#pressed(event));
    this.board.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** The character that is placed. */
  get chosen() {
    const radio = this.palette.querySelector("input:checked");
    return radio instanceof HTMLInputElement ? radio.value : (this.#canvas?.filling ?? " ");
  }

  /**
   * Shows the cells as they are now; where they are not known, those before stay and cannot be changed.
   * @param {Canvas | undefined} canvas
   */
  show(canvas) {
    this.#canvas = canvas;
    this.element.classList.toggle("stale", !canvas);
    if (!canvas) return;
    this.#offer(canvas.palette, canvas.blank);
    this.sizes.hidden = !canvas.isResizable;
    const { width, height } = canvas;
    const same = this.#cells.length === height && this.#cells[0]?.length === width;
    if (!same) this.#lay(width, height);
    this.#paint();
  }

  /** Puts the focus on the cell of the cursor. */
  focus() {
    this.#cells[this.#cursor.y]?.[this.#cursor.x]?.focus({ preventScroll: true });
  }

  /**
   * @param {Side} side
   * @param {"+" | "−"} sign
   */
  #sizer(side, sign) {
    const line = side === "left" || side === "right" ? "column" : "row";
    const words = sign === "+" ? `Add a ${line} at the ${side}` : `Remove the ${line} at the ${side}`;
    const act = () => {
      const text = sign === "+" ? this.#canvas?.grown(side) : this.#canvas?.shrunk(side);
      if (text === undefined) return announce(sign === "+" ? "The level would be too large to be drawn." : `It is the only ${line}.`);
      this.#history.write(text);
      announce(`${this.#canvas?.width} columns, ${this.#canvas?.height} rows`);
    };
    return h("button", { type: "button", "aria-label": words, title: words, onclick: act }, sign);
  }

  /**
   * Writes the palette, unless it is the same as before.
   * @param {Glyph[]} palette
   * @param {string | null} blank
   */
  #offer(palette, blank) {
    const key = JSON.stringify([palette, blank]);
    if (key === this.#shown) return;
    this.#shown = key;
    const chosen = this.chosen;
    const choice = palette.find(({ text }) => text === chosen && text !== blank) ?? palette.find(({ text }) => text !== blank) ?? palette[0];
    const entry = (/** @type {Glyph} */ glyph) => {
      const look = glyph.tile ? tileIcon(glyph.tile) : h("span", { class: "glyph", "aria-hidden": "true" }, glyph.text);
      const radio = h("input", { type: "radio", name: this.#name, value: glyph.text, checked: glyph === choice, "data-text": glyph.text });
      return h("label", { class: "entry" }, radio, look, h("span", {}, glyph.text === blank && glyph.words === "empty" ? "remove" : glyph.words), glyph.tile && h("code", { "aria-hidden": "true" }, glyph.text));
    };
    this.palette.replaceChildren(h("legend", {}, "Place"), ...palette.map(entry));
  }

  /**
   * Makes the cells of a board of this size.
   * @param {number} width
   * @param {number} height
   */
  #lay(width, height) {
    const focused = this.board.contains(document.activeElement);
    const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index);
    const cell = (/** @type {number} */ x, /** @type {number} */ y) =>
      s("rect", { class: "draw-cell", role: "gridcell", tabindex: -1, x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT, "data-x": x, "data-y": y });
    this.#cells = numbers(height).map((y) => numbers(width).map((x) => cell(x, y)));
    this.#letters = numbers(width * height).map((at) => s("text", { class: "letter", x: ((at % width) + 0.5) * UNIT, y: (Math.floor(at / width) + 0.66) * UNIT, "font-size": UNIT * 0.5 }));
    this.rows.replaceChildren(...this.#cells.map((cells) => s("g", { role: "row" }, ...cells)));
    this.over.replaceChildren(...this.#letters);
    this.board.setAttribute("viewBox", `0 0 ${width * UNIT} ${height * UNIT}`);
    this.board.setAttribute("aria-label", `The level: ${width} columns, ${height} rows`);
    this.board.style.minWidth = `${width * NARROWEST}px`;
    this.board.style.maxWidth = `${width * WIDEST}px`;
    this.#cursor = { x: Math.min(this.#cursor.x, width - 1), y: Math.min(this.#cursor.y, height - 1) };
    this.#aim();
    if (focused) this.focus();
  }

  /** Draws what is on each cell, with the stroke under way. */
  #paint() {
    const canvas = this.#canvas;
    if (!canvas) return;
    const { palette, width } = canvas;
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
    this.#cells.forEach((cells, y) => cells.forEach((cell, x) => {
      const sign = this.#stroke?.get(`${x},${y}`) ?? canvas.at(x, y);
      const glyph = meant(sign);
      const tile = glyph && indices.get(glyph.text);
      if (tile !== undefined) placed.push([x + 0.5, y + 0.5, tile]);
      const letter = this.#letters[y * width + x];
      const written = tile === undefined ? sign : "";
      if (letter && letter.textContent !== written) letter.textContent = written;
      const words = `row ${y + 1}, column ${x + 1}: ${glyph?.words ?? `'${sign}', which means nothing`}`;
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
      cell.dataset["text"] = sign;
    }));
    this.tiles.show(tiles, placed);
  }

  /** The cell of the cursor takes part in the Tab order. */
  #aim() {
    this.rows.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.#cells[this.#cursor.y]?.[this.#cursor.x]?.setAttribute("tabindex", "0");
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const place = placeOf(event.target);
    if (!place) return;
    this.#cursor = place;
    this.#aim();
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const canvas = this.#canvas;
    const place = placeOf(event.target);
    if (!canvas || !place || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
    if (event.button === 2 && canvas.blank === null) return announce("This level has no empty cells.");
    this.#stroke = new Map();
    this.#ink = event.button === 2 ? canvas.filling : this.chosen;
    this.#add(place);
  }

  /** @param {PointerEvent} event */
  #go(event) {
    // A finger that moves scrolls.
    if (!this.#stroke || event.pointerType === "touch") return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (place) this.#add(place);
  }

  /** @param {Place} place */
  #add({ x, y }) {
    if (this.#stroke?.has(`${x},${y}`)) return;
    this.#stroke?.set(`${x},${y}`, this.#ink);
    this.#paint();
  }

  /** A stroke is one change of the text. */
  #end() {
    const stroke = this.#stroke;
    this.#stroke = undefined;
    if (stroke) this.#write(stroke);
  }

  /** Gives up a stroke: the finger scrolls. */
  #give() {
    this.#stroke = undefined;
    this.#paint();
  }

  /** @param {Map<string, string>} stroke */
  #write(stroke) {
    const text = this.#canvas?.painted(stroke);
    if (text !== undefined) this.#history.write(text);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const key = keyOf(event).toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
      event.preventDefault();
      return key === "y" || event.shiftKey ? this.#history.redo() : this.#history.undo();
    }
    const place = placeOf(event.target);
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.#cells[place.y + arrow[1]]?.[place.x + arrow[0]]?.focus();
    else if (event.key === " " || event.key === "Enter") this.#put(place, this.chosen);
    else if (event.key === "Delete" || event.key === "Backspace") this.#put(place, this.#canvas?.filling ?? " ");
    else return;
    event.preventDefault();
  }

  /**
   * @param {Place} place
   * @param {string} sign
   */
  #put(place, sign) {
    this.#write(new Map([[`${place.x},${place.y}`, sign]]));
    announce(this.#cells[place.y]?.[place.x]?.getAttribute("aria-label") ?? "");
  }
}

/**
 * What a character means; formats that do not tell small letters from capital ones have entries for one of them.
 * @param {Glyph[]} palette
 * @param {string} sign
 */
function meaning(palette, sign) {
  return palette.find(({ text }) => text === sign) ?? palette.find(({ text }) => text.toLowerCase() === sign.toLowerCase());
}

/**
 * The cell that an event is about.
 * @param {EventTarget | null} target
 * @returns {Place | undefined}
 */
function placeOf(target) {
  const { x, y } = target instanceof SVGElement ? target.dataset : {};
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}
