// Tiles: small pictures of pixels in colours of their own, each drawn in place of the cell on which it lies. A board defines
// a tile once and uses it wherever it lies; from one frame to the next only the cells that change are drawn anew. Where
// letters are wanted instead of pictures, a tile is its letter on its average colour.

import { h, s } from "../ui/element.js";
import { luminance, HALF, UNIT } from "./paint.js";
import { letters } from "./sprites.js";

/** @import { PlacedTile, Picture, Tile } from "../types.js" */

/** A colour as it may stand in an attribute: whoever wrote the level chose it. */
const COLOUR = /^#[0-9a-f]{6}$/i;
/** The characters of the first colours of a palette; those of the others follow from `MORE` on. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MORE = 0x100;
/** How far a tile reaches below its neighbours, so that nothing shines through where edges are rounded apart. */
const OVERLAP = 0.4;
/** Tiles that a legend explains, at most. */
const MAX_EXPLAINED = 24;

/** The tiles of a board, below everything else on it. */
export class TileLayer {
  #id;
  #count = 0;
  #defs = s("defs");
  /** The symbol of each tile that is drawn, by what it looks like. @type {Map<string, SVGSymbolElement>} */
  #symbols = new Map();
  /** @type {SVGUseElement[]} */
  #uses = [];

  /** @param {string} id of the board, with which the names of its symbols begin */
  constructor(id) {
    this.#id = id;
    this.element = s("g", { class: "tiles", "aria-hidden": "true" }, this.#defs);
  }

  /**
   * Shows these tiles in place of those that were shown.
   * @param {Tile[]} tiles
   * @param {PlacedTile[]} placed
   */
  show(tiles, placed) {
    const [before, names] = [this.#symbols, new Map()];
    this.#symbols = new Map();
    for (const index of new Set(placed.map(([, , index]) => index))) names.set(index, this.#define(tiles[index], before));
    const known = placed.filter(([, , index]) => names.get(index) !== undefined);
    known.forEach(([x, y, index], at) => {
      const use = (this.#uses[at] ??= this.#added());
      const look = { x: (x - 0.5) * UNIT, y: (y - 0.5) * UNIT, href: `#${names.get(index)}` };
      for (const [name, value] of Object.entries(look)) if (use.getAttribute(name) !== String(value)) use.setAttribute(name, String(value));
    });
    for (const use of this.#uses.splice(known.length)) use.remove();
    for (const [key, symbol] of before) if (!this.#symbols.has(key)) symbol.remove();
  }

  /** A further place for a tile. */
  #added() {
    const use = s("use", { width: UNIT + OVERLAP, height: UNIT + OVERLAP });
    this.element.append(use);
    return use;
  }

  /**
   * The name of the symbol of a tile; tiles that were shown `before` keep theirs.
   * @param {Tile | undefined} tile
   * @param {Map<string, SVGSymbolElement>} before
   * @returns {string | undefined}
   */
  #define(tile, before) {
    if (!tile) return undefined;
    const key = JSON.stringify([letters() && tile.letter, tile.width, tile.colours, tile.pixels]);
    const symbol = this.#symbols.get(key) ?? before.get(key) ?? this.#symbol(tile);
    this.#symbols.set(key, symbol);
    return symbol.id;
  }

  /** @param {Tile} tile */
  #symbol(tile) {
    const symbol = s("symbol", { id: `${this.#id}-tile-${this.#count++}`, overflow: "visible", ...boxOf(tile) }, ...shapesOf(tile));
    this.#defs.append(symbol);
    return symbol;
  }
}

/**
 * The tiles that lie on some frame of a picture and have words, in the order of the picture.
 * @param {Picture} picture
 * @returns {Tile[]}
 */
export function explainedTiles({ frames, tiles = [] }) {
  const drawn = new Set(frames.flatMap((frame) => (frame.tiles ?? []).map(([, , index]) => index)));
  return tiles.filter((tile, index) => drawn.has(index) && tile.words);
}

/**
 * The entries of a legend for tiles; of many the first, and how many more there are.
 * @param {Picture} picture
 * @returns {HTMLLIElement[]}
 */
export function tileLegend(picture) {
  const tiles = explainedTiles(picture);
  const entries = tiles.slice(0, MAX_EXPLAINED).map((tile) => h("li", {}, tileIcon(tile), tile.words));
  const more = tiles.length - entries.length;
  return more > 0 ? [...entries, h("li", {}, `… and ${more} more`)] : entries;
}

/**
 * A tile as a small drawing among words.
 * @param {Tile} tile
 */
export function tileIcon(tile) {
  return s("svg", { class: "tile-icon", "aria-hidden": "true", ...boxOf(tile) }, ...shapesOf(tile));
}

/**
 * The box in which a tile is drawn. The edges of its pixels are not smoothed, so that nothing shines through between two.
 * @param {Tile} tile
 */
function boxOf({ width, height }) {
  const [wide, high] = letters() ? [UNIT, UNIT] : [Number(width), Number(height)];
  return { viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", "shape-rendering": "crispEdges" };
}

/** @param {Tile} tile */
function shapesOf(tile) {
  return letters() ? lettered(tile) : paths(tile);
}

/**
 * The letter of a tile on its average colour.
 * @param {Tile} tile
 */
function lettered({ letter, colours, pixels }) {
  const opaque = pixels.flatMap((row) => [...row]).flatMap((character) => partsOf(colours[numberOf(character)]));
  const average = [0, 1, 2].map((part) => Math.round(opaque.reduce((sum, colour) => sum + (colour[part] ?? 0), 0) / opaque.length));
  const [fill, ink] = opaque.length ? [`rgb(${average})`, luminance(average) > HALF ? "#000000" : "#ffffff"] : ["none", "currentColor"];
  const written = [...letter].slice(0, 3).join("");
  const text = s("text", { class: "letter", fill: ink, x: UNIT / 2, y: UNIT * 0.66, "font-size": UNIT * 0.45, "text-anchor": "middle" }, written);
  return [s("rect", { width: UNIT, height: UNIT, fill }), text];
}

/**
 * The three parts of a colour, 0 to 255 each; nothing for what is no colour.
 * @param {string | undefined} colour
 */
function partsOf(colour) {
  if (!colour || !COLOUR.test(colour)) return [];
  return [[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))];
}

/**
 * A path for each colour of a tile; runs of equal pixels are one rectangle.
 * @param {Tile} tile
 */
function paths({ colours, pixels }) {
  /** @type {string[]} */
  const parts = colours.map(() => "");
  pixels.forEach((row, y) => {
    for (const { index, 0: run } of row.matchAll(/(.)\1*/gu)) {
      const number = numberOf(run);
      if (parts[number] !== undefined) parts[number] += `M${index} ${y}h${run.length}v1h-${run.length}z`;
    }
  });
  return colours.flatMap((fill, number) => (COLOUR.test(fill) && parts[number] ? [s("path", { fill, d: parts[number] })] : []));
}

/**
 * The index of the colour for which a character stands; what stands for none, as `.` for a transparent pixel, is negative.
 * @param {string} character
 */
function numberOf(character) {
  const digit = DIGITS.indexOf(character.charAt(0));
  return digit < 0 ? character.charCodeAt(0) - MORE + DIGITS.length : digit;
}
