// One game under way: level, moves, what was undone, who plays. The server knows the rules; each position is asked for
// with all moves that led there, so that it keeps no session.

import { play } from "./api.js";

/** @import { FamilyCard, Position, Request } from "./types.js" */

/** Positions that are remembered, so that undo, redo and restart are shown at once. */
const MOST_KNOWN = 64;

/** A game. Changes are made one after the other, in the order of the calls. */
export class Game {
  /** @type {string[]} */
  moves = [];
  /** Moves that were taken back, the next to be made again last. @type {string[]} */
  #undone = [];
  /** @type {string | undefined} */
  role;
  /** @type {Position | undefined} */
  position;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();
  #known = /** @type {Map<string, Position>} */ (new Map());

  /**
   * @param {FamilyCard} card
   * @param {string} level
   */
  constructor(card, level) {
    this.card = card;
    this.level = level;
  }

  /**
   * What a request about this position says.
   * @returns {Request}
   */
  request() {
    return this.#request(this.moves);
  }

  /** The moves that were taken back, the next to be made again last. */
  get undone() {
    return this.#undone;
  }

  get canUndo() {
    return this.moves.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** Asks for the first position. */
  open() {
    return this.#next(async () => this.#go(this.moves, this.#undone));
  }

  /**
   * The first position shown: that after these moves, which another visit made.
   * @param {{ role?: string | undefined, moves: string[], undone?: string[] }} game
   */
  resume({ role, moves, undone = [] }) {
    return this.#next(() => this.#for(role, moves, undone));
  }

  /**
   * Makes a move; what was undone is forgotten. Refused by the server, it changes nothing.
   * @param {string} move
   */
  make(move) {
    return this.#next(async () => this.#go([...this.moves, move], []));
  }

  undo() {
    return this.#next(async () => {
      const last = this.moves.at(-1);
      return last === undefined ? undefined : this.#go(this.moves.slice(0, -1), [...this.#undone, last]);
    });
  }

  redo() {
    return this.#next(async () => {
      const next = this.#undone.at(-1);
      return next === undefined ? undefined : this.#go([...this.moves, next], this.#undone.slice(0, -1));
    });
  }

  /** Takes every move back; all of them can be made again. */
  restart() {
    return this.#next(async () => this.#go([], [...this.#undone, ...this.moves.toReversed()]));
  }

  /**
   * The same level from the start for another side.
   * @param {string} role
   */
  as(role) {
    return this.#next(() => this.#for(role, [], []));
  }

  /**
   * @param {string | undefined} role
   * @param {string[]} moves
   * @param {string[]} undone
   */
  async #for(role, moves, undone) {
    const before = this.role;
    this.role = role;
    return this.#go(moves, undone).catch((error) => {
      this.role = before;
      throw error;
    });
  }

  /**
   * @param {string[]} moves
   * @param {string[]} undone
   */
  async #go(moves, undone) {
    this.position = await this.#position(moves);
    [this.moves, this.#undone] = [moves, undone];
    return this.position;
  }

  /** @param {string[]} moves */
  async #position(moves) {
    const request = this.#request(moves);
    const key = JSON.stringify([request.role, moves]);
    const position = this.#known.get(key) ?? (await play(request));
    this.#known.delete(key);
    this.#known.set(key, position);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return position;
  }

  /**
   * @param {string[]} moves
   * @returns {Request}
   */
  #request(moves) {
    const role = this.role === undefined ? {} : { role: this.role };
    return { family: this.card.family, level: this.level, moves, ...role };
  }

  /**
   * @template T
   * @param {() => Promise<T>} change
   * @returns {Promise<T>}
   */
  #next(change) {
    const turn = this.#turn.then(change);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
