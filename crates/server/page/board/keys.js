// The keys that belong to a game while its board, or something on it, has the focus: they go before the letters of the
// page, and before Enter and the space bar on a place of the board. Escape leaves the board.

import { keyOf } from "../ui/key_names.js";
import { MOVES_OF_ARROWS, REPEAT } from "./pad.js";

/** @import { Controls } from "../types.js" */
/**
 * @typedef {object} Acts what keys do
 * @property {(move: string) => void} move
 * @property {() => void} undo
 * @property {() => void} next goes on to the next level
 * @property {() => void} leave puts the focus off the board
 */

/** The meaning of a key that takes the last move back; every other one is a move. */
const UNDO = "undo";
/** Keys that go on after a level was won, beside those that mean a move without a direction. */
const ONWARD = ["Enter", " "];

/** The keys of a game on its board. */
export class BoardKeys {
  /** @type {Controls | undefined} */
  #controls;
  #won = false;
  /** When a key was last obeyed. */
  #obeyed = 0;
  #acts;

  /**
   * @param {Element} board
   * @param {Acts} acts
   */
  constructor(board, acts) {
    this.#acts = acts;
    // While the event goes down: before the board's own keys.
    board.addEventListener("keydown", (event) => this.#pressed(/** @type {KeyboardEvent} */ (event)), true);
  }

  /**
   * @param {Controls | undefined} controls
   * @param {boolean} won whether the level is won
   */
  show(controls, won) {
    [this.#controls, this.#won] = [controls, won];
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (!this.#controls || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // The page's own Escape, which cancels, goes on.
    if (event.key === "Escape") return this.#acts.leave();
    const pressed = keyOf(event);
    const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
    const meaning = this.#controls.keys[key] ?? this.#arrow(key);
    const onward = this.#won && (ONWARD.includes(key) || (meaning !== undefined && this.#isAction(meaning)));
    if (meaning === undefined && !onward) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && (onward || this.#isHeldBack(meaning ?? "", event.timeStamp))) return;
    this.#obeyed = event.timeStamp;
    if (onward) this.#acts.next();
    else if (meaning === UNDO) this.#acts.undo();
    else if (!this.#won) this.#acts.move(meaning ?? "");
  }

  /**
   * The direction of an arrow key, where other keys of the game mean it too.
   * @param {string} key
   */
  #arrow(key) {
    const move = MOVES_OF_ARROWS.get(key);
    return move !== undefined && Object.values(this.#controls?.keys ?? {}).includes(move) ? move : undefined;
  }

  /**
   * Whether a meaning is a move that is played on the spot.
   * @param {string} meaning
   */
  #isAction(meaning) {
    return ONWARD.some((key) => this.#controls?.keys[key] === meaning);
  }

  /**
   * Whether a repetition of a held key is to be ignored.
   * @param {string} meaning
   * @param {number} now in milliseconds
   */
  #isHeldBack(meaning, now) {
    return this.#controls?.once.includes(meaning) || now - this.#obeyed < REPEAT;
  }
}
