// A pad of buttons for moves that are named after a direction: on a phone it stands under the board. The arrow keys
// of the whole page mean the same moves while nothing else takes them.

import { h } from "./element.js";

/** Every direction: the move's name, the keys that mean it, the sign of its button. */
const DIRECTIONS = /** @type {const} */ ([
  ["up", ["ArrowUp"], "↑"],
  ["left", ["ArrowLeft"], "←"],
  ["right", ["ArrowRight"], "→"],
  ["down", ["ArrowDown"], "↓"],
]);
/** @type {Map<string, string>} */
const BY_KEY = new Map(DIRECTIONS.flatMap(([move, keys]) => keys.map((key) => /** @type {const} */ ([key, move]))));
/** Elements whose own arrow keys go before those of the game. */
const BUSY = "input, select, textarea, summary, [role=slider], .moves, .lines, .said, pre, details[open] .facts";

/** The pad. It appears with the first position in which a direction is a move, and stays. */
export class Pad {
  #onmove;
  #legal = /** @type {Set<string>} */ (new Set());

  /** @param {(move: string) => void} onmove */
  constructor(onmove) {
    this.#onmove = onmove;
    const button = (/** @type {string} */ move, /** @type {string} */ sign) =>
      h("button", { type: "button", "data-way": move, "aria-label": move, onclick: () => this.#press(move) }, sign);
    this.buttons = DIRECTIONS.map(([move, , sign]) => button(move, sign));
    this.element = h("div", { class: "pad", role: "group", "aria-label": "Directions", hidden: true }, ...this.buttons);
  }

  /** Whether any move of this game was a direction so far. */
  get used() {
    return !this.element.hidden;
  }

  /** @param {string[]} legal */
  show(legal) {
    this.#legal = new Set(legal);
    if (DIRECTIONS.some(([move]) => this.#legal.has(move))) this.element.hidden = false;
    for (const button of this.buttons) button.setAttribute("aria-disabled", String(!this.#legal.has(button.dataset["way"] ?? "")));
  }

  /**
   * Plays the move that a key means; whether it means one.
   * @param {KeyboardEvent} event
   * @returns {boolean}
   */
  takes(event) {
    const move = BY_KEY.get(event.key);
    const busy = event.target instanceof Element && event.target.closest(BUSY);
    if (!move || !this.used || busy || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    this.#press(move);
    return true;
  }

  /** @param {string} move */
  #press(move) {
    if (this.#legal.has(move)) this.#onmove(move);
  }
}
