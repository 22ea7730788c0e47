// Keeps a game for the next visit: at once after every move of the player; while a clock plays, now and then.

import { keepGame } from "../storage/store.js";

/** @import { Game } from "./game.js" */

/** A game that a clock plays on is kept so often, in milliseconds. */
const EVERY = 1000;

/** Keeps one game. */
export class Keeper {
  #game;
  #at = 0;
  #stale = false;

  /** @param {Game} game */
  constructor(game) {
    this.#game = game;
  }

  /** @param {boolean} ticked whether a clock has played */
  keep(ticked = false) {
    const now = Date.now();
    this.#stale = ticked && now - this.#at < EVERY;
    if (this.#stale) return;
    this.#at = now;
    const { card, level, role, moves, undone, before, position } = this.#game;
    void keepGame(card.family, level, { role, moves, undone, before, over: Boolean(position?.result) });
  }

  /** Keeps what was not kept yet. */
  leave() {
    if (this.#stale) this.keep();
  }
}
