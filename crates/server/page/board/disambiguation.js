// What a place of the board means: a move, or the beginning of several. Of several a second place says which is meant, as
// "A" and then "C" mean "A to C", or one of the buttons under the board.

import { announce } from "../ui/announce.js";
import { h } from "../ui/element.js";

/** The legal moves of a position, by the words that they begin with. */
export class Meanings {
  #legal;
  #begun = /** @type {Map<string, string[]>} */ (new Map());

  /** @param {string[]} legal */
  constructor(legal) {
    this.#legal = new Set(legal);
    for (const move of legal) {
      for (let end = move.indexOf(" "); end > 0; end = move.indexOf(" ", end + 1)) {
        const words = move.slice(0, end);
        const begun = this.#begun.get(words);
        if (begun) begun.push(move);
        else this.#begun.set(words, [move]);
      }
    }
  }

  /**
   * Whether this is a legal move.
   * @param {string} move
   */
  has(move) {
    return this.#legal.has(move);
  }

  /**
   * The moves that a place means: none where it cannot be played.
   * @param {string} act
   */
  of(act) {
    return this.#legal.has(act) ? [act] : (this.#begun.get(act) ?? []);
  }

  /**
   * The only one of the moves that ends with the words of this place.
   * @param {string[]} moves
   * @param {string} act
   */
  static ending(moves, act) {
    const ending = moves.filter((move) => move.endsWith(` ${act}`));
    return ending.length === 1 ? ending[0] : undefined;
  }
}

/** The buttons of the moves that a place begins, under the board. */
export class Disambiguation {
  #onmove;

  /** @param {(move: string) => void} onmove */
  constructor(onmove) {
    this.#onmove = onmove;
    this.element = h("div", { class: "row disambiguation", role: "group", "aria-label": "Which move?", hidden: true });
  }

  /**
   * Offers these moves, or takes the offer away where there are none.
   * @param {string[]} moves
   * @param {Record<string, string>} said the moves that a person reads otherwise than as their text
   * @param {string[]} best
   */
  show(moves, said, best) {
    const words = (/** @type {string} */ move) => said[move] ?? move;
    const button = (/** @type {string} */ move) => {
      const attributes = best.includes(move) ? { class: "best", "aria-label": `${words(move)}, a best move` } : {};
      return h("button", { type: "button", ...attributes, onclick: () => this.#onmove(move) }, words(move));
    };
    this.element.replaceChildren(...moves.map(button));
    this.element.hidden = moves.length === 0;
    if (moves.length) announce(`Which move: ${moves.map(words).join(", ")}?`);
  }
}
