// Saves a game for the next visit: at once after every move of the player; while a clock plays, now and then.

import { keepGame } from "../storage/store.js";

/** @import { Game } from "./game.js" */

/** The interval at which a game that a clock plays on is saved, in milliseconds. */
const EVERY = 1000;

/** Saves one game. */
export class Autosave {
  #game;
  #at = 0;
  #stale = false;

  #level;

  /**
   * @param {Game} game
   * @param {() => { address: string, title: string }} level where it is opened again, and how it is called
   */
  constructor(game, level) {
    this.#game = game;
    this.#level = level;
  }

  /** @param {boolean} ticked whether a clock has played */
  save(ticked = false) {
    const now = Date.now();
    this.#stale = ticked && now - this.#at < EVERY;
    if (this.#stale) return;
    this.#at = now;
    const { card, level, role, moves, undone, before, help, position } = this.#game;
    void keepGame(card.family, level, { role, moves, undone, before, help, ...this.#level(), over: Boolean(position?.result) });
  }

  /** Saves what was not saved yet. */
  flush() {
    if (this.#stale) this.save();
  }
}
