// The rules that were applied: the lines of the text whose rules changed something in the last move, in order, each a
// button to its line.

import { h } from "../ui/element.js";

/** @import { Position } from "../types.js" */

/** Lines that are listed at once. */
const MOST = 60;
/** Characters of a line that are shown. */
const LONGEST = 80;

/** The list. It is there for levels that tell more of a move than the position. */
export class AppliedRules {
  #ongo;

  /** @param {(line: number) => void} ongo asked to go to a line of the text */
  constructor(ongo) {
    this.#ongo = ongo;
    this.words = h("p", {});
    this.lines = h("ol", { class: "applied-rule-lines" });
    this.element = h("section", { class: "applied-rules", "aria-label": "Rules applied", hidden: true }, this.words, this.lines);
  }

  /**
   * @param {Position} position
   * @param {(line: number) => string} lineOf gives a line of the text
   */
  show({ events, controls, moves }, lineOf) {
    const lines = events?.fired ?? [];
    this.element.hidden = !(events || controls) || (moves.length === 0 && lines.length === 0);
    this.words.textContent = lines.length ? "Rules applied:" : "Rules applied: none changed anything.";
    const entry = (/** @type {number} */ line) => {
      const text = lineOf(line).trim();
      const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
      return h("li", {}, h("button", { type: "button", class: "applied-rule-line", onclick: () => this.#ongo(line) }, h("span", { class: "place" }, `line ${line}`), " ", h("code", {}, shown)));
    };
    const more = lines.length - MOST;
    this.lines.replaceChildren(...lines.slice(0, MOST).map(entry), ...(more > 0 ? [h("li", {}, `… and ${more} more`)] : []));
  }

  hide() {
    this.element.hidden = true;
  }
}
