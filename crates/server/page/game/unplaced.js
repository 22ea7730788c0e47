// The few moves of a position that have no place on its board, where others have: as buttons below the board, in sight on a
// phone, where the list of all moves is not.

import { capitalised, h } from "../ui/element.js";

/** @import { Position } from "../types.js" */

/** More than so many stand in the list of moves alone. */
const MAX_MOVES = 3;

/** The row of buttons. */
export class UnplacedMoves {
  #onmove;

  /** @param {(move: string) => void} onmove */
  constructor(onmove) {
    this.#onmove = onmove;
    this.element = h("div", { class: "row unplaced", role: "group", "aria-label": "Moves beside the board", hidden: true });
  }

  /**
   * @param {Position} position
   * @param {Set<string | null>} places moves that are played on the board
   */
  show({ legal, said = {}, controls, tiles }, places) {
    const beside = legal.filter((move) => !places.has(move));
    const isShown = !controls && !tiles && beside.length < legal.length && beside.length <= MAX_MOVES;
    const button = (/** @type {string} */ move) => h("button", { type: "button", onclick: () => this.#onmove(move) }, capitalised(said[move] ?? move));
    this.element.replaceChildren(...(isShown ? beside.map(button) : []));
    this.element.hidden = !isShown || beside.length === 0;
  }
}
