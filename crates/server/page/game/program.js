// A program as a row of tiles, and how it is changed: tiles are put in, taken out and moved, loops with what is in them.

/** @import { ProgramTile } from "../types.js" */

/** A program under construction. What opens is closed in it at any time; it may be empty for a while. */
export class TileProgram {
  /** @type {ProgramTile[]} */
  tiles = [];
  /** Where the next tile goes. */
  at = 0;
  #closing;

  /** @param {ProgramTile} closing what closes a loop */
  constructor(closing) {
    this.#closing = closing;
  }

  /**
   * Takes a program over; parts that are open are closed at its end.
   * @param {ProgramTile[]} tiles
   */
  take(tiles) {
    const open = tiles.reduce((depth, { opens, closes }) => depth + Number(opens ?? false) - Number(closes ?? false), 0);
    this.tiles = [...tiles, ...Array.from({ length: open }, () => this.#closing)];
    this.at = this.tiles.length - open;
  }

  /** The texts of the tiles, without loops that hold nothing. */
  get texts() {
    const kept = /** @type {ProgramTile[]} */ ([]);
    for (const tile of this.tiles) {
      if (tile.closes && kept.at(-1)?.opens) kept.pop();
      else kept.push(tile);
    }
    return kept.map(({ text }) => text);
  }

  /**
   * The tile that closes the one that opens here.
   * @param {number} index
   */
  endOf(index) {
    let depth = 0;
    for (let at = index; at < this.tiles.length; at++) {
      depth += Number(this.tiles[at]?.opens ?? false) - Number(this.tiles[at]?.closes ?? false);
      if (depth === 0) return at;
    }
    return this.tiles.length - 1;
  }

  /** @param {ProgramTile} tile */
  insert(tile) {
    this.tiles.splice(this.at, 0, ...(tile.opens ? [tile, this.#closing] : [tile]));
    this.at++;
  }

  /** Takes the tile before the place out; a loop leaves what was in it. */
  delete() {
    const before = this.tiles[this.at - 1];
    if (!before) return;
    if (before.closes) return void this.at--;
    if (before.opens) this.tiles.splice(this.endOf(this.at - 1), 1);
    this.tiles.splice(--this.at, 1);
  }

  /**
   * Takes a tile out, a loop with what is in it.
   * @param {number} index
   */
  remove(index) {
    const end = this.tiles[index]?.opens ? this.endOf(index) : index;
    this.tiles.splice(index, end - index + 1);
    this.at = Math.min(index, this.tiles.length);
  }

  /**
   * Puts another tile in the place of one that opens.
   * @param {number} index
   * @param {ProgramTile} tile
   */
  replace(index, tile) {
    this.tiles[index] = tile;
  }

  /**
   * Moves a tile, or a loop with what is in it, to another place; not into itself.
   * @param {number} from
   * @param {number} to the place before which it is put
   */
  move(from, to) {
    const end = this.tiles[from]?.opens ? this.endOf(from) : from;
    if (to >= from && to <= end + 1) return;
    const moved = this.tiles.splice(from, end - from + 1);
    const place = to > end ? to - moved.length : to;
    this.tiles.splice(place, 0, ...moved);
    this.at = place + moved.length;
  }
}
