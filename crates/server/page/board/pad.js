// A pad of buttons for moves that are named after a direction: on a phone it stands under the board, with a button beside
// the arrows for each move that has keys of its own or plays itself. The arrow keys of the whole page mean the same moves
// while nothing else takes them.

import { announce } from "../ui/announce.js";
import { capitalised, h } from "../ui/element.js";

/** @import { Controls } from "../types.js" */

/** Every direction: the move's name, the key that means it, the sign of its button. */
const DIRECTIONS = /** @type {const} */ ([
  ["up", "ArrowUp", "↑"],
  ["left", "ArrowLeft", "←"],
  ["right", "ArrowRight", "→"],
  ["down", "ArrowDown", "↓"],
]);
/** The moves of the arrow keys. @type {Map<string, string>} */
export const MOVES_OF_ARROWS = new Map(DIRECTIONS.map(([move, key]) => [key, move]));
/** What is said where a direction is no move. */
export const BLOCKED = "Nothing moves that way.";
/** Moves of a held key come at least so many milliseconds apart. */
export const REPEAT = 150;
/** Meanings of keys that have buttons of the page. */
const ELSEWHERE = ["undo", "restart"];
/** Elements whose own arrow keys go before those of the game. */
const BUSY = "input, select, textarea, summary, [role=slider], .moves, .lines, .said, pre";

/** The pad. It appears with the first position in which a direction is a move, and stays until another side is played. */
export class Pad {
  #onmove;
  #legal = /** @type {Set<string>} */ (new Set());
  /** Whether what changes nothing is tried all the same: a game may answer with a text or a sound. */
  #tries = false;
  /** When an arrow key was last obeyed. */
  #obeyed = 0;

  /** @param {(move: string) => void} onmove */
  constructor(onmove) {
    this.#onmove = onmove;
    this.buttons = DIRECTIONS.map(([move, , sign]) => this.#button(move, sign));
    this.further = h("div", { class: "further" });
    this.element = h("div", { class: "pad", role: "group", "aria-label": "Directions", hidden: true }, ...this.buttons, this.further);
  }

  /** Whether any move of this game was a direction so far. */
  get used() {
    return !this.element.hidden;
  }

  /** Another side is played, which may have no directions. */
  clear() {
    this.element.hidden = true;
  }

  /**
   * @param {string[]} legal
   * @param {Controls | undefined} [controls]
   */
  show(legal, controls) {
    this.#legal = new Set(legal);
    this.#tries = controls !== undefined;
    const known = new Set([...legal, ...Object.values(controls?.keys ?? {})]);
    if (DIRECTIONS.some(([move]) => known.has(move))) this.element.hidden = false;
    this.#offer(furtherMoves(controls));
    const enabled = (/** @type {string} */ move) => this.#legal.has(move) || (this.#tries && legal.length > 0);
    for (const button of this.buttons) button.setAttribute("aria-disabled", String(!enabled(button.dataset["way"] ?? "")));
  }

  /**
   * Plays the move that a key means; whether it means one.
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  takes(event) {
    const move = MOVES_OF_ARROWS.get(event.key);
    const busy = event.target instanceof Element && event.target.closest(BUSY);
    if (!move || !this.used || busy || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    if (event.repeat && this.#tries && event.timeStamp - this.#obeyed < REPEAT) return true;
    this.#obeyed = event.timeStamp;
    this.#press(move);
    return true;
  }

  /**
   * Adds the buttons that are missing.
   * @param {string[]} moves
   */
  #offer(moves) {
    const missing = moves.filter((move) => !this.buttons.some((button) => button.dataset["way"] === move));
    const buttons = missing.map((move) => this.#button(move, capitalised(move)));
    this.buttons.push(...buttons);
    this.further.append(...buttons);
    this.element.classList.toggle("roomy", this.further.childElementCount > 0);
  }

  /**
   * @param {string} move
   * @param {string} sign
   */
  #button(move, sign) {
    return h("button", { type: "button", "data-way": move, "aria-label": move, onclick: () => this.#press(move) }, sign);
  }

  /** @param {string} move */
  #press(move) {
    if (this.#tries || this.#legal.has(move)) this.#onmove(move);
    else if (this.#legal.size) announce(BLOCKED);
  }
}

/**
 * The moves that have keys of their own or play themselves, and are no directions.
 * @param {Controls | undefined} controls
 * @returns {string[]}
 */
function furtherMoves(controls) {
  const moves = [...Object.values(controls?.keys ?? {}), ...(controls?.tick ? [controls.tick.move] : [])];
  const known = [...ELSEWHERE, ...MOVES_OF_ARROWS.values()];
  return [...new Set(moves)].filter((move) => !known.includes(move));
}
