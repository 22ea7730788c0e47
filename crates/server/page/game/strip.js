// The strip of tiles below the board, for games whose moves compose a program: tiles are put in at the mark, drawn elsewhere,
// taken out; a loop is a frame around its tiles, with its count. Each change is a move, which undo takes back.

import { announce } from "../ui/announce.js";
import { h } from "../ui/element.js";
import { TileProgram } from "./program.js";

/** @import { ProgramTile, ProgramTiles } from "../types.js" */

/** The shortest way of a pointer that draws a tile, in pixels. */
const DRAWN = 8;

/** The strip. */
export class ProgramStrip {
  /** @type {ProgramTiles | undefined} */
  #known;
  /** @type {TileProgram | undefined} */
  #program;
  /** The tile that is drawn. @type {{ index: number, x: number, y: number, moves: boolean } | undefined} */
  #drawn;
  #onmove;

  /** @param {(move: string) => void} onmove */
  constructor(onmove) {
    this.#onmove = onmove;
    this.row = h("div", { class: "tiles-row", role: "group", "aria-label": "Program", tabindex: 0, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event) });
    this.palette = h("div", { class: "row palette-row", role: "group", "aria-label": "Put in" });
    this.run = h("button", { type: "button", class: "primary run", onclick: () => this.#known && onmove(this.#known.run) }, "Run");
    this.element = h("section", { class: "program-strip", "aria-label": "Program", hidden: true }, this.row, h("div", { class: "row" }, this.palette, this.run));
    this.row.addEventListener("pointerdown", (event) => this.#grasp(event));
  }

  /** @param {ProgramTiles | undefined} known the program of the position */
  show(known) {
    this.element.hidden = known === undefined;
    this.#known = known;
    const closing = known?.palette.find(({ closes }) => closes);
    if (!known || !closing) return;
    const program = (this.#program ??= new TileProgram(closing));
    const [before, now] = [program.texts, new TileProgram(closing)];
    now.take(known.tiles);
    // What stands here already keeps its mark, and loops in which nothing is yet.
    if (before.join(" ") !== now.texts.join(" ")) program.take(known.tiles);
    this.#paint();
  }

  #paint() {
    const [program, known] = [this.#program, this.#known];
    if (!program || !known) return;
    const top = h("div", { class: "tiles-level" });
    const levels = [top];
    const mark = () => h("span", { class: "mark-here", "aria-hidden": true });
    program.tiles.forEach((tile, index) => {
      const level = levels.at(-1) ?? top;
      if (program.at === index) level.append(mark());
      if (tile.closes) {
        level.append(this.#end(index));
        levels.pop();
      } else if (tile.opens) {
        const inner = h("div", { class: "tiles-level" });
        level.append(h("div", { class: "loop", "data-index": index }, this.#count(tile, index), inner));
        levels.push(inner);
      } else level.append(this.#tile(tile, index));
    });
    if (program.at === program.tiles.length) top.append(mark());
    if (!program.tiles.length) top.append(h("span", { class: "help" }, "Put tiles in, then run them."));
    this.row.replaceChildren(top);
    this.run.setAttribute("aria-disabled", String(!program.texts.length));
    this.#offer(known);
  }

  /** @param {ProgramTiles} known */
  #offer({ palette }) {
    if (this.palette.childElementCount) return;
    const loop = palette.find(({ opens }) => opens);
    const plain = palette.filter(({ opens, closes }) => !opens && !closes);
    const put = (/** @type {ProgramTile} */ tile, /** @type {string} */ sign, /** @type {string} */ words) => h("button", { type: "button", class: "tile", "aria-label": `Put in ${words}`, title: words, onclick: () => this.#change((program) => program.insert(tile)) }, sign);
    const out = h("button", { type: "button", class: "tile", "aria-label": "Take out the tile before the mark", title: "Take out", onclick: () => this.#change((program) => program.delete()) }, "⌫");
    this.palette.append(...plain.map((tile) => put(tile, tile.text, tile.words)), ...(loop ? [put(loop, "Loop", "a loop")] : []), out);
  }

  /**
   * @param {ProgramTile} tile
   * @param {number} index
   */
  #tile({ text, words }, index) {
    return h("button", { type: "button", class: "tile", "data-index": index, "aria-label": words, onclick: () => this.#place(index + 1) }, text);
  }

  /**
   * The end of a loop, where more goes in.
   * @param {number} index
   */
  #end(index) {
    return h("button", { type: "button", class: "tile inner-end", "data-index": index, "aria-label": "Go on in this loop", onclick: () => this.#place(index) }, "+");
  }

  /**
   * How often a loop repeats.
   * @param {ProgramTile} tile
   * @param {number} index
   */
  #count(tile, index) {
    const openers = (this.#known?.palette ?? []).filter(({ opens }) => opens);
    const all = openers.some(({ text }) => text === tile.text) ? openers : [...openers, tile];
    const select = h("select", { "aria-label": "How often", onchange: () => this.#change((program) => program.replace(index, all[select.selectedIndex] ?? tile)) }, ...all.map(({ text, words }) => h("option", { selected: text === tile.text }, words)));
    return h("span", { class: "loop-head", "data-index": index }, h("button", { type: "button", class: "tile grip", "data-index": index, "aria-label": "Loop", onclick: () => this.#place(index + 1) }, "↻"), select);
  }

  /** @param {number} at where the next tile goes */
  #place(at) {
    if (!this.#program) return;
    this.#program.at = at;
    this.#paint();
  }

  /**
   * Changes the program, and plays it where it is another one now.
   * @param {(program: TileProgram) => void} change
   */
  #change(change) {
    const [program, known] = [this.#program, this.#known];
    if (!program || !known) return;
    const before = program.texts.join(" ");
    change(program);
    this.#paint();
    const now = program.texts.join(" ");
    // A move is told by whoever plays it.
    if (now !== before) this.#onmove([known.whole, now].filter(Boolean).join(" "));
    else announce(programInWords(program.tiles));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const program = this.#program;
    if (!program || event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
    const last = program.tiles.length;
    const to = new Map([["ArrowLeft", Math.max(0, program.at - 1)], ["ArrowRight", Math.min(last, program.at + 1)], ["Home", 0], ["End", last]]).get(event.key);
    const isOut = event.key === "Backspace" || event.key === "Delete";
    if (to === undefined && !isOut) return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== undefined) this.#place(to);
    else this.#change((one) => one.delete());
    this.row.focus();
    if (to !== undefined) announce(program.tiles[to] ? `before ${program.tiles[to].words}` : "at the end");
  }

  /** @param {PointerEvent} event */
  #grasp(event) {
    const tile = event.target instanceof Element ? event.target.closest("[data-index]") : null;
    if (!(tile instanceof HTMLElement) || tile.classList.contains("inner-end") || event.target instanceof HTMLSelectElement) return;
    this.#drawn = { index: Number(tile.dataset["index"]), x: event.clientX, y: event.clientY, moves: false };
    // The pointer may leave the strip.
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener("pointermove", (moved) => this.#draw(moved), { signal });
    document.addEventListener("pointercancel", () => this.#drop(undefined, ended), { signal });
    document.addEventListener("pointerup", (lifted) => this.#drop(lifted, ended), { signal });
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    const drawn = this.#drawn;
    if (!drawn) return;
    if (drawn.moves || Math.hypot(event.clientX - drawn.x, event.clientY - drawn.y) < DRAWN) return;
    drawn.moves = true;
    this.row.classList.add("drawing-tile");
  }

  /**
   * @param {PointerEvent | undefined} event where the pointer was lifted; without it nothing is moved
   * @param {AbortController} ended
   */
  #drop(event, ended) {
    const drawn = this.#drawn;
    ended.abort();
    this.#drawn = undefined;
    this.row.classList.remove("drawing-tile");
    if (!event || !drawn?.moves) return;
    const to = this.#placeAt(event.clientX, event.clientY);
    this.#change((program) => (to === undefined ? program.remove(drawn.index) : program.move(drawn.index, to)));
  }

  /**
   * The place before or behind the tile at a point; nothing outside the strip.
   * @param {number} x
   * @param {number} y
   */
  #placeAt(x, y) {
    const there = document.elementFromPoint(x, y);
    if (!there || !this.row.contains(there)) return undefined;
    const tile = there.closest("[data-index]");
    if (!(tile instanceof HTMLElement)) return this.#program?.tiles.length;
    const { left, width } = tile.getBoundingClientRect();
    const index = Number(tile.dataset["index"]);
    return tile.classList.contains("inner-end") || x < left + width / 2 ? index : index + 1;
  }
}

/**
 * A program as it is read out.
 * @param {ProgramTile[]} tiles
 */
export function programInWords(tiles) {
  return tiles.map(({ words }) => words).join(", ") || "No tile";
}
