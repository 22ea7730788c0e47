// What placing an entry of a palette changes: pieces that stand on something keep what is below, and where a level has
// exactly one of a piece, placing a second one moves the first.

/** @import { Glyph } from "../types.js" */
/** @import { Grid, Place } from "./shapes.js" */
/** @typedef {{ palette: Glyph[], blank: string | null }} Signs the characters of a level */
/** @typedef {Map<string, string>} Placed characters by `x,y` */

/** @param {Place} place */
export const keyOfPlace = ({ x, y }) => `${x},${y}`;

/**
 * The place of a key.
 * @param {string} key
 * @returns {Place}
 */
export function placeOfKey(key) {
  const [x = 0, y = 0] = key.split(",").map(Number);
  return { x, y };
}

/**
 * What a character means; formats that do not tell small letters from capital ones have entries for one of them.
 * @param {Glyph[]} palette
 * @param {string} sign
 */
export function meaning(palette, sign) {
  return palette.find(({ text }) => text === sign) ?? palette.find(({ text }) => text.toLowerCase() === sign.toLowerCase());
}

/**
 * What a cell has when an entry is placed on it: a piece stands on the ground that is there, where a character stands for
 * both, and ground comes below a piece that is there. The empty cell takes all away.
 * @param {Signs} signs
 * @param {string} sign the entry
 * @param {string} there what the cell has
 * @returns {string}
 */
export function onto({ palette, blank }, sign, there) {
  const placed = meaning(palette, sign)?.stands;
  const present = meaning(palette, there)?.stands;
  const both = (/** @type {string} */ piece, /** @type {string} */ on) => palette.find(({ stands }) => stands?.piece === piece && stands.on === on)?.text;
  if (placed) return (placed.on === blank ? both(placed.piece, present?.on ?? there) : undefined) ?? sign;
  return (present && sign !== blank ? both(present.piece, sign) : undefined) ?? sign;
}

/**
 * What changes when an entry is placed on these cells. Of a piece of which there is one, only the last cell gets it.
 * @param {Grid} grid
 * @param {Signs} signs
 * @param {string} sign
 * @param {Place[]} places
 * @returns {Placed}
 */
export function placed(grid, signs, sign, places) {
  const isUnique = meaning(signs.palette, sign)?.stands?.unique ?? false;
  const changed = isUnique ? places.slice(-1) : places;
  return settled(grid, signs, new Map(changed.map((place) => [keyOfPlace(place), onto(signs, sign, grid.at(place.x, place.y))])));
}

/**
 * Changes with what follows for pieces of which there is one: those that were elsewhere leave what they stood on, and where
 * nothing is known of that and no cell is empty, they change places.
 * @param {Grid} grid
 * @param {Signs} signs
 * @param {Placed} changes
 * @returns {Placed}
 */
export function settled(grid, { palette, blank }, changes) {
  const all = new Map(changes);
  /** The last place of each piece of which there is one. @type {Map<string, string>} */
  const last = new Map();
  for (const [key, sign] of changes) {
    const stands = meaning(palette, sign)?.stands;
    if (stands?.unique) last.set(stands.piece, key);
  }
  if (!last.size) return all;
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      const key = keyOfPlace({ x, y });
      const stands = meaning(palette, all.get(key) ?? grid.at(x, y))?.stands;
      const moved = stands?.unique ? last.get(stands.piece) : undefined;
      if (!stands || moved === undefined || moved === key) continue;
      const to = placeOfKey(moved);
      all.set(key, stands.on ?? blank ?? grid.at(to.x, to.y));
    }
  }
  return all;
}
